"""The presets of Palma, and rules as JSON: a preset and overrides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from engine.errors import BadRules
from engine.palma.rules import SWITCHES, Rules

DEFAULT: Final = "classic"

PRESETS: Final[Mapping[str, Rules]] = {
    "classic": Rules(),
    "quick": Rules(pieces=3),
    "penalty": Rules(penalty=True),
}


def read_rules(source: object) -> Rules:
    """Read rules from a JSON object `{"preset": …, switch: value, …}`; None is the classic game. Raises BadRules."""
    if source is None:
        return PRESETS[DEFAULT]
    if not isinstance(source, Mapping):
        raise BadRules("rules: an object with a preset and switches is expected")
    overrides = {key: value for key, value in source.items() if key != "preset"}
    for key, value in overrides.items():
        _check(key, value)
    return replace(_preset(source.get("preset", DEFAULT)), **overrides)


def write_rules(rules: Rules) -> dict[str, Any]:
    """Return the shortest JSON of the rules: the closest preset and the switches that differ."""
    return min((_difference(name, rules) for name in PRESETS), key=len)


def _preset(name: object) -> Rules:
    if not isinstance(name, str) or name not in PRESETS:
        raise BadRules(f"unknown preset {_shown(name)}; there are: {', '.join(PRESETS)}")
    return PRESETS[name]


def _check(key: object, value: object) -> None:
    if not isinstance(key, str) or key not in SWITCHES:
        raise BadRules(f"unknown switch {_shown(key)}; there are: {', '.join(SWITCHES)}")
    legal = SWITCHES[key]
    # 1 == True in Python, but 1 is not a value of a boolean switch.
    if not any(type(value) is type(option) and value == option for option in legal):
        raise BadRules(f"{key} cannot be {_shown(value)}; it is one of: {', '.join(map(_shown, legal))}")


def _difference(name: str, rules: Rules) -> dict[str, Any]:
    base = PRESETS[name].switches()
    changed = {key: value for key, value in rules.switches().items() if value != base[key]}
    return {"preset": name} | changed


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)[:40]
    return value[:40] if isinstance(value, str) else f"a {type(value).__name__}"
