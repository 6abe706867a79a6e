"""Crowded squares: of all that stands and would land on one, nothing hides anything else."""

from __future__ import annotations

import math
import random
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from engine.catalog import game
from engine.game import TurnKind
from engine.palma.board import HAND, TOP, piece_name
from render.content.scene import Scene
from render.drawing.geometry import Point, Polygon, area, cut, direction, edges, plus, wheel
from render.drawing.shapes import SHAPES
from render.palma import geometry as palma
from render.palma import sprites as palma_sprites
from render.palma.picture import PalmaDrawing
from render.parchis.picture import Thing, crowds
from render.parchis.places import Cell
from render.parchis.stage import Stage

FAMILIES: list[dict[str, Any]] = [
    {"preset": "spanish", "colours": 3},
    {"preset": "italian", "colours": 4},
    {"preset": "diceless", "colours": 4},
    {"preset": "italian", "colours": 5},
    {"preset": "diceless", "colours": 6},
    {"preset": "spanish", "colours": 6},
]
GAMES = 100
"""Of all families together; of Palma as many again."""
_FAR = 6.0
"""So far apart, in units of a board, no two glyphs meet."""


@cache
def hull(shape: Polygon) -> Polygon:
    """A convex outline that holds a shape."""
    ways = [direction(turn) for turn in range(0, 360, 15)]
    reach = [max(x * way[0] + y * way[1] for x, y in shape) for way in ways]
    corners = []
    for index, way in enumerate(ways):
        after, far = ways[(index + 1) % len(ways)], reach[(index + 1) % len(ways)]
        turn = way[0] * after[1] - way[1] * after[0]
        here = reach[index]
        corners.append(((here * after[1] - far * way[1]) / turn, (far * way[0] - here * after[0]) / turn))
    return tuple(corner for index, corner in enumerate(corners) if math.dist(corner, corners[index - 1]) > 1e-6)


def glyphs(cell: Cell, things: list[Thing]) -> list[Polygon]:
    """The outlines of all pieces and ghosts on a square."""
    radius, places = cell.radius(len(things)), cell.places(len(things))
    hulls = [hull(SHAPES[thing.colour]) for thing in things]
    return [tuple(plus(at, corner, radius) for corner in each) for at, each in zip(places, hulls, strict=True)]


def hidden(outlines: list[Polygon]) -> float:
    """Of the smaller of any two glyphs, how much lies under the other at most, from 0 to 1."""
    worst = 0.0
    for a, b in combinations(outlines, 2):
        if math.dist(a[0], b[0]) > _FAR:
            continue
        both = cut(edges(b), a)
        if len(both) > 2:
            worst = max(worst, abs(area(both)) / min(abs(area(a)), abs(area(b))))
    return worst


def crowded(rules: dict[str, Any], seed: int) -> list[tuple[Cell, list[Thing]]]:
    """Some crowded squares of a random game."""
    rules_of, chance = game("parchis"), random.Random(seed)
    state = rules_of.start(rules)
    found = []
    while (turn := rules_of.turn(state)).kind is not TurnKind.OVER:
        moves = rules_of.moves(state)
        if turn.kind is TurnKind.CHOOSE and chance.random() < 0.04:
            stage = Stage(Scene("parchis", state, (), moves, size=320), 320)
            for (colour, square), things in crowds(stage).items():
                if square not in {"H", "F"} and len(things) > 1:
                    found.append((stage.shape.cell(colour, square), things))
        state = rules_of.apply(state, chance.choice(moves)).state
    return found


@pytest.mark.parametrize("rules", FAMILIES, ids=lambda rules: f"{rules['preset']}-{rules['colours']}")
def test_nothing_hides_anything_on_a_square(rules: dict[str, Any]) -> None:
    seen: dict[tuple[Point, tuple[tuple[int, bool], ...]], tuple[Cell, list[Thing]]] = {}
    for seed in range(math.ceil(GAMES / len(FAMILIES))):
        for cell, things in crowded(rules, seed):
            seen[cell.centre, tuple((thing.colour, thing.ghost) for thing in things)] = (cell, things)
    assert len(seen) > 30
    for cell, things in seen.values():
        assert hidden(glyphs(cell, things)) <= 0.1, things
        assert sum(thing.ghost for thing in things) <= 1


def heads(picture: PalmaDrawing) -> list[Polygon]:
    """The outlines of all heads of pieces on a Palma board, and of all ghosts."""
    movable = {move.partition("+")[0] for move in picture.scene.moves}
    found: list[Polygon] = []
    for side, pieces in enumerate(picture.state.pieces):
        for number, hole in enumerate(pieces):
            if hole not in {HAND, TOP}:  # in hole 0 they are stacked
                foot = picture.spot(side, number, hole)
                at = plus(foot, picture.head(side, number, hole))
                if piece_name(side, number) in movable:
                    at = plus(at, (0.0, palma_sprites.PULLED))
                outline = hull(palma_sprites.HEADS[side])
                found.append(tuple(plus(at, corner, palma.HEAD) for corner in outline))
    for end in picture.landings():
        if end.hole == TOP:
            continue
        at = plus(picture.spot(end.side, end.number, end.hole), end.top)
        found.append(wheel(16, (1.16 * palma.HEAD,), centre=at))
    return found


@pytest.mark.parametrize("preset", ["classic", "penalty"])
def test_no_head_of_palma_hides_another(preset: str) -> None:
    rules_of = game("palma")
    seen: dict[tuple[object, tuple[str, ...]], PalmaDrawing] = {}
    for seed in range(GAMES // 2):
        state, chance = rules_of.start({"preset": preset}), random.Random(seed)
        while (turn := rules_of.turn(state)).kind is not TurnKind.OVER:
            moves = rules_of.moves(state)
            if turn.kind is TurnKind.CHOOSE and chance.random() < 0.05:
                seen[state.pieces, moves] = PalmaDrawing(Scene("palma", state, (), moves, size=320), 320)
            state = rules_of.apply(state, chance.choice(moves)).state
    assert len(seen) > 100
    for picture in seen.values():
        assert hidden(heads(picture)) <= 0.1, (picture.state.pieces, picture.scene.moves)


def test_heads_of_palma_that_stand_next_to_each_other_do_not_hide_each_other() -> None:
    pitch = min(math.dist(a, b) for a, b in combinations({spot for side in palma.HOLES for spot in side}, 2))
    assert pitch >= 2 * 1.16 * palma.HEAD  # rings of ghosts are the widest
