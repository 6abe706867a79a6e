"""Count connections in front of the HTTP server, and end those that do not read what is sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

from bot.core.ratelimit.concurrency_limit import ConcurrencyLimit
from bot.http.client_address import Network, client_of, is_proxy
from bot.http.refusals import REFUSALS, Kind

SLOW_SECONDS = 60.0
"""Seconds in which a client must have read most of what waits for it."""


class ConnectionCount:
    """The open connections. Those of a proxy count only towards the total: many people are behind it."""

    def __init__(self, most: int, each: int, proxies: Collection[Network] = ()) -> None:
        self._most = most
        self._proxies = proxies
        self._open = ConcurrencyLimit[str](most, each)

    def enter(self, peer: str) -> str | None:
        """Count a connection and return its key; None if there is no room."""
        proxied = is_proxy(peer, self._proxies)
        name = "proxies" if proxied else client_of(peer)
        return name if self._open.enter(name, self._most if proxied else None) else None

    def leave(self, name: str) -> None:
        self._open.leave(name)


class Gate(asyncio.Protocol):
    """One counted connection of the server behind it."""

    def __init__(self, port: str, gone: Callable[[], None], behind: asyncio.Protocol) -> None:
        """Wrap a server's protocol; `gone` is called once, when the connection has ended."""
        self._port = port
        self._gone: Callable[[], None] | None = gone
        self._behind: asyncio.Protocol | None = behind
        self._transport: asyncio.BaseTransport | None = None
        self._slow: asyncio.TimerHandle | None = None

    def leave(self) -> None:
        """Free the place for the next connection."""
        if self._gone is not None:
            self._gone()
            self._gone = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Pass on."""
        self._transport = transport
        if self._behind is not None:
            self._behind.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Pass on, and free the place for the next connection."""
        self._forget_slow()
        if self._behind is not None:
            self._behind.connection_lost(exc)
        self._behind = self._transport = None
        self.leave()

    def data_received(self, data: bytes) -> None:
        """Pass on."""
        if self._behind is not None:
            self._behind.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass on."""
        return self._behind.eof_received() if self._behind is not None else None

    def pause_writing(self) -> None:
        """Pass on, and wait for the client."""
        if self._behind is not None:
            self._behind.pause_writing()
        self._forget_slow()
        self._slow = asyncio.get_running_loop().call_later(SLOW_SECONDS, self._drop)

    def resume_writing(self) -> None:
        """Pass on."""
        self._forget_slow()
        if self._behind is not None:
            self._behind.resume_writing()

    def _forget_slow(self) -> None:
        if self._slow is not None:
            self._slow.cancel()
            self._slow = None

    def _drop(self) -> None:
        if isinstance(self._transport, asyncio.Transport):
            REFUSALS.count(self._port, Kind.SLOW)
            self._transport.abort()
