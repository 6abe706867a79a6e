"""Check a message's stored body before the page gets it, and provide a placeholder for a corrupt one."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from bot.core.i18n.translator import N_, languages, translator

Check = Callable[[Any], bool]

LOST = N_("This message can't be read.")


def check_sound(body: object) -> None:
    """Raise ValueError, naming the invalid part, unless this program may have written the body."""
    if not isinstance(body, dict):
        raise ValueError("is no JSON object")  # noqa: TRY004 - one exception for all faults
    for name, check in _NEEDED.items():
        if name not in body or not check(body[name]):
            raise ValueError(f"has no readable {name}")
    for name, check in _PERHAPS.items():
        if body.get(name) is not None and not check(body[name]):
            raise ValueError(f"has no readable {name}")


@cache
def stand_in() -> dict[str, Any]:
    """Return the placeholder for a corrupt message, in every language."""
    told = {language: {"lines": _line(translator(language)(LOST))} for language in languages()}
    lost = _line(translator("en")(LOST))
    return {"author": None, "kind": "bot", "lines": lost, "rows": [], "picture": None, "told": told}


def _line(words: str) -> list[list[list[str | None]]]:
    return [[[words, "emphasis", None]]]


def _scalar(value: Any) -> bool:
    return value is None or isinstance(value, (str, bool, int)) or (isinstance(value, float) and math.isfinite(value))


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def _perhaps(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _listed(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _row(*checks: Check) -> Check:
    """Return the check of a list with these first items and plain ones after them."""

    def check(value: Any) -> bool:
        if not isinstance(value, list) or len(value) < len(checks):
            return False
        begins = all(one(part) for one, part in zip(checks, value, strict=False))
        return begins and all(map(_scalar, value[len(checks) :]))

    return check


def _object(**checks: Check) -> Check:
    """Return the check of an object with these fields, and perhaps others."""
    return lambda value: (
        isinstance(value, dict) and all(name in value and check(value[name]) for name, check in checks.items())
    )


def _with(needed: Check, **checks: Check) -> Check:
    """Return a check with optional fields, checked if present."""
    return lambda value: (
        needed(value) and all(check(value[name]) for name, check in checks.items() if value.get(name) is not None)
    )


_lines = _listed(_listed(_row(_text, _text, _perhaps(_text))))
_button = _row(_text, _text, _text)
_disc = _perhaps(_listed(_number))
_label: Check = lambda value: _text(value) or _listed(_text)(value)  # noqa: E731 - as the others
_labels = _listed(_listed(_label))
_told_place = _with(_object(), caption=_text, mark=_text, labels=_listed(_label))
_place = _with(_object(discs=_listed(_disc), deeds=_listed(_button)), holder=_text, caption=_text, mark=_text,
               labels=_listed(_label))  # fmt: skip
_tale = _with(_object(), story=_listed(_row(_number, _text)), about=_lines)
_details = _with(_tale, spots=_listed(_row(_text, _disc, _disc)), tint=_text, value=_number,
                 heard=_listed(_row(_number, _text)))  # fmt: skip
_picture = _with(_object(digest=_text, alt=_text, width=_number, height=_number), ending=_text, position=_text)
_words = _with(_object(), lines=_lines, labels=_labels, alt=_text, details=_tale, places=_listed(_told_place))

_NEEDED: Mapping[str, Check] = {
    "author": _perhaps(_object(user=_text, name=_text)),
    "kind": _text,
    "lines": _lines,
    "rows": _listed(_listed(_button)),
    "picture": _perhaps(_picture),
}
_PERHAPS: Mapping[str, Check] = {
    "board": _row(_text, _number),
    "turn": _text,
    "game": _text,
    "cup": _text,
    "details": _details,
    "places": _listed(_place),
    "told": lambda told: isinstance(told, dict) and all(map(_words, told.values())),
}
