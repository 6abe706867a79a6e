"""Make messages whole that the page's server tells as what has changed, as the page's scripts do."""

from __future__ import annotations

import json
from typing import Any

Message = dict[str, Any]


def taken(messages: dict[int, Message], frame: Message, boards: dict[str, Message]) -> bool:
    """Note a frame's messages; return whether one is a change of a state that the page does not have.

    `boards` has the parts of boards that came before their messages.
    """
    if frame["is"] == "board":
        parts = boards.setdefault(frame["at"], {"sprites": {}})
        parts["sprites"] |= frame.get("sprites", {})
        if text := frame.get("begins", "") + frame.get("document", ""):
            parts["document"] = parts.get("document", "") + text
    missed = False
    for message in frame.get("messages", ()):
        _complete(message, boards)
        known = messages.get(message["id"])
        same = frame.get("caught_up") and known is not None and known["revision"] == message["revision"]
        if known is not None and known["revision"] >= message["revision"] and not same:
            continue
        if "after" in message and (known is None or known["revision"] != message["after"]):
            missed = True
        else:
            messages[message["id"]] = _with_document(whole(message, known), messages)
    for gone in frame.get("gone", ()):
        messages.pop(gone, None)
    return missed


def _complete(message: Message, boards: dict[str, Message]) -> None:
    """Give the boards of a message what came before it."""
    for part in ("layers", "film"):
        board = message.get(part)
        if board is None:
            continue
        digest = _digest_in(message) if part == "layers" else board["digest"]
        early = boards.pop(f"{message['id']}/{digest}", {})
        message[part] = board | early | {"sprites": board["sprites"] | early.get("sprites", {})}


def having(messages: dict[int, Message]) -> dict[str, int]:
    """Return what a page says that it has."""
    return {str(message["id"]): message["revision"] for message in messages.values()}


def whole(message: Message, known: Message | None) -> Message:
    """Return a message as it is stored, given what a page has of it."""
    if known is None or "after" not in message:
        return message
    assert known["revision"] == message["after"]
    body = _filled(message["body"], known["body"])
    told = {
        language: _filled(words, known["body"].get("told", {}).get(language, {}))
        for language, words in body.get("told", {}).items()
    }
    drawn = {"picture": known["body"]["picture"]} if "picture" in known["body"] else {}
    made = {**message, "body": {**drawn, **body, **({"told": told} if told else {})}}
    del made["after"]
    return made


def _filled(words: Message, known: Message) -> Message:
    details = words.get("details")
    if not details or "span" not in details or "details" not in known:
        return words
    first, last = details["span"]
    lines = {number: line for number, line in known["details"]["story"] if first <= number <= last}
    story = sorted((lines | dict(details["story"])).items())
    about = known["details"]["about"]
    rest = {name: value for name, value in details.items() if name != "span"}
    return {**words, "details": {**rest, "story": [list(line) for line in story], "about": about}}


def _with_document(message: Message, messages: dict[int, Message]) -> Message:
    """Return a message with the document of its board, given those of all boards."""
    layers, before = message.get("layers"), messages.get(message["id"], {})
    if not layers and "layers" in before and _digest_in(before) == _digest_in(message):
        return {**message, "layers": before["layers"]}
    document = json.loads(layers["document"]) if layers and "document" in layers else {}
    if "from" not in document:
        return message
    number, digest = document.pop("from").split("/")
    before = messages.get(int(number), {})
    if "layers" not in before or _digest_in(before) != digest:
        return {name: value for name, value in message.items() if name != "layers"}  # the page loads it
    told = json.loads(before["layers"]["document"])
    document["art"] = [name for part in document["art"] for name in _run_of(part, told["art"])]
    placed = [[told["art"][sprite], *place] for sprite, *place in told["things"]]
    things = [thing for part in document["things"] for thing in _run_of(part, placed)]
    numbers = {name: number for number, name in enumerate(document["art"])}
    document["things"] = [[numbers.get(sprite, sprite), *place] for sprite, *place in things]
    return {**message, "layers": {**layers, "document": json.dumps(document, separators=(",", ":"))}}


def _digest_in(message: Message) -> str:
    return str((message["body"]["picture"] or {}).get("digest", ""))


def _run_of(part: Any, known: list[Any]) -> list[Any]:
    """Return what a run stands for; anything else stands for itself."""
    if isinstance(part, list) and len(part) == 2:
        return known[part[0] : part[0] + part[1]]
    return [part]
