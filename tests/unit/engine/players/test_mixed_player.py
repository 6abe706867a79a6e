"""Players between two levels."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine import catalog, players
from engine.game import TurnKind
from engine.players import UnknownPlayer, exists, mixed, parts, player


@pytest.mark.parametrize(
    "name", ["casual+0", "casual+100", "casual+", "+40", "master+40", "greedy+40", "casual+040", "casual +40"]
)
def test_other_names_are_no_mixtures(name: str) -> None:
    assert parts(name) is None
    assert not exists(name)
    with pytest.raises(UnknownPlayer):
        player(name)


def test_a_mixture_lies_between_neighbours() -> None:
    assert parts(mixed("random", 7)) == ("random", "beginner", 7)
    assert parts(mixed("casual", 40)) == ("casual", "strong", 40)
    assert player("casual+40").name == "casual+40"
    assert exists("strong+99")
    assert players.in_haste("strong+50").name == "strong"
    assert players.in_haste("beginner+50").name == "beginner"


def test_its_choices_are_those_of_the_two_in_the_stated_share() -> None:
    game, rng = catalog.game("parchis"), random.Random(3)
    weak, strong, mixture = player("casual"), player("strong"), player("casual+25")
    state, told = game.start({"preset": "spanish"}, None), Counter[bool]()
    while sum(told.values()) < 150:
        turn, moves = game.turn(state), game.moves(state)
        if turn.kind is TurnKind.OVER:
            state = game.start({"preset": "spanish"}, None)
            continue
        if turn.kind is TurnKind.THROW:
            move = rng.choice(moves)
        else:
            one, other = (each.choose(game, state, moves, random.Random(1)) for each in (weak, strong))
            move = mixture.choose(game, state, moves, rng)
            assert move in moves
            if one != other and move in (one, other):
                told[move == other] += 1
        state = game.apply(state, move).state
    assert 0.15 < told[True] / sum(told.values()) < 0.36


def test_the_same_luck_gives_the_same_move() -> None:
    game = catalog.game("palma")
    state = game.start({"preset": "classic"}, None)
    rng = random.Random(1)
    while len(game.moves(state)) < 2 or game.turn(state).kind is not TurnKind.CHOOSE:
        state = game.apply(state, rng.choice(game.moves(state))).state
    line = game.dump(state)
    assert len({players.chosen("casual+50", game, line, b"luck") for _ in range(5)}) == 1
