"""Read text that is not valid UTF-8, so that it affects only its own row."""

from __future__ import annotations

from collections.abc import Iterable

REPLACED = "\N{REPLACEMENT CHARACTER}"


class Damaged(str):
    """Text with invalid UTF-8 replaced: safe to show, but not what is stored."""

    stored: bytes
    """The bytes as they are in the database: a key that is damaged is found by them."""


def decode(stored: bytes) -> str:
    """Return a column's text; Damaged if it is not valid UTF-8."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        damaged = Damaged(stored.decode(errors="replace"))
        damaged.stored = bytes(stored)
        return damaged


def is_damaged(values: Iterable[object]) -> bool:
    """Tell whether a row has text that is not valid UTF-8."""
    return any(isinstance(value, Damaged) for value in values)
