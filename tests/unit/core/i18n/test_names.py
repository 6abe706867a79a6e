"""The catalogues of names are complete, name nothing that is not there, and give no word two meanings."""

from __future__ import annotations

import pytest

from bot.core.commands.definition import Command, Option, OptionKind, Registry
from bot.core.commands.parser import parse_line
from bot.core.features.registry import registry
from bot.core.games import rulesets
from bot.core.games.game_words import presets
from bot.core.i18n import names
from bot.core.i18n.spelling import folded
from bot.core.i18n.translator import languages
from engine import catalog

COMMANDS = registry()
OPTIONS = {option.name: option for command in COMMANDS for option in command.options}
KNOWN = {
    "commands": {command.name for command in COMMANDS},
    "options": set(OPTIONS),
    "games": set(catalog.names()),
    "variants": set(presets()),
    "languages": set(languages()),
    "switches": {switch for game in catalog.names() for switch in rulesets.switches(game)},
    "flags": {"yes", "no"},
    "paces": {"none", "without", "quick", "calm", "day"},
    "nouns": set(catalog.names()),
    "help": {"all"},
    "examples": {"schedule", "holiday", "mix"},
    "samples": {"play", "schedule"},
}


@pytest.mark.parametrize("language", languages())
def test_a_language_names_only_what_is_there(language: str) -> None:
    for kind, things in KNOWN.items():
        assert set(names.own(kind, language)) <= things, kind
    for name, choices in names.own("choices", language).items():
        known = {
            choice
            for command in COMMANDS
            for option in command.options
            if option.name == name
            for choice in option.choices
        }
        assert set(choices) <= known, name


def test_every_language_names_the_same_choices() -> None:
    told = [{name: set(found) for name, found in names.own("choices", one).items()} for one in languages()]
    assert all(one == told[0] for one in told)


@pytest.mark.parametrize("kind", ["switches", "flags", "paces", "games", "variants", "languages"])
def test_no_word_means_two_things_of_a_kind(kind: str) -> None:
    taken: dict[str, str] = {}
    for thing, ways in names.others(kind).items():
        for way in (thing, *ways):
            other = taken.setdefault(folded(way), thing)
            assert other == thing, f"{way} means {other} and {thing}"


def test_a_command_that_the_catalogues_do_not_know_works_and_brings_its_own_names() -> None:
    choice = Option(
        "side", OptionKind.CHOICE, "Heads or tails", ("heads", "tails"), choice_names={"es": {"heads": "cara"}}
    )
    found = Registry.of(
        [*COMMANDS, Command("coin", "Toss", (choice,), names={"es": "moneda"}), Command("hello", "Hi")]
    )
    assert parse_line("/coin heads", found) == parse_line("/moneda cara", found) == ("coin", {"side": "heads"})
    assert parse_line("/hello", found).name == "hello"
    with pytest.raises(ValueError, match="jugar' means play and coin"):
        Registry.of([*COMMANDS, Command("coin", "Toss", names={"es": "jugar"})])


def test_off_is_said_in_any_language_and_midnight_is_an_hour() -> None:
    words = ("off", "No", " aus ", "non", "0", "7", "ja", "")
    assert [word for word in words if names.is_off(word)] == ["off", "No", " aus ", "non"]
