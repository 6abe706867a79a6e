"""Read text whose bytes are no UTF-8: it harms the row that it stands in, never the question that came across it."""

from __future__ import annotations

import json
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


def has_replaced(values: Iterable[object]) -> bool:
    """Tell whether text that came as part of a JSON text is damaged; for ids and words of ours, never such."""
    return any(isinstance(value, str) and REPLACED in value for value in values)


def sound(text: str, otherwise: str) -> str:
    """Return a column's text, or what it counts as when it is damaged."""
    return otherwise if isinstance(text, Damaged) else text


def is_json(text: str) -> bool:
    """Tell whether a JSON column, which the database checks as it is written, can still be read."""
    if not isinstance(text, Damaged):
        return True
    try:
        json.loads(text)
    except ValueError:
        return False
    return True
