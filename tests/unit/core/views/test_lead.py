"""The lead: told when it really changes hands, and at most once a message."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from bot.core.domain.table import StartedTable
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import translator
from bot.core.views.headlines import LEAD, variant
from bot.core.views.lead import CLEAR, takeover
from bot.core.views.news import news
from engine import catalog
from tests.fakes.word_tables import lobby, played, random_game, started

SEATS = {"rules": {"preset": "spanish"}, "seats": ["Y", "B"]}


def at(**pieces: list[str]) -> StartedTable:
    table = started(lobby(seats=("Y", "B")))
    position: dict[str, Any] = {"game": "parchis", **SEATS, "pieces": pieces, "starter": 0}
    return replace(table, match=replace(table.match, opening=catalog.game("parchis").from_position(position)))


def test_a_capture_that_turns_the_race_is_told() -> None:
    table = played(at(Y=["57", "40"], B=["60", "15"]), "3", "Y1+3")
    found = takeover(table, 0)
    assert found is not None
    assert (found.ply, found.seats, found.before) == (1, (0,), (1,))
    told = plain(news(table, 0, translator("en")).paragraphs[0][0])
    assert told.count("📈") == 1
    assert "Ana" in told.partition("📈")[2]
    still = played(at(Y=["50", "10"], B=["53", "15"]), "3", "Y1+3")
    assert takeover(still, 0) is None, "Bea is ahead all the same"


def test_a_step_or_two_change_nothing_nor_does_anything_in_the_first_turns() -> None:
    close = played(at(Y=["36"], B=["54"]), "3", "Y1+3")
    assert takeover(close, 0) is None
    early = played(at(Y=["5", "6"], B=["25"]), "6", "Y2+6", "6", "Y1+6")
    assert takeover(early, 0) is None


def test_it_is_told_only_where_it_changes_and_never_twice_in_the_same_words() -> None:
    told = 0
    for seed in range(4):
        last, previous = None, 0
        for ply, table in enumerate(random_game(lobby(seats=("Y", "B", "R")), random.Random(seed))):
            assert isinstance(table, StartedTable)
            if not ply or not table.match.plies[-1].ends_turn:
                continue
            found, previous = takeover(table, previous), ply
            if found is None:
                continue
            told += 1
            game, state = table.match.game, table.match.plies[found.ply].state
            left = [way - made for way, made in zip(game.way(state), game.steps(state), strict=True)]
            (seat,) = found.seats
            others = [steps for other, steps in enumerate(left) if other != seat]
            assert min(others) - left[seat] >= game.way(state)[seat] / CLEAR
            words = variant(table, LEAD, found.variant)
            assert words != last
            last = words
    assert told > 5
