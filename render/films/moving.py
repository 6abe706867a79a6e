"""Make a moving board: from what a reader saw last to the position now, where it comes to rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO

from render.content.unseen import Unseen
from render.films import gif
from render.films.film import media_types
from render.films.frames import Shot
from render.films.pace import TICK, paced
from render.films.story import beats_of
from render.picture import width_of

GIF = "image/gif"
LONGEST = 2.95
"""Seconds until a moving board comes to rest."""
LARGEST = 250_000
"""The most bytes of one."""
_SHARES = (1.0, 0.6, 0.3)
"""How much of its time one has, and one that would be too large: fewer pictures have fewer bytes."""
_SMOOTH, _LONG_TICK, _FEWEST = 24, 9, 4
"""In how many pictures a board moves at most at its usual pace; how long each of more is seen, in hundredths, unless
a beat would then have fewer than so many."""
_VIDEO = 0.8
"""How large a board is in a video, in its usual size: encoding takes many times as long as drawing."""
GLIMPSE, REST = 2, 1000
"""How long the first picture is seen, which is the last one too, and that one, where a program plays on."""


def draw_motion(unseen: Unseen, kind: str = GIF, longest: float = LONGEST) -> bytes | None:
    """Draw a moving board that moves once and then rests, of a media type; the same always gives the same bytes.

    Its first picture and its last one are the board as `draw` draws it; in an MP4 smaller, and as exactly as video
    can. None where nothing moves, where it would be larger than LARGEST, and where the media type cannot be made. May
    be called from any thread.
    """
    if kind not in media_types():
        return None
    if kind == GIF:
        write = partial(gif.write, once=True)
    else:
        from render.films import mp4  # needs `av`, which not everybody has

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
    """Yield the shots of a moving board, of so many seconds at most; none if nothing moves."""
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
