"""A hardened HTTP server for all ports: limits on heads, bodies, times and connections, and a quiet log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import cast

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware

from bot.http.client_address import Network
from bot.http.connection_gate import ConnectionCount
from bot.http.listener import Listener
from bot.http.refusals import REFUSALS, Kind

USUAL_FILES = 1024
"""How many files a process may usually open; with fewer, all connection limits shrink in proportion."""
HEADERS = 64
"""Maximum headers of a request; each may have 8,190 characters."""
LINGER_SECONDS = 2.0
"""Seconds for which the rest of a refused body is read, so that the client gets the answer."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits for the clients of one port."""

    connections: int
    """In all, if the process may open `USUAL_FILES` files."""
    connections_each: int
    """From one address that is not a proxy."""
    body_bytes: int
    seconds: float = 10.0
    """Until a request's head must have arrived, also that of the next request, and then its body."""


class HttpServer:
    """Serve one port. Add the routes to `app` before the start."""

    def __init__(
        self,
        port: str,
        bounds: Bounds,
        middlewares: Sequence[Middleware] = (),
        proxies: Collection[Network] = (),
        *,
        shutdown_seconds: float = 5.0,
    ) -> None:
        """Build a server. `port` names it in the log and the metrics; each middleware runs before a body is read.

        They are `web.middleware` functions.
        """
        self._port = port
        self._bounds = bounds
        self._proxies = proxies
        self._shutdown_seconds = shutdown_seconds
        self.app = web.Application(
            middlewares=[*middlewares, cast("Middleware", self._with_body)],
            client_max_size=bounds.body_bytes,
        )
        self._listener: Listener | None = None
        self._runner: web.AppRunner | None = None

    @property
    def is_open(self) -> bool:
        return self._listener is not None

    async def start(self, host: str, port: int) -> int:
        """Accept connections and return the port; 0 takes any free one. Raises OSError."""
        # aiohttp closes a connection after this time without a whole head, also at its beginning
        self._runner = web.AppRunner(
            self.app,
            access_log=None,
            shutdown_timeout=self._shutdown_seconds,
            keepalive_timeout=self._bounds.seconds,
            max_headers=HEADERS,
            lingering_time=LINGER_SECONDS,
            auto_decompress=False,
            logger=_quiet_log(self._port),
        )
        await self._runner.setup()
        count = ConnectionCount(_affordable(self._bounds.connections), self._bounds.connections_each, self._proxies)
        listener = Listener(self._port, count, cast("Callable[[], asyncio.Protocol]", self._runner.server))
        bound = await listener.start(host, port)
        self._listener = listener
        return bound

    async def close_door(self) -> None:
        if self._listener is not None:
            listener, self._listener = self._listener, None
            await listener.stop()

    async def stop(self) -> None:
        """Stop accepting connections, finish what is under way, and end the others."""
        await self.close_door()
        if self._runner is not None:
            runner, self._runner = self._runner, None
            await runner.cleanup()

    @web.middleware
    async def _with_body(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Read the whole body first, within the time limit, and refuse an unreadable one."""
        if request.headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
            REFUSALS.count(self._port, Kind.ENCODING)
            raise web.HTTPUnsupportedMediaType
        if request.can_read_body:
            if (request.content_length or 0) > self._bounds.body_bytes:
                REFUSALS.count(self._port, Kind.TOO_LARGE)
                raise web.HTTPRequestEntityTooLarge(self._bounds.body_bytes, request.content_length or 0)
            try:
                async with asyncio.timeout(self._bounds.seconds):
                    await request.read()
            except web.HTTPRequestEntityTooLarge:
                REFUSALS.count(self._port, Kind.TOO_LARGE)
                raise
            except TimeoutError:
                REFUSALS.count(self._port, Kind.LATE)
                raise web.HTTPRequestTimeout from None
            except (HttpProcessingError, web.RequestPayloadError, ConnectionError) as error:
                if not isinstance(error, ConnectionError):
                    REFUSALS.count(self._port, Kind.BODY)
                raise web.HTTPBadRequest from error
        return await handler(request)


def _affordable(connections: int) -> int:
    """Return how many of `connections` this process can afford with its limit of open files."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit
    except ImportError:  # Windows
        return connections
    files = getrlimit(RLIMIT_NOFILE)[0]
    return (
        connections if files in (RLIM_INFINITY, -1) else max(1, min(connections, connections * files // USUAL_FILES))
    )


_THEIRS = (HttpProcessingError, web.RequestPayloadError, ConnectionError)
"""Client errors without a traceback: anybody could fill the log with them."""


def _quiet_log(port: str) -> logging.Logger:
    """Return a port's logger, without client errors, which are counted."""
    log = logging.getLogger(f"{__name__}.{port}")
    if not log.filters:
        log.setLevel(logging.DEBUG)  # aiohttp logs what is not HTTP at that level, and it must be counted
        log.addFilter(lambda record: _is_ours(port, record))
    return log


def _is_ours(port: str, record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    if not isinstance(error, _THEIRS):
        return True
    if not isinstance(error, ConnectionError):
        REFUSALS.count(port, Kind.BODY if isinstance(error, web.RequestPayloadError) else Kind.HEAD)
    return False


# a page that asks for subprotocols is served without them, which needs no log line
logging.getLogger("aiohttp.websocket").addFilter(lambda record: record.levelno > logging.WARNING)
