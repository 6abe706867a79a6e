"""Copy frozen dataclasses only where something changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

T = TypeVar("T")


def changed(value: T, **fields: Any) -> T:
    """Return a dataclass with other values of some fields; the same object if they are equal.

    Comparing a few fields is quicker than copying all.
    """
    for name, field in fields.items():
        if getattr(value, name) != field:
            return replace(value, **fields)  # type: ignore[type-var]
    return value
