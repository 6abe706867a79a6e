"""The solved ends of both games: every chance is the mean of what follows, by the engine's own moves."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, product
from typing import Any

import pytest

from engine import players
from engine.game import Game
from engine.palma.board import is_home
from engine.palma.game import PALMA
from engine.palma.state import Phase as PalmaPhase
from engine.palma.state import State as PalmaState
from engine.parchis.board import PIECES
from engine.parchis.game import PARCHIS
from engine.parchis.state import Phase, State
from engine.parchis.turn_flow import Play
from engine.players.evaluation import values, win_chances
from engine.players.palma_bear_off import exact_hounds, standings
from engine.players.parchis_endgames import SPOTS, WHOLE, exact_chance, is_solved
from tests.fakes.long_run import some

ROUNDED = 2 / 8191
GOAL = 71


def duel(own: tuple[int, ...], other: tuple[int, ...], preset: str = "spanish") -> State | None:
    """Return a duel's position before a throw, from places of the last pieces; None where they cannot stand."""
    opening = PARCHIS.start({"preset": preset}, ["Y", "R"])
    pieces = opening.setup.rules.pieces
    colours, board, steps = opening.setup.colours, opening.setup.board, list(opening.steps)
    for colour, spots in zip(colours, (own, other), strict=True):
        first = PIECES * colour
        steps[first : first + pieces] = [*(spot - 1 for spot in spots), *[GOAL] * (pieces - len(spots))]
    standing = [
        (board.cells[colour][steps[piece]], colour)
        for colour in colours
        for piece in opening.setup.pieces_of(colour)
        if 0 <= steps[piece] < GOAL
    ]
    for cell, _ in standing:
        here = [colour for place, colour in standing if place == cell]
        if len(here) > 2 or (len(set(here)) > 1 and not board.safe[cell]):
            return None
    return opening._replace(steps=tuple(steps), phase=Phase.THROW, slot=0, to_throw=(), starter=0)


def follows(state: State) -> float:
    """Return the chance of the seat that began to throw: the mean over faces, best play within the turn."""
    return sum(_settled(PARCHIS.apply(state, face).state) for face in PARCHIS.odds(state)) / 6


def _settled(state: State) -> float:
    if state.phase is Phase.OVER:
        return float(state.slot == 0)
    if state.phase in (Phase.MOVE, Phase.BONUS):
        return max(_settled(PARCHIS.apply(state, move).state) for move in PARCHIS.moves(state))
    if state.sixes:
        return follows(state)
    chance = exact_chance(Play(state))
    assert chance is not None
    return chance if state.slot == 0 else 1 - chance


def test_one_piece_against_one_is_solved_in_every_position() -> None:
    count = 0
    for own, other in some(product(range(SPOTS), repeat=2), 5):
        state = duel((own,), (other,))
        if state is None:
            continue
        count += 1
        assert exact_chance(Play(state)) == pytest.approx(follows(state), abs=ROUNDED)
    assert count > 1_000


@pytest.mark.parametrize(("preset", "positions"), [("spanish", 300), ("italian", 100), ("quick", 100)])
def test_two_pieces_against_one_are_solved(preset: str, positions: int) -> None:
    rng, pairs = random.Random(5), list(combinations_with_replacement(range(SPOTS), 2))
    for _ in range(positions):
        both, single = rng.choice(pairs), (rng.randrange(SPOTS),)
        for state in (duel(both, single, preset), duel(single, both, preset), duel(both[:1], single, preset)):
            if state is not None:
                assert exact_chance(Play(state)) == pytest.approx(follows(state), abs=2 / WHOLE[preset])


def test_other_rules_and_seats_are_left_to_the_net() -> None:
    for rules, seats in (
        ({"preset": "italian", "pieces": 2}, ["Y", "R"]),
        ({"preset": "diceless"}, ["Y", "R"]),
        ({}, ["Y", "B"]),
        ({}, None),
        ({"preset": "quick", "six_all_out": 7}, ["Y", "R"]),
    ):
        assert not is_solved(PARCHIS.start(rules, seats).setup)
    for rules in ({}, {"pieces": 2}, {"preset": "italian"}, {"preset": "italian", "pieces": 3}, {"preset": "quick"}):
        assert is_solved(PARCHIS.start(rules, ["B", "G"]).setup)


@pytest.mark.parametrize("pieces", [5, 3])
def test_the_bear_off_of_palma_is_solved(pieces: int) -> None:
    rng, order = random.Random(2), [one for one in standings(pieces) if not is_home(one)]
    opening = PALMA.start({"first": "D", "pieces": pieces})
    for _ in range(250):
        seat = rng.randrange(2)
        state = opening._replace(
            pieces=(rng.choice(order), rng.choice(order)), seat=seat, mover=seat, owner=seat, stack=(seat,)
        )
        odds = PALMA.odds(state)
        mean = sum(odds[throw] * _hounds(PALMA.apply(state, throw).state) for throw in odds) / sum(odds.values())
        assert exact_hounds(state) == pytest.approx(mean, abs=ROUNDED)


def _hounds(state: PalmaState) -> float:
    if state.phase is PalmaPhase.OVER:
        return float(state.mover == 0)
    if state.phase is PalmaPhase.MOVE:
        found = [_hounds(PALMA.apply(state, move).state) for move in PALMA.moves(state)]
        return max(found) if state.mover == 0 else min(found)
    chance = exact_hounds(state)
    assert chance is not None
    return chance


def choices_of(game: Game[Any], seed: int) -> list[Any]:
    """Return positions near the end of a game in which there is a choice, with exact chances after each move."""
    rng, found = random.Random(seed), list[Any]()
    while len(found) < 40:
        if game is PALMA:
            order = [one for one in standings(5) if not is_home(one)]
            state: Any = PALMA.start({"first": "D"})._replace(pieces=(rng.choice(order), rng.choice(order)))
        else:
            state = duel((rng.randrange(SPOTS), rng.randrange(SPOTS)), (rng.randrange(SPOTS),))
        if state is not None:
            thrown = game.apply(state, rng.choice(list(game.odds(state)))).state
            if game.turn(thrown).kind == "choose" and game.turn(thrown).seat == 0 and len(game.moves(thrown)) > 1:
                found.append(thrown)
    return found


@pytest.mark.parametrize("game", [PALMA, PARCHIS], ids=lambda game: game.name)
@pytest.mark.parametrize("level", ["strong", "master"])
def test_the_best_bots_play_the_end_perfectly(game: Game[Any], level: str) -> None:
    for state in choices_of(game, 3):
        exact = _hounds if game is PALMA else _settled
        worth = {move: exact(game.apply(state, move).state) for move in game.moves(state)}
        played = players.player(level).choose(game, state, game.moves(state), random.Random(1))
        assert worth[played] >= max(worth.values()) - ROUNDED


@pytest.mark.parametrize("plies", [1, 2])
def test_a_solved_end_is_judged_the_same_at_every_depth(plies: int) -> None:
    state = duel((40, 12), (30,))
    assert state is not None
    found, odds = values(PARCHIS, state, plies), PARCHIS.odds(state)
    mean = sum(found[face][0] for face in odds) / 6
    assert mean == pytest.approx(win_chances(PARCHIS, state)[0], abs=ROUNDED)
