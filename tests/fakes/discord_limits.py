"""Keep Discord's documented limits: a call over a limit is refused as Discord would refuse it."""

from __future__ import annotations

import re
from typing import Any

INVALID = 50035
LOCALES = {
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR",
    "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko",
}  # fmt: skip
NAME = re.compile(r"[-_'\w]{1,32}")
MAX_FILE = 10 * 1024 * 1024
BUTTON, SELECT = 2, 3


class Refused(Exception):
    """What Discord answers instead."""

    def __init__(self, status: int, code: int, message: str, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.body = {"code": code, "message": message, **more}


def invalid(why: str) -> Refused:
    return Refused(400, INVALID, f"Invalid Form Body: {why}")


def _must(fine: bool, why: str) -> None:
    if not fine:
        raise invalid(why)


def _length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def check_message(payload: dict[str, Any], files: dict[str, bytes]) -> None:
    """Check the limits of a message."""
    _must(_length(payload.get("content") or "") <= 2000, "content must be 2000 or fewer in length")
    embeds = payload.get("embeds") or []
    _must(len(embeds) <= 10, "embeds")
    _must(sum(_length(embed.get("description") or "") for embed in embeds) <= 6000, "embeds are too long")
    _must(all(_length(embed.get("description") or "") <= 4096 for embed in embeds), "description")
    attachments = payload.get("attachments") or []
    _must(len(attachments) <= 10, "attachments")
    _must(all(_length(each.get("description") or "") <= 1024 for each in attachments), "attachment description")
    _must(all(len(data) <= MAX_FILE for data in files.values()), "file size")
    named = {f"files[{each['id']}]" for each in attachments if isinstance(each["id"], int)}
    _must(set(files) <= named, "files that no attachment names")
    _must(len(payload.get("nonce") or "") <= 25, "nonce must be 25 or fewer in length")
    mentions = payload.get("allowed_mentions") or {}
    _must(len(mentions.get("users", ())) <= 100, "allowed_mentions")
    _must(not ("users" in mentions.get("parse", ()) and mentions.get("users")), "parse and users exclude each other")
    check_components(payload.get("components") or [])


def check_not_empty(payload: dict[str, Any], files: dict[str, bytes]) -> None:
    """Check that a new message shows something."""
    if not ((payload.get("content") or "").strip() or payload.get("embeds") or files):
        raise Refused(400, 50006, "Cannot send an empty message")


def check_components(rows: list[dict[str, Any]]) -> None:
    """Check rows of buttons and menus."""
    _must(len(rows) <= 5, "five rows at most")
    ids: list[str] = []
    for row in rows:
        _must(row["type"] == 1, "rows hold the components")
        parts = row["components"]
        selects = [part for part in parts if part["type"] == SELECT]
        _must(1 <= len(parts) <= 5, "one to five components in a row")
        _must(not selects or len(parts) == 1, "a menu has its row for itself")
        for part in parts:
            ids.append(part["custom_id"])
            _must(1 <= _length(part["custom_id"]) <= 100, "custom_id must be between 1 and 100 in length")
            (_check_select if part["type"] == SELECT else _check_button)(part)
    _must(len(set(ids)) == len(ids), "Component custom id cannot be duplicated")


def _check_button(part: dict[str, Any]) -> None:
    _must(part["type"] == BUTTON and 1 <= part["style"] <= 4, "a button")
    _must(_length((part.get("label") or "").strip()) >= 1 and _length(part["label"]) <= 80, "label")


def _check_select(part: dict[str, Any]) -> None:
    options = part["options"]
    _must(1 <= len(options) <= 25, "options must be between 1 and 25 in length")
    _must(len({option["value"] for option in options}) == len(options), "options must be unique")
    _must(_length(part.get("placeholder") or "") <= 150, "placeholder")
    for option in options:
        _must(_length(option["label"].strip()) >= 1 and _length(option["label"]) <= 100, "option label")
        _must(1 <= _length(option["value"]) <= 100, "option value")


def check_commands(commands: list[dict[str, Any]], *, everywhere: bool) -> None:
    """Check a tree of commands."""
    _must(len(commands) <= 100, "one hundred commands at most")
    _must(len({command["name"] for command in commands}) == len(commands), "names must be unique")
    for command in commands:
        _check_named(command)
        _must(
            everywhere or not {"contexts", "integration_types"} & set(command), "only global commands have contexts"
        )
        options = command.get("options", [])
        _must(len(options) <= 25, "options")
        _must(_total(command) <= 8000, "a command's texts are 8000 characters at most")
        required = [bool(option.get("required")) for option in options]
        _must(required == sorted(required, reverse=True), "required options must come first")
        for names in _all_names(options):
            _must(len(set(names)) == len(names), "option names must be unique in each locale")
        for option in options:
            _check_named(option)
            _check_choices(option)
    for names in _all_names(commands):
        _must(len(set(names)) == len(names), "command names must be unique in each locale")


def _all_names(named: list[dict[str, Any]]) -> list[list[str]]:
    locales = {locale for each in named for locale in each.get("name_localizations") or {}}
    return [
        [(each.get("name_localizations") or {}).get(locale, each["name"]) for each in named] for locale in locales
    ]


def _total(command: dict[str, Any]) -> int:
    texts = [command["name"], command["description"]]
    for option in command.get("options", []):
        texts += [option["name"], option["description"], *(str(one["value"]) for one in option.get("choices", ()))]
        texts += [one["name"] for one in option.get("choices", ())]
    return sum(map(_length, texts))


def _check_named(named: dict[str, Any]) -> None:
    local = named.get("name_localizations") or {}
    _must(set(local) <= LOCALES, "unknown locale")
    for name in (named["name"], *local.values()):
        _must(NAME.fullmatch(name) is not None and name == name.lower(), f"name {name!r}")
    texts = named.get("description_localizations") or {}
    _must(set(texts) <= LOCALES, "unknown locale")
    _must(all(1 <= _length(text) <= 100 for text in (named["description"], *texts.values())), "description")


def _check_choices(option: dict[str, Any]) -> None:
    choices = option.get("choices", [])
    _must(len(choices) <= 25, "choices")
    _must(not (choices and option.get("autocomplete")), "choices and autocomplete exclude each other")
    _must(len({choice["name"] for choice in choices}) == len(choices), "choices must be unique")
    for choice in choices:
        _must(isinstance(choice["value"], int if option["type"] == 4 else str), "choice value")
        _must(_length(str(choice["value"])) <= 100, "choice value")
        local = choice.get("name_localizations") or {}
        _must(set(local) <= LOCALES, "unknown locale")
        _must(all(1 <= _length(name) <= 100 for name in (choice["name"], *local.values())), "choice name")


def check_suggestions(choices: list[dict[str, Any]]) -> None:
    """Check what autocompletion answers."""
    _must(len(choices) <= 25, "25 suggestions at most")
    for choice in choices:
        _must(1 <= _length(choice["name"]) <= 100 and 1 <= _length(str(choice["value"])) <= 100, "suggestion")
