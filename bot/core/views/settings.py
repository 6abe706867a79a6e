"""A chat's settings in words."""

from __future__ import annotations

from bot.core.chat_settings import BoardMode, ChatSettings
from bot.core.screen import Text
from bot.core.texts import N_, Translator
from bot.core.views.lines import text_of, words

_BOARD = {
    BoardMode.FOLLOW: N_("The board follows the players here: it comes anew whenever the turn passes."),
    BoardMode.FIXED: N_("The board stays one message here, and I call whoever is to move."),
}
_THEME = {
    "classic": N_("The pictures are in the classic colours."),
    "dark": N_("The pictures are in dark colours."),
    "high-contrast": N_("The pictures are in colours of high contrast."),
}


def settings_text(settings: ChatSettings, t: Translator) -> Text:
    """Each setting, in a sentence."""
    return text_of(words(t(_BOARD[settings.board])), words(t(_THEME[settings.theme])))
