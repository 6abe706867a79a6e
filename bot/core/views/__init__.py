"""Tables in words and buttons, in the reader's language: pure functions from a table to what a chat shows."""

from bot.core.views.alt import describe
from bot.core.views.board import board_screen
from bot.core.views.help import help_text
from bot.core.views.lobby import lobby_screen
from bot.core.views.rules import rules_text

__all__ = ["board_screen", "describe", "help_text", "lobby_screen", "rules_text"]
