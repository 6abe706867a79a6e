"""Shares out the time of a moving board among its beats: later ones are slower."""

from __future__ import annotations

from collections.abc import Sequence

from render.films.story import Beat, overture

TICK = 6
"""The duration of a picture in hundredths of a second: 17 per second."""
_HURRIED = 0.8
"""The share of the time that hurried beats may fill; earlier ones are merged."""
_FIRST = 0.4
"""The speed of the first beat, relative to the last."""

Paced = tuple[Beat, int, int]
"""A beat, its number of pictures, and the pictures for which its end rests."""


def paced(beats: Sequence[Beat], room: int) -> list[Paced]:
    """Fit beats into `room` pictures: all at usual pace, or earlier ones faster, the earliest merged."""
    shown = list(beats)
    for skipped in range(len(beats) + 1):
        early = overture(beats[:skipped])
        shown = [*([] if early is None else [early]), *beats[skipped:]]
        if _room(shown, 0.0) <= room * _HURRIED:
            break
    speed, step = 1.0, 0.05
    while speed > 0 and _room(shown, speed) > room:
        speed -= step
    return _at(shown, speed)


def _room(beats: Sequence[Beat], speed: float) -> int:
    return sum(length + rest for _, length, rest in _at(beats, speed))


def _at(beats: Sequence[Beat], speed: float) -> list[Paced]:
    """Return the beats at a speed from 0, the shortest, to 1, the usual pace."""
    if speed >= 1:
        return [(beat, beat.usual, beat.rest) for beat in beats]
    last = max(1, len(beats) - 1)
    result = []
    for number, beat in enumerate(beats):
        share = max(0.0, speed) * (_FIRST + (1 - _FIRST) * number / last)
        length = beat.least + round((beat.usual - beat.least) * share)
        result.append((beat, length, max(1, round(beat.rest * share))))
    return result
