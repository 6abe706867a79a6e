"""Switches and their values may be typed in the words of each language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.core.commands.parser import parse_line
from bot.core.domain.new_table import rules_of
from bot.core.features.registry import registry
from bot.core.games import rulesets
from bot.core.games.parchis.switch_labels import BUTTONS
from bot.core.games.switch_names import names_of_switches, names_of_values, value_called
from bot.core.i18n.grammar import grammar
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import FALLBACK, languages, translator
from engine import catalog

RULES = Path(__file__).parents[4] / "docs/rules"


def test_every_switch_has_names_and_no_name_is_left_over() -> None:
    known = {name for game in catalog.names() for name in rulesets.switches(game)}
    assert set(names_of_switches()) == known


@pytest.mark.parametrize("game", catalog.names())
def test_every_value_is_meant_by_its_names_and_by_nothing_else(game: str) -> None:
    for name, legal in rulesets.switches(game).items():
        words = [rulesets.word_of(value) for value in legal]
        if isinstance(legal[0], bool):
            continue
        for word in words:
            ways = (word, *names_of_values().get(word, ()))
            assert all(value_called(way, words) == word for way in ways), (name, word)
        for way in names_of_switches()[name]:
            for value in legal:
                rules = rulesets.usual(game)
                by_name = rulesets.with_switch(game, rules, way, rulesets.word_of(value))
                assert by_name == rulesets.with_switch(game, rules, name, rulesets.word_of(value))


@pytest.mark.parametrize("language", languages())
def test_the_example_of_the_help_can_be_typed(language: str) -> None:
    """What /help shows in each language sets the same two rules."""
    (option,) = (one for command in registry() if command.name == "play" for one in command.options if one.rest)
    example = translator(language)(option.description).split(".")[-1].removeprefix(",").strip()
    request = parse_line(f"/play {example}", registry())
    assert rules_of(request.options)[1] == {"preset": "spanish", "colours": 4}
    request = parse_line(f"/play {example.replace('7', '12')}", registry())
    assert rules_of(request.options)[1] == {"preset": "spanish", "colours": 4, "six_all_out": 12}


def test_an_unknown_value_is_refused() -> None:
    with pytest.raises(Refusal):
        rulesets.with_switch("parchis", rulesets.usual("parchis"), "6_largo", "9")


@pytest.mark.parametrize("language", [one for one in languages() if one == FALLBACK or grammar(one).rule_books])
def test_the_rule_book_has_the_lobby_s_words_for_each_switch(language: str) -> None:
    """The table of values ends with what the lobby's buttons call them."""
    folder = RULES if language == FALLBACK else RULES / language
    book = (folder / "parchis.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|[^|\n]*\| ([^|`\n]+) \|$", book, re.MULTILINE)
    t = translator(language)
    told = {
        name: list(dict.fromkeys(t(text) for (key, _), text in BUTTONS.items() if key == name)) for name, _ in rows
    }
    assert {name for name, _ in rows} == {"colours", *rulesets.switches("parchis")}
    assert dict(rows) == {name: " · ".join(words) or "—" for name, words in told.items()}
