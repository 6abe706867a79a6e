"""One hardened HTTP server for all ports: limited heads, bodies, times and connections, and a quiet log."""

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
"""How many files a process may usually open; where it may open fewer, all limits of connections shrink with it."""
HEADERS = 64
"""The most headers of a request; each may have 8,190 characters."""
LINGER_SECONDS = 2.0
"""Seconds for which the rest of a body that nobody wants is read, so that the client hears the answer."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What clients of one port may take."""

    connections: int
    """In all, where the process may open `USUAL_FILES` files."""
    connections_each: int
    """From one address that is no proxy."""
    body_bytes: int
    seconds: float = 10.0
    """In which a request's head must have come, the next one too, and then its body."""


class HttpServer:
    """Serve one port. The routes go into `app` before the start."""

    def __init__(
        self,
        port: str,
        bounds: Bounds,
        middlewares: Sequence[Middleware] = (),
        proxies: Collection[Network] = (),
        *,
        shutdown_seconds: float = 5.0,
    ) -> None:
        """Build a server. `port` names it in the log and the metrics; the middlewares run before a body is read.

        Each of them is a `web.middleware`.
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
        """Return whether connections are accepted."""
        return self._listener is not None

    async def start(self, host: str, port: int) -> int:
        """Accept connections and return the port; 0 takes any free one. Raises OSError."""
        # aiohttp keeps a connection alive for so long that no whole head comes, from its very beginning
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
        """Accept no more connections."""
        if self._listener is not None:
            listener, self._listener = self._listener, None
            await listener.stop()

    async def stop(self) -> None:
        """Accept no more connections, let what is under way finish, and end the others."""
        await self.close_door()
        if self._runner is not None:
            runner, self._runner = self._runner, None
            await runner.cleanup()

    @web.middleware
    async def _with_body(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Read the whole body first, in time, and refuse what cannot be read."""
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
    """Return how many connections there may be, given how many files this process may open."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_NOFILE, getrlimit
    except ImportError:  # Windows
        return connections
    files = getrlimit(RLIMIT_NOFILE)[0]
    return (
        connections if files in (RLIM_INFINITY, -1) else max(1, min(connections, connections * files // USUAL_FILES))
    )


_THEIRS = (HttpProcessingError, web.RequestPayloadError, ConnectionError)
"""Nonsense is answered, a gap is closed, and neither is worth a traceback: anybody could fill the log with them."""


def _quiet_log(port: str) -> logging.Logger:
    """Return the log of a port, without what goes wrong at the other end: that is counted."""
    log = logging.getLogger(f"{__name__}.{port}")
    if not log.filters:
        log.setLevel(logging.DEBUG)  # aiohttp tells of what is no HTTP at all at that level, and it counts too
        log.addFilter(lambda record: _is_ours(port, record))
    return log


def _is_ours(port: str, record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    if not isinstance(error, _THEIRS):
        return True
    if not isinstance(error, ConnectionError):
        REFUSALS.count(port, Kind.BODY if isinstance(error, web.RequestPayloadError) else Kind.HEAD)
    return False


# a page that names subprotocols of its own is served without them, and nobody needs to read of it
logging.getLogger("aiohttp.websocket").addFilter(lambda record: record.levelno > logging.WARNING)
