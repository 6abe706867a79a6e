"""Stand before several processes as a balancer does: each request goes to the next of them that takes it."""

from __future__ import annotations

import asyncio
from collections import Counter
from time import monotonic

import aiohttp
from aiohttp import web

from tests.fakes.held_port import HeldPort

PATIENCE = 10.0
"""Seconds for which a request that nobody takes is offered again, as Telegram would."""


class Balancer:
    """A door of this machine, and the ports behind it; `taken` counts what each has taken, sockets too."""

    def __init__(self) -> None:
        self.port = 0
        self._held: list[HeldPort] = []
        self.taken: Counter[int] = Counter()
        self.socket = 0
        """The port that took the last socket."""
        self._turn = 0
        self._runner: web.AppRunner | None = None
        self._client: aiohttp.ClientSession | None = None

    async def start(self) -> None:
        """Open the door."""
        app = web.Application()
        app.router.add_post("/{path:.*}", self._pass_on)
        app.router.add_get("/{path:.*}", self._connect)
        self._client = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PATIENCE))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Shut it."""
        if self._runner is not None:
            await self._runner.cleanup()
        if self._client is not None:
            await self._client.close()
        for port in self._held:
            port.close()

    def add(self) -> int:
        """Return a port for one more process; it stays that process's until the balancer stops."""
        self._held.append(HeldPort())
        return self._held[-1].number

    @property
    def ports(self) -> list[int]:
        """Return the ports of all processes, those of dead ones too."""
        return [port.number for port in self._held]

    def _next(self) -> int:
        self._turn += 1
        return self.ports[self._turn % len(self._held)]

    async def _pass_on(self, request: web.Request) -> web.Response:
        assert self._client is not None
        body, end = await request.read(), monotonic() + PATIENCE
        while monotonic() < end:
            port = self._next()
            address = f"http://127.0.0.1:{port}{request.path_qs}"
            try:
                async with self._client.post(address, data=body, headers=request.headers) as answer:
                    if answer.status < 500:
                        self.taken[port] += 1
                        return web.Response(
                            status=answer.status, body=await answer.read(), content_type=answer.content_type
                        )
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(0.02)
        return web.Response(status=502)

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        """Pass a socket on to the next process that takes it, until either side ends it."""
        assert self._client is not None
        protocols = [word.strip() for word in request.headers.get("Sec-WebSocket-Protocol", "").split(",")]
        named = {name: request.headers[name] for name in ("Host", "Origin")}
        end = monotonic() + PATIENCE
        while monotonic() < end:
            port = self._next()
            address = f"http://127.0.0.1:{port}{request.path_qs}"
            try:
                behind = await self._client.ws_connect(address, protocols=protocols, headers=named)
            except aiohttp.ClientError:
                await asyncio.sleep(0.02)
                continue
            self.taken[port] += 1
            self.socket = port
            front = web.WebSocketResponse(protocols=protocols[:1])
            await front.prepare(request)
            ways = asyncio.create_task(_pass(front, behind)), asyncio.create_task(_pass(behind, front))
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in ways:
                way.cancel()
            await asyncio.gather(front.close(), behind.close(), *ways, return_exceptions=True)
            return front
        return web.Response(status=502)


Socket = web.WebSocketResponse | aiohttp.ClientWebSocketResponse


async def _pass(here: Socket, there: Socket) -> None:
    async for message in here:
        await there.send_str(message.data)
