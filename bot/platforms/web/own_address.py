"""Under which address others have this machine."""

from __future__ import annotations

import socket

_ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - names of what is listened on, not listened on here
_ELSEWHERE = ("192.0.2.1", 9)  # an address for examples (RFC 5737)


def seen_from_outside(host: str) -> str:
    """Return what others of this network call a host; that is `host` itself unless it means all addresses.

    A datagram socket that is merely connected chooses the address that leads outwards, and sends nothing.
    """
    if host not in _ANYWHERE:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:  # no network: nobody else is there
            return "127.0.0.1"
        return str(probe.getsockname()[0])
