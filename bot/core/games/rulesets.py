"""Changes of a table's rules in the lobby: the JSON of a preset and its differences."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any

from bot.core.games.switch_names import names_of_switches, switch_called, switch_shown, value_called, value_shown
from bot.core.i18n.names import truth
from bot.core.i18n.refusal import NO_CHOICE, Refusal, not_a_choice, option_called
from bot.core.i18n.translator import N_
from engine import catalog
from engine.parchis.board import SHELTER_OFFSETS

ALWAYS_SAFE = (0, 5)
"""The shelters of every board: mouths and starts (P5)."""
_OFFSET = re.compile(r"[+-]?[0-8]", re.ASCII)
AGREED = ("turns_by_colour", "play_on")
"""Options of a table that are on or off and that a change of the preset keeps."""
KEPT = (*AGREED, "colours", "pieces")
"""All that a change of the preset keeps."""


@cache
def _about(game: str) -> Mapping[str, Any]:
    return catalog.game(game).describe()


def presets(game: str) -> tuple[str, ...]:
    """Return the names of a game's presets, the default first."""
    described = _about(game)
    usual = described.get("default")
    return tuple(sorted(described["presets"], key=lambda name: name != usual))


def switches(game: str) -> Mapping[str, Sequence[Any]]:
    """Return the switches of a game with their legal values, without the board's size."""
    legal: Mapping[str, Sequence[Any]] = _about(game)["switches"]
    return {name: values for name, values in legal.items() if name != "colours"}


def all_switches() -> dict[str, tuple[str, ...]]:
    """Return the switches of all games, each once, with other names for typing."""
    return {name: names_of_switches().get(name, ()) for game in catalog.names() for name in switches(game)}


def game_of_preset(preset: str) -> str | None:
    """Return the game that has a preset of this name; None if none has."""
    return next((game for game in catalog.names() if preset in presets(game)), None)


def usual(game: str, preset: str | None = None) -> dict[str, Any]:
    rules: dict[str, Any] = {"preset": preset or presets(game)[0]}
    return rules | {"colours": 4} if sized(game) else rules


def sized(game: str) -> bool:
    return "colours" in _about(game)["switches"]


def values(game: str, rules: Mapping[str, Any]) -> dict[str, Any]:
    preset = _about(game)["presets"][rules["preset"]]
    return {name: rules.get(name, preset.get(name, legal[0])) for name, legal in switches(game).items()}


def with_preset(game: str, rules: Mapping[str, Any], preset: str) -> dict[str, Any]:
    """Change to another preset: the board, the pieces and the agreed options stay, other differences go."""
    if preset not in presets(game):
        raise Refusal(N_("I don't know a variant called {name}."), name=preset[:32])
    return {"preset": preset} | {name: value for name, value in rules.items() if name in KEPT}


def with_switch(game: str, rules: Mapping[str, Any], name: str, word: str) -> dict[str, Any]:
    """Set one switch; raises Refusal if there is no such switch or value."""
    name = switch_called(name)
    legal = switches(game).get(name)
    if legal is None:
        raise Refusal(N_("I don't know a rule called {name}."), name=lambda t: switch_shown(name[:32], t.language))
    meant = truth(word) if isinstance(legal[0], bool) else None
    wanted = value_called(word, map(word_of, legal)) if meant is None else word_of(meant)
    chosen = next((value for value in legal if word_of(value) == wanted), None)
    if chosen is None:
        raise Refusal(
            NO_CHOICE,
            option=lambda t: switch_shown(name, t.language),
            choices=lambda t: ", ".join(value_shown(word_of(value), t.language) for value in legal),
            value=word[:32],
        )
    changed = {key: value for key, value in rules.items() if key != name}
    return changed if values(game, changed)[name] == chosen else changed | {name: chosen}


def shelters(rules: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the shelters of a board by their distance from each mouth (P5)."""
    return tuple(rules.get("shelters") or SHELTER_OFFSETS)


def offsets_of(text: str) -> set[int]:
    """Read distances from the mouths, as `-5,0,5`; raises Refusal."""
    offsets = set()
    for word in text.replace("−", "-").replace(",", " ").split():
        if not _OFFSET.fullmatch(word):
            raise not_a_choice("shelters", ["-8 … 8"], word)
        offsets.add(int(word))
    return offsets


def with_shelters(game: str, rules: Mapping[str, Any], offsets: Collection[int]) -> dict[str, Any]:
    """Set the shelters, always with mouths and starts (P5); raises Refusal for a game without them."""
    if not sized(game):
        raise Refusal(N_("I don't know a rule called {name}."), name=option_called("play", "shelters"))
    wanted = tuple(sorted({*offsets, *ALWAYS_SAFE}))
    changed = {name: value for name, value in rules.items() if name != "shelters"}
    return changed if wanted == SHELTER_OFFSETS else changed | {"shelters": list(wanted)}


def word_of(value: object) -> str:
    """Return a switch's value as one word: `true`, `7`, `capture`."""
    return value.lower() if isinstance(value, str) else json.dumps(value)
