"""Draw what lies round the homes: names, whose turn it is, dice, bonuses, pools, places."""

from __future__ import annotations

from engine.events import Thrown
from engine.parchis.game import PARCHIS
from engine.parchis.state import Phase
from render.drawing import sprites
from render.drawing.geometry import Point, plus
from render.parchis.geometry import Home
from render.parchis.stage import Stage


def rings(stage: Stage) -> None:
    """Draw a ring round each nest whose turn it is."""
    for colour in () if stage.scene.film else stage.acting:
        home = stage.shape.homes[colour]
        stage.put(sprites.ring(stage.theme, stage.pixels(home.radius + 0.12)), home.centre)


def tags(stage: Stage) -> None:
    """Draw the names with the sign of the team, marked if it is their turn."""
    theme, names = stage.theme, stage.scene.names
    height = max(stage.pixels(0.86), round(stage.size * 0.034))
    team_of = {seat: number for number, team in enumerate(stage.scene.teams) for seat in team}
    for seat, colours in enumerate(stage.state.setup.seats):
        name = names[seat] if seat < len(names) else ""
        for colour in colours:
            home, tint, turn = stage.shape.homes[colour], theme.tints[colour], colour in stage.acting
            look = (theme.gold, tint.deep, theme.cream) if turn else (tint.deep, theme.cream, theme.ink)
            low, high = home.name_room
            room = stage.pixels(min(high - low, _LONGEST_NAME))
            instead = f"{tint.letter} · {seat + 1}"
            tag = sprites.tag(name, instead, height, room, *look, sign=team_of.get(seat, -1), turn=turn)
            half = tag.width / 2 / stage.frame.scale
            stage.put(tag, (min(max(home.name[0], low + half), high - half), home.name[1]))


_LONGEST_NAME = 6.5
"""How wide a name may be, in rows."""


def throws(stage: Stage) -> None:
    """Draw the die to be moved, large, and those thrown since the last picture, small; 6s in a row; a bonus due.

    Once the game is over none of it matters, nor do the pools.
    """
    state, theme = stage.state, stage.theme
    if stage.over:
        return
    shown: dict[int, int] = {}
    if state.phase is Phase.OPENING:
        shown = {state.setup.seats[seat][0]: value for seat, value in state.thrown}
    elif state.throw and state.phase is Phase.MOVE:
        shown = {stage.acting[0]: state.throw}
    for colour, value in (_past_throws(stage) | shown).items():
        home = stage.shape.homes[colour]
        side = home.radius * (0.56 if colour in shown else 0.36)
        stage.put(sprites.die(theme, value, stage.pixels(side)), home.centre)
    home = stage.shape.homes[stage.acting[0]]
    if state.bonus:
        stage.put(sprites.medal(theme, f"+{state.bonus}", stage.pixels(home.radius * 0.36)), home.centre)
    sixes = 0 if shown and state.sixes == 1 else state.sixes
    for spot in _row(plus(home.centre, (0.0, -home.radius * 0.7)), sixes, home.radius * 0.33):
        stage.put(sprites.die(theme, 6, stage.pixels(home.radius * 0.26)), spot)


def _row(middle: Point, count: int, step: float) -> list[Point]:
    """Return so many points side by side."""
    return [plus(middle, (step * (index - (count - 1) / 2), 0.0)) for index in range(count)]


def _past_throws(stage: Stage) -> dict[int, int]:
    """Return what each seat threw last since the picture before, by its first colour."""
    if stage.state.bonus:
        return {}
    seats = stage.state.setup.seats
    return {seats[event.seat][0]: event.value for event in stage.scene.trail if isinstance(event, Thrown)}


def pools(stage: Stage) -> None:
    """Draw the numbers left to each in a diceless game; lively where one is to be picked."""
    state = stage.state
    for slot, pool in enumerate(() if stage.over else state.pools):
        if state.phase is Phase.OPENING or (state.phase is Phase.MOVE and slot == state.slot):
            continue
        home = stage.shape.homes[state.setup.slots[slot].own[0]]
        lively = state.phase is Phase.PICK and slot == state.slot
        _pool(stage, home, pool, lively=lively)


def _pool(stage: Stage, home: Home, pool: tuple[int, ...], *, lively: bool) -> None:
    numbers = (1, 2, 3, 4, 5, 6, 0) if 0 in pool else (1, 2, 3, 4, 5, 6)
    step = max(home.radius * 1.84 / 7, 0.62)
    long, high = stage.pixels(step * (len(numbers) + 0.3)), stage.pixels(step * 1.24)
    stage.put(sprites.bar(stage.theme, long, high), home.centre)
    for number, point in zip(numbers, _row(home.centre, len(numbers), step), strict=True):
        left = number in pool
        chip = sprites.chip(stage.theme, number, stage.pixels(step), left=left, lively=lively and left)
        stage.put(chip, point)


def places(stage: Stage) -> None:
    """Draw, at the end, the winners' crowns and the others' places."""
    result = PARCHIS.result(stage.state)
    ranks = stage.scene.places if result is None else result.places
    for place, colours in zip(ranks, stage.state.setup.seats, strict=False):
        for colour in colours:
            home = stage.shape.homes[colour]
            crown, coin = stage.pixels(home.radius * 1.1), stage.pixels(home.radius * 0.3)
            prize = sprites.crown(stage.theme, crown) if place == 1 else sprites.medal(stage.theme, str(place), coin)
            stage.put(prize, home.centre)
