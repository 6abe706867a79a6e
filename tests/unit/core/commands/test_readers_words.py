"""The names that readers see in refusals, help and offered lines: their own language's, and understood as meant."""

from __future__ import annotations

import re

import pytest

from bot.core.commands.bad_lines import not_a_value, option_name
from bot.core.commands.definition import Command, Option, OptionKind
from bot.core.commands.parser import parse_line
from bot.core.commands.quoting import Manner, Quotings
from bot.core.domain.tempo import Tempo, tempo_named
from bot.core.domain.time_control import TimeControl
from bot.core.features.help.view import command_text
from bot.core.features.registry import registry
from bot.core.games import rulesets
from bot.core.games.switch_names import rules_shown, switch_shown, value_shown
from bot.core.i18n.names import off_in, own
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import FALLBACK, Translator, languages, translator
from bot.core.messages.content import Style
from engine import catalog

COMMANDS = registry()
TYPED = Quotings(COMMANDS, Manner())
OPTIONS = [(command, option) for command in COMMANDS for option in command.options]
OTHERS = [language for language in languages() if language != FALLBACK]


def reader(language: str) -> Translator:
    return translator(language).quoted_by(TYPED.of(language))


def is_theirs(command: Command, option: Option, value: str, language: str) -> bool:
    """Return whether a language calls a value as English does, on purpose."""
    if value.isdecimal() or option.choice_words is not None:
        return True
    if option.kind is OptionKind.CHOICE:
        return value in option.choice_names.get(language, {})
    return value in own("flags", language).get(value, ()) or COMMANDS.get(value) is not None


@pytest.mark.parametrize("language", OTHERS)
def test_every_option_and_choice_is_shown_in_the_readers_language_and_read_back(language: str) -> None:
    t = reader(language)
    for command, option in OPTIONS:
        name = t.quoting.option(command.name, option.name)
        assert name == option.names[language]
        assert command.option(name) is option
        refused = not_a_value(command, option, "?!").note(t).plain
        assert name in refused
        for value in option.values:
            shown = t.quoting.choice(command.name, option.name, value)
            where = f"/{command.name} {option.name}={value}: {shown}"
            if COMMANDS.get(value) is not None and option.name == "command":
                assert COMMANDS.get(shown) is COMMANDS.get(value), where
            else:
                assert option.meant(shown) == value, where
            assert shown != value or is_theirs(command, option, value, language), where
            assert shown in refused, where


@pytest.mark.parametrize("language", OTHERS)
def test_the_words_of_a_pace_are_read_back(language: str) -> None:
    t = reader(language)
    shown = {word: t.quoting.choice("play", "pace", word) for word in ("none", *Tempo)}
    assert not shown.keys() & shown.values()
    assert {word: tempo_named(shown[word]) for word in Tempo} == {word: word for word in Tempo}
    assert TimeControl.parse(shown["none"]) == TimeControl()
    assert parse_line(f"/play pace={shown['none']}", COMMANDS).options == {"pace": shown["none"]}
    for off in (off_in(language), own("flags", language)["no"][0], own("paces", language)["without"][0]):
        assert TimeControl.parse(off) == TimeControl()
    with pytest.raises(Refusal) as refused:
        TimeControl.parse("5 x")
    told = refused.value.note(t).plain
    assert shown["none"] in told
    assert t.quoting.option("play", "pace") in told


@pytest.mark.parametrize("language", OTHERS)
def test_every_rule_is_shown_in_the_readers_language_and_read_back(language: str) -> None:
    t = reader(language)
    for game in catalog.names():
        rules = rulesets.usual(game)
        for name, values in rulesets.switches(game).items():
            shown = switch_shown(name, language)
            assert shown == own("switches", language)[name][0]
            for word in map(rulesets.word_of, values):
                told = value_shown(word, language)
                assert told != word or word.isdecimal() or word in own("switch_values", language)[word], name
                meant = rulesets.with_switch(game, rules, name, word)
                assert rulesets.with_switch(game, rules, shown, told) == meant, f"{name}={word}: {shown}={told}"
            with pytest.raises(Refusal) as refused:
                rulesets.with_switch(game, rules, name, "?!")
            assert shown in refused.value.note(t).plain
    line = TYPED.of(language).line("/play six_all_out=7 own_pair=capture").partition(" ")[2]
    assert line == rules_shown("six_all_out=7 own_pair=capture", language)


@pytest.mark.parametrize("language", OTHERS)
def test_help_spells_options_as_the_reader_types_them(language: str) -> None:
    t = reader(language)
    for command in COMMANDS:
        spelled = (part.text for line in command_text(command, t).lines for part in line if part.style is Style.CODE)
        for name in re.findall(r"([^ =]+)=…", " ".join(spelled)):
            option = COMMANDS.get("play").option(name) if command.option(name) is None else command.option(name)  # type: ignore[union-attr]
            assert option is not None, f"/{command.name} {name}"
            assert name == option_name(command, option)(t)
        example = parse_line(t.typed(command.example_in(language)), COMMANDS) if command.example else None
        if example is not None:
            assert example.name == command.name
            assert example.options.keys() == parse_line(command.example, COMMANDS).options.keys()
