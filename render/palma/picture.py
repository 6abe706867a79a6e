"""Draws a position of Palma: the pieces, the latest events, the current choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.events import Entered, Moved, Thrown, TurnBegan
from engine.game import Move
from engine.palma.board import HAND, HOLES_BY_NAME, HOME, LINKS, MARKED, PIECES, SIDES, TOP, piece_name
from engine.palma.events import Slid
from engine.palma.game import PALMA
from engine.palma.state import Phase, State
from render.content.choice_marks import marks
from render.content.scene import Scene
from render.drawing import name_tags, sprites
from render.drawing.canvas import CachedBase, Canvas, palette_of
from render.drawing.geometry import Point, plus
from render.drawing.palettes import kept_palette
from render.drawing.sheet import Frame, Sheet
from render.palma import geometry as place
from render.palma import sprites as palma_sprites
from render.palma.empty_board import draw_base
from render.themes.catalog import THEMES
from render.themes.theme import Theme

PIECES_BY_NAME: Mapping[str, tuple[int, int]] = {piece_name(side, n): (side, n) for side in (0, 1) for n in range(5)}


def paint(scene: Scene, size: int) -> Canvas:
    return PalmaDrawing(scene, size).paint()


_MANY = 10
"""From this number of moves on, they are not numbered."""
_BESIDE = 2.0
"""The distance of a ghost that returns to its hole from the piece there, in units of the board."""
_KEPT = 64
"""Cached empty boards, some 0.7 MB each: per theme one for each kind of marked holes and links."""


@lru_cache(maxsize=_KEPT)
def _base(theme: Theme, marks: tuple[str, str], size: int, *, penalty: bool, pieces: int) -> tuple[Frame, CachedBase]:
    """Draw the empty board at a size, with its palette."""
    frame, image = _drawn(theme, marks, size, penalty=penalty, pieces=pieces)
    kept = kept_palette("palma", theme.name, theme.carved_colours(), size)
    return frame, CachedBase.of(image, kept or _learnt(theme, frame, image))


def learnt_palette(theme: Theme, size: int) -> Image.Image:
    """Learn the palette of a board with everything on it."""
    return _learnt(theme, *_drawn(theme, ("rethrow", "stake"), size, penalty=True))


def _drawn(
    theme: Theme, marks: tuple[str, str], size: int, *, penalty: bool, pieces: int = PIECES
) -> tuple[Frame, Image.Image]:
    frame = Frame.fit(place.BOUNDS, size)
    sheet = Sheet(frame, theme.table)
    draw_base(sheet, theme, marks, penalty=penalty, pieces=pieces)
    return frame, sheet.finish()


def _learnt(theme: Theme, frame: Frame, image: Image.Image) -> Image.Image:
    return palette_of(theme.carved_colours(), image, _samples(theme, frame.scale))


def _samples(theme: Theme, unit: float) -> Iterator[Image.Image]:
    """Yield one of everything that may come on the board."""
    radius = palma_sprites.radius_of(unit)
    yield sprites.crown(theme, 4 * radius)
    yield sprites.medal(theme, "5", 2 * radius)
    yield palma_sprites.due(theme, 1, radius)
    for side, tint in enumerate(theme.sides):
        yield palma_sprites.piece(theme, side, "1", radius)
        yield palma_sprites.ghost(theme, side, "2", radius)
        yield palma_sprites.halo(theme, side, radius)
        yield palma_sprites.footprint(theme, side, radius // 3)
        yield sprites.departure(theme, tint.field, radius)
        yield name_tags.tag("Palma", "", 2 * radius, 8 * radius, theme.gold, tint.field, theme.cream)
        yield palma_sprites.stick(theme, ("sun", "moon")[side], 6, round(unit))


@dataclass(frozen=True, slots=True)
class Landing:
    """Where moves end, with their letters: the first piece, its hole, and its head relative to it."""

    moves: tuple[Move, ...]
    letters: str
    side: int
    number: int
    hole: int
    top: Point


class PalmaDrawing:
    """Draw one picture."""

    def __init__(self, scene: Scene, size: int) -> None:
        state: State = scene.state
        self.scene = scene
        self.state = state
        self.theme = THEMES[scene.theme]
        marks = (state.rules.mark(MARKED[0]), state.rules.mark(MARKED[1]))
        rules = state.rules
        self.frame, base = _base(self.theme, marks, size, penalty=rules.penalty, pieces=rules.pieces)
        self.canvas = Canvas(base)
        self.unit = self.frame.scale
        self.radius = palma_sprites.radius_of(self.unit)
        self.over = state.phase is Phase.OVER or bool(scene.places) or scene.waiting
        self._top = tuple(self._in_top(side) for side in range(len(state.pieces)))

    def paint(self) -> Canvas:
        """Paint everything, from the bottom up."""
        self._stakes()
        self._trail()
        self._pieces()
        self._landings()
        self._panels()
        self._sticks()
        return self.canvas

    def _put(self, sprite: Image.Image, point: Point) -> None:
        self.canvas.paste(sprite, self.frame.at(point))

    def _pixels(self, units: float) -> int:
        return max(1, round(units * self.unit))

    # the pieces ----------------------------------------------------------------------------------------------------

    def _in_top(self, side: int) -> list[int]:
        """Return the numbers of a side's pieces in hole 0 from the bottom up, then of those that may enter.

        Only the first of them may move: it is on top.
        """
        entering = {move.removesuffix("+in") for move in self.scene.moves if move.endswith("+in")}
        pieces = self.state.pieces[side]
        there = [number for number in reversed(range(len(pieces))) if pieces[number] == TOP]
        return there + [number for number in range(len(pieces)) if piece_name(side, number) in entering]

    def _panel(self, side: int) -> place.Panel:
        return place.panel(side, self.state.rules.pieces)

    def spot(self, side: int, number: int, hole: int) -> Point:
        """Return a piece's foot: in its hole, or at its place in hand."""
        return self._panel(side).hand[number] if hole == HAND else place.hole(side, hole)

    def head(self, side: int, number: int, hole: int) -> Point:
        """Return a piece's head relative to its foot: several in hole 0 are stacked on one pin."""
        if hole == TOP:
            heads = self._top[side]
            return place.stacked(side, heads.index(number), len(heads), shared=all(self._top))
        return palma_sprites.UPRIGHT

    def _on_another(self, side: int, number: int, hole: int) -> bool:
        """Return whether a piece's head is on another's, in hole 0."""
        return hole == TOP and number in self._top[side][1:]

    def _piece(self, side: int, number: int, hole: int, *, raised: bool = False) -> None:
        label = str(number + 1)
        if hole == HAND:
            self._put(palma_sprites.head(self.theme, side, label, self.radius), self.spot(side, number, hole))
            return
        top = self.head(side, number, hole)
        if self._on_another(side, number, hole):
            at = plus(self.spot(side, number, hole), top)
            self._put(palma_sprites.head(self.theme, side, label, self.radius), at)
            return
        sprite = palma_sprites.piece(self.theme, side, label, self.radius, raised=raised, top=top)
        self._put(sprite, self.spot(side, number, hole))

    def _pieces(self) -> None:
        movable = {move.partition("+")[0] for move in self.scene.moves if "+" in move}
        gliding = {glide.piece for glide in self.scene.glides}
        standing = [
            (side, number, hole)
            for side, pieces in enumerate(self.state.pieces)
            for number, hole in enumerate(pieces)
            if piece_name(side, number) not in gliding
        ]
        for side, number, hole in standing:
            if piece_name(side, number) in movable:
                self._halo(side, number, hole)
        for side, number, hole in sorted(standing, key=self._depth):
            self._piece(side, number, hole, raised=piece_name(side, number) in movable)

    def _halo(self, side: int, number: int, hole: int) -> None:
        spot, top = self.spot(side, number, hole), None if hole == HAND else self.head(side, number, hole)
        if top is not None and self._on_another(side, number, hole):
            spot, top = plus(spot, top, 1.0), None
        self._put(palma_sprites.halo(self.theme, side, self.radius, top=top), spot)

    def _depth(self, piece: tuple[int, int, int]) -> tuple[float, int]:
        """Return the drawing order of a piece: front ones last, hole 0 from the bottom up."""
        side, number, hole = piece
        return -self.spot(*piece)[1], self._top[side].index(number) if hole == TOP else 0

    def _landings(self) -> None:
        for landing in (*self.landings(), *self._better()):
            side, number, hole, top = landing.side, landing.number, landing.hole, landing.top
            spot = self.spot(side, number, hole)
            if self._on_another(side, number, hole):
                spot, top = plus(spot, top), (0.0, 0.0)
            self._put(palma_sprites.ghost(self.theme, side, landing.letters, self.radius, top=top), spot)

    def landings(self) -> Iterator[Landing]:
        """Yield where the moves end, slides included (H23); a piece that returns to its hole is shown next to it."""
        ends: dict[tuple[int, int], list[tuple[Move, int, str]]] = {}
        for move, letter in marks(self.scene.moves).items():
            events = PALMA.apply(self.state, move).events
            end = next(event for event in reversed(events) if isinstance(event, Entered | Moved | Slid))
            side, number = PIECES_BY_NAME[end.piece]
            ends.setdefault((side, HOLES_BY_NAME[end.to]), []).append((move, number, letter))
        for (side, hole), found in ends.items():
            moves, numbers, letters = zip(*found, strict=True)
            top = self.head(side, numbers[0], hole)
            if any(self.state.pieces[side][number] == hole for number in numbers):
                top = plus(top, (-_BESIDE * place.away(side), 0.0))
            yield Landing(moves, "".join(letters), side, numbers[0], hole, top)

    def _better(self) -> Iterator[Landing]:
        """Yield where pieces would stand after a better move."""
        for piece, to in self.scene.ghosts:
            (side, number), hole = PIECES_BY_NAME[piece], HOLES_BY_NAME[to]
            there = hole != TOP or number in self._top[side]
            top = self.head(side, number, hole) if there else palma_sprites.UPRIGHT
            yield Landing((), str(number + 1), side, number, hole, top)

    # what has happened ----------------------------------------------------------------------------------------------

    def _trail(self) -> None:
        """Mark all events, oldest first; dots in the rings number the moves of several pieces."""
        moves = [event for event in self.scene.trail if isinstance(event, Moved | Entered)]
        order = {id(event): number for number, event in enumerate(moves, 1)} if 1 < len(moves) < _MANY else {}
        for event in self.scene.trail:
            turn = order.get(id(event), 0)
            if isinstance(event, Moved | Slid):
                self._way(event, turn)
            elif isinstance(event, Entered):
                side, number = PIECES_BY_NAME[event.piece]
                self._departure(side, self._panel(side).hand[number], turn)

    def _departure(self, side: int, spot: Point, turn: int) -> None:
        ring = sprites.departure(
            self.theme, self.theme.sides[side].field, round(self.radius * 1.05), self.theme.cream, turn
        )
        self._put(ring, spot)

    def _way(self, event: Moved | Slid, turn: int) -> None:
        side = PIECES_BY_NAME[event.piece][0]
        before, after = HOLES_BY_NAME[event.origin], HOLES_BY_NAME[event.to]
        dot = palma_sprites.footprint(self.theme, side, max(2, round(self.radius * 0.34)))
        self._departure(side, place.hole(side, before), turn)
        if isinstance(event, Moved):
            for hole in range(before + 1, after):
                self._put(dot, place.hole(side, hole))
        elif (min(before, after), max(before, after)) in LINKS:
            line = place.link(side, min(before, after), max(before, after))
            for point in line[2:-2:2]:
                self._put(dot, point)

    # the players ----------------------------------------------------------------------------------------------------

    def acting(self) -> int:
        """Return the side that acts; −1 during the draw and at the end."""
        return -1 if self.over or self.state.phase is Phase.OPENING else self.state.mover

    def _panels(self) -> None:
        result = PALMA.result(self.state)
        winners = self.scene.places if result is None else result.places
        for side, pieces in enumerate(self.state.pieces):
            panel = self._panel(side)
            self._name(side)
            if side == self.acting():
                frame = palma_sprites.lit(
                    self.theme, self._pixels(place.TRAY[0]), self._pixels(place.TRAY[1]), self._pixels(1.0)
                )
                self._put(frame, panel.middle)
            if side < len(winners) and winners[side] == 1:
                self._put(sprites.crown(self.theme, self._pixels(4.4)), panel.value)
            for spot in panel.home[: sum(hole in HOME for hole in pieces)]:
                self._put(palma_sprites.bead(self.theme, self._pixels(0.34)), spot)

    def _name(self, side: int) -> None:
        """Draw a player's name after a head of their side, in the side's colour on their turn."""
        theme, tint, panel = self.theme, self.theme.sides[side], place.panel(side)
        name = self.scene.names[side] if side < len(self.scene.names) else ""
        turn = side == self.acting()
        look = (theme.gold, tint.field, theme.cream) if turn else (tint.field, theme.table_line, theme.cream)
        height, room = self._pixels(place.TAG), self._pixels(panel.name_width)
        tag = name_tags.tag(name, SIDES[side], height, room, *look, allowed=self.scene.allowed if turn else "")
        x, y = panel.outer
        more = max(0, tag.height - height) / self.unit  # a second line grows downwards
        out = place.away(side)
        self._put(palma_sprites.head(theme, side, "", round(self.radius * 1.25)), (x - out, y - 0.2))
        spot = (x - out * (2.5 + tag.width / 2 / self.unit), y - more / 2)
        self._put(tag, spot)
        long, thin = max(12, (tag.width - height) // 8 * 8), max(4, round(height * 0.18))
        bar = name_tags.gauge(theme, theme.gold, long, thin, round(long * self._progress(side)))
        self._put(bar, plus(spot, (0.0, 1 / self.unit - (place.TAG + more) / 2)))

    def _progress(self, side: int) -> float:
        """Return the share of their way home that a side's pieces have made, from 0 to 1."""
        first, pieces = min(HOME), self.state.pieces[side]
        return sum(min(hole, first) - HAND for hole in pieces) / (len(pieces) * (first - HAND))

    def _sticks(self) -> None:
        state = self.state
        sticks = place.panel(self._thrower()).sticks
        for face, lean, spot in zip(self.scene.faces, palma_sprites.leans(), sticks, strict=False):
            self._put(palma_sprites.stick(self.theme, face, lean, self._pixels(1.0)), spot)
        if self.over:
            return
        if state.throw is not None:
            self._put(sprites.medal(self.theme, str(state.throw), self._pixels(1.7)), place.panel(state.mover).value)
        elif state.phase is Phase.OPENING:
            for side in (0, 1):
                self._put(sprites.medal(self.theme, "?", self._pixels(1.7)), place.panel(side).value)
        for side in (0, 1):
            count = state.stack.count(side) - (state.phase is Phase.THROW and state.seat == side)
            if count:
                self._put(palma_sprites.due(self.theme, count, self._pixels(1.3)), place.panel(side).due)

    def _thrower(self) -> int:
        """Return whose sticks lie there: the last to roll, perhaps in the opponent's previous turn."""
        for event in reversed(self.scene.trail if self.state.throw is None else ()):
            match event:
                case Thrown(seat=seat):
                    return seat
                case TurnBegan(seat=seat):
                    return 1 - seat
        return self.state.seat

    def _stakes(self) -> None:
        """Draw coins on open stakes (H25), and won ones with their winners, labelled by hole."""
        for index, winner in enumerate(self.state.stakes):
            coin = sprites.medal(self.theme, str(MARKED[index]), self._pixels(1.15))
            if winner is not None:
                self._put(coin, place.panel(winner).coins[index])
            elif self.state.rules.mark(MARKED[index]) == "stake":
                for side in (0, 1):
                    self._put(
                        palma_sprites.coin(self.theme, self._pixels(place.ROSETTE)), place.hole(side, MARKED[index])
                    )
