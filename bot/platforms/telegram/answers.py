"""What is answered to a command on Telegram, and to whom."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.messages.content import Document, Screen
from bot.core.messages.requests import LongAnswer


@dataclass(frozen=True, slots=True)
class Answer:
    """A screen, perhaps with a file, and how it can be read elsewhere if it is long.

    `personal`: it concerns whoever asked alone. `urgent`: they wait for it, so it is outside the answers' share.
    """

    screen: Screen
    document: Document | None = None
    long: LongAnswer | None = None
    personal: bool = False
    urgent: bool = False
