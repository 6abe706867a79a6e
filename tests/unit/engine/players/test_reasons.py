"""Every reason named for a move is true in the position: looked up again by the rules alone, over thousands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any

import pytest

from bot.core.games.advice import advice
from engine import catalog
from engine.game import Game, Move, TurnKind
from engine.players import player
from engine.players.evaluation import JUDGES, NoEvaluation, evaluation, values
from engine.players.reasons import EXPLAINERS, LEAST, Reason, advise, explain
from engine.players.reasons.fact import Fact, ParchisFact
from tests.fakes.snails.game import SNAILS
from tests.fakes.true_facts import TRUE, Look, unsaid

TABLES: list[tuple[str, dict[str, Any], list[str] | None, list[list[int]] | None]] = [
    ("parchis", {}, None, None),
    ("parchis", {}, ["Y", "R"], None),
    ("parchis", {"preset": "spanish"}, ["YR", "BG"], None),
    ("parchis", {"preset": "italian", "colours": 6}, None, [[0, 2, 4], [1, 3, 5]]),
    ("parchis", {"preset": "spanish", "six_choice": True, "own_pair": "capture"}, ["YR", "BG"], None),
    ("parchis", {"preset": "italian", "turns_by_colour": True, "play_on": True}, ["YR", "BG"], None),
    ("parchis", {"preset": "diceless", "colours": 3}, None, None),
    ("palma", {}, None, None),
    ("palma", {"preset": "penalty", "hole5": "stake", "blocked_slide": "stay"}, None, None),
]


def choices(game: Game[Any], start: Any, rng: random.Random, most: int) -> Iterator[Any]:
    """Yield positions with several moves, of games in which mostly the better of two moves is played."""
    state = start
    while most:
        if game.turn(state).kind is TurnKind.OVER:
            state = start
        moves = game.moves(state)
        if game.turn(state).kind is TurnKind.CHOOSE and len(moves) > 1:
            yield state
            most -= 1
        state = game.apply(state, rng.choice(moves)).state


@pytest.mark.parametrize(("name", "rules", "seats", "teams"), TABLES)
def test_every_fact_of_every_move_is_true(
    name: str, rules: dict[str, Any], seats: list[str] | None, teams: list[list[int]] | None
) -> None:
    game, rng, told = catalog.game(name), random.Random(8), set()
    for state in choices(game, game.start(rules, seats, teams), rng, 30 if rules.get("colours") == 6 else 70):
        for move in game.moves(state):
            line = EXPLAINERS[name].line(state, move)
            assert line.moves[0] == move
            events = []
            after = state
            for each in line.moves:
                step = game.apply(after, each)
                after, events = step.state, [*events, *step.events]
            assert after == line.after
            for fact in line.facts:
                true = TRUE[name][fact.kind]
                assert true(fact, Look(game, state, after, events)), (game.dump(state), move, fact)
                told.add(fact.kind)
            assert len(set(line.facts)) == len(line.facts)
            missed = unsaid(game, state, after, line.facts) if name == "parchis" else ()
            assert not missed, (game.dump(state), move, missed)
    assert len(told) >= 7, told


# what weighs most ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "rules", "seats", "teams"), TABLES)
def test_reasons_are_those_that_weigh_and_the_heaviest_comes_first(
    name: str, rules: dict[str, Any], seats: list[str] | None, teams: list[list[int]] | None
) -> None:
    game, found, real = catalog.game(name), 0, 0
    start = game.start(rules, seats, teams)
    for state in chain.from_iterable(choices(game, start, random.Random(seed), 60) for seed in (2, 3)):
        chances = chances_of(game, state)
        first, *_, last = sorted(game.moves(state), key=lambda move: -chances[move])
        reasons = explain(game, state, first, last)
        weights = [reason.weight for reason in reasons]
        assert weights == sorted(weights, reverse=True)
        assert all(weight >= LEAST or reason.fact.is_prize for weight, reason in zip(weights, reasons, strict=True))
        assert all((reason.of == first) != reason.fact.speaks_against for reason in reasons)
        heaviest = [weight for fact, weight in weighed(game, state, first, last) if weight >= LEAST]
        if heaviest and reasons:
            assert reasons[0].weight == pytest.approx(max(heaviest))
        if chances[first] - chances[last] > 0.02:
            real += 1
            found += bool(reasons)
    assert found >= 0.8 * real


def chances_of(game: Game[Any], state: Any) -> dict[Move, float]:
    side = evaluation(game).sides(state)[game.turn(state).seat]
    return {move: chances[side] for move, chances in values(game, state).items()}


def weighed(game: Game[Any], state: Any, better: Move, worse: Move) -> list[tuple[Fact, float]]:
    explainer = EXPLAINERS[game.name]
    mine, theirs = explainer.line(state, better), explainer.line(state, worse)
    good = [
        (fact, weight)
        for fact, weight in explainer.weights(mine, theirs).items()
        if not fact.speaks_against and fact not in theirs.facts
    ]
    bad = [
        (fact, -weight)
        for fact, weight in explainer.weights(theirs, mine).items()
        if fact.speaks_against and fact not in mine.facts
    ]
    return [*good, *bad]


def parchis(pieces: dict[str, list[str]], throw: int, **more: Any) -> Any:
    return catalog.game("parchis").from_position(
        {"game": "parchis", "seats": ["Y", "R"], "pieces": pieces, "phase": "move", "throw": throw, **more}
    )


def kinds(reasons: tuple[Reason, ...]) -> list[Any]:
    return [reason.fact.kind for reason in reasons]


def test_a_capture_is_why_a_capture_is_best() -> None:
    state = parchis({"Y": ["10", "30", "H", "H"], "R": ["14", "60", "H", "H"]}, 4)
    given = advise(catalog.game("parchis"), state)
    assert given.ranking[0].move == "Y1+4"
    assert given.follows  # the bonus
    assert given.reasons[0].fact == Fact(ParchisFact.CAPTURES, "Y1", (1,))


def test_a_piece_in_range_is_saved_on_a_shelter() -> None:
    state = parchis({"Y": ["8", "30", "H", "H"], "R": ["4", "60", "H", "H"]}, 4)
    given = advise(catalog.game("parchis"), state)
    assert given.ranking[0].move == "Y1+4"
    assert {ParchisFact.ESCAPES, ParchisFact.SAFE} <= set(kinds(given.reasons))
    escape = next(reason.fact for reason in given.reasons if reason.fact.kind is ParchisFact.ESCAPES)
    assert (escape.piece, escape.seats, escape.count) == ("Y1", (1,), 1)


def test_a_piece_is_not_said_to_be_saved_and_in_danger() -> None:
    game, rng = catalog.game("parchis"), random.Random(5)
    for state in choices(game, game.start({}, None, None), rng, 100):
        told = [
            reason.fact.piece
            for reason in advise(game, state).reasons
            if reason.fact.count
            and reason.fact.piece
            and reason.fact.kind not in (ParchisFact.BARRIER, ParchisFact.OPENS)
        ]
        assert len(told) == len(set(told))


def test_advice_orders_all_moves_and_comes_the_same_from_a_line_of_text() -> None:
    for name in ("parchis", "palma"):
        game = catalog.game(name)
        for state in choices(game, game.start(), random.Random(4), 12):
            given = advise(game, state)
            assert {judged.move for judged in given.ranking} == set(game.moves(state))
            near = [judged.chance for judged in given.ranking][: JUDGES[name].candidates(state)]
            assert all(one >= other for one, other in pairwise(near))
            assert advice(name, game.dump(state)) == given


def test_a_hint_is_the_masters_move_though_another_that_it_does_not_examine_seems_better() -> None:
    pieces = {"Y": ["45", "29", "23", "12"], "R": ["29", "1", "46", "H"]}
    game, state = catalog.game("parchis"), parchis(pieces, 6, seat=1, sixes=1, again=True)
    master = player("master").choose(game, state, game.moves(state), random.Random(1))
    assert master == "R1+6" == advise(game, state).ranking[0].move
    deep = JUDGES["parchis"].values(state, game.moves(state), 2)
    assert deep["R3+6"][1] > deep["R1+6"][1]


def test_a_game_that_nobody_judges_has_no_reasons() -> None:
    with pytest.raises(NoEvaluation):
        explain(SNAILS, SNAILS.start(), "1", "2")
