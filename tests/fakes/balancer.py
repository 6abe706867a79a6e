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
    """A door of this machine, and the ports behind it; `taken` counts what each has taken."""

    def __init__(self) -> None:
        self.port = 0
        self._held: list[HeldPort] = []
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
        for port in self._held:
            port.close()

    def add(self) -> int:
        """Return a port for one more process; it stays that process's until the balancer stops."""
        self._held.append(HeldPort())
        return self._held[-1].number

    async def _pass_on(self, request: web.Request) -> web.Response:
        assert self._client is not None
        body, end = await request.read(), monotonic() + PATIENCE
        while monotonic() < end:
            self._turn += 1
            port = self._held[self._turn % len(self._held)].number
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
