"""Hold a port of this machine for a server that starts later, or that stops and starts again."""

from __future__ import annotations

import socket
from types import TracebackType


class HeldPort:
    """A free port that is bound here and not listened on.

    While it is held, the system assigns it to no other server that asks for any port, and to no client. A server that
    asks for this very port gets it, if it sets SO_REUSEADDR.
    """

    def __init__(self) -> None:
        self._held = socket.socket()
        self._held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._held.bind(("127.0.0.1", 0))
        self.number: int = self._held.getsockname()[1]

    def close(self) -> None:
        """Give the port back to the system."""
        self._held.close()

    def __enter__(self) -> HeldPort:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
