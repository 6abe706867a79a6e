"""A capture in motion: the piece that captures is seen all the time; what follows comes after the flight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from PIL import Image, ImageChops

from engine.events import Bonus, Captured, Moved
from engine.match import Match
from engine.parchis.board import pieces_by_name
from engine.parchis.state import State
from render.content.scene import Scene, Tally
from render.content.unseen import Step, Unseen
from render.drawing.geometry import Point
from render.drawing.sheet import Frame
from render.films.moving import shots_of
from render.films.script import Look, script
from render.parchis.geometry import layout
from render.picture import pixels
from tests.fakes.random_games import NAMES, random_game

SIZE = 480


@cache
def captured() -> tuple[Match[State], int, Captured]:
    """A game, the number of the ply at which one piece captures another alone, for a bonus, and that event."""
    for seed in range(1, 20):
        match = random_game("four", seed)
        for number, ply in enumerate(match.plies):
            events = [event for event in ply.events if isinstance(event, Captured)]
            kinds = {type(event) for event in ply.events}
            if len(events) == 1 and {Bonus, Moved} <= kinds and ply.state.bonus:
                return match, number, events[0]
    raise LookupError("no such game")


def in_motion() -> list[Scene]:
    match, number, _ = captured()
    ply = match.plies[number]
    end = Scene("parchis", ply.state, NAMES, (), ply.events, (), SIZE)
    shots = list(shots_of(Unseen(match.plies[number - 1].state, (Step(ply.events, ply.state),), end)))
    return [shot.scene for shot in shots[1:]]


def as_film() -> list[Scene]:
    match, number, _ = captured()
    part = match.at(number + 1)
    return [shot.scene for shot in script(part, Look(NAMES, size=SIZE))]


def flights(scenes: list[Scene]) -> Iterator[Scene]:
    """The scenes in which the captured piece is in the air."""
    _, _, event = captured()
    for scene in scenes:
        if any(glide.piece == event.piece and glide.flight and glide.way for glide in scene.glides):
            yield scene


def box(point: Point, half: float) -> tuple[int, int, int, int]:
    x, y = point
    return (round(x - half), round(y - half), round(x + half), round(y + half))


def part(scene: Scene, point: Point, half: float) -> Image.Image:
    return pixels(scene).convert("RGB").crop(box(point, half))


@pytest.mark.parametrize("scenes", [in_motion, as_film])
def test_the_piece_that_captures_is_never_covered(scenes: object) -> None:
    _, _, event = captured()
    assert callable(scenes)
    shown = list(flights(scenes()))
    assert len(shown) >= 3
    shape = layout(4)
    frame = Frame.fit(shape.bounds, SIZE)
    colour = pieces_by_name()[event.piece] // 4
    spot = frame.at(shape.cell(colour, event.square).centre)
    still = part(replace(shown[-1], glides=(), tallies=()), spot, 0.3 * frame.scale)
    for scene in shown:
        apart = ImageChops.difference(part(scene, spot, 0.3 * frame.scale), still).convert("L").tobytes()
        assert sum(apart) / len(apart) < 4, "something lies over it"


@pytest.mark.parametrize("scenes", [in_motion, as_film])
def test_neither_coin_nor_way_home_is_seen_before_the_piece_is_there(scenes: object) -> None:
    match, number, event = captured()
    assert callable(scenes)
    shape = layout(4)
    frame = Frame.fit(shape.bounds, SIZE)
    state = match.plies[number].state
    nest = shape.homes[state.setup.seats[state.seat][0]]
    home = shape.homes[pieces_by_name()[event.piece] // 4].places[pieces_by_name()[event.piece] % 4]
    for scene in flights(scenes()):
        bare = replace(scene, trail=(), state=state._replace(bonus=0), tallies=())
        assert not ImageChops.difference(
            part(scene, frame.at(nest.centre), 0.2 * nest.radius * frame.scale),
            part(bare, frame.at(nest.centre), 0.2 * nest.radius * frame.scale),
        ).getbbox()
        ring = [part(each, frame.at(home), 0.6 * frame.scale) for each in (scene, bare)]
        assert ImageChops.difference(*ring).getbbox() is None


def test_a_bonus_is_never_shown_as_nothing() -> None:
    match, number, _ = captured()
    state = match.plies[number].state
    scene = Scene("parchis", state, NAMES, size=SIZE, tallies=(Tally(state.seat, 0),))
    bare = Scene("parchis", state._replace(bonus=0), NAMES, size=SIZE)
    assert pixels(scene).tobytes() == pixels(bare).tobytes()
    shown = [tally.steps for each in in_motion() for tally in each.tallies if tally.steps]
    assert shown == sorted(shown)
    assert 0 < shown[-1] <= state.bonus
