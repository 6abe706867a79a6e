"""A table's pace: how long a person has for each decision. None, live (seconds) or daily (hours)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_

HOUR = 3600.0


class TimeControlKind(StrEnum):
    """No limit; seconds for people who sit together now; hours for people who look in once or twice a day."""

    NONE = "none"
    LIVE = "live"
    DAILY = "daily"


USUAL = f"{TimeControlKind.DAILY.value}:48"
"""The pace of new tables unless their chat or whoever opens them wants another: gentle, since who looks in once a day
does so at another hour each day."""
OFFERED = {TimeControlKind.LIVE: (30, 60, 120, 300), TimeControlKind.DAILY: (8, 12, 24, 48)}
"""What the lobby's buttons offer; `/play pace=…` takes any number within the bounds."""
BOUNDS = {TimeControlKind.LIVE: (10, 3600), TimeControlKind.DAILY: (1, 168)}


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A pace: `amount` is seconds if it is live, hours if it is daily, and 0 if there is none."""

    kind: TimeControlKind = TimeControlKind.NONE
    amount: int = 0

    @property
    def seconds(self) -> float:
        """Return the time for a decision, in seconds; 0 if there is no limit."""
        return self.amount * HOUR if self.kind is TimeControlKind.DAILY else float(self.amount)

    def __str__(self) -> str:
        return self.kind.value if self.kind is TimeControlKind.NONE else f"{self.kind.value}:{self.amount}"


def tempo_of(text: str) -> TimeControl:
    """Return a pace from its text: `none`, `live:60`, `daily:24`; raises Refusal."""
    word, _, number = text.strip().lower().partition(":")
    if word not in tuple(TimeControlKind):
        raise _not_a_pace(text)
    kind = TimeControlKind(word)
    if kind is TimeControlKind.NONE:
        if number not in ("", "0"):
            raise _not_a_pace(text)
        return TimeControl()
    least, most = BOUNDS[kind]
    if not (number.isascii() and number.isdecimal() and len(number) <= 4 and least <= int(number) <= most):
        raise _not_a_pace(text)
    return TimeControl(kind, int(number))


def _not_a_pace(text: str) -> Refusal:
    ranges = [f"{kind.value}:{least}–{most}" for kind, (least, most) in BOUNDS.items()]
    choices = ", ".join((TimeControlKind.NONE.value, *ranges))
    return Refusal(N_("{name} can be {choices}, not {value}."), name="pace", choices=choices, value=text[:32])
