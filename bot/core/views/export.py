"""An exported game, shown to whoever asked for it."""

from __future__ import annotations

from bot.core.screen import Text
from bot.core.texts import Translator
from bot.core.views.lines import code, text_of, width, words

LIMIT = 3500
"""The longest text that every platform shows in one message, with what stands round it."""


def export_text(table: str, game: str, t: Translator) -> Text:
    """The game to copy, or how whoever runs the bot gets it where it is too long for a message."""
    lines = [line for line in game.splitlines() if line]
    if sum(width(line) + 1 for line in lines) > LIMIT:
        return text_of(
            t.text(
                "This game is too long for a message. Whoever runs the bot gets it with {command}",
                command=code(f"python -m bot export {table}"),
            )
        )
    check = t.text("Save it as a file; this checks it: {command}", command=code("python -m engine verify FILE"))
    return text_of(*((code(line),) for line in lines), words("—"), check)
