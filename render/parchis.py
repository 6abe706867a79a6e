"""A position of Parchís as a picture: what stands where, what has just happened, what may be done now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from PIL import Image

from engine.parchis.board import PIECES, Board, piece_name, pieces_by_name
from engine.parchis.board import board as board_of
from engine.parchis.game import PARCHIS
from engine.parchis.state import Phase, State
from render import sprites
from render.canvas import Base, Canvas, Frame, Sheet, palette_of
from render.geometry import Point, along, plus
from render.parchis_base import draw_base
from render.parchis_geometry import Home, Layout, layout
from render.scene import Scene
from render.theme import Theme
from render.themes import THEMES

_PIECE = 0.47
"""The radius of a piece, in rows."""

_ARRIVED = 0.42
_PAIRED = 0.445
_TIGHT = 0.38

Spot = tuple[int, str]
"""A colour and the text of a square; the colour is −1 where the square is the ring's and so everyone's."""


def paint_parchis(scene: Scene) -> Canvas:
    """The picture of a scene."""
    return _Picture(scene).paint()


@lru_cache(maxsize=8)
def _base(theme: Theme, colours: int, offsets: tuple[int, ...], size: int) -> tuple[Frame, Base]:
    """The empty board of a size with its palette."""
    shape = layout(colours)
    frame = Frame.fit(shape.bounds, size)
    sheet = Sheet(frame, theme.table)
    draw_base(sheet, theme, shape, board_of(colours, offsets))
    image = sheet.finish()
    flat = theme.paper_colours(colours)
    return frame, Base.of(image, palette_of(flat, _sample(theme, image, frame, colours)))


def _sample(theme: Theme, image: Image.Image, frame: Frame, colours: int) -> Image.Image:
    """The board with one of everything on it, for the palette to know all the blends."""
    sample = image.copy()
    radius = max(4, round(_PIECE * frame.scale))
    x = y = 0
    for colour, tint in enumerate(theme.tints[:colours]):
        made = [
            sprites.piece(theme, colour, "1", radius),
            sprites.ghost(theme, colour, "2", radius),
            sprites.halo(theme, colour, radius),
        ]
        made += [
            sprites.footprint(theme, tint, radius // 3),
            sprites.tag("Palma", "", 2 * radius, 8 * radius, tint.deep, tint.pale, theme.ink),
        ]
        made += [
            sprites.medal(theme, "20", 2 * radius),
            sprites.die(theme, colour + 1, 3 * radius),
            sprites.crown(theme, 3 * radius),
        ]
        for sprite in made:
            if x + sprite.width > sample.width:
                x, y = 0, y + 4 * radius
            sample.paste(sprite, (x, y), sprite)
            x += sprite.width
    return sample


class _Picture:
    """One picture in the making."""

    def __init__(self, scene: Scene) -> None:
        state: State = scene.state
        self.scene = scene
        self.state = state
        self.theme = THEMES[scene.theme]
        self.board: Board = state.setup.board
        self.shape: Layout = layout(self.board.colours)
        self.frame, base = _base(self.theme, self.board.colours, state.setup.rules.shelters, scene.size)
        self.canvas = Canvas(base)
        self.unit = self.frame.scale
        self.radius = round(_PIECE * self.unit)

    def paint(self) -> Canvas:
        """Everything, from the bottom up."""
        self._turn()
        self._trail()
        self._pools()
        self._pieces()
        self._tags()
        self._throws()
        self._places()
        self._glides()
        return self.canvas

    def _put(self, sprite: Image.Image, point: Point) -> None:
        self.canvas.paste(sprite, self.frame.at(point))

    def _pixels(self, units: float) -> int:
        return max(1, round(units * self.unit))

    # whose turn -----------------------------------------------------------------------------------------------------

    @property
    def _over(self) -> bool:
        return self.state.phase is Phase.OVER

    def _acting(self) -> tuple[int, ...]:
        """The colours whose turn it is."""
        return () if self._over else self.state.setup.slots[self.state.slot].own

    def _turn(self) -> None:
        for colour in self._acting():
            home = self.shape.homes[colour]
            self._put(sprites.ring(self.theme, self._pixels(home.radius + 0.12)), home.centre)

    def _tags(self) -> None:
        acting = self._acting()
        height = max(self._pixels(0.86), round(self.scene.size * 0.033))
        for seat, colours in enumerate(self.state.setup.seats):
            name = self.scene.names[seat] if seat < len(self.scene.names) else ""
            for colour in colours:
                home, tint = self.shape.homes[colour], self.theme.tints[colour]
                edge, ground, ink = (
                    (self.theme.gold, tint.deep, self.theme.cream)
                    if colour in acting
                    else (tint.deep, self.theme.cream, self.theme.ink)
                )
                room = self._pixels(home.name_width)
                self._put(
                    sprites.tag(name, f"{tint.letter} · {seat + 1}", height, room, edge, ground, ink), home.name
                )

    # what stands where ----------------------------------------------------------------------------------------------

    def _spot(self, piece: int, square: str) -> Spot:
        return (-1 if square.isdigit() else piece // PIECES, square)

    def _place(self, colour: int, square: str, index: int, count: int) -> Point:
        if square == "F":
            return self.shape.goals[colour].places[index]
        if square == "H":
            return self.shape.homes[colour].places[index]
        return self.shape.cell(colour, square).places(count)[index]

    def _pieces(self) -> None:
        landings = self._landings()
        movable = {move.partition("+")[0] for move in self.scene.moves if "+" in move}
        standing: dict[Spot, list[int]] = defaultdict(list)
        for piece, step in self._on_board():
            standing[self._spot(piece, self.board.square(piece // PIECES, step))].append(piece)
        ghosts: dict[Spot, list[int]] = defaultdict(list)
        for piece, square in landings:
            ghosts[self._spot(piece, square)].append(piece)
        for spot in sorted(set(standing) | set(ghosts)):
            self._crowd(spot, standing[spot], ghosts[spot], movable)

    def _on_board(self) -> Iterator[tuple[int, int]]:
        gliding = {pieces_by_name()[glide.piece] for glide in self.scene.glides}
        for colour in self.state.setup.colours:
            for piece in range(PIECES * colour, PIECES * colour + PIECES):
                if piece not in gliding:
                    yield piece, self.state.steps[piece]

    def _crowd(self, spot: Spot, standing: list[int], ghosts: list[int], movable: set[str]) -> None:
        """All that stands, and would land, on one square."""
        square = spot[1]
        count = len(standing) + len(ghosts)
        things = [(piece, False) for piece in standing] + [(piece, True) for piece in ghosts]
        for index, (piece, is_ghost) in enumerate(things):
            colour, number = divmod(piece, PIECES)
            slot = number if square in {"H", "F"} else index
            point = self._place(colour, square, slot, count)
            radius = self._radius(spot, count)
            if is_ghost:
                self._put(sprites.ghost(self.theme, colour, str(number + 1), radius), point)
                continue
            if piece_name(piece) in movable:
                self._put(sprites.halo(self.theme, colour, radius), point)
            self._put(sprites.piece(self.theme, colour, str(number + 1), radius), point)

    def _radius(self, spot: Spot, count: int) -> int:
        colour, square = spot
        if square == "F":
            return self._pixels(_ARRIVED)
        if square == "H" or count == 1:
            return self.radius
        return self._pixels(_TIGHT if self.shape.cell(colour, square).tight else _PAIRED)

    def _landings(self) -> list[tuple[int, str]]:
        """The pieces that may move and the squares where they would land, as the rules say."""
        found: list[tuple[int, str]] = []
        for move in self.scene.moves:
            if "+" not in move:
                continue
            for event in PARCHIS.apply(self.state, move).events:
                if event["type"] in {"moved", "entered"}:
                    found.append((pieces_by_name()[event["piece"]], event["to"]))
                    break
        return found

    def _glides(self) -> None:
        for glide in self.scene.glides:
            colour, number = divmod(pieces_by_name()[glide.piece], PIECES)
            way = [self._place(colour, square, number if square in {"H", "F"} else 0, 1) for square in glide.way]
            self._put(sprites.piece(self.theme, colour, str(number + 1), self.radius), along(way, glide.share))

    # what has happened ----------------------------------------------------------------------------------------------

    def _trail(self) -> None:
        for event in self.scene.trail:
            kind = event["type"]
            if kind == "moved":
                self._way(event)
            elif kind == "entered":
                colour = pieces_by_name()[event["piece"]] // PIECES
                home = self.shape.homes[colour]
                number = pieces_by_name()[event["piece"]] % PIECES
                self._put(
                    sprites.departure(self.theme, self.theme.tints[colour].deep, round(self.radius * 0.9)),
                    home.places[number],
                )
            elif kind == "captured":
                self._sent_home(event["piece"])
                colour = pieces_by_name()[event["piece"]] // PIECES
                self._put(sprites.strike(self.theme, self.radius), self.shape.cell(colour, event["square"]).centre)
            elif kind == "third_six" and event["piece"] and not event["spared"]:
                self._sent_home(event["piece"])

    def _way(self, event: Any) -> None:
        """A ring where a piece was, dots on the squares it passed."""
        colour = pieces_by_name()[event["piece"]] // PIECES
        before, after = (self.board.step(colour, event[end]) for end in ("from", "to"))
        squares = [self.board.square(colour, step) for step in range(before, after)]
        tint = self.theme.tints[colour]
        self._put(
            sprites.departure(self.theme, tint.deep, round(self.radius * 0.9)),
            self.shape.cell(colour, squares[0]).centre,
        )
        for square in squares[1:]:
            self._put(
                sprites.footprint(self.theme, tint, max(2, round(self.radius * 0.3))),
                self.shape.cell(colour, square).centre,
            )

    def _sent_home(self, name: str) -> None:
        """A dashed ring where a piece that was sent home now waits."""
        colour, number = divmod(pieces_by_name()[name], PIECES)
        self._put(
            sprites.departure(self.theme, self.theme.alarm, round(self.radius * 1.25)),
            self.shape.homes[colour].places[number],
        )

    # dice, bonuses, pools, places -----------------------------------------------------------------------------------

    def _throws(self) -> None:
        state = self.state
        shown: dict[int, int] = {}
        if state.phase is Phase.OPENING:
            shown = {state.setup.seats[seat][0]: value for seat, value in state.thrown}
        elif state.throw and state.phase is Phase.MOVE:
            shown = {self._acting()[0]: state.throw}
        for colour, value in (self._past_throws() | shown).items():
            home = self.shape.homes[colour]
            share = 0.58 if colour in shown else 0.36
            self._put(sprites.die(self.theme, value, self._pixels(home.radius * share)), home.centre)
        if state.bonus and self._acting():
            home = self.shape.homes[self._acting()[0]]
            self._put(sprites.medal(self.theme, f"+{state.bonus}", self._pixels(home.radius * 0.4)), home.centre)

    def _past_throws(self) -> dict[int, int]:
        """What each seat threw last since the picture before, by its first colour; nothing once the game is over."""
        seats, events = self.state.setup.seats, self.scene.trail
        if self._over or self.state.bonus:
            return {}
        return {seats[event["seat"]][0]: event["value"] for event in events if event["type"] == "thrown"}

    def _pools(self) -> None:
        state = self.state
        for slot, pool in enumerate(state.pools):
            if state.phase is Phase.OPENING or (state.phase is Phase.MOVE and slot == state.slot):
                continue
            home = self.shape.homes[state.setup.slots[slot].own[0]]
            lively = state.phase is Phase.PICK and slot == state.slot
            self._pool(home, pool, lively=lively)

    def _pool(self, home: Home, pool: tuple[int, ...], *, lively: bool) -> None:
        numbers = (1, 2, 3, 4, 5, 6, 0) if 0 in pool else (1, 2, 3, 4, 5, 6)
        step = max(home.radius * 1.84 / 7, 0.62)
        long = self._pixels(step * (len(numbers) + 0.3))
        self._put(sprites.bar(self.theme, long, self._pixels(step * 1.24)), home.centre)
        for index, number in enumerate(numbers):
            left = number in pool
            point = plus(home.centre, (step * (index - (len(numbers) - 1) / 2), 0.0))
            self._put(sprites.chip(self.theme, number, self._pixels(step), left=left, lively=lively and left), point)

    def _places(self) -> None:
        result = PARCHIS.result(self.state)
        if result is None:
            return
        for seat, colours in enumerate(self.state.setup.seats):
            for colour in colours:
                home = self.shape.homes[colour]
                place = result.places[seat]
                if place == 1:
                    self._put(sprites.crown(self.theme, self._pixels(home.radius * 1.0)), home.centre)
                else:
                    self._put(sprites.medal(self.theme, str(place), self._pixels(home.radius * 0.3)), home.centre)
