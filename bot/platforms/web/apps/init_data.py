"""Check the `initData` with which Telegram introduces the person who opened a Mini App.

Telegram signs its fields with a key that derives from the bot's token, so only the bot itself can check them:
https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from urllib.parse import parse_qsl

LONGEST = 4096
"""Characters of `initData`; Telegram sends some 500."""
FRESH = 3600.0
"""Seconds for which it introduces somebody."""
AHEAD = 60.0
"""Seconds that Telegram's clock may be ahead."""
MOST_FIELDS = 32


class BadInitData(ValueError):
    """`initData` that introduces nobody; the reason is for the log."""


@dataclass(frozen=True, slots=True)
class Introduction:
    """Who opened the Mini App, in which language, and until when the introduction counts.

    `proof` is its hash: no other introduction has the same. `start` is what the link said, and proves nothing.
    """

    user: str
    name: str
    language: str | None
    start: str
    proof: str
    until: float


def introduced(text: str, token: str, now: float) -> Introduction:
    """Return whom Telegram introduces; raises BadInitData."""
    if len(text) > LONGEST:
        raise BadInitData("it is too long")
    try:
        pairs = parse_qsl(text, keep_blank_values=True, strict_parsing=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise BadInitData("it is not a query") from error
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise BadInitData("a field is there twice")
    proof = fields.pop("hash", "")
    if not hmac.compare_digest(proof.encode("utf-8", "replace"), signature(fields, token).encode()):
        raise BadInitData("the hash is not of this bot")
    signed = _number(fields.get("auth_date", ""))
    if not now - FRESH <= signed <= now + AHEAD:
        raise BadInitData("it is out of date")
    return _read(fields, proof, signed + FRESH)


def signature(fields: dict[str, str], token: str) -> str:
    """Return the hash of all other fields, as Telegram makes it."""
    key = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    return hmac.digest(key, lines.encode("utf-8", "replace"), hashlib.sha256).hex()


def _read(fields: dict[str, str], proof: str, until: float) -> Introduction:
    try:
        user = json.loads(fields.get("user", ""))
    except ValueError as error:
        raise BadInitData("it names no user") from error
    number = user.get("id") if isinstance(user, dict) else None
    if not isinstance(number, int) or isinstance(number, bool) or number <= 0:
        raise BadInitData("it names no user")
    if user.get("is_bot"):
        raise BadInitData("a bot cannot play")
    names = [user.get("first_name"), user.get("last_name")]
    language = user.get("language_code")
    name = " ".join(word for word in names if isinstance(word, str) and word)
    start = fields.get("start_param", "")
    return Introduction(str(number), name, language if isinstance(language, str) else None, start, proof, until)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 12 else 0
