"""Validate host names: a DNS name or an IP address."""

from __future__ import annotations

import re
from ipaddress import ip_address

from bot.observability.redaction import Redaction

_LONGEST = 253
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")


def host_name(text: str) -> str:
    """Return a host name as browsers write it: lower case, ASCII, an IPv6 address without brackets.

    Raises ValueError for an address with a scheme, port or path, a wildcard, or what looks like a token.
    """
    bare = text[1:-1] if text.startswith("[") and text.endswith("]") else text
    try:
        return str(ip_address(bare))
    except ValueError:
        if bare != text:
            raise
    try:
        name = text.lower().rstrip(".").encode("idna").decode()
    except UnicodeError:
        raise ValueError("not a host name") from None
    labels = name.split(".")
    if (
        len(name) > _LONGEST
        or not all(map(_LABEL.fullmatch, labels))
        or labels[-1].isdecimal()
        or Redaction()(text) != text
    ):
        raise ValueError("not a host name")
    return name
