"""Find the address by which other machines reach this one."""

from __future__ import annotations

import socket

_ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 - compared only, not listened on
_ELSEWHERE = ("192.0.2.1", 9)  # an address for examples (RFC 5737)


def seen_from_outside(host: str) -> str:
    """Return a host as other machines of this network name it; `host` itself unless it means all addresses.

    Connecting a datagram socket chooses the outgoing address, and sends nothing.
    """
    if host not in _ANYWHERE:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:  # no network: other machines cannot reach this one
            return "127.0.0.1"
        return str(probe.getsockname()[0])
