"""Make a moving board: from what a reader saw last to the position now, where it comes to rest."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from render.content.unseen import Unseen
from render.films import gif
from render.films.frames import Shot
from render.films.pace import TICK, paced
from render.films.story import beats_of

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
GLIMPSE, REST = 2, 1000
"""How long the first picture is seen, which is the last one too, and that one, where a program plays on."""


def draw_motion(unseen: Unseen, kind: str = GIF, longest: float = LONGEST) -> bytes | None:
    """Draw a moving board that plays once, of a media type; the same always gives the same bytes.

    Its first picture and its last one are the board as `draw` draws it. None where nothing moves, or where it would
    be larger than LARGEST. May be called from any thread.
    """
    if kind != GIF:
        return None
    for share in _SHARES:
        shots = list(shots_of(unseen, longest * share))
        if not shots:
            return None
        out = BytesIO()
        gif.write(shots, out, once=True)
        if out.tell() <= LARGEST:
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
        count = max(min(length, _FEWEST), length * TICK // tick)
        for number in range(count):
            yield Shot(beat.at((number + 1) / (count + 1)), length * TICK // count)
        yield Shot(beat.after, rest * TICK)
    yield Shot(unseen.end, REST)
