"""What the bot says first in a chat to which it was added."""

from __future__ import annotations

from bot.core.i18n.translator import Translator
from bot.core.messages.content import Screen


def greeting(t: Translator) -> Screen:
    """Return one short message of welcome."""
    return Screen(
        t.note("Hi! Fancy a game of Parchís or Palma? Type /play to open a table, /learn to learn, /help for more.")
    )
