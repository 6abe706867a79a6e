"""The registry as Discord's tree of commands: a pure function to the JSON that Discord takes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from babel import Locale

from bot.core.commands.definition import Command, Option, OptionKind, Registry
from bot.core.games.game_words import presets, titles
from bot.core.i18n.translator import FALLBACK, Translator, languages, translator
from bot.platforms.discord.command_names import CHOICES, COMMANDS, OPTIONS, locales_of
from bot.platforms.discord.components import clip

DESCRIPTION, CHOICE = 100, 100
_STRING, _INTEGER, _BOOLEAN, _USER, _ATTACHMENT = 3, 4, 5, 6, 11
_EVERYWHERE = {"integration_types": [0, 1], "contexts": [0, 1, 2]}
"""For servers and for people; in servers, in the bot's private chats and in those between people."""


def tree(registry: Registry, *, everywhere: bool = True) -> list[dict[str, Any]]:
    """All commands; `everywhere` is for global ones, a server's own ones say nothing about where they are."""
    return [_command(command) | (_EVERYWHERE if everywhere else {}) for command in registry]


def digest(commands: list[dict[str, Any]]) -> str:
    """What tells one tree from another."""
    return hashlib.sha256(json.dumps(commands, sort_keys=True).encode()).hexdigest()


def _command(command: Command) -> dict[str, Any]:
    return {
        "type": 1,
        "name": command.name,
        "name_localizations": _names(COMMANDS, command.name),
        **_described(command.description),
        "options": sorted(map(_option, command.options), key=lambda option: not option["required"]),
    }


def _option(option: Option) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": _type(option),
        "name": option.name,
        "name_localizations": _names(OPTIONS, option.name),
        **_described(option.description),
        "required": option.required,
    }
    if option.kind is OptionKind.INTEGER and option.choices:
        made["choices"] = [{"name": choice, "value": int(choice)} for choice in option.choices]
    elif option.kind is OptionKind.INTEGER and option.bounds is not None:
        made["min_value"], made["max_value"] = option.bounds
    elif option.kind is OptionKind.CHOICE:
        made["choices"] = [_choice(choice) for choice in option.choices]
    elif option.kind is OptionKind.TEXT:
        made["autocomplete"] = not option.long
    return made


def _type(option: Option) -> int:
    types = {
        OptionKind.INTEGER: _INTEGER,
        OptionKind.FLAG: _BOOLEAN,
        OptionKind.PERSON: _USER,
        OptionKind.FILE: _ATTACHMENT,
    }
    return types.get(option.kind, _STRING)


def _choice(choice: str) -> dict[str, Any]:
    return {
        "name": clip(_choice_name(choice, translator(FALLBACK)), CHOICE),
        "name_localizations": _everywhere(lambda t: clip(_choice_name(choice, t), CHOICE)),
        "value": choice,
    }


def _choice_name(choice: str, t: Translator) -> str:
    """A choice in words: a game, a tradition, a language by its own name, or one of the few others."""
    named = (titles() | presets()).get(choice)
    if named is not None:
        return t(named)
    if choice in languages():
        return (Locale.parse(choice).get_display_name() or choice).capitalize()
    return CHOICES.get(t.language, CHOICES[FALLBACK]).get(choice, choice)


def _described(sentence: str) -> dict[str, Any]:
    return {
        "description": clip(translator(FALLBACK)(sentence), DESCRIPTION),
        "description_localizations": _everywhere(lambda t: clip(t(sentence), DESCRIPTION)),
    }


def _everywhere(say: Callable[[Translator], str]) -> dict[str, str]:
    """The same in all of Discord's locales that we speak."""
    return {locale: say(translator(language)) for language in languages() for locale in locales_of(language)}


def _names(by_language: Mapping[str, Mapping[str, str]], name: str) -> dict[str, str]:
    return {
        locale: names[name]
        for language, names in by_language.items()
        if name in names
        for locale in locales_of(language)
    }
