"""The gate before the HTTP server: so many connections at once and no more, in all and from one address."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from typing import cast

from bot.platforms.web.client_address import Network, client_of, is_proxy


class ConnectionCount:
    """The connections that are open. Those of a proxy count in all only: behind it are many people."""

    def __init__(self, most: int, each: int, proxies: Collection[Network]) -> None:
        self._most = most
        self._each = each
        self._proxies = proxies
        self._open = Counter[str]()

    def enter(self, peer: str) -> str | None:
        """Count a connection and return under which name; None if there is no room."""
        name = "proxies" if is_proxy(peer, self._proxies) else client_of(peer)
        most = self._most if name == "proxies" else self._each
        if self._open.total() >= self._most or self._open[name] >= most:
            return None
        self._open[name] += 1
        return name

    def leave(self, name: str) -> None:
        """Count a connection no more."""
        self._open[name] -= 1
        if not self._open[name]:
            del self._open[name]


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
