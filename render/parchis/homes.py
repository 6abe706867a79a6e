"""Draws what is around the homes: names, whose turn it is, dice, bonuses, pools, places."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.events import Lost, Thrown
from engine.parchis.game import PARCHIS
from engine.parchis.state import Phase
from render.drawing import lamp, name_tags, sprites
from render.drawing.canvas import Placed
from render.drawing.geometry import Point, plus, rounded
from render.drawing.sheet import Frame
from render.parchis.places import Home
from render.parchis.stage import Blank, Stage
from render.themes.theme import Theme

_TAGS = 512
"""Name tags of which is kept how they are drawn: two per person for a hundred games at once."""


def frames(stage: Stage) -> None:
    """Draw a frame around each home whose turn it is: a ring around its nest with a coin would look like a target."""
    for colour in () if stage.scene.film else stage.acting:
        for part, point in _frame(stage.theme, stage.shape.homes[colour], stage.frame):
            stage.canvas.paste(part, point)


@lru_cache(maxsize=128)
def _frame(theme: Theme, home: Home, frame: Frame) -> tuple[tuple[Image.Image, Point], ...]:
    """Return the parts of a home's frame, each with its middle in pixels."""
    outline = lamp.inset(rounded(home.field, 0.4), 0.12)
    xs, ys = zip(*outline, strict=True)
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    about = tuple(plus(point, middle, -1.0) for point in outline)
    nest = [plus(plus(home.centre, middle, -1.0), (side, -side), 0.88 * home.radius) for side in (-1.0, 1.0)]
    x, y = frame.at(middle)
    parts = sprites.turn_frame(theme, about, frame.scale, (nest[0], nest[1]))
    return tuple((part, (x + across, y + down)) for part, (across, down) in parts)


def tags(stage: Stage) -> None:
    """Draw the names with their pieces' shape and team sign, marked on their turn with any time allowed.

    Each has its side's progress below and its last roll next to it.
    """
    scene, height = stage.scene, max(stage.pixels(0.86), round(stage.size * 0.034))
    past = {} if stage.over else _past_throws(stage)
    for seat, colours in enumerate(stage.state.setup.seats):
        name = scene.names[seat] if seat < len(scene.names) else ""
        sign = next((number for number, team in enumerate(scene.teams) if seat in team), -1)
        for number, colour in enumerate(colours):
            turn = colour in stage.acting
            label = _Label(name, seat, colour, sign, scene.allowed if turn else "", turn=turn)
            last = None if number else past.get(seat)
            stage.lay(name_tag(stage.blank, label, height, last, _progress(stage, colour)))


class _Label(NamedTuple):
    """What a tag says: a player's name, seat and colour, team sign, and on their turn the time allowed."""

    name: str
    seat: int
    colour: int
    sign: int
    allowed: str
    turn: bool


@lru_cache(maxsize=_TAGS)
def name_tag(blank: Blank, label: _Label, height: int, past: _Past | None, progress: float) -> tuple[Placed, ...]:
    """Draw a name tag, with its side's progress and its last roll."""
    theme, home, colour, allowed = blank.theme, blank.shape.homes[label.colour], label.colour, label.allowed
    tint, sign, name = theme.tints[colour], label.sign, label.name
    look = (theme.gold, tint.deep, theme.cream) if label.turn else (tint.deep, theme.cream, theme.ink)
    instead, scale = f"{tint.letter} · {label.seat + 1}", blank.frame.scale
    for at in home.names:
        low, high = at.room
        narrow = high - low < _NARROW
        beside = past.times * _PAST + 0.16 if past and not narrow else 0.0
        room = blank.pixels(min(high - low - beside, _LONGEST_NAME))
        if name_tags.is_whole(name, instead, height, room, sign=sign, shape=colour, allowed=allowed):
            break
    tag = name_tags.tag(name, instead, height, room, *look, sign=sign, turn=label.turn, shape=colour, allowed=allowed)
    half = (tag.width / scale + beside) / 2
    outwards = 1 if at.middle[1] > home.centre[1] else -1
    more = max(0, tag.height - height - 1) / scale  # a second line must not cover the home
    x, y = min(max(at.middle[0], low + half), high - half), at.middle[1] + outwards * more / 2
    long, thin = max(12, (tag.width - height) // 8 * 8), max(4, round(height * 0.2))
    bar = name_tags.gauge(theme, tint.base, long, thin, round(long * progress))
    found = [
        blank.put(tag, (x - beside / 2, y)),
        blank.put(bar, (x - beside / 2, y - more / 2 - (height / 2 - 1) / scale)),
    ]
    if past is not None:
        die = sprites.die(theme, past.value, blank.pixels(_PAST), lost=past.lost)
        middle = (x, y + outwards * (0.82 + more / 2)) if narrow else (x + half - past.times * _PAST / 2, y)
        found += (blank.put(die, spot) for spot in _row(middle, past.times, _PAST))
    return tuple(found)


def _progress(stage: Stage, colour: int) -> float:
    """Return the share of their ways that a colour's pieces have made, from 0 to 1."""
    pieces = stage.state.setup.pieces_of(colour)
    return sum(stage.state.steps[piece] + 1 for piece in pieces) / (len(pieces) * (stage.board.goal + 1))


class _Past(NamedTuple):
    """A seat's last roll, whether nobody could move it, and how often it came in a row."""

    value: int
    lost: bool
    times: int = 1


_NARROW = 6.4
"""Below this room in rows, the last roll goes beyond the name, not next to it."""
_PAST = 0.66
"""The side of a past die, in rows."""
_LONGEST_NAME = 6.5
"""The greatest width of a name, in rows."""


def throws(stage: Stage) -> None:
    """Draw the die to be moved, and a due bonus, until the game is over."""
    state, theme = stage.state, stage.theme
    if stage.over:
        return
    shown: dict[int, int] = {}
    if state.phase is Phase.OPENING:
        shown = {state.setup.seats[seat][0]: value for seat, value in state.thrown}
    elif state.throw and state.phase is Phase.MOVE:
        shown = {stage.acting[0]: state.throw}
    for colour, value in shown.items():
        home = stage.shape.homes[colour]
        stage.put(sprites.die(theme, value, stage.pixels(home.radius * 0.56)), home.centre)
    home = stage.shape.homes[stage.acting[0]]
    if state.bonus and not stage.scene.tallies:  # else it is being counted up
        stage.put(sprites.medal(theme, f"+{state.bonus}", stage.pixels(home.radius * 0.36)), home.centre)


def _row(middle: Point, count: int, step: float) -> list[Point]:
    return [plus(middle, (step * (index - (count - 1) / 2), 0.0)) for index in range(count)]


def _past_throws(stage: Stage) -> dict[int, _Past]:
    """Return each seat's last roll since the previous picture, except the one to be moved now."""
    found: dict[int, _Past] = {}
    for event in stage.scene.trail:
        match event:
            case Thrown(seat=seat, value=value):
                found[seat] = _Past(value, lost=False)
            case Lost(seat=seat, bonus=False) if seat in found:
                found[seat] = found[seat]._replace(lost=True)
    if (stage.state.throw and stage.state.phase is Phase.MOVE) or stage.state.phase is Phase.OPENING:
        found.pop(stage.state.seat, None)
    waiting = stage.state.throw and stage.state.phase is Phase.MOVE
    if stage.state.sixes > (1 if waiting else 0):
        found[stage.state.seat] = _Past(6, lost=False, times=stage.state.sixes)
    return {} if stage.state.phase is Phase.OPENING else found


def pools(stage: Stage) -> None:
    """Draw the numbers left in each diceless pool, highlighted when one is to be picked; used ones leave gaps.

    A seat that moves a number or bonus has that in its home instead.
    """
    state = stage.state
    for slot, pool in enumerate(() if stage.over else state.pools):
        if state.phase is Phase.OPENING or ((state.phase is Phase.MOVE or state.bonus) and slot == state.slot):
            continue
        home = stage.shape.homes[state.setup.slots[slot].own[0]]
        lively = state.phase is Phase.PICK and slot == state.slot
        _pool(stage, home, pool, lively=lively)


def pool_places(home: Home, pool: tuple[int, ...]) -> tuple[tuple[int, ...], float, list[Point]]:
    """Return a pool's visible numbers, their distance in rows, and their places."""
    numbers = (1, 2, 3, 4, 5, 6, 0) if 0 in pool else (1, 2, 3, 4, 5, 6)
    step = max(home.radius * 1.84 / 7, 0.62)
    return numbers, step, _row(home.centre, len(numbers), step)


def _pool(stage: Stage, home: Home, pool: tuple[int, ...], *, lively: bool) -> None:
    numbers, step, _ = pool_places(home, pool)
    stage.put(sprites.pool(stage.theme, numbers, pool, step * stage.frame.scale, lively=lively), home.centre)


def places(stage: Stage) -> None:
    result = PARCHIS.result(stage.state)
    ranks = stage.scene.places if result is None else result.places
    for place, colours in zip(ranks, stage.state.setup.seats, strict=False):
        for colour in colours:
            home = stage.shape.homes[colour]
            if place == 1:
                prize = sprites.crown(stage.theme, stage.pixels(home.radius * 1.1))
            else:
                prize = sprites.medal(stage.theme, str(place), stage.pixels(home.radius * 0.3), place)
            stage.put(prize, home.centre)
