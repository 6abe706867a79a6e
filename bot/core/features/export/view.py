"""An exported game for the person who asked."""

from __future__ import annotations

from bot.core.i18n.text_format import code, text_of, words
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Text

LIMIT = 3500
"""The longest text that every platform shows in one message, with its surroundings."""


def export_text(game: str, t: Translator) -> Text:
    check = t.text("Save it as a file and check it with {command}", command=code("palmares verify FILE"))
    return text_of(*((code(line),) for line in game.splitlines() if line), words("—"), check)


def export_file_text(name: str, t: Translator) -> Text:
    return t.note("Here's the game. Check it with {command}", command=code(f"palmares verify {name}"))
