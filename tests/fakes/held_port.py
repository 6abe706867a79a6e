"""Hold a port of this machine for a server that starts later, or that stops and starts again."""

from __future__ import annotations

import socket
from types import TracebackType


class HeldPort:
    """A free port that is bound here and not listened on.

    While it is held, the system gives it to nobody who asks for any port: no other server, and no client as its own
    end. Who asks for just this port gets it, if it sets SO_REUSEADDR, as servers do.
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
