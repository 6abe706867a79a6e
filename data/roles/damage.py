"""Read text whose bytes are no UTF-8: it harms the row that it stands in, never the question that came across it."""

from __future__ import annotations

from collections.abc import Iterable

REPLACED = "\N{REPLACEMENT CHARACTER}"


class Damaged(str):
    """Text of the database in which bytes that are no UTF-8 have been replaced: safe to show, not what was stored."""

    stored: bytes
    """The bytes as they are in the database: a key that is damaged is found by them."""


def decode(stored: bytes) -> str:
    """Read a column's text; Damaged where it is none."""
    try:
        return stored.decode()
    except UnicodeDecodeError:
        damaged = Damaged(stored.decode(errors="replace"))
        damaged.stored = bytes(stored)
        return damaged


def is_damaged(values: Iterable[object]) -> bool:
    """Tell whether some text of a row is damaged."""
    return any(isinstance(value, Damaged) for value in values)
