"""Pieces and landings are touched where they are drawn."""

from __future__ import annotations

import io
import math
import random
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from engine import catalog
from engine.game import TurnKind
from render.content.scene import Scene
from render.picture import draw, touch

GAMES = [("parchis", {}), ("parchis", {"preset": "diceless"}), ("parchis", {"colours": 6}), ("palma", {})]


def scenes(game: str, rules: dict[str, object], count: int, seed: int) -> list[Scene]:
    """Play at random; return positions with something to choose, and some before a throw."""
    engine, luck, found = catalog.game(game), random.Random(seed), []
    state = engine.start(rules)
    while len(found) < count:
        turn = engine.turn(state)
        if turn.kind is TurnKind.OVER:
            state = engine.start(rules)
            continue
        if turn.kind is TurnKind.THROW:
            if luck.random() < 0.05:
                found.append(Scene(game, state, (), size=None))
            values, weights = zip(*engine.odds(state).items(), strict=True)
            state = engine.apply(state, luck.choices(values, weights)[0]).state
            continue
        moves = engine.moves(state)
        if len(moves) > 1:
            found.append(Scene(game, state, (), tuple(moves), size=None))
        state = engine.apply(state, luck.choice(list(moves))).state
    return found


def opened(scene: Scene) -> Image.Image:
    """Draw a scene."""
    return Image.open(io.BytesIO(draw(scene))).convert("L")


@pytest.mark.parametrize(("game", "rules"), GAMES)
def test_every_choice_is_touched_once_inside_the_picture_and_apart_from_others(
    game: str, rules: dict[str, object]
) -> None:
    for scene in scenes(game, rules, 25, seed=3):
        found = touch(scene)
        width, height = opened(scene).size
        assert sorted(reach.move for reach in found.reaches) == sorted(scene.moves or ("",))
        assert found.tint.startswith("#")
        discs = [reach.landing for reach in found.reaches]
        for x, y, radius in (*discs, *(reach.piece for reach in found.reaches if reach.piece)):
            assert 0 < x < width
            assert 0 < y < height
            assert radius > 4
        for index, (x, y, radius) in enumerate(discs):  # pieces that would land on one square have one ghost
            others = [disc for disc in discs[:index] if disc != (x, y, radius)]
            assert all(math.dist((x, y), (a, b)) > 0.8 * max(radius, r) for a, b, r in others)
        ways = [(reach.landing, reach.piece) for reach in found.reaches]
        assert len(set(ways)) == len(ways)


@pytest.mark.parametrize(("game", "rules"), GAMES[:1] + GAMES[2:])
def test_the_landing_of_a_move_is_where_the_picture_shows_it(game: str, rules: dict[str, object]) -> None:
    for scene in scenes(game, rules, 5, seed=5):
        moves = [reach for reach in touch(scene).reaches if reach.piece is not None]
        for reach in moves:
            others = tuple(move for move in scene.moves if move != reach.move)
            there, gone = (
                Image.open(io.BytesIO(draw(one))).convert("L") for one in (scene, replace(scene, moves=others))
            )
            x, y, radius = reach.landing
            box = tuple(round(side) for side in (x - radius, y - radius, x + radius, y + radius))
            assert ImageChops.difference(there.crop(box), gone.crop(box)).getbbox() is not None


def test_nothing_is_touched_when_the_game_is_over() -> None:
    scene = scenes("parchis", {}, 1, seed=1)[0]
    assert touch(replace(scene, places=(1, 2, 3, 4))).reaches == ()
