"""Perft: the number of move sequences of each length, throws counted as moves, against a file of counts.

Each entry of the file names a position of `POSITIONS` and the rules it is played by.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.palma.game import PALMA
from engine.palma.presets import PRESETS, read_rules
from engine.palma.rules import SWITCHES
from engine.palma.state import State
from tests.fakes.palma_tools import place

DEPTH = 4
COUNTS = Path(__file__).with_name("perft.json")

POSITIONS: dict[str, dict[str, Any]] = {
    # Every slide and every marked hole one throw away.
    "slides": {"D": ["4", "9", "14", "21", "23"], "J": ["8", "19"]},
    # Slides whose ends are occupied, and a rethrow.
    "blocked": {"D": ["9", "14", "19", "22", "24"], "J": ["10", "14", "20", "21", "23"]},
    # Throws that pass and lapse, a win within reach.
    "end": {"D": ["24", "26", "27", "28", "29"], "J": ["13", "14", "27", "28", "29"]},
}


def presets_and_single_switches() -> list[dict[str, Any]]:
    """Each preset, and each preset with one switch turned."""
    found = []
    for preset, rules in PRESETS.items():
        found.append({"preset": preset})
        for switch, value in rules.switches().items():
            found += [{"preset": preset, switch: other} for other in SWITCHES[switch] if other != value]
    return found


def cases() -> list[dict[str, Any]]:
    """What the file has counts for."""
    names = ["start", *POSITIONS]
    return [{"rules": rules, "position": name} for rules in presets_and_single_switches() for name in names]


def state_of(case: dict[str, Any]) -> State:
    if case["position"] == "start":
        return PALMA.start(case["rules"])
    each = read_rules(case["rules"]).pieces
    pieces = {side: holes[:each] for side, holes in POSITIONS[case["position"]].items()}
    return PALMA.from_position({"rules": case["rules"], "pieces": pieces})


def perft(state: State, depth: int) -> list[int]:
    """How many sequences of 1, 2, … moves there are."""
    counts = [0] * depth
    for move in PALMA.moves(state):
        counts[0] += 1
        if depth > 1:
            for further, count in enumerate(perft(PALMA.apply(state, move).state, depth - 1), 1):
                counts[further] += count
    return counts


def counted() -> list[dict[str, Any]]:
    return json.loads(COUNTS.read_text(encoding="utf-8"))


def test_the_file_has_every_preset_and_switch():
    assert [{key: entry[key] for key in ("rules", "position")} for entry in counted()] == cases()


@pytest.mark.parametrize("case", counted(), ids=lambda case: f"{json.dumps(case['rules'])}-{case['position']}")
def test_perft(case):
    assert perft(state_of(case), DEPTH) == case["nodes"]


def test_the_counts_tell_the_switches_apart():
    seen = {}
    for entry in counted():
        seen.setdefault(json.dumps(entry["rules"]), []).append(entry["nodes"])
    bases = {rules: json.dumps({"preset": json.loads(rules)["preset"]}) for rules in seen}
    same = {rules for rules, base in bases.items() if rules != base and seen[rules] == seen[base]}
    # A stake is played like a plain hole.
    same.discard(json.dumps({"preset": "quick", "penalty": True}))  # of three pieces it shows only in later turns
    assert same == {json.dumps({"preset": preset, "hole5": "stake"}) for preset in PRESETS}


def test_perft_by_hand():
    # The lot, four throws each, and only a 5 leaves a choice, which is one: to enter.
    assert perft(PALMA.start(), 3) == [2, 8, 2 * (3 * 4 + 1)]
    # A 1 wins in one way; a 2 and a 3 are lost, with four throws next; a 5 passes, and the jackals can only enter.
    assert perft(place("24 26 27 28 29"), 2) == [4, 1 + 4 + 4 + 1]
