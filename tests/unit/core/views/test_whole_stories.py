"""Stories of two dozen random games: each event appears once, in whole sentences that fit."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.core.domain.table import StartedTable
from bot.core.i18n.text_format import plain, width
from bot.core.i18n.translator import Translator, languages, translator
from bot.core.views.board import TEXT_LIMIT, board_screen
from bot.core.views.news import fitting, news
from engine.events import Captured
from engine.game import TurnKind
from tests.fakes.word_tables import NO_PICTURES, lobby, random_game

GAMES: list[dict[str, Any]] = [
    {"rules": {"preset": "spanish"}},
    {"rules": {"preset": "italian", "play_on": True, "colours": 6}, "seats": tuple("YBRGPO")},
    {"rules": {"preset": "italian", "turns_by_colour": True, "stuck_helps": True}, "seats": ("YR", "BG")},
    {"rules": {"preset": "diceless"}, "teams": [[0, 2], [1, 3]]},
    {"rules": {"preset": "spanish", "own_pair": "capture"}, "seats": ("YR", "BG")},
    {"rules": {"preset": "spanish", "colours": 3}, "seats": ("Y", "B", "R"), "names": (None, "Bea", None)},
    {"game": "palma", "seats": ("D", "J")},
    {"game": "palma", "seats": ("D", "J"), "rules": {"preset": "penalty", "hole5": "stake", "hole15": "stake"}},
]
EACH = 3
"""Games of each kind, one for each language."""
TURNS = 120
"""The turns in a row of each game whose stories the test looks at."""
ASKED = 20
"""The boards with a question that it looks at."""
SIGNS = "💥🙈😱😅🏁🎉🚧🛝😖💰✨🎁"
"""What the headlines of games begin with; a change of the lead appears once a message."""


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_each_turn_is_told_once_in_whole_sentences(game: dict[str, Any]) -> None:
    for seed in range(EACH):
        luck = random.Random(seed)
        *_, table = random_game(lobby(**game), luck)
        assert isinstance(table, StartedTable)
        ends = [number for number, ply in enumerate(table.match.plies, 1) if ply.ends_turn]
        begin = luck.randrange(max(1, len(ends) - TURNS))
        t, last = translator(languages()[seed % len(languages())]), dict[str, str]()
        for since, until in zip(ends[begin:], ends[begin + 1 : begin + TURNS], strict=False):
            check_turn(at(table, until), since, t, last)
        check_choices(table, luck, t)


def at(table: StartedTable, plies: int) -> StartedTable:
    return replace(table, match=replace(table.match, plies=table.match.plies[:plies]), version=plies)


def check_turn(table: StartedTable, since: int, t: Translator, last: dict[str, str]) -> None:
    """Look at the texts of a turn; `last` has the last headline of each sign."""
    told = news(table, since, t)
    lines = [plain(line) for paragraph in told.paragraphs for line in paragraph]
    assert lines
    assert all(
        line == line.strip() and line[-1] in ".!?”“»)" and "{" not in line and "  " not in line for line in lines
    )
    assert len(set(lines)) == len(lines)
    assert sum(width(plain(line)) + 1 for line in fitting(told, TEXT_LIMIT, t)) <= TEXT_LIMIT
    text = "\n".join(lines)
    assert text.count("📈") <= 1
    for ply in table.match.plies[since:]:
        for event in ply.events:
            if isinstance(event, Captured):
                name = table.seats[event.owner].name
                assert name in text
    for sign in SIGNS:
        for sentence in text.split(sign)[1:]:
            said = sentence.split("\n")[0].split("📈")[0].strip()
            assert last.get(sign) != said, "the same twice in a row"
            last[sign] = said


def check_choices(table: StartedTable, luck: random.Random, t: Translator) -> None:
    """Look at boards that ask somebody: the last line says who, and no line before it tells the number."""
    asking = [
        number
        for number in range(1, len(table.match.plies))
        if table.match.plies[number].kind is TurnKind.CHOOSE and table.seats[table.match.plies[number].seat].person
    ]
    for number in luck.sample(asking, min(ASKED, len(asking))):
        shown = at(table, number)
        question = board_screen(shown, number - 1, t, NO_PICTURES).text.plain.split("\n")[-1]
        before = [plain(line) for paragraph in news(shown, number - 1, t).paragraphs for line in paragraph]
        assert table.seats[shown.match.turn.seat].name in question
        position = shown.match.game.position(shown.match.state)
        if position["phase"] == "move" and isinstance(position["throw"], int):
            assert str(position["throw"]) in question
            assert not any(line.endswith(f" {position['throw']}.") for line in before)
