"""Answer those who watch over the bot from this machine: `/healthz` and `/metrics`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from aiohttp import web

from bot.observability.http_log import http_log
from data.store import Store

HOST = "127.0.0.1"
PATIENCE = 2.0
"""Seconds in which the store must answer."""


class Health:
    """Answers 200 while something can be stored, each platform is connected, and nobody has told the bot to stop."""

    def __init__(
        self,
        store: Store,
        metrics: Callable[[Mapping[str, int]], bytes],
        platforms: Callable[[], Mapping[str, str | None]] = dict,
    ) -> None:
        """Watch over platforms: `platforms` says of each why it is not connected, None where it is."""
        self._store = store
        self._metrics = metrics
        self._platforms = platforms
        self._runner: web.AppRunner | None = None
        self.stopping = False

    async def start(self, port: int) -> str:
        """Open the door and return its address; raises OSError."""
        app = web.Application()
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/metrics", self._show_metrics)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0, logger=http_log)
        await self._runner.setup()
        await web.TCPSite(self._runner, HOST, port).start()
        return f"http://{HOST}:{self._runner.addresses[0][1]}/"

    async def stop(self) -> None:
        """Shuts the door."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _healthz(self, _: web.Request) -> web.Response:
        if self.stopping:
            return web.Response(status=503, text="stopping\n")
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.probe()
        except Exception:  # noqa: BLE001 - whatever it is, the bot is not well
            return web.Response(status=503, text="nothing can be stored\n")
        away = [f"{name}: {why}\n" for name, why in self._platforms().items() if why is not None]
        return web.Response(status=503, text="".join(away)) if away else web.Response(text="ok\n")

    async def _show_metrics(self, _: web.Request) -> web.Response:
        counts = await self._store.count_tables()
        body = self._metrics({status.value: count for status, count in counts.items()})
        return web.Response(body=body, headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"})
