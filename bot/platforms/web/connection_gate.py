"""The gate before the HTTP server: so many connections at once and no more, in all and from one address."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import cast

from bot.core.ratelimit.concurrency_limit import ConcurrencyLimit
from bot.platforms.web.client_address import Network, client_of, is_proxy


class ConnectionCount:
    """The connections that are open. Those of a proxy count in all only: behind it are many people."""

    def __init__(self, most: int, each: int, proxies: Collection[Network]) -> None:
        self._most = most
        self._proxies = proxies
        self._open = ConcurrencyLimit[str](most, each)

    def enter(self, peer: str) -> str | None:
        """Count a connection and return under which name; None if there is no room."""
        proxied = is_proxy(peer, self._proxies)
        name = "proxies" if proxied else client_of(peer)
        return name if self._open.enter(name, self._most if proxied else None) else None

    def leave(self, name: str) -> None:
        """Count a connection no more."""
        self._open.leave(name)


class Gate(asyncio.Protocol):
    """One connection: counted, and then the server's own; without a word gone where there is no room."""

    def __init__(self, count: ConnectionCount, server: Callable[[], asyncio.Protocol]) -> None:
        self._count = count
        self._server = server
        self._behind: asyncio.Protocol | None = None
        self._name: str | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Let the connection in, or end it."""
        self._name = self._count.enter(str((transport.get_extra_info("peername") or ("",))[0]))
        if self._name is None:
            cast("asyncio.Transport", transport).abort()
            return
        self._behind = self._server()
        self._behind.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place to the next one."""
        if self._behind is not None:
            self._behind.connection_lost(exc)
            self._behind = None
        if self._name is not None:
            self._count.leave(self._name)

    def data_received(self, data: bytes) -> None:
        """Pass on."""
        if self._behind is not None:
            self._behind.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass on."""
        return self._behind.eof_received() if self._behind is not None else None

    def pause_writing(self) -> None:
        """Pass on."""
        if self._behind is not None:
            self._behind.pause_writing()

    def resume_writing(self) -> None:
        """Pass on."""
        if self._behind is not None:
            self._behind.resume_writing()
