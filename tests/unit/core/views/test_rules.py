"""The rule sheets and the help: a sentence for every switch, short enough to be shown."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.core.commands.definition import Section
from bot.core.features.help.view import command_text, help_text
from bot.core.features.registry import registry
from bot.core.games import rulesets
from bot.core.games.game_words import presets
from bot.core.games.profiles import PROFILES
from bot.core.i18n.text_format import width
from bot.core.i18n.translator import languages, translator
from bot.core.views.left_behind import FRAME_LIMIT, left_text
from bot.core.views.rules import differences, rules_text, switches
from engine import catalog
from render.picture import PAINTERS
from tests.fakes.word_tables import lobby, started, well_formed

VALUES = [
    (game, name, value)
    for game in catalog.names()
    for name, values in catalog.game(game).describe()["switches"].items()
    for value in values
]
SHEETS_TO_READ = [
    (game, {"preset": preset} | extra)
    for game in catalog.names()
    for preset in catalog.game(game).describe()["presets"]
    for extra in ([{"colours": n} for n in (3, 4, 5, 6)] if game == "parchis" else [{}])
]


def test_every_game_and_preset_has_words() -> None:
    assert list(PROFILES) == list(PAINTERS) == list(catalog.names())
    assert {preset for game in catalog.names() for preset in rulesets.presets(game)} == set(presets())


@pytest.mark.parametrize(("game", "name", "value"), VALUES)
def test_every_value_of_every_switch_reads_differently(game: str, name: str, value: Any) -> None:
    for language in languages():
        t = translator(language)
        base: dict[str, Any] = {"turns_by_colour": True} if name == "stuck_helps" else {}
        sheets = {
            other: rules_text(game, {"preset": rulesets.presets(game)[0], **base, name: other}, t).plain
            for g, n, other in VALUES
            if (g, n) == (game, name)
        }
        assert len(set(sheets.values())) == len(sheets), "each says something else"
        told = [line for line in sheets[value].splitlines() if line.startswith("•")]
        assert all(re.search(r"\. \([PH]\d+(, [PH]\d+)*\)$", line) for line in told)
        if name != "colours":
            assert 1 <= width(t(PROFILES[game].sheet.labels[name, value])) <= 60


@pytest.mark.parametrize("language", languages())
def test_a_rules_button_explains_itself(language: str) -> None:
    """Each button is a few words of a sentence, not a mere name: nobody needs the rule book for it."""
    t = translator(language)
    labels = {pair: t(label) for profile in PROFILES.values() for pair, label in profile.sheet.labels.items()}
    assert {pair for pair, label in labels.items() if len(label.split()) < 3} <= {
        ("source", "die"),
        ("first", "D"),
        ("first", "J"),
    }


def test_every_value_of_every_switch_has_a_label() -> None:
    for game, profile in PROFILES.items():
        legal = {(name, value) for g, name, value in VALUES if g == game}
        assert set(profile.sheet.labels) == {pair for pair in legal if pair[0] != "colours"}


@pytest.mark.parametrize("language", languages())
def test_a_whole_sheet_fits_into_one_message(language: str) -> None:
    for game, rules in SHEETS_TO_READ:
        text = rules_text(game, rules, translator(language))
        assert well_formed(text), rules
        assert width(text.plain) <= 3500, rules


def test_the_sheet_follows_the_switches() -> None:
    t = translator("en")
    assert "its 6 moves 12" in rules_text("parchis", {"preset": "italian"}, t).plain
    assert "its 6 moves 7" in rules_text("parchis", {"preset": "italian", "six_all_out": 7}, t).plain
    assert "third 6" not in rules_text("parchis", {"preset": "diceless"}, t).plain
    assert "102 squares" in rules_text("parchis", {"preset": "spanish", "colours": 6}, t).plain
    assert "goes back to 20" in rules_text("palma", {"preset": "penalty"}, t).plain


def test_what_does_not_matter_at_a_table_is_left_out() -> None:
    t = translator("en")
    alone = rules_text("parchis", {"preset": "spanish"}, t, seats=["Y", "B", "R", "G"], teams=None).plain
    shared = rules_text("parchis", {"preset": "spanish"}, t, seats=["YR", "BG"], teams=None).plain
    teams = rules_text("parchis", {"preset": "spanish"}, t, seats=list("YBRG"), teams=[[0, 2], [1, 3]]).plain
    assert "team " not in alone
    assert "several colours" not in alone
    assert "several colours" in shared
    assert "A team wins" not in shared
    assert "A team wins" in teams


def test_unusual_shelters_are_told() -> None:
    text = rules_text("parchis", {"preset": "spanish", "shelters": [0, 5]}, translator("en")).plain
    assert "Safe squares: 5, 17, 22, 34, 39, 51, 56, 68." in text


def test_a_table_knows_in_what_it_differs_from_its_preset() -> None:
    record = lobby(rules={"preset": "italian", "six_all_out": 7, "stuck_helps": False})
    assert differences(record) == {"six_all_out": 7}
    assert "own_pair" not in switches(record)
    assert {"source", "setup", "third_six_spares_shelter"} <= set(switches(record))
    diceless = switches(lobby(rules={"preset": "diceless"}))
    assert "setup" in diceless
    assert "third_six_spares_shelter" not in diceless


@pytest.mark.parametrize("language", languages())
def test_help_names_every_command(language: str) -> None:
    text = help_text(registry(), translator(language))
    assert well_formed(text)
    assert width(text.plain) <= 1200
    found = [command.name for section in Section for command in registry().in_section(section)]
    assert sorted(found) == sorted(command.name for command in registry())
    for command in registry():
        assert f"/{command.name}" in text.plain.split() or f"/{command.name}: " in text.plain


@pytest.mark.parametrize("language", languages())
def test_help_tells_all_about_every_command(language: str) -> None:
    t = translator(language)
    for command in registry():
        text = command_text(command, t)
        assert well_formed(text)
        assert width(text.plain) <= 1500
        first = t("{command}: {description}.", command=f"/{command.name}", description=t(command.description))
        assert text.plain.startswith(first)
        rest = [option for option in command.options if option.name not in command.as_in_play]
        told = command.topics or [option.description for option in rest]
        assert all(f"{option}=…" in text.plain for option in command.as_in_play)
        assert all(t(sentence) in text.plain for sentence in told)
        assert (t("Then add:") in text.plain) == any(option.required for option in command.options)
        assert command.example_in(language) in text.plain
    assert "rated=…" in command_text(next(iter(registry())), t).plain


@pytest.mark.parametrize("language", languages())
def test_a_history_begins_with_the_rules_and_long_names_leave_less_room_for_them(language: str) -> None:
    t, rules = translator(language), {"preset": "spanish", "colours": 6, "stuck_helps": True}
    teams = [[0, 2, 4], [1, 3, 5]]
    for name, fewest in (("Ana", 14), ("Alexandra of the rather long name", 14)):
        table = started(lobby(rules=rules, seats=tuple("YBRGPO"), names=(name,) * 6, teams=teams))
        told = left_text(table, 0, t).plain
        assert len(told.splitlines()) >= fewest
        assert width(told) <= FRAME_LIMIT
