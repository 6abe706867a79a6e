"""Answers to commands on Telegram."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.messages.content import Document, Screen
from bot.core.messages.requests import LongAnswer


@dataclass(frozen=True, slots=True)
class Answer:
    """A screen, perhaps with a file, and where to read it if it is long.

    `personal`: only for the person who asked. `urgent`: they wait for it, so it is not part of the replies' share.
    """

    screen: Screen
    document: Document | None = None
    long: LongAnswer | None = None
    personal: bool = False
    urgent: bool = False

    @property
    def needs_buttons(self) -> bool:
        """Return whether it is a question, which makes no sense without its buttons."""
        return bool(self.screen.rows) and not self.screen.repeatable
