"""Shares out a video's time among the moments of a game.

The more movements, the less time for each: pieces glide in fewer pictures and rest more briefly, captures and
arrivals twice as long as others. If that doesn't fit, consecutive movements are merged; none is dropped.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from render.films.moments import FilmMoment, joined

SHORTEST, LONGEST = 3000, 12000
"""The shortest and longest video of a whole game, in hundredths of a second."""
TEMPOS: Mapping[str, float] = {"usual": 1.0, "fast": 0.5, "slow": 2.0}
"""Factors of the length, within these limits, and of the longest rest."""
SHOTS = 4500
"""The most pictures of a video, unless its size needs fewer."""
TITLE, LAST, ENDING = 120, 200, 450
"""The durations of the first position, the last one, and the card after it, in hundredths of a second."""
QUICK, CALM = 3, 4
"""The duration of a glide's picture, hurried and at leisure: players slow down shorter ones."""
_MOST_STILL = 60
_MANY = 200.0
"""This many movements make a video of about five eighths of the greatest length."""
_GLIDING = 0.65
"""The share of the time for gliding, while there is no hurry."""
_FINALE = 8
"""Moments at the end that are shown at leisure."""


@dataclass(frozen=True, slots=True)
class Timed:
    """A moment and its pace: each stage has `steps` pictures of `tick` hundredths; then all rests for `still`."""

    moment: FilmMoment
    steps: int
    tick: int
    still: int


def schedule(moments: Sequence[FilmMoment], shots: int, tempo: str) -> list[Timed]:
    """Give each moment its pace, for a video of at most about `shots` pictures."""
    slowness = TEMPOS[tempo]
    wished = LONGEST * (1 - math.exp(-len(moments) / _MANY)) * slowness
    whole = min(max(wished, SHORTEST), LONGEST) - TITLE - LAST - ENDING
    finale = [_timed(moment, 1.0, round(_MOST_STILL * min(1.0, slowness))) for moment in moments[-_FINALE:]]
    time, room = whole - _time(finale), shots - 3 - _count(finale)
    body, most = list(moments[:-_FINALE]), LONGEST - TITLE - LAST - ENDING - _time(finale)
    together = 1
    while _excess(shown := _together(body, together), most, room) > 1 and len(shown) > 1:
        together += 1
    return _paced(shown, time, room, _MOST_STILL * slowness) + finale


def _paced(moments: Sequence[FilmMoment], time: float, room: int, longest: float) -> list[Timed]:
    """Let pieces glide as gently as time and room allow, and rest for the remaining time."""
    speed = 1.0
    while speed > 0 and (
        _time(shown := [_timed(moment, speed) for moment in moments]) > _GLIDING * time or _count(shown) > room
    ):
        speed = round(speed - 0.05, 2)
    shown = [_timed(moment, max(0.0, speed)) for moment in moments]
    weights = sum(1 + one.moment.telling for one in shown)
    still = min(longest, max(0.0, time - _time(shown)) / weights) if weights else 0.0
    return [Timed(one.moment, one.steps, one.tick, int(still * (1 + one.moment.telling))) for one in shown]


def _timed(moment: FilmMoment, speed: float, still: int = 0) -> Timed:
    """Set a moment's pace, from 0 hurried to 1 at leisure: long ways have more pictures."""
    squares = max((len(way.squares) - 1 for way in moment.gliding), default=1)
    least = max(2 + (squares > 3) + (squares > 9), 3 if moment.sent else 2)
    usual = max(least, min(10, 4 + squares))
    return Timed(moment, least + round((usual - least) * speed), QUICK if speed < 0.3 else CALM, still)


def _together(moments: Sequence[FilmMoment], count: int) -> list[FilmMoment]:
    """Merge each `count` consecutive moments."""
    if count == 1:
        return list(moments)
    groups = (joined(moments[at : at + count]) for at in range(0, len(moments), count))
    return [moment for moment in groups if moment.ways]


def _excess(moments: Sequence[FilmMoment], time: float, room: int) -> float:
    """Return how many times the moments, hurried, exceed the time and the pictures."""
    shown = [_timed(moment, 0.0) for moment in moments]
    return max(_time(shown) / max(1.0, time), _count(shown) / max(1, room))


def _stages(moment: FilmMoment) -> int:
    return bool(moment.gliding) + bool(moment.sent)


def _count(shown: Sequence[Timed]) -> int:
    return sum(_stages(one.moment) * (one.steps - 1) + 1 for one in shown)


def _time(shown: Sequence[Timed]) -> int:
    return sum((_stages(one.moment) * (one.steps - 1) + 1) * one.tick + one.still for one in shown)
