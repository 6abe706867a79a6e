"""Compare values with the declared types of their fields."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

_LATEST = 253_370_764_800.0
"""The year 9999 in Unix seconds: the limit for times and durations."""


def misfit(value: object, declared: Any, name: str = "it") -> str | None:
    """Return the name of the first part of a value with a wrong type; None if all fit."""
    origin, inner = get_origin(declared), get_args(declared)
    if declared is Any:
        return None
    if origin in (Union, UnionType):
        return None if any(misfit(value, each) is None for each in inner) else name
    if origin is tuple:
        return _tuple(value, inner, name)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(value, inner, name)
    if is_dataclass(declared) or hasattr(declared, "_fields"):
        return _fields(value, declared, name)
    return None if _plain(value, declared) else name


def _plain(value: object, declared: Any) -> bool:
    if declared in (None, NoneType):
        return value is None
    if declared is bool:
        return type(value) is bool
    if declared is int:
        return type(value) is int
    if declared is float:
        return type(value) in (int, float) and math.isfinite(value) and abs(value) <= _LATEST  # type: ignore[arg-type]
    if declared is str:
        return isinstance(value, str) and not isinstance(value, Enum)
    return isinstance(value, declared)


def _tuple(value: object, inner: tuple[Any, ...], name: str) -> str | None:
    if not isinstance(value, tuple):
        return name
    kinds = [inner[0]] * len(value) if len(inner) == 2 and inner[1] is Ellipsis else list(inner)
    if len(kinds) != len(value):
        return name
    found = (misfit(each, kind, name) for each, kind in zip(value, kinds, strict=True))
    return next((part for part in found if part is not None), None)


def _mapping(value: object, inner: tuple[Any, ...], name: str) -> str | None:
    if not isinstance(value, Mapping):
        return name
    fits = all(misfit(key, inner[0]) is None and misfit(held, inner[1]) is None for key, held in value.items())
    return None if fits else name


def _fields(value: object, declared: Any, name: str) -> str | None:
    if not isinstance(value, declared):
        return name
    hints = _hints(declared)
    found = (misfit(getattr(value, each), hints[each], each) for each in hints)
    return next((part for part in found if part is not None), None)


@cache
def _hints(declared: Any) -> dict[str, Any]:
    hints = get_type_hints(declared)
    names = [each.name for each in fields(declared)] if is_dataclass(declared) else declared._fields
    return {each: hints[each] for each in names}
