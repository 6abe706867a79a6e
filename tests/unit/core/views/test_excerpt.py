"""A message that stays has its turns in the order of play, and hides nothing that happened."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.core.domain.table import StartedTable
from bot.core.games.commentary import is_cheap
from bot.core.i18n.text_format import plain, width
from bot.core.i18n.translator import translator
from bot.core.views.board import TEXT_LIMIT
from bot.core.views.excerpt import excerpt
from engine import catalog
from engine.events import Captured, Picked, Thrown, TurnBegan
from engine.parchis.board import pieces_by_name
from engine.plies import Ply
from tests.fakes.told_events import SIGNS, happened, happened_in, unmarked
from tests.fakes.word_tables import lobby, played, random_game, started

GAMES: list[dict[str, Any]] = [
    {"rules": {"preset": "spanish"}},
    {
        "rules": {"preset": "spanish", "colours": 6, "stuck_helps": True},
        "seats": tuple("YBRGPO"),
        "teams": [[0, 2, 4], [1, 3, 5]],
    },
    {"rules": {"preset": "diceless"}, "names": (None, "Bea", None, "Dana")},
    {"game": "palma", "seats": ("D", "J")},
]
SPAN, TURNS = 24, 240
"""The turns of a message, and the turns of a game that the test looks at."""
TOLD = re.compile(rf"[{SIGNS}]")
"""What lines begin with that tell what was done; others are comments."""
HEAD = re.compile(rf"(?<!: )([{SIGNS}]) [\w ]+?(?= \d| ∅| passes| uses|, | and |:)")


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_event_is_told_in_order_and_no_plain_move(game: dict[str, Any]) -> None:
    *_, table = random_game(lobby(**game), random.Random(1))
    assert isinstance(table, StartedTable)
    plies = table.match.plies
    ends = [0, *(number for number, ply in enumerate(plies, 1) if ply.ends_turn)][: TURNS + 1]
    moves = 0
    for first, end in zip(ends[::SPAN], ends[SPAN::SPAN], strict=False):
        lines = [unmarked(line) for line in excerpt(table, slice(first, end), TEXT_LIMIT, translator("en"))]
        assert sum(width(line) + 1 for line in lines) <= TEXT_LIMIT
        told = "\n".join(line for line in lines if TOLD.match(line))
        assert "left out" not in "".join(lines)
        known, everything = happened_in(told), happened(plies[first:end])
        if table.match.teams:  # texts have their cheap captures with a comment only
            assert dear(table, first, end) <= known.pop("takes", 0) <= everything.pop("takes", 0), lines
        assert known == everything, lines
        moves += told.count("→")
        if table.game != "palma":
            turns = iter(turns_of(plies[first:end], table))
            assert all(sign in turns for sign in HEAD.findall(told)), lines
    assert moves < TURNS / 20, "a plain move is told of a last piece alone"


def dear(table: StartedTable, first: int, end: int) -> int:
    """Return how many captures in some plies cost two thirds of a great one."""
    plies, costs = table.match.plies, list[int]()
    for number in range(max(1, first), end):
        hits = (event for event in plies[number].events if isinstance(event, Captured))
        costs += [plies[number - 1].state.steps[pieces_by_name()[each.piece]] for each in hits]
    return sum(not is_cheap(cost, len(table.seats)) for cost in costs)


def turns_of(plies: Sequence[Ply[Any]], table: StartedTable) -> list[str]:
    """Return the signs of those who had a turn in which a number came up, one after the other."""
    signs, turns, is_new = dict(zip("YBRGPO", SIGNS, strict=False)), list[str](), True
    for event in (event for ply in plies for event in ply.events):
        is_new |= isinstance(event, TurnBegan)
        if isinstance(event, Picked) or (isinstance(event, Thrown) and not event.opening):
            turns += [signs[table.seats[event.seat].colours]] if is_new else []
            is_new = False
    return turns


def test_turns_without_an_event_say_so() -> None:
    game, begun = catalog.game("parchis"), started(lobby())
    position = {"game": "parchis", "rules": {"preset": "spanish"}, "seats": list("YBRG"), "starter": 0}
    pieces = {"Y": ["8", "30"], "B": ["40"]}
    opened = replace(begun, match=replace(begun.match, opening=game.from_position(position | {"pieces": pieces})))
    (quiet,) = excerpt(played(opened, "2", "Y2+2"), slice(0, 2), TEXT_LIMIT, translator("en"))
    assert plain(quiet) == "🕊 Nothing to report."


def test_a_number_that_comes_twice_without_dice_says_why() -> None:
    game, begun = catalog.game("parchis"), started(lobby(rules={"preset": "diceless"}))
    pieces = {"Y": ["8", "10", "12", "30"], "B": ["57"], "R": ["50"], "G": ["60"]}
    position = {"game": "parchis", "rules": {"preset": "diceless"}, "seats": list("YBRG"), "starter": 0}
    held = [[6], [1, 2], [1, 2], [1, 2]]
    opening = game.from_position(position | {"pieces": pieces, "pools": held})
    table = replace(begun, match=replace(begun.match, opening=opening))
    for number in ("n6", "n6", "n3"):
        table = played(table, number)
        moves = table.match.game.moves(table.match.state)
        table = played(table, next(move for move in moves if move.startswith("Y4")))
    (line, *_) = excerpt(table, slice(0, len(table.match.plies)), TEXT_LIMIT, translator("en"))
    assert "gets all numbers back and takes" in plain(line)
