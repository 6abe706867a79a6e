"""Accept connections, and pause while the system has no file descriptor left.

asyncio's server would log each failed attempt, a hundred times a second.
"""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import Callable

from bot.core.common.background import cancel
from bot.http.connection_gate import ConnectionCount, Gate
from bot.http.refusals import REFUSALS, Kind

BACKLOG = 128
"""Connections that may wait in the system's queue."""
PAUSE = 1.0
"""Seconds until the next attempt to accept."""
_NO_SUCH_ADDRESS = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


class Listener:
    """Listen at one port, and accept as many connections for the server as `count` has room for."""

    def __init__(self, port: str, count: ConnectionCount, server: Callable[[], asyncio.Protocol]) -> None:
        """Build a listener. `port` names it in the log and the metrics."""
        self._port = port
        self._count = count
        self._server = server
        self._accepting: list[asyncio.Task[None]] = []

    async def start(self, host: str, port: int) -> int:
        """Start accepting connections and return the port; 0 takes any free one. Raises OSError."""
        sockets = await _bound(host, port)
        self._accepting = [asyncio.create_task(self._accept(each)) for each in sockets]
        return int(sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Stop accepting; open connections stay."""
        await cancel(*self._accepting)
        self._accepting = []

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        with listening:
            while True:
                try:
                    connection, address = await loop.sock_accept(listening)
                except OSError as error:
                    if not isinstance(error, ConnectionError):  # otherwise the client has disconnected already
                        REFUSALS.count(self._port, Kind.NO_RESOURCES, error.strerror)
                        await asyncio.sleep(PAUSE)
                    continue
                await self._let_in(connection, str(address[0]))

    async def _let_in(self, connection: socket.socket, peer: str) -> None:
        name = self._count.enter(peer)
        if name is None:
            REFUSALS.count(self._port, Kind.FULL)
            connection.close()
            return
        gate = Gate(self._port, lambda: self._count.leave(name), self._server())
        try:
            await asyncio.get_running_loop().connect_accepted_socket(lambda: gate, connection)
        except OSError:
            connection.close()
            gate.leave()
        except BaseException:
            connection.close()
            gate.leave()
            raise


async def _bound(host: str, port: int) -> list[socket.socket]:
    """Return a listening socket for each address of a host; raises OSError."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    missing: OSError | None = None
    for family, address in dict.fromkeys((family, address) for family, _, _, _, address in found):
        try:
            sockets.append(socket.create_server((str(address[0]), port), family=family, backlog=BACKLOG))
        except OSError as error:
            if error.errno in _NO_SUCH_ADDRESS:
                missing = error  # a name may mean IPv6 on a machine without it
                continue
            for each in sockets:
                each.close()
            raise
    if not sockets:
        raise missing or OSError(errno.EADDRNOTAVAIL, f"no address for {host}")
    for each in sockets:
        each.setblocking(False)
    return sockets
