"""Moving boards: from what a reader last saw to the current position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO

from render.content.layered import LAYERED
from render.content.unseen import Unseen
from render.films import gif
from render.films.film import media_types
from render.films.frames import Shot
from render.films.layered import describe_motion
from render.films.pace import TICK, paced
from render.films.story import beats_of
from render.picture import width_of

GIF = "image/gif"
LONGEST = 2.95
"""The most seconds until a moving board comes to rest."""
LARGEST = 250_000
"""The most bytes of a moving board."""
_SHARES = (1.0, 0.6, 0.3)
"""The shares of its time to try until it is small enough: fewer pictures have fewer bytes."""
_SMOOTH, _LONG_TICK, _FEWEST = 24, 9, 4
"""The most pictures at usual pace; hundredths per picture of longer motions; the fewest pictures per beat."""
_VIDEO = 0.8
"""The size of a board in a video, relative to its usual size: encoding takes much longer than drawing."""
GLIMPSE, REST = 2, 1000
"""The durations of the first picture (a preview of the last) and of the last, for players that loop."""


def draw_motion(unseen: Unseen, kind: str = GIF, longest: float = LONGEST) -> bytes | None:
    """Draw a moving board that moves once and then rests; the same input always gives the same bytes. Thread-safe.

    Its first and last pictures are the board from `draw`; in an MP4 smaller and compressed. LAYERED describes it
    instead. None if nothing moves, if it would exceed LARGEST, or if this installation can't make the media type.
    """
    if kind == LAYERED:
        return describe_motion(unseen, longest)
    if kind not in media_types():
        return None
    if kind == GIF:
        write = partial(gif.write, once=True)
    else:
        from render.films import mp4  # needs the optional package `av`

        write = partial(mp4.write, quick=True)
        unseen = replace(unseen, end=replace(unseen.end, size=round(_VIDEO * width_of(unseen.end))))
    for share in _SHARES:
        shots, out = list(shots_of(unseen, longest * share)), BytesIO()
        if not shots:
            return None
        write(shots, out)
        if out.getbuffer().nbytes <= LARGEST:
            return out.getvalue()
    return None


def shots_of(unseen: Unseen, longest: float = LONGEST) -> Iterator[Shot]:
    """Yield the shots of a moving board, for at most `longest` seconds; none if nothing moves."""
    beats = paced(list(beats_of(unseen)), int((100 * longest - GLIMPSE) / TICK))
    if not beats:
        return
    tick = TICK if sum(length for _, length, _ in beats) <= _SMOOTH else _LONG_TICK
    yield Shot(unseen.end, GLIMPSE)
    for beat, length, rest in beats:
        count = length if beat.small else max(min(length, _FEWEST), length * TICK // tick)
        for number in range(count):
            yield Shot(beat.at((number + 1) / (count + 1)), length * TICK // count)
        yield Shot(beat.after, rest * TICK)
    yield Shot(unseen.end, REST)
