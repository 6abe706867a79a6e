"""Stand before several processes as a balancer does: each request goes to the next of them that takes it."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from time import monotonic

import aiohttp
from aiohttp import web

PATIENCE = 10.0
"""Seconds for which a request that nobody takes is offered again, as Telegram would."""


class Balancer:
    """A door of this machine, and the ports behind it; `taken` counts what each has taken."""

    def __init__(self) -> None:
        self.port = 0
        self.ports: list[int] = []
        self.taken: Counter[int] = Counter()
        self._turn = 0
        self._runner: web.AppRunner | None = None
        self._client: aiohttp.ClientSession | None = None

    async def start(self) -> None:
        """Open the door."""
        app = web.Application()
        app.router.add_post("/{path:.*}", self._pass_on)
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

    def add(self) -> int:
        """Return a free port for one more process."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.ports.append(free.getsockname()[1])
        return self.ports[-1]

    async def _pass_on(self, request: web.Request) -> web.Response:
        assert self._client is not None
        body, end = await request.read(), monotonic() + PATIENCE
        while monotonic() < end:
            self._turn += 1
            port = self.ports[self._turn % len(self.ports)]
            address = f"http://127.0.0.1:{port}{request.path_qs}"
            try:
                async with self._client.post(address, data=body, headers=request.headers) as answer:
                    if answer.status == 200:
                        self.taken[port] += 1
                        return web.Response()
            except aiohttp.ClientError:
                pass
            await asyncio.sleep(0.02)
        return web.Response(status=502)
