"""Shorten keys for people."""

from __future__ import annotations

_SHOWN = 16


def fingerprint(key: bytes) -> str:
    """Shorten a public key for people: its first sixteen hexadecimal digits, in fours."""
    digits = key.hex()[:_SHOWN]
    return " ".join(digits[at : at + 4] for at in range(0, _SHOWN, 4))
