"""The last words about a game are those of bots."""

from __future__ import annotations

import random
from dataclasses import replace

from bot.core.domain.table import StartedTable
from bot.core.domain.table_values import TableResult
from bot.core.games.bot_voices import CHARACTERS, WORDS, farewell, voice
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import translator
from bot.core.views.farewells import farewells
from tests.fakes.word_tables import lobby, random_game

SPANISH = {"rules": {"preset": "spanish"}}


def told(table: StartedTable, *order: int) -> list[str]:
    return [plain(line) for line in farewells(replace(table, result=TableResult(order, "rules")), translator("en"))]


def test_bots_have_a_word_each() -> None:
    *_, table = random_game(lobby(names=("Ana", None, "Carlo", None), **SPANISH), random.Random(3))
    assert isinstance(table, StartedTable)
    (bots,) = told(table, 4, 2, 3, 1)
    first, second = bots.split("” ")
    assert [first[0], second[0]] == ["🟢", "🔵"], "the better one first"
    assert any(word in first for word in spoken(0))
    assert any(word in second for word in spoken(1))
    assert farewells(table, translator("en")) == [], "the game goes on"


def spoken(mood: int) -> list[str]:
    return [word for character in CHARACTERS for word in character[mood]]


def test_a_farewell_repeats_no_word_of_the_game() -> None:
    for times in range(WORDS[-1]):
        said = {voice(CHARACTERS[0], 1, number, 5) for number in range(times + 1)}
        assert farewell(CHARACTERS[0], 1, times, 5) not in said
