"""Copy frozen dataclasses with slots quickly: a press changes a table several times, and it has dozens of fields."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def changed(value: T, **changes: Any) -> T:
    """Return a dataclass with slots, with other values of some fields; the same object if they are equal.

    Comparing a few fields is quicker than copying all.
    """
    for name, field in changes.items():
        if getattr(value, name) != field:
            return copied(value, **changes)
    return value


def copied(value: T, **changes: Any) -> T:
    """Return a copy of a frozen dataclass with slots, with other values of some fields; raises KeyError for others.

    Unlike `dataclasses.replace` it calls no `__init__`, and takes a fifth of the time.
    """
    kind: Any = type(value)
    values_of, setters, by_name = _slots_of(kind)
    twin: T = object.__new__(kind)
    for put, one in zip(setters, values_of(value), strict=True):
        put(twin, one)
    for name, one in changes.items():
        by_name[name](twin, one)
    return twin


Put = Callable[[Any, Any], None]


@cache
def _slots_of(kind: type[Any]) -> tuple[Callable[[Any], tuple[Any, ...]], tuple[Put, ...], dict[str, Put]]:
    """Return what reads all fields of a class with at least two, and what writes each."""
    names = [each.name for each in fields(kind)]
    by_name = {name: getattr(kind, name).__set__ for name in names}
    return attrgetter(*names), tuple(by_name.values()), by_name
