"""A position of Palma as a picture: what stands where, what has just happened, what may be done now."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any

from PIL import Image

from engine.game import Event
from engine.palma.board import HAND, HOLES_BY_NAME, LINKS, MARKED, SIDES, TOP, piece_name
from engine.palma.game import PALMA
from engine.palma.state import Phase, State
from render import palma_geometry as place
from render import palma_sprites, sprites
from render.canvas import Base, Canvas, Frame, Sheet, palette_of
from render.geometry import Point, along
from render.palma_base import draw_base
from render.scene import Scene
from render.theme import Theme
from render.themes import THEMES

_PIECES: Mapping[str, tuple[int, int]] = {piece_name(side, n): (side, n) for side in (0, 1) for n in range(5)}


def paint_palma(scene: Scene) -> Canvas:
    """The picture of a scene."""
    return _Picture(scene).paint()


@lru_cache(maxsize=6)
def _base(theme: Theme, marks: tuple[str, str], size: int) -> tuple[Frame, Base]:
    """The empty board of a size with its palette."""
    frame = Frame.fit(place.BOUNDS, size)
    sheet = Sheet(frame, theme.table)
    draw_base(sheet, theme, marks)
    image = sheet.finish()
    return frame, Base.of(image, palette_of(theme.wood_colours(), _sample(theme, image, frame)))


def _sample(theme: Theme, image: Image.Image, frame: Frame) -> Image.Image:
    """The board with one of everything on it, for the palette to know all the blends."""
    sample = image.copy()
    radius = palma_sprites.radius_of(frame.scale)
    x = 0
    made = [sprites.crown(theme, 4 * radius), sprites.medal(theme, "5", 2 * radius)]
    for side, tint in enumerate(theme.sides):
        made += [
            palma_sprites.piece(theme, side, "1", radius),
            palma_sprites.ghost(theme, side, "2", radius),
        ]
        made += [palma_sprites.halo(theme, side, radius), sprites.footprint(theme, tint, radius // 3)]
        made.append(sprites.tag("Palma", "", 2 * radius, 8 * radius, tint.deep, theme.cream, theme.ink))
        made.append(palma_sprites.stick(theme, ("sun", "moon")[side], 6, round(frame.scale)))
    for sprite in made:
        sample.paste(sprite, (x, 0), sprite)
        x += sprite.width
    return sample


class _Picture:
    """One picture in the making."""

    def __init__(self, scene: Scene) -> None:
        state: State = scene.state
        self.scene = scene
        self.state = state
        self.theme = THEMES[scene.theme]
        self.frame, base = _base(self.theme, (state.rules.mark(MARKED[0]), state.rules.mark(MARKED[1])), scene.size)
        self.canvas = Canvas(base)
        self.unit = self.frame.scale
        self.radius = palma_sprites.radius_of(self.unit)
        self.shared_top = sum(pieces.count(TOP) for pieces in state.pieces) + self._entering() > 1

    def paint(self) -> Canvas:
        """Everything, from the bottom up."""
        self._trail()
        self._pieces()
        self._panels()
        self._sticks()
        self._stakes()
        self._glides()
        return self.canvas

    def _put(self, sprite: Image.Image, point: Point) -> None:
        self.canvas.paste(sprite, self.frame.at(point))

    def _pixels(self, units: float) -> int:
        return max(1, round(units * self.unit))

    # what stands where ----------------------------------------------------------------------------------------------

    def _entering(self) -> int:
        return sum(move.endswith("+in") for move in self.scene.moves)

    def _spot(self, side: int, number: int, hole: int) -> Point:
        if hole == HAND:
            return place.panel(side).hand[number]
        if hole == TOP and self.shared_top:
            return place.top_place(side, number)
        return place.hole(side, hole)

    def _pieces(self) -> None:
        movable = {move.partition("+")[0] for move in self.scene.moves if "+" in move}
        gliding = {glide.piece for glide in self.scene.glides}
        for side, pieces in enumerate(self.state.pieces):
            for number in sorted(range(len(pieces)), key=lambda n: pieces[n] != HAND):
                if piece_name(side, number) in gliding:
                    continue
                spot = self._spot(side, number, pieces[number])
                if piece_name(side, number) in movable:
                    self._put(palma_sprites.halo(self.theme, side, self.radius), spot)
                self._put(palma_sprites.piece(self.theme, side, str(number + 1), self.radius), spot)
        for move in self.scene.moves:
            if "+" in move:
                self._landing(move)

    def _landing(self, move: str) -> None:
        """Marks where a move ends, slides included."""
        ends = [
            event for event in PALMA.apply(self.state, move).events if event["type"] in {"entered", "moved", "slid"}
        ]
        side, number = _PIECES[ends[-1]["piece"]]
        hole = HOLES_BY_NAME[ends[-1]["to"]]
        self._put(
            palma_sprites.ghost(self.theme, side, str(number + 1), self.radius),
            self._spot(side, number, hole),
        )

    def _glides(self) -> None:
        for glide in self.scene.glides:
            side, number = _PIECES[glide.piece]
            holes = [HOLES_BY_NAME[hole] for hole in glide.way]
            way = [self._spot(side, number, holes[0])]
            for here, there in pairwise(holes):
                low, high = min(here, there), max(here, there)
                line = place.link(side, low, high) if (low, high) in LINKS else ()
                way += [*(line if here == low else line[::-1]), self._spot(side, number, there)]
            self._put(palma_sprites.piece(self.theme, side, str(number + 1), self.radius), along(way, glide.share))

    # what has happened ----------------------------------------------------------------------------------------------

    def _trail(self) -> None:
        for event in self.scene.trail:
            kind = event["type"]
            if kind in {"moved", "slid"}:
                self._way(event, slide=kind == "slid")
            elif kind == "entered":
                side, number = _PIECES[event["piece"]]
                self._put(
                    sprites.departure(self.theme, self.theme.sides[side].deep, self.radius),
                    place.panel(side).hand[number],
                )

    def _way(self, event: Event, *, slide: bool) -> None:
        side = _PIECES[event["piece"]][0]
        before, after = HOLES_BY_NAME[event["from"]], HOLES_BY_NAME[event["to"]]
        dot = sprites.footprint(self.theme, self.theme.sides[side], max(2, round(self.radius * 0.3)))
        self._put(
            sprites.departure(self.theme, self.theme.sides[side].deep, round(self.radius * 1.05)),
            place.hole(side, before),
        )
        if not slide:
            for hole in range(before + 1, after):
                self._put(dot, place.hole(side, hole))
        elif (min(before, after), max(before, after)) in LINKS:
            line = place.link(side, min(before, after), max(before, after))
            for point in line[2:-2:2]:
                self._put(dot, point)

    # the players ----------------------------------------------------------------------------------------------------

    def _acting(self) -> int:
        """The side that is to do something; −1 at the lot and at the end."""
        return -1 if self.state.phase in {Phase.OPENING, Phase.OVER} else self.state.mover

    def _panels(self) -> None:
        height = max(self._pixels(1.55), round(self.scene.size * 0.033))
        result = PALMA.result(self.state)
        for side, tint in enumerate(self.theme.sides):
            panel = place.panel(side)
            name = self.scene.names[side] if side < len(self.scene.names) else ""
            acting = side == self._acting()
            edge, ground, ink = (
                (self.theme.ink, self.theme.gold, self.theme.ink)
                if acting
                else (tint.field, self.theme.cream, self.theme.ink)
            )
            self._put(
                sprites.tag(name, SIDES[side], height, self._pixels(panel.name_width), edge, ground, ink), panel.name
            )
            if result and result.places[side] == 1:
                self._put(sprites.crown(self.theme, self._pixels(4.6)), panel.crown)

    def _sticks(self) -> None:
        state = self.state
        thrown: list[Any] = [event["seat"] for event in self.scene.trail if event["type"] == "thrown"]
        thrower = place.panel(thrown[-1] if thrown else state.seat)
        for face, lean, spot in zip(self.scene.faces, palma_sprites.leans(), thrower.sticks, strict=False):
            self._put(palma_sprites.stick(self.theme, face, lean, self._pixels(1.0)), spot)
        if state.throw is not None:
            self._put(sprites.medal(self.theme, str(state.throw), self._pixels(1.5)), place.panel(state.mover).value)

    def _stakes(self) -> None:
        for index, winner in enumerate(self.state.stakes):
            if winner is not None:
                panel = place.panel(winner)
                self._put(sprites.medal(self.theme, str(MARKED[index]), self._pixels(1.0)), panel.coins[index])
