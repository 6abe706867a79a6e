"""Identify browsers by a secret cookie and their people by number, and check a request's host and origin."""

from __future__ import annotations

import hashlib
import ipaddress
import re
import secrets
import unicodedata
from collections.abc import Collection
from urllib.parse import urlsplit

from data.records import PersonKey

PLATFORM = "web"
PEOPLE = 6
"""How many people may share one browser."""
NAME_LENGTH = 32

_SECRET = re.compile(r"[0-9a-f]{32}")
_NAMES = (
    "Alba", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Greta", "Hugo", "Irene", "Leo", "Marta", "Nico",
    "Olivia", "Pablo", "Rita", "Sara", "Tomás", "Vera",
)  # fmt: skip


def new_secret() -> str:
    """Return a browser's secret: 128 random bits."""
    return secrets.token_hex(16)


def is_secret(text: str | None) -> bool:
    """Return whether a cookie has the format of a secret; each such secret is a separate browser."""
    return text is not None and _SECRET.fullmatch(text) is not None


def prefix_of(secret: str) -> str:
    """Return the public prefix of a browser's people; it identifies them without revealing the secret."""
    return hashlib.sha256(f"palmares browser {secret}".encode()).hexdigest()[:16]


def key_of(prefix: str, number: int) -> PersonKey:
    """Return the key of a browser's n-th person."""
    return PersonKey(PLATFORM, f"{prefix}-{number}")


def name_of(prefix: str, number: int) -> str:
    """Return the name a person has until they choose one: stable, and unique within a browser."""
    return _NAMES[(int(prefix[:8], 16) + 7 * number) % len(_NAMES)]


def clean_name(text: str) -> str:
    """Return a name fit for display: one line, no invisible or bidi control characters, at most 32 characters."""
    visible = "".join(" " if unicodedata.category(sign)[0] in "CZ" else sign for sign in text)
    return " ".join(visible.split())[:NAME_LENGTH].strip()


def host_of(netloc: str) -> str:
    """Return the host name in a Host header or address, without its port; empty if it is invalid."""
    try:
        return (urlsplit(f"//{netloc}").hostname or "").rstrip(".")
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    """Return whether a host name means this machine, independent of any name server."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def host_allowed(netloc: str, hosts: Collection[str]) -> bool:
    """Return whether a request names one of our hosts, which protects against DNS rebinding."""
    host = host_of(netloc)
    return is_loopback(host) or host in hosts


def same_origin(origin: str | None, netloc: str) -> bool:
    """Return whether the request comes from our page: its origin is the host it asks."""
    if origin is None:
        return False
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == netloc.lower()
