"""Convert the registry to the JSON of Discord's commands."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

from bot.core.commands.definition import Command, Names, Option, OptionKind, Registry
from bot.core.i18n.text_format import truncate
from bot.core.i18n.translator import FALLBACK, Translator, base, spoken, translator
from bot.platforms.discord.locales import locales_of

DESCRIPTION, CHOICE = 100, 100
_STRING, _INTEGER, _USER, _ATTACHMENT = 3, 4, 6, 11
_EVERYWHERE = {"integration_types": [0, 1], "contexts": [0, 1, 2]}
"""For servers and for people; in servers, in the bot's private chats and in those between people."""


def tree(registry: Registry, *, everywhere: bool = True) -> list[dict[str, Any]]:
    """Return all commands; `everywhere` is for global ones, as a server's commands have no contexts."""
    return [_command(command) | (_EVERYWHERE if everywhere else {}) for command in registry]


def digest(commands: list[dict[str, Any]]) -> str:
    """Return a hash that identifies a tree."""
    return hashlib.sha256(json.dumps(commands, sort_keys=True).encode()).hexdigest()


def _command(command: Command) -> dict[str, Any]:
    return {
        "type": 1,
        "name": command.name,
        "name_localizations": _names(command.names),
        **_described(command.description),
        "options": sorted(map(_option, command.options), key=lambda option: not option["required"]),
    }


def _option(option: Option) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": _type(option),
        "name": option.name,
        "name_localizations": _names(option.names),
        **_described(option.description),
        "required": option.required,
    }
    if option.kind is OptionKind.INTEGER and option.choices:
        made["choices"] = [{"name": choice, "value": int(choice)} for choice in option.choices]
    elif option.kind is OptionKind.INTEGER and option.bounds is not None:
        made["min_value"], made["max_value"] = option.bounds
    elif option.kind is OptionKind.FLAG or (option.kind is OptionKind.CHOICE and option.looks is None):
        made["choices"] = [_choice(option, choice) for choice in option.values]
    elif option.kind in (OptionKind.TEXT, OptionKind.CHOICE):
        made["autocomplete"] = not option.long
    return made


def _type(option: Option) -> int:
    types = {
        OptionKind.INTEGER: _INTEGER,
        OptionKind.PERSON: _USER,
        OptionKind.FILE: _ATTACHMENT,
    }
    return types.get(option.kind, _STRING)


def _choice(option: Option, choice: str) -> dict[str, Any]:
    return {
        "name": truncate(option.choice_name(choice, translator(FALLBACK)), CHOICE),
        "name_localizations": _everywhere(lambda t: truncate(option.choice_name(choice, t), CHOICE)),
        "value": choice,
    }


def _described(sentence: str) -> dict[str, Any]:
    return {
        "description": truncate(translator(FALLBACK)(sentence), DESCRIPTION),
        "description_localizations": _everywhere(lambda t: truncate(t(sentence), DESCRIPTION)),
    }


def _everywhere(say: Callable[[Translator], str]) -> dict[str, str]:
    """Return a text in all of Discord's locales that have a translation."""
    return {locale: say(translator(tag)) for tag in spoken() for locale in locales_of(tag)}


def _names(names: Names) -> dict[str, str]:
    return {locale: names[base(tag)] for tag in spoken() if base(tag) in names for locale in locales_of(tag)}
