"""A table's pace: the time for each decision. None, live (seconds) or daily (hours)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Self

from bot.core.i18n.names import is_off, others, truth
from bot.core.i18n.refusal import Refusal, not_a_choice
from bot.core.i18n.spelling import folded
from bot.core.i18n.vocabulary import words_for

HOUR = 3600.0


class TimeControlKind(StrEnum):
    """No limit; seconds for people who are there now; hours for people who look in once or twice a day."""

    NONE = "none"
    LIVE = "live"
    DAILY = "daily"


USUAL = f"{TimeControlKind.DAILY.value}:48"
"""The default pace of new tables. 48 hours leave room for people who look in once a day at varying hours."""
OFFERED = {TimeControlKind.LIVE: (30, 60, 120, 300), TimeControlKind.DAILY: (8, 12, 24, 48)}
"""The paces on the lobby's buttons; `/play pace=…` takes any number within the limits."""
_PACE = re.compile("none|(live|daily):[0-9]+", re.ASCII)
_SPAN = re.compile(r"([0-9]{1,4})([a-z]+)", re.ASCII)
_UNITS = {"seconds": 1, "minutes": 60, "hours": 3600, "days": 86400}
"""Seconds in each unit of time."""
BOUNDS = {TimeControlKind.LIVE: (10, 3600), TimeControlKind.DAILY: (1, 168)}


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A pace: `amount` is seconds if it is live, hours if it is daily, and 0 if there is none."""

    kind: TimeControlKind = TimeControlKind.NONE
    amount: int = 0

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a time control: `none`, `live:60`, `daily:24`, or as people write it, `24h`; raises Refusal."""
        word, _, number = _stored(text).strip().lower().partition(":")
        if word not in tuple(TimeControlKind):
            raise _not_a_pace(text)
        kind = TimeControlKind(word)
        if kind is TimeControlKind.NONE:
            if number not in ("", "0"):
                raise _not_a_pace(text)
            return cls()
        least, most = BOUNDS[kind]
        if not (number.isascii() and number.isdecimal() and len(number) <= 4 and least <= int(number) <= most):
            raise _not_a_pace(text)
        return cls(kind, int(number))

    @property
    def seconds(self) -> float:
        """Return the time for a decision, in seconds; 0 for no limit."""
        return self.amount * HOUR if self.kind is TimeControlKind.DAILY else float(self.amount)

    def __str__(self) -> str:
        return self.kind.value if self.kind is TimeControlKind.NONE else f"{self.kind.value}:{self.amount}"


def is_pace(text: str) -> bool:
    """Return whether a text can only be a pace, valid or not."""
    if truth(text) is not None or folded(text) in _without():
        return False
    return _PACE.fullmatch(_stored(text).strip().lower()) is not None


def _stored(text: str) -> str:
    """Convert what people write, `60s`, `2 días` or `sin límite`, to the stored form; any other text stays."""
    if folded(text) in _unlimited() | _without() or is_off(text):
        return TimeControlKind.NONE.value
    found = _SPAN.fullmatch(folded(text))
    seconds = _units().get(found[2]) if found is not None else None
    if found is None or seconds is None:
        return text
    total = int(found[1]) * seconds
    if seconds < HOUR and total <= BOUNDS[TimeControlKind.LIVE][1]:
        return f"{TimeControlKind.LIVE.value}:{total}"
    hours, rest = divmod(total, int(HOUR))
    return text if rest else f"{TimeControlKind.DAILY.value}:{hours}"


@cache
def _without() -> frozenset[str]:
    """Return the words for no limit that alone mean something else: `sin` in `sin dados`."""
    return frozenset(map(folded, others("paces")["without"]))


@cache
def _unlimited() -> frozenset[str]:
    return frozenset(map(folded, others("paces")["none"]))


@cache
def _units() -> Mapping[str, int]:
    """Return the seconds in each unit, by its names in all languages."""
    return {folded(word): seconds for unit, seconds in _UNITS.items() for word in words_for(unit)}


def _not_a_pace(text: str) -> Refusal:
    live, daily = BOUNDS[TimeControlKind.LIVE], BOUNDS[TimeControlKind.DAILY]
    spans = f"{live[0]}s–{live[1] // 60}m", f"{daily[0]}h–{daily[1] // 24}d"
    return not_a_choice("pace", (*spans, TimeControlKind.NONE.value), text)
