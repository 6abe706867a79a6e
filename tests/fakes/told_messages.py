"""Make messages whole that the page's server tells as what has changed, as the page's scripts do."""

from __future__ import annotations

import json
from typing import Any

Message = dict[str, Any]


def taken(messages: dict[int, Message], frame: Message) -> bool:
    """Note a frame's messages; return whether one is a change of a state that the page does not have."""
    missed = False
    for message in frame["messages"]:
        known = messages.get(message["id"])
        if known is not None and known["revision"] >= message["revision"]:
            continue
        if "after" in message and (known is None or known["revision"] != message["after"]):
            missed = True
        else:
            messages[message["id"]] = whole(message, known)
    for gone in frame["gone"]:
        messages.pop(gone, None)
    return missed


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
    made = {**message, "body": {**body, **({"told": told} if told else {})}}
    del made["after"]
    return {**made, **_with_document(message, known)}


def _filled(words: Message, known: Message) -> Message:
    details = words.get("details")
    if not details or "span" not in details:
        return words
    first, last = details["span"]
    lines = {number: line for number, line in known["details"]["story"] if first <= number <= last}
    story = sorted((lines | dict(details["story"])).items())
    about = known["details"]["about"]
    rest = {name: value for name, value in details.items() if name != "span"}
    return {**words, "details": {**rest, "story": [list(line) for line in story], "about": about}}


def _with_document(message: Message, known: Message) -> Message:
    layers, before = message.get("layers"), known.get("layers")
    document = json.loads(layers["document"]) if layers and "document" in layers else {}
    if not before or "document" not in before or document.get("from") != before["digest"]:
        return {}  # the page loads it from its address
    art = json.loads(before["document"])["art"]
    document["art"] = [art[name] if isinstance(name, int) else name for name in document["art"]]
    del document["from"]
    return {"layers": {**layers, "document": json.dumps(document, separators=(",", ":"))}}
