"""The commands for completion on the page, with the options of each game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from bot.core.commands.definition import Command, Registry
from bot.core.commands.quoting import Manner, Quotings
from bot.core.games import rulesets
from bot.core.games.switch_names import switch_shown, value_shown
from bot.core.i18n.translator import Translator, languages, translator
from bot.core.views import rules
from bot.platforms.web.texts import words
from engine import catalog

GAME, VARIANT, TEXT, RULE = "game", "variant", "text", "rule"
_OF_SEATINGS = ("seats", "teams")


@lru_cache(maxsize=1)
def vocabulary() -> dict[str, dict[str, str]]:
    """Return the page's own texts in each language."""
    return {language: words(language) for language in languages()}


@lru_cache(maxsize=64)
def commands_in(registry: Registry, language: str) -> list[dict[str, Any]]:
    """Return the commands in a language: some 6 KB when compressed."""
    quotings = Quotings(registry, Manner())
    return described(registry, translator(language).quoted_by(quotings.of(language)))


def described(registry: Registry, t: Translator) -> list[dict[str, Any]]:
    """Return the commands in one language; one that takes a game lists under `games` the options for each."""
    entries = registry.describe(t)
    for command, entry in zip(registry, entries, strict=True):
        if any(option.name == GAME for option in command.options):
            entry["games"] = {
                t.quoting.choice(command.name, GAME, game): _options(command, entry["options"], game, t)
                for game in catalog.names()
            }
    return entries


def _options(command: Command, options: list[dict[str, Any]], game: str, t: Translator) -> list[dict[str, Any]]:
    """Return a command's options for a game: its presets, and its switches by name."""
    about = catalog.game(game).describe()
    known = {switch for name in catalog.names() for switch in catalog.game(name).describe()["switches"]}
    entries: list[dict[str, Any]] = []
    for option, entry in zip(command.options, options, strict=True):
        if option.rest:
            taken = {other.name for other in command.options}
            entries += [_rule(game, name, t) for name in rulesets.switches(game) if name not in taken]
        elif option.name == VARIANT:
            names = [t.quoting.choice(command.name, VARIANT, preset) for preset in rulesets.presets(game)]
            entries.append({**entry, "choices": names})
        elif _has(about, option.name, known):
            entries.append(entry)
    return entries


def _has(about: Mapping[str, Any], name: str, switches: set[str]) -> bool:
    """Return whether an option applies to a game; options independent of the game always do."""
    if name in _OF_SEATINGS:
        return "seatings" in about
    return name not in switches or name in about["switches"]


def _rule(game: str, name: str, t: Translator) -> dict[str, Any]:
    """Return a switch as an option written `name=value`, with an explanation of each value."""
    legal = rulesets.switches(game)[name]
    words = [value_shown(rulesets.word_of(value), t.language) for value in legal]
    return {
        "key": name,
        "name": switch_shown(name, t.language),
        "kind": RULE,
        "description": " · ".join(words),
        "choices": words,
        "meanings": [rules.label(t, game, name, value) for value in legal],
        "required": False,
    }
