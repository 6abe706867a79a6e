"""The numbers in hand in a game of Parchís without dice, from a position as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def row(numbers: Sequence[int]) -> str:
    """Return numbers as a row, with ∅ for the one that passes."""
    return " ".join(str(number or "∅") for number in numbers)


def holders(position: Mapping[str, Any]) -> list[tuple[str, Sequence[int]]]:
    """Return each seat's colours with its numbers left, or each colour where colours have turns."""
    owners: list[str] = list(position.get("seats") or [])
    left: list[Sequence[int]] = list(position.get("pools") or [])
    if len(left) != len(owners):
        owners = sorted("".join(owners), key="YBRGPO".index)
    return list(zip(owners, left, strict=False))
