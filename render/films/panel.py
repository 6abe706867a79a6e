"""Draws the panel below a video's board: the turn, the players, their progress, and the winners."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from PIL import Image

from render.content.scene import Scene
from render.drawing import name_tags, sprites
from render.drawing.geometry import rounded
from render.drawing.sheet import Frame, Sheet
from render.drawing.text import written
from render.picture import PAINTERS
from render.themes.catalog import THEMES
from render.themes.theme import Colour

_LINE, _CELL, _EDGE = 0.056, 0.078, 0.012
"""Heights of the turn's line and of a seat, and the margin, as shares of the picture's width."""
_KEPT = 512
"""Cached parts of panels; a game has a few hundred."""
_ABREAST = 3
"""Seats in a row; four go two by two."""


@dataclass(frozen=True, slots=True)
class Panel:
    """The panel's content: the turn in words, what was skipped, each seat's share of its way, from 0 to 1.

    `acting` is the seat to move, None for nobody; `places` are the seats' places, empty until known.
    """

    turn: str
    caption: str
    progress: tuple[float, ...]
    acting: int | None
    places: tuple[int, ...] = ()


class PanelPainter:
    """Draws the panels of one video, in the colours of its board's palette."""

    def __init__(self, scene: Scene, width: int, palette: Image.Image) -> None:
        self._scene, self._width, self._palette = scene, width, palette
        self._theme, self._painter = THEMES[scene.theme], PAINTERS[scene.game]
        self._colours = self._painter.colours(scene.state)
        self._kept: OrderedDict[tuple[Any, ...], Image.Image] = OrderedDict()

    def draw(self, panel: Panel) -> Image.Image:
        """Draw a panel as an image of mode P."""
        count, width = len(panel.progress), self._width
        line, cell, edge = (round(width * share) for share in (_LINE, _CELL, _EDGE))
        abreast = 2 if count == 4 else min(count, _ABREAST)
        rows = -(-count // abreast)
        image = Image.new("P", (width, line + rows * cell + edge))
        image.putpalette(self._palette.getpalette() or [])
        image.paste(self._indexes(self._ground((width, image.height))), (0, 0))
        image.paste(self._part("turn", (width, line), panel.turn, panel.caption), (0, 0))
        for seat in range(count):
            across, down = seat % abreast, seat // abreast
            left, right = ((width - 2 * edge) * side // abreast + edge for side in (across, across + 1))
            place = panel.places[seat] if seat < len(panel.places) else 0
            size = (right - left, cell)
            share = round((right - left) * panel.progress[seat])
            image.paste(
                self._part("seat", size, seat, share, seat == panel.acting, place), (left, line + down * cell)
            )
        return image

    def _part(self, kind: str, size: tuple[int, int], *what: Any) -> Image.Image:
        key = (kind, size, *what)
        if (found := self._kept.get(key)) is None:
            draw = self._heading if kind == "turn" else self._seat
            found = self._kept[key] = self._indexes(draw(size, *what))
            if len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return found

    def _indexes(self, image: Image.Image) -> Image.Image:
        return image.quantize(palette=self._palette, dither=Image.Dither.NONE)

    def _ground(self, size: tuple[int, int]) -> Image.Image:
        return Image.new("RGB", size, self._theme.table)

    def _heading(self, size: tuple[int, int], turn: str, caption: str) -> Image.Image:
        """Write the turn, and next to it what was skipped."""
        image, (width, height) = self._ground(size), size
        edge, letters = round(self._width * _EDGE) * 2, round(height * 0.62)
        known = self._write(image, turn, edge, letters, width * 2 // 5, self._theme.cream)
        if caption:
            passed = written(caption, "…", letters, width - known - 3 * edge, smallest=letters * 2 // 3)
            passed.onto(image, (width - edge - passed.width, (height - passed.height) // 2), self._theme.glow)
        return image

    def _seat(self, size: tuple[int, int], seat: int, share: int, acting: bool, place: int) -> Image.Image:
        """Draw a seat: its pieces' shapes, name, place and progress."""
        theme, (width, height) = self._theme, size
        image = self._plate(size, lit=acting)
        colours = self._colours[seat] if seat < len(self._colours) else (seat,)
        radius = round(height * (0.3 if len(colours) == 1 else 0.24))
        middle, left = round(height * 0.4), round(height * 0.5)
        for colour in colours:
            _lay(image, self._painter.figure(theme, colour, radius), left, middle)
            left += round(radius * 1.9)
        left += round(height * 0.08) - round(radius * 0.6)
        right = width - round(height * 0.2)
        if place:
            half = round(height * 0.3)
            sign = sprites.crown(theme, half * 2) if place == 1 else sprites.medal(theme, str(place), half, place)
            _lay(image, sign, right - half, middle)
            right -= 2 * half
        name = self._scene.names[seat] if seat < len(self._scene.names) else ""
        letters = round(height * 0.42)
        self._write(image, name or str(seat + 1), left, letters, right - left, theme.cream, round(height * 0.72))
        long, thick = width - round(height * 0.4), max(5, round(height * 0.16))
        ink = self._painter.line(theme, colours[0])[0]
        bar = name_tags.gauge(theme, ink, long, thick, round(long * share / width))
        _lay(image, bar, width // 2, round(height * 0.8))
        return image

    def _plate(self, size: tuple[int, int], *, lit: bool) -> Image.Image:
        """Draw a seat's background, with a gold frame if it acts."""
        width, height = size
        sheet = Sheet(Frame(1.0, (0.0, float(height)), size), self._theme.table)
        rim = max(1.0, height * 0.05)
        for inset, colour in (
            (rim, self._theme.gold if lit else self._theme.table_line),
            (2.2 * rim, self._theme.table),
        ):
            box = (inset, inset, width - inset, height - inset)
            sheet.polygon(_rounded(box, height * 0.2 - inset), colour)
        return sheet.finish()

    def _write(
        self, image: Image.Image, words: str, left: int, letters: int, room: int, colour: Colour, height: int = 0
    ) -> int:
        """Write words in the middle of the picture's upper part; return their width."""
        line = written(words, "—", letters, max(letters, room), smallest=letters * 2 // 3)
        line.onto(image, (left, ((height or image.height) - line.height) // 2), colour)
        return line.width


def _lay(image: Image.Image, sprite: Image.Image, x: int, y: int) -> None:
    image.paste(sprite, (x - sprite.width // 2, y - sprite.height // 2), sprite)


def _rounded(box: tuple[float, float, float, float], radius: float) -> tuple[tuple[float, float], ...]:
    left, bottom, right, top = box
    return rounded(((left, bottom), (right, bottom), (right, top), (left, top)), max(1.0, radius), 6)
