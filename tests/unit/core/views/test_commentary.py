"""The commentary of whole games as people read it: varied, sparing, in all languages, and without a doubled name."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from bot.core.domain.story import Told, folded
from bot.core.domain.table import StartedTable
from bot.core.games.bot_voices import CHARACTERS, DARING, POLITE, characters
from bot.core.games.chapters import CHAPTERS
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import languages, translator
from bot.core.views.headlines import sentence
from bot.core.views.players import short_name
from tests.fakes.word_tables import lobby, random_game

GAMES: dict[str, dict[str, Any]] = {
    "four": {"rules": {"preset": "spanish"}, "names": ("Ana", "Bea", None, None)},
    "six": {
        "rules": {"preset": "spanish", "colours": 6},
        "seats": tuple("YBRGPO"),
        "teams": [[0, 2, 4], [1, 3, 5]],
        "names": ("Ana", "Bea", "Carlo", "Dana", "Eva", None),
    },
    "diceless": {"rules": {"preset": "diceless"}},
    "palma": {"game": "palma", "seats": ("D", "J"), "rules": {"preset": "penalty", "hole5": "stake"}},
}
EACH = 4
CHASES, MOST_OF_A_KIND = 0.12, 0.25
"""The share of comments that may be chases, and of any kind."""
SHARES = {"six": (0.03, 0.12)}
"""The least and most share of turns with a comment in a game of teams, where many turns have an event."""
LEAST, MOST = 0.05, 0.25
"""The same in other games."""


@cache
def whole(kind: str, seed: int) -> tuple[StartedTable, tuple[Told, ...]]:
    *_, table = random_game(lobby(**GAMES[kind]), random.Random(seed))
    assert isinstance(table, StartedTable)
    return table, folded(table.match, whole=True).told


@pytest.mark.parametrize("kind", GAMES)
def test_comments_are_varied_and_sparing(kind: str) -> None:
    kinds, turns, spoken = Counter[str](), 0, 0
    for seed in range(EACH):
        table, told = whole(kind, seed)
        last = {each.turn: each.find.kind for each in told if each.find.kind not in CHAPTERS}
        kinds.update(last.values())
        turns, spoken = turns + sum(ply.ends_turn for ply in table.match.plies), spoken + len(last)
    assert kinds["chase"] <= CHASES * kinds.total(), kinds
    assert max(kinds.values()) <= MOST_OF_A_KIND * kinds.total(), kinds
    least, most = SHARES.get(kind, (LEAST, MOST))
    assert least <= spoken / turns <= most, spoken / turns


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", GAMES)
def test_only_the_plainest_sentences_come_back_and_none_names_anybody_twice(kind: str, language: str) -> None:
    t = translator(language)
    for seed in range(EACH):
        table, told = whole(kind, seed)
        said = set[str]()
        names = [short_name(table, seat, t) for seat in range(len(table.seats))]
        for each in told:
            text = plain(sentence(table, each, t))
            assert text not in said or each.wording == 0, text
            said.add(text)
            spoken, _, quote = re.sub("[«»„]", "“", text).partition("“")
            comment = re.sub(r" \S+ \w+\s?: ?$", "", spoken)  # without the bot that answers
            assert not any(name in quote for name in names), text
            assert not re.search(r"\b(\w+)[.!?:]? \1\b", comment), text
            assert all(len(re.findall(rf"\b{name}\b", comment)) < 2 for name in names), text


def test_bots_at_one_table_have_different_characters() -> None:
    names = ["Shark"] * len(CHARACTERS)
    assert len({id(each) for each in characters(names)}) == len(CHARACTERS)
    assert characters([*names, "Shark"])[-1] in CHARACTERS
    assert characters(["Shark", "Shark", "Fox"], ["", "hunter", "runner"])[1:] == [POLITE, DARING]
    assert len({id(each) for each in characters(names[:3], ["builder"] * 3)}) == 3
    for glad, sorry in CHARACTERS:
        assert len({*glad, *sorry}) == 16
        for language in languages():
            assert all(len(translator(language)(text).split()) <= 6 for text in (*glad, *sorry))
