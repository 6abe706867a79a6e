"""The presets of Parchís (section 9), and rules as JSON: a preset and overrides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any

from engine.errors import BadRules, echo
from engine.parchis.rules import SWITCHES, Rules

SPANISH = Rules(
    preset="spanish",
    source="die",
    setup="one_out",
    six_all_out=7,
    all_out="not_home",
    six_choice=False,
    mixed_pair_blocks=False,
    third_six_spares_shelter=False,
    own_pair="capture",
    team_pair="capture",
    entry_evicts_friend=False,
    stuck_helps=True,
)

ITALIAN = Rules(
    preset="italian",
    source="die",
    setup="one_out",
    six_all_out=12,
    all_out="on_field",
    six_choice=True,
    mixed_pair_blocks=True,
    third_six_spares_shelter=True,
    own_pair="barrier",
    team_pair="barrier",
    entry_evicts_friend=True,
    stuck_helps=False,
)

DICELESS = replace(ITALIAN, preset="diceless", source="pool", setup="first_shelters")

QUICK = replace(
    SPANISH, preset="quick", pieces=2, setup="all_home", six_all_out=12, third_six_spares_shelter=True
)  # a game of a day: see python -m benchmarks quick

PRESETS: Mapping[str, Rules] = {rules.preset: rules for rules in (SPANISH, ITALIAN, DICELESS, QUICK)}

DEFAULT = SPANISH.preset


def rules_json(rules: Rules) -> dict[str, Any]:
    """Return the preset, the number of colours, and the switches that differ from the preset."""
    return {name: list(value) if name == "shelters" else value for name, value in _switches(rules).items()}


@lru_cache(maxsize=256)
def _switches(rules: Rules) -> Mapping[str, Any]:
    preset = PRESETS[rules.preset]
    names = [field.name for field in fields(rules) if field.name not in ("preset", "colours")]
    mine = {name: getattr(rules, name) for name in names if getattr(rules, name) != getattr(preset, name)}
    return {"preset": rules.preset, "colours": rules.colours, **mine}


def rules_of(given: Mapping[str, Any] | None) -> Rules:
    """Read rules from a JSON object `{"preset": …, switch: value, …}`; raises BadRules."""
    if given is not None and not isinstance(given, Mapping):
        raise BadRules("rules are an object: a preset and overrides")
    overrides = dict(given or {})
    name = overrides.pop("preset", DEFAULT)
    preset = PRESETS.get(name) if isinstance(name, str) else None
    if preset is None:
        raise BadRules(f"unknown preset {echo(name)}; there are {', '.join(PRESETS)}")
    return replace(preset, **{key: _checked(key, value) for key, value in overrides.items()})


def _checked(key: object, value: Any) -> Any:
    if key == "shelters":
        return _shelters(value)
    if not isinstance(key, str) or key not in SWITCHES:
        raise BadRules(f"unknown switch {echo(key)}; there are {', '.join(SWITCHES)}")
    if key == "six_all_out" and value is None:
        return "none"
    # the type counts too: JSON's true is not 1, and 4.0 is not 4
    if not any(type(value) is type(legal) and value == legal for legal in SWITCHES[key]):
        raise BadRules(f"{key} is one of {', '.join(map(_word, SWITCHES[key]))}, not {echo(value)}")
    return value


def _shelters(value: Any) -> tuple[int, ...]:
    """Read the shelters' offsets (P5); the start must be among them, for two colours may meet there (P34)."""
    if not isinstance(value, list | tuple) or any(type(offset) is not int or abs(offset) > 8 for offset in value):
        raise BadRules("shelters are a list of whole numbers from -8 to 8")
    offsets = tuple(sorted(set(value)))
    if not {0, 5} <= set(offsets):
        raise BadRules("shelters must have 0, the mouth, and 5, the start")
    return offsets


def _word(value: Any) -> str:
    return str(value).lower()
