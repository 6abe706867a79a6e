"""Draws the shots of a video or moving board in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce

from PIL import Image

from render.content.card_content import ResultCard
from render.content.scene import Scene
from render.drawing.canvas import Ground, united
from render.drawing.sheet import Box
from render.films.panel import Panel, PanelPainter
from render.picture import ground, movers, result_card_image


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of a video and its duration in hundredths of a second.

    A `panel` is below the board. A `card` replaces both.
    """

    scene: Scene
    time: int
    panel: Panel | None = None
    card: ResultCard | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A shot as a picture of mode P; only `box` may differ from the previous one, None for anywhere.

    All share the palette of the first, except `strange` ones with their own.
    """

    picture: Image.Image
    time: int
    box: Box | None
    strange: bool = False


def frames(shots: Iterable[Shot]) -> Iterator[Drawn]:
    """Yield the picture of each shot, as from `render.picture.pixels`, with its panel.

    What stands still is drawn once.
    """
    standing: Scene | None = None
    base: Ground | None = None
    before: Box | None = None
    below = _Below()
    for shot in shots:
        if shot.card is not None and base is not None:
            size = below.size_with(base)
            yield Drawn(_fitted(result_card_image(shot.card, shot.scene), size), shot.time, None, strange=True)
            continue
        changed: Box | None = (0, 0, 0, 0)
        if base is None or shot.scene.standing() != standing:
            standing, base = shot.scene.standing(), ground(shot.scene, base)
            changed = base.changed
        picture, box = base.under(movers(shot.scene))
        if not below.same(shot.panel):
            changed = None
        around = None if changed is None else _round((changed, before, box))
        yield Drawn(below.added(picture, shot, base), shot.time, around)
        before = box


def _round(boxes: Iterable[Box | None]) -> Box:
    found = [box for box in boxes if box is not None and box[0] < box[2]]
    return reduce(united, found) if found else (0, 0, 0, 0)


class _Below:
    """Adds a video's panels below its boards."""

    def __init__(self) -> None:
        self._painter: PanelPainter | None = None
        self._last: Panel | None = None
        self._drawn: Image.Image | None = None

    def same(self, panel: Panel | None) -> bool:
        return panel == self._last

    def added(self, picture: Image.Image, shot: Shot, base: Ground) -> Image.Image:
        if shot.panel is None:
            return picture
        if self._painter is None:
            self._painter = PanelPainter(shot.scene, picture.width, base.palette)
        if self._drawn is None or shot.panel != self._last:
            self._drawn, self._last = self._painter.draw(shot.panel), shot.panel
        both = Image.new("P", self.size_with(base))
        both.putpalette(picture.getpalette() or [])
        both.paste(picture, (0, 0))
        both.paste(self._drawn, (0, picture.height))
        return both

    def size_with(self, base: Ground) -> tuple[int, int]:
        width, height = base.indexed.size
        return (width, height + (self._drawn.height if self._drawn is not None else 0))


def _fitted(card: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Centre a card, as large as it fits, in a picture with its own palette."""
    share = min(size[0] / card.width, size[1] / card.height)
    small = card.resize((round(card.width * share), round(card.height * share)), Image.Resampling.LANCZOS)
    picture = Image.new("RGB", size, card.getpixel((0, 0)))
    picture.paste(small, ((size[0] - small.width) // 2, (size[1] - small.height) // 2))
    return picture.quantize(255, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
