"""Turns without a move: the reason of each, and several of them in one line."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.core.domain.table import StartedTable
from bot.core.games.parchis.stuck import NOTHING, stuck
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import translator
from bot.core.views.news import fitting, news
from engine import catalog
from engine.events import Lost
from engine.parchis.state import State
from tests.fakes.word_tables import lobby, played, random_game, started

FOUR = ["Y", "B", "R", "G"]


def table_of(pieces: dict[str, list[str]], game: str = "parchis", **more: Any) -> StartedTable:
    """Make a table that goes on from a position."""
    seats = ("D", "J") if game == "palma" else tuple(FOUR)
    table = started(lobby(game, seats=seats, teams=more.get("teams")))
    position: dict[str, Any] = {"game": game, "rules": table.rules, "pieces": pieces, **more}
    if game == "parchis":
        position |= {"seats": FOUR, "starter": 0}
    return replace(table, match=replace(table.match, opening=catalog.game(game).from_position(position)))


def told(table: StartedTable, *moves: str, language: str = "en") -> list[str]:
    paragraphs = news(played(table, *moves), 0, translator(language)).paragraphs
    return [plain(line) for paragraph in paragraphs for line in paragraph]


@pytest.mark.parametrize(
    ("pieces", "number", "reason"),
    [
        ({"Y": []}, "3", "needs a 5"),  # P33
        ({"Y": ["F", "F", "F", "c6"]}, "4", "needs exactly 2 for the goal"),  # P46
        ({"Y": ["F", "F", "c5", "c6"]}, "4", "too big for the goal"),
        ({"Y": ["20"], "B": ["23", "23"]}, "4", "🔵 Bea's barrier on 23 is in the way"),  # P41
        ({"Y": ["20", "23", "23"]}, "4", ""),  # the barrier itself may move
        ({"Y": ["20"], "B": ["29"], "R": ["29"]}, "4", ""),
        ({"Y": ["27"], "B": ["29"], "R": ["29"]}, "2", "square 29 is full"),  # P42
        ({"Y": ["66", "c5", "c5"]}, "5", ""),  # the 5 brings a piece out
        ({"Y": ["67", "c2", "c2", "F"]}, "6", "their own barrier is in the way"),
    ],
)
def test_the_reason_why_nothing_moves(pieces: dict[str, list[str]], number: str, reason: str) -> None:
    table = table_of(pieces)
    moves = played(table, number).match
    if not reason:
        assert moves.legal
        assert moves.turn.seat == 0
        return
    assert told(table, number)[0] == f"🟡 Ana {number}: {reason}."


def test_a_full_start_keeps_the_others_at_home() -> None:
    table = table_of({"Y": ["5", "5"], "G": ["9", "9"]})
    assert told(table, "5") == ["🟡 Ana 5: the way out is full."]  # P34


def test_a_bonus_that_cannot_be_moved_has_its_reason() -> None:
    table = table_of({"Y": ["22", "F", "F", "F"], "B": ["25"], "G": ["30", "30"]})
    assert told(table, "3", "Y1+3")[0] == (
        "🟡 Ana 3: piece 1 takes 🔵 Bea's piece 1 on 25; the 20 extra squares are lost: "
        "🟢 Dana's barrier on 30 is in the way."
    )
    far = table_of({"Y": ["55", "F", "F", "F"], "B": ["58"]})
    assert "; the 20 extra squares are lost: no piece can go that far." in told(far, "3", "Y1+3")[0]


def test_numbers_of_a_turn_without_a_move_share_their_reason() -> None:
    assert told(table_of({"B": ["30"]}), "6", "2", "1") == ["🟡 Ana 6+2: needs a 5."]
    mixed = table_of({"Y": ["20"], "B": ["23", "23"]})
    assert told(mixed, "6", "3", "1") == ["🟡 Ana 6+3: 🔵 Bea's barrier on 23 is in the way."]


def test_turns_in_a_row_without_a_move_share_a_line() -> None:
    assert told(table_of({}), "3", "1", "2", "4") == [
        "Nobody comes out: 🟡 Ana 3, 🔵 Bea 1, 🔴 Carlo 2 and 🟢 Dana 4."
    ]
    mixed = table_of({"B": ["F", "F", "c5", "c6"]})
    assert told(mixed, "6", "3", "4", language="es") == [
        "🟡 Ana 6+3: necesita un 5 · 🔵 Bea 4: demasiado para la meta."
    ]
    palma = table_of({}, "palma")
    assert told(palma, "3", "1", language="it") == ["Ancora nessuno entra: 🐕 Ana 3 e 🐺 Bea 1."]


def test_turns_in_a_shared_line_are_counted_one_by_one() -> None:
    table, t = played(table_of({"R": ["40"]}), "3", "1", "2", "R1+2", "1", "2"), translator("en")
    found = news(table, 0, t)
    assert found.turns == (2, 1, 2)
    lines = [plain(line) for line in fitting(found, 60 + 40, t)]
    assert lines[0] == "(3 earlier turns left out)"


@pytest.mark.parametrize(
    "game",
    [
        {"rules": {"preset": "spanish"}},
        {"rules": {"preset": "diceless"}, "teams": [[0, 2], [1, 3]]},
        {"rules": {"preset": "italian", "turns_by_colour": True, "stuck_helps": True}, "seats": ("YR", "BG")},
        {"rules": {"preset": "italian", "colours": 6}, "seats": tuple("YBRGPO"), "teams": [[0, 2, 4], [1, 3, 5]]},
    ],
    ids=str,
)
def test_every_lost_number_of_whole_games_has_a_reason(game: dict[str, Any]) -> None:
    *_, table = random_game(lobby(**game), random.Random(3))
    assert isinstance(table, StartedTable)
    lost, before = 0, table.match.opening
    for ply in table.match.plies:
        for event in ply.events:
            if isinstance(event, Lost):
                assert isinstance(ply.state, State)
                reason, blocker, square = stuck(before, ply.state, event)
                assert reason is not NOTHING, (before, ply)
                assert blocker is None or square.isdecimal()
                lost += 1
        before = ply.state
    assert lost > 10


def test_a_partners_piece_that_arrives_counts_for_the_team() -> None:
    pieces = {"Y": ["F", "F", "F", "F"], "R": ["60", "c6"], "B": ["30"]}
    home = told(table_of(pieces, teams=[[0, 2], [1, 3]]), "2", "R2+2", "R1+10")
    assert any("5 of 8" in line for line in home)


def test_a_lead_that_falls_to_somebody_is_not_told_as_their_move() -> None:
    pieces = {"Y": ["30", "F"], "B": ["60", "F"], "R": ["57", "39"], "G": ["1"]}
    table = table_of(pieces)
    lines = told(table, "1", "Y1+1", "1", "B1+1", "4", "R1+4", "R2+20")
    assert not any(line.startswith("📈") for line in lines)


def test_a_six_that_counts_more_says_so() -> None:
    table = table_of({"Y": ["20", "30", "40", "50"]})
    assert told(table, "6", "Y1+7")[-1] == "🟡 Ana 6: piece 1, 20 → 27 (the 6 counts 7)."  # P51
