"""Draws name tags and the progress bars below them, as cached transparent sprites."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from render.drawing.geometry import Polygon, plus, rounded
from render.drawing.shapes import HOURGLASS, SHAPES, SIGNS, placed
from render.drawing.sprites import sheet_for
from render.drawing.text import Written, fits, in_two, written
from render.themes.theme import Colour, Theme, mix

_KEPT = 512
"""Cached tags, some 15 KB each: two per person for a hundred games at once."""
_SECOND = 0.5
"""Extra height of a tag with two lines, as a share of one."""
_SIZES = (1.2, 1.0, 0.88, 0.78, 0.6)
"""Sizes to try for two lines, relative to the smallest single line; the last two only with an hourglass."""
_LESS = 0.84
"""The size of the allowed time next to a one-line name."""
_HIGH = 0.4
"""Half an hourglass's height, relative to the text next to it."""


@lru_cache(maxsize=_KEPT)
def tag(
    name: str,
    instead: str,
    height: int,
    room: int,
    edge: Colour,
    ground: Colour,
    ink: Colour,
    *,
    sign: int = -1,
    turn: bool = False,
    shape: int = -1,
    allowed: str = "",
) -> Image.Image:
    """Draw a name on a plaque, at most `room` pixels wide and, on one line, `height` high.

    Before it come its pieces' shape, an arrow on its turn (dropped if the name would not fit), and its team's sign.
    After it come an hourglass and the `allowed` time, if given. A name with a shape or hourglass that doesn't fit
    gets two lines, its shape above its sign.
    """
    size, ends, badges = _measures(height, sign, shape)
    smallest = round(size * 0.66)
    arrow = round(height * 0.42) if turn else 0
    clock = _Clock(allowed, round(size * _LESS))
    left = room - ends - sum(badges) - clock.width
    if (shape >= 0 or allowed) and not fits(name, instead, smallest, left):
        badge, arrow, tall = max(badges, default=0), 0, height + round(height * _SECOND)
        space, sizes = room - ends - badge, _two_line_sizes(smallest, allowed)
        less, *words = in_two(name, instead, sizes, space, lambda size: _Clock(allowed, size).width)
        clock = _Clock(allowed, less)
        lines = [written(line, line, less, space - used) for line, used in zip(words, (0, clock.width), strict=True)]
    else:
        if not fits(name, instead, smallest, left - arrow) and fits(name, instead, smallest, left):
            arrow = 0
        badge, tall = sum(badges), height
        lines = [written(name, instead, size, max(size, left - arrow), smallest=smallest)]
    width = min(room, max(lines[0].width, lines[-1].width + clock.width) + ends + arrow + badge)
    sheet = sheet_for(width, tall, 1.0, crisp=True)
    w, h = sheet.frame.size[0] / 2 - 0.5, sheet.frame.size[1] / 2 - 0.5
    for inset, fill in ((0, edge), (2, ground)):
        box = ((inset - w, inset - h), (w - inset, inset - h), (w - inset, h - inset), (inset - w, h - inset))
        sheet.polygon(rounded(box, min(h, height / 2) - inset, 10), fill)
    x = -width / 2 + ends * 0.5
    if arrow:
        tip, tail, half = x + height * 0.28, x - height * 0.02, height * 0.22
        sheet.polygon([(tip, 0.0), (tail, half), (tail, -half)], edge)
    level, small = (tall - height) / 2, 1.0 if tall == height else 0.86
    if sign >= 0:
        middle = (x + arrow + badge - height * 0.42, -level)
        sheet.polygon([plus(middle, point, height * 0.27 * small) for point in SIGNS[sign % len(SIGNS)]], ink)
    if shape >= 0:
        middle = (x + arrow + height * 0.2, level if sign >= 0 else 0.0)
        sheet.polygon(placed(SHAPES[shape], middle, height * 0.25 * small), ink)
    above = size * 0.06  # the progress bar is below
    if allowed:
        middle = (-x - clock.width + clock.hourglass, above - level)
        sheet.polygon(placed(HOURGLASS, middle, clock.size * _HIGH), ink)
    image = sheet.finish()
    left = round(ends / 2 + arrow + badge + (image.width - width) / 2)
    for line, down in zip(lines, (-level, level), strict=False):
        line.onto(image, (left, round((image.height - line.height) / 2 + down - above)), ink)
    if allowed:
        amount, end = clock.amount, round((image.width + width - ends) / 2)
        amount.onto(image, (end - amount.width, round((image.height - amount.height) / 2 + level - above)), ink)
    return image


@lru_cache(maxsize=_KEPT)
def is_whole(name: str, instead: str, height: int, room: int, *, sign: int, shape: int, allowed: str) -> bool:
    """Return whether `tag` shows the whole name."""
    size, ends, badges = _measures(height, sign, shape)
    smallest, clock = round(size * 0.66), _Clock(allowed, round(size * _LESS))
    if fits(name, instead, smallest, room - ends - sum(badges) - clock.width):
        return True
    space, sizes = room - ends - max(badges, default=0), _two_line_sizes(smallest, allowed)
    less, first, rest = in_two(name, instead, sizes, space, lambda each: _Clock(allowed, each).width)
    return fits(first, first, less, space) and fits(rest, rest, less, space - _Clock(allowed, less).width)


def _measures(height: int, sign: int, shape: int) -> tuple[int, int, list[int]]:
    """Return a tag's text size, the room at both ends, and the badges' widths."""
    badges = [round(height * 0.6)] * (shape >= 0) + [round(height * 0.66)] * (sign >= 0)
    return round(height * 0.62), round(height * 0.72), badges


def _two_line_sizes(smallest: int, allowed: str) -> list[int]:
    return [round(smallest * less) for less in _SIZES[: None if allowed else -2]]


@dataclass(frozen=True, slots=True)
class _Clock:
    """An hourglass and an amount of time after a name; empty without an amount."""

    allowed: str
    size: int

    @property
    def hourglass(self) -> float:
        return self.size * 0.72

    @property
    def amount(self) -> Written:
        return written(self.allowed, self.allowed, self.size, 8 * self.size)

    @property
    def width(self) -> int:
        return round(self.size * 1.24) + self.amount.width if self.allowed else 0


_STEP = 4
"""Pixels by which a progress bar grows."""


@lru_cache(maxsize=2048)
def gauge(theme: Theme, colour: Colour, width: int, height: int, share: int) -> Image.Image:
    """Draw a progress bar in pixels, filled up to `share`, in steps of a few pixels: so bars recur in a game."""
    share -= share % _STEP
    sheet = sheet_for(width, height, 1.0)

    def slab(left: float, right: float, half: float) -> Polygon:
        return rounded(((left, -half), (right, -half), (right, half), (left, half)), half, 4)

    w, h = width / 2, height / 2
    sheet.polygon(slab(-w, w, h), theme.ink)
    sheet.polygon(slab(-w + 1, w - 1, h - 1), mix(theme.cream, theme.ink, 0.35))
    if share:
        sheet.polygon(slab(-w + 1, -w + 1 + max(height - 2, min(share, width - 2)), h - 1), colour)
    return sheet.finish()
