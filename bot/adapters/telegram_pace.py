"""How often Telegram lets a bot speak: a message a second in a chat, 20 a minute in a group, 30 a second in all."""

from __future__ import annotations

from collections.abc import Hashable

from bot.core.boards.pace import Limit, Pace
from bot.core.clock import Clock
from data.records import ChatKey

CHAT = Limit(1, 1.0)
GROUP = Limit(20, 60.0, burst=8)
"""Edits count. A few quick moves go through at once, and then one every five seconds."""
BOT = Limit(30, 1.0, burst=5)


def pace(clock: Clock) -> Pace:
    """The pace of platform "telegram", for the publisher."""
    return Pace(clock, _limits, (BOT,))


def _limits(chat: ChatKey) -> tuple[Hashable, tuple[Limit, ...]]:
    """A group's topics share its limits."""
    group = chat.chat.startswith("-")
    return chat.chat, (CHAT, GROUP) if group else (CHAT,)
