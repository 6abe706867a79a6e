"""Health checks: `/healthz` if the process lives, `/readyz` if it can serve people, `/metrics`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from aiohttp import web

from bot.http.server import Bounds, HttpServer
from data.store import Store

HOST = "127.0.0.1"
BOUNDS = Bounds(connections=32, connections_each=16, body_bytes=1024)
PATIENCE = 2.0
"""Seconds in which the store must answer."""
_log = logging.getLogger(__name__)


class Figures(Protocol):
    """Returns all metrics in Prometheus' format."""

    def __call__(self, tables: Mapping[str, int], *, ready: bool) -> bytes:
        """Take the number of tables by status, and whether the process is ready."""


class Health:
    """The liveness and readiness of a process.

    It is live as long as it answers, also during shutdown or without a working store: a restart would not help. It is
    ready while the store works, nothing is wrong and no stop signal has come.
    """

    def __init__(
        self,
        store: Store,
        figures: Figures,
        problems: Callable[[], Mapping[str, str | None]] = dict,
        stopping: Callable[[], bool] = lambda: False,
        serving: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        """Watch a process: `problems` returns what is wrong with each thing it needs, None if nothing is.

        `stopping` returns whether a stop signal has come, and `serving` a line for each shared platform's part of
        this process.
        """
        self._store = store
        self._figures = figures
        self._problems = problems
        self._stopping = stopping
        self._serving = serving
        self._server: HttpServer | None = None

    async def start(self, port: int, host: str = HOST) -> str:
        """Listen, and return the address; raises OSError."""
        self._server = HttpServer("health", BOUNDS, shutdown_seconds=1.0)
        router = self._server.app.router
        router.add_get("/healthz", self._healthz)
        router.add_get("/readyz", self._readyz)
        router.add_get("/metrics", self._metrics)
        bound = await self._server.start(host, port)
        name = f"[{host}]" if ":" in host else host
        return f"http://{name}:{bound}/"

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop()
            self._server = None

    async def _healthz(self, _: web.Request) -> web.Response:
        return web.Response(text="".join(f"{line}\n" for line in ("ok", *self._serving())))

    async def _readyz(self, _: web.Request) -> web.Response:
        wrong = await self._wrong()
        return web.Response(status=503, text="".join(wrong)) if wrong else web.Response(text="ok\n")

    async def _wrong(self) -> list[str]:
        """Return a line for each reason why the process is not ready."""
        if self._stopping():
            return ["stopping\n"]
        try:
            async with asyncio.timeout(PATIENCE):
                await self._store.probe()
        except Exception:  # noqa: BLE001 - any failure means not ready
            return ["nothing can be stored\n"]
        return [f"{name}: {why}\n" for name, why in self._problems().items() if why is not None]

    async def _metrics(self, _: web.Request) -> web.Response:
        wrong = await self._wrong()
        body = self._figures(await self._tables(), ready=not wrong)
        return web.Response(body=body, headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"})

    async def _tables(self) -> Mapping[str, int]:
        """Count the tables; return none if that fails, when the other metrics matter most."""
        try:
            async with asyncio.timeout(PATIENCE):
                counts = await self._store.count_tables()
        except Exception as error:  # noqa: BLE001 - logged
            _log.warning("the tables cannot be counted: %s", type(error).__name__)
            return {}
        return {status.value: count for status, count in counts.items()}
