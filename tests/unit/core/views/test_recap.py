"""Since you left: the player to act reads first what happened to them while others took three turns or more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.core.domain.play import LATE
from bot.core.domain.table import StartedTable
from bot.core.i18n.translator import translator
from bot.core.views.board import board_screen
from data.records import MoveRecord
from engine import catalog
from tests.fakes.word_tables import NO_PICTURES, lobby, played, started

POSITION = {"game": "parchis", "rules": {"preset": "spanish"}, "seats": ["Y", "B", "R", "G"], "starter": 0}


def after(
    *moves: str,
    late: tuple[int, ...] = (),
    game: str = "parchis",
    position: dict[str, Any] | None = None,
    **pieces: list[str],
) -> StartedTable:
    """A table on which these moves were played from a position, some of them by a bot for who was late."""
    seats = ("D", "J") if game == "palma" else ("Y", "B", "R", "G")
    table = started(lobby(game, seats=seats))
    position = position or {**POSITION, "pieces": pieces, "seat": 1}
    table = replace(table, match=replace(table.match, opening=catalog.game(game).from_position(position)))
    table = played(table, *moves)
    log = tuple(
        MoveRecord(number, number + 1, ply.move, ply.seat, LATE if number in late else None, 0.0)
        for number, ply in enumerate(table.match.plies)
    )
    return replace(table, log=log)


def lines(table: StartedTable, language: str = "en", since: int = 0) -> list[str]:
    return board_screen(table, since, translator(language), NO_PICTURES).text.plain.splitlines()


CAPTURE = ("3", "B1+3", "B1+20", "1", "R1+1", "1", "G1+1")
PIECES = {"Y": ["33", "6"], "B": ["30"], "R": ["45"], "G": ["60"]}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "👀 Ana, since your last turn: 💥 Bea sent one of your pieces home."),
        ("es", "👀 Ana, desde tu último turno: 💥 Bea te ha comido una ficha."),
        ("it", "👀 Ana, dal tuo ultimo turno: 💥 Bea ti ha mangiato una pedina."),
    ],
)
def test_a_capture_comes_first_and_is_told_once(language: str, line: str) -> None:
    told = lines(after(*CAPTURE, **PIECES), language)
    assert told[0] == line
    assert sum("💥" in each for each in told) == 1
    assert "Bea" in told[1], "then what was rolled"


def test_others_read_of_it_as_usual_and_so_does_who_was_hardly_gone() -> None:
    table = after(*CAPTURE[:5], **PIECES)
    assert not any("👀" in line for line in lines(table)), "Dana is to act: nothing happened to her"
    assert not any("👀" in line for line in lines(after(*CAPTURE, **PIECES), since=3)), "two turns are no absence"


def test_turns_that_a_bot_played_are_counted() -> None:
    moves = (*CAPTURE, "2", "Y2+2", "2", "B1+2", "2", "R1+2", "2", "G1+2")
    told = lines(after(*moves, late=(7, 8), **PIECES))
    assert told[0] == (
        "👀 Ana, since your last turn: 💥 Bea sent one of your pieces home. ⏰ A bot played 1 turn for you."
    )
    assert not any("ran out of time" in line for line in told), "she is told once"
    assert any("turn" in line and line.startswith("(") for line in told), "the rest in brief"
    assert told[-1].startswith("🟡 Ana, your turn.")


MIXED = {"Y": ["12"], "B": ["12"], "R": ["45"], "G": ["60"]}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "👀 Ana, since your last turn: 🚧 The barrier you shared with Bea is gone."),
        ("es", "👀 Ana, desde tu último turno: 🚧 Tu barrera con Bea ya no está."),
        ("it", "👀 Ana, dal tuo ultimo turno: 🚧 La tua barriera con Bea non c’è più."),
    ],
)
def test_a_barrier_that_another_broke_is_told(language: str, line: str) -> None:
    italian = {**POSITION, "rules": {"preset": "italian"}, "pieces": MIXED, "seat": 1}
    moves = ("6", "B1+6", "1", "B1+1", "1", "R1+1", "1", "G1+1")
    assert lines(after(*moves, position=italian), language)[0] == line
    assert not any("👀" in told for told in lines(after(*moves, **MIXED), language)), "in Spain it is no barrier"


def test_rolls_that_another_passed_on_are_told() -> None:
    palma: dict[str, Any] = {
        "game": "palma",
        "pieces": {"D": ["3", "4", "6", "7", "8"], "J": ["29", "28", "27", "24", "21"]},
        "seat": 1,
    }
    # the jackals can use no 3, so it goes to the hounds, for whom a bot plays
    passed = ("3", "D3+3", "1", "D2+1", "1", "J4+1", "1", "D1+1", "1", "J4+1", "1", "D2+1", "1", "J5+1")
    told = lines(after(*passed, game="palma", position=palma, late=(1, 2, 3, 6, 7, 10, 11)))
    assert told[0].startswith(
        "👀 Ana, since your last turn: 🎁 Rolls that Bea couldn't use, so they were yours: 1. ⏰ A bot played "
    )
