"""What the bot says first in a chat to which it was added."""

from __future__ import annotations

from bot.core.i18n.translator import Translator
from bot.core.messages.content import Screen


def greeting(t: Translator) -> Screen:
    """Return one short message of welcome."""
    return Screen(t.note("Hello! I bring Parchís and Palma to this chat. To begin, write /play; /help tells more."))
