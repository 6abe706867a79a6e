"""How many throws gave another one: counted a second time from the log alone, by the words of the rule books."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine import catalog
from engine.events import TurnBegan
from engine.game import TurnKind
from engine.match import Match
from engine.players import player
from engine.summary import summary

TABLES: list[tuple[str, dict[str, Any], list[str] | None, list[list[int]] | None]] = [
    ("parchis", {"preset": "spanish"}, ["Y", "R"], None),
    ("parchis", {"preset": "spanish"}, None, [[0, 2], [1, 3]]),
    ("parchis", {"preset": "italian"}, ["YR", "BG"], None),
    ("parchis", {"preset": "italian", "turns_by_colour": True, "colours": 6}, ["YG", "BP", "RO"], None),
    ("parchis", {"preset": "italian", "play_on": True, "colours": 3}, None, None),
    ("parchis", {"preset": "diceless", "colours": 3}, None, None),
    ("palma", {"preset": "classic"}, None, None),
    ("palma", {"preset": "penalty", "hole5": "rethrow", "blocked_slide": "stay", "first": "D"}, None, None),
]


def played(table: tuple[str, Any, Any, Any], seed: int) -> tuple[Match[Any], list[str]]:
    """A random game, and its log."""
    name, rules, seats, teams = table
    game, chance = catalog.game(name), random.Random(f"{table}/{seed}")
    log: list[str] = []
    state = game.start(rules, seats, teams)
    while (kind := game.turn(state).kind) is not TurnKind.OVER:
        odds = game.odds(state)
        if kind is TurnKind.THROW:
            log.append(chance.choices(list(odds), list(odds.values()))[0])
        else:
            log.append(player("random").choose(game, state, game.moves(state), chance))
        state = game.apply(state, log[-1]).state
    return Match.fold(game, rules, seats, teams, log), log


def counted_parchis(table: tuple[str, Any, Any, Any], log: list[str]) -> list[tuple[int, int]]:
    """Throws and throws that gave another one, by seat: in each turn all throws but the last gave one (P50)."""
    game = catalog.game("parchis")
    state = game.start(*table[1:])
    throws: dict[int, int] = dict.fromkeys(range(len(state.setup.seats)), 0)
    turns = dict(throws)
    new_turn = True
    for move in log:
        before = game.position(state)
        step = game.apply(state, move)
        if before["phase"] == "throw":
            throws[before["seat"]] += 1
            turns[before["seat"]] += new_turn
            new_turn = False
        new_turn |= any(isinstance(event, TurnBegan) for event in step.events)
        state = step.state
    return [(throws[seat], throws[seat] - turns[seat]) for seat in throws]


def counted_palma(table: tuple[str, Any, Any, Any], log: list[str]) -> list[tuple[int, int]]:
    """The same by the stack of H28, kept here a second time: each entry remembers which throw pushed it."""
    game = catalog.game("palma")
    state = game.start(*table[1:])
    throws, gave = [0, 0], [set[int](), set[int]()]
    stack: list[tuple[int, int | None]] = [(0, None)] if table[1].get("first") == "D" else []
    for number, move in enumerate(log):
        step = game.apply(state, move)
        told = {event["type"]: event for event in (happened.to_json() for happened in step.events)}
        if "thrown" in told:
            thrower, value = told["thrown"]["seat"], told["thrown"]["value"]
            throws[thrower] += 1
            seat, pusher = stack.pop()
            assert seat == thrower
            if pusher is not None:
                gave[thrower].add(pusher)
            present = number
            if value == 5:
                stack.append((thrower, number))
            elif "passed" in told or "lost" in told:
                while stack and stack[-1][0] == thrower:
                    stack.pop()
        if "rethrow" in told:
            mover = told["rethrow"]["seat"]
            stack.append((mover, present if mover == thrower else None))
        if "turn" in told:
            assert not stack
            stack = [(told["turn"]["seat"], None)]
        state = step.state
    return [(throws[seat], len(gave[seat])) for seat in (0, 1)]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_only_throws_after_which_another_was_thrown_are_told_to_have_given_one(table: Any) -> None:
    count = counted_palma if table[0] == "palma" else counted_parchis
    told, sixes = 0, 0
    for seed in range(6):
        match, log = played(table, seed)
        found = summary(match).seats
        assert [(seat.throws, seat.more) for seat in found] == count(table, log)
        told += sum(seat.more for seat in found)
        sixes += sum(seat.best_throws for seat in found)
    if table[1]["preset"] == "diceless":  # nothing was thrown but for the first turn, and that is not counted
        assert told == sixes == 0
    elif table[0] == "parchis":
        assert 0 < told < sixes, "third 6s, 6s given up and the last throw were among them"


def fold(moves: list[str], rules: dict[str, Any]) -> Any:
    return summary(Match.fold(catalog.game("parchis"), rules, ["Y", "R"], None, moves)).seats[0]


def test_a_third_six_gives_nothing_and_the_throws_for_the_start_are_not_counted() -> None:
    moves = ["6", "6", "5", "4", "6", "Y1+6", "6", "Y1+6", "6"]
    told = fold(moves, {"preset": "spanish"})
    assert (told.throws, told.more, told.best_throws) == (3, 2, 3)
