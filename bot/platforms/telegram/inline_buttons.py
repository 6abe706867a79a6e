"""Buttons of messages that somebody sent by inline mode: Telegram doesn't tell the bot where such a message is.

Each carries the user in whose private chat it counts, and a mark: only the bot can make one.
"""

from __future__ import annotations

import hmac
import re
from typing import NamedTuple

from bot.core.messages.button_tokens import MAX_BYTES
from bot.platforms.telegram.html import PLATFORM
from data.records import ChatKey

_MARK = 10
_DATA = re.compile(rf"([0-9a-f]{{{_MARK}}})\.([1-9][0-9]{{0,19}})\.([a-z0-9]+\.[0-9]+\..+)")


class InlineButton(NamedTuple):
    """A button: the private chat in which it counts, and its token there."""

    chat: ChatKey
    token: str


def inline_data(secret: str, user: str, token: str) -> str | None:
    """Return the data of a button; None if it would be too long for Telegram."""
    data = f"{_mark(secret, user, token)}.{user}.{token}"
    return data if len(data.encode()) <= MAX_BYTES else None


def read_inline(secret: str, data: str) -> InlineButton | None:
    """Return the button with this data; None if the bot has not made it."""
    match = _DATA.fullmatch(data)
    if match is None or not hmac.compare_digest(match[1], _mark(secret, match[2], match[3])):
        return None
    return InlineButton(ChatKey(PLATFORM, match[2]), match[3])


def _mark(secret: str, user: str, token: str) -> str:
    return hmac.digest(secret.encode(), f"palmares inline {user} {token}".encode(), "sha256").hex()[:_MARK]
