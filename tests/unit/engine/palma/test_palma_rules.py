"""Presets and switches: their values, and what is refused."""

from __future__ import annotations

import json

import pytest

from engine.errors import BadRules
from engine.palma.game import PALMA
from engine.palma.presets import PRESETS, read_rules, write_rules
from engine.palma.rules import SWITCHES, Rules
from tests.fakes.palma_tools import variants

CLASSIC = {
    "penalty": False,
    "hole5": "none",
    "hole15": "rethrow",
    "blocked_slide": "illegal",
    "first": "lot",
    "pieces": 5,
}


def test_preset_classic_is_the_default_and_as_in_the_table():
    assert read_rules(None) == read_rules({}) == read_rules({"preset": "classic"}) == Rules()
    assert PRESETS["classic"].switches() == CLASSIC


def test_preset_penalty_differs_in_the_penalty_alone():
    assert read_rules({"preset": "penalty"}).switches() == CLASSIC | {"penalty": True}


def test_rules_of_every_variant_come_back_from_json():
    for rules in variants():
        assert read_rules(rules).switches() == {key: value for key, value in rules.items() if key != "preset"}
        assert read_rules(json.loads(json.dumps(write_rules(read_rules(rules))))) == read_rules(rules)


def test_written_rules_are_a_preset_and_what_differs():
    assert write_rules(Rules()) == {"preset": "classic"}
    assert write_rules(Rules(penalty=True)) == {"preset": "penalty"}
    assert write_rules(Rules(penalty=True, hole5="stake")) == {"preset": "penalty", "hole5": "stake"}


@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "nonesuch"},
        {"preset": None},
        {"preset": ["classic"]},
        {"preset": {}},
        {"penalties": True},
        {"penalty": 1},
        {"penalty": 0},
        {"penalty": "true"},
        {"penalty": None},
        {"hole5": "none "},
        {"hole5": False},
        {"hole15": []},
        {"hole15": {"a": 1}},
        {"blocked_slide": "Stay"},
        {"first": "R"},
        {"first": 0},
        {1: 2},
        [],
        "classic",
        7,
    ],
    ids=repr,
)
def test_rules_that_are_none_are_refused(rules):
    with pytest.raises(BadRules):
        PALMA.start(rules)


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"preset": "nonesuch"}, "unknown preset nonesuch; there are: classic, quick, penalty"),
        ({"hole7": "none"}, "unknown switch hole7; there are: penalty, hole5, hole15, blocked_slide, first, pieces"),
        ({"penalty": 1}, "penalty cannot be 1; it is one of: false, true"),
        ({"hole5": "x" * 1000}, f"hole5 cannot be {'x' * 40}; it is one of: none, rethrow, stake"),
    ],
)
def test_the_message_says_what_would_do(rules, words):
    with pytest.raises(BadRules) as error:
        PALMA.start(rules)
    assert str(error.value) == words


@pytest.mark.parametrize("seats", [None, ["D", "J"], ("D", "J")])
def test_the_seats_are_hounds_and_jackals(seats):
    assert PALMA.start(seats=seats) == PALMA.start()


@pytest.mark.parametrize("seats", [[], ["D"], ["J", "D"], ["D", "J", "D"], "DJ", ["d", "j"], 2, [0, 1]])
def test_other_seats_are_refused(seats):
    with pytest.raises(BadRules, match="seats"):
        PALMA.start(seats=seats)


@pytest.mark.parametrize("teams", [[], [[0], [1]], [[0, 1]]])
def test_teams_are_refused(teams):
    with pytest.raises(BadRules, match="teams"):
        PALMA.start(teams=teams)


def test_describe_gives_presets_and_legal_values_as_json():
    described = json.loads(json.dumps(PALMA.describe()))
    assert described["name"] == "palma"
    assert described["seats"] == ["D", "J"]
    assert described["presets"] == {
        "classic": {"preset": "classic", **CLASSIC},
        "penalty": {"preset": "penalty", **CLASSIC, "penalty": True},
        "quick": {"preset": "quick", **CLASSIC, "pieces": 3},
    }
    assert all(PALMA.start(rules) == PALMA.start({"preset": name}) for name, rules in described["presets"].items())
    assert {switch: tuple(values) for switch, values in described["switches"].items()} == SWITCHES
