"""The bot's first message in a chat to which it was added."""

from __future__ import annotations

from bot.core.i18n.refusal import UNKNOWN_BUTTON, Refusal
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.button_tokens import ButtonVerb, Token, Verb, encode
from bot.core.messages.content import Screen
from bot.core.views.buttons import main, side

HELLO = "hello"
"""A button's placeholder where others name their table."""
BRIEF = ButtonVerb("brief")
"""Post how to play, as /rules does."""
HOW_IT_WORKS = N_(
    "One of you opens a table, the others take a seat. When it's your turn I ping you: roll, then press your move. "
    "I know all the rules. For more, type /help."
)
"""At most 200 characters in any language, a platform's limit for private notices."""


WELCOME = N_("You're welcome!")
"""The answer to thanks."""


def require_greeting(token: Token) -> None:
    """Raise Refusal for a token that no greeting has sent."""
    if token.table != HELLO:
        raise Refusal(UNKNOWN_BUTTON)


def greeting(t: Translator) -> Screen:
    """Return a short welcome, with all that is needed to begin."""
    rows = (
        (
            main(t("Play"), encode(HELLO, 0, Verb.BEGIN)),
            side(t("Learn"), encode(HELLO, 0, Verb.TEACH)),
            side(t("How it works"), encode(HELLO, 0, Verb.HOW)),
        ),
    )
    text = t.note(
        "Hi! Fancy a game of Parchís or Palma? Type /play to open a table, /learn to learn, /help for more."
    )
    return Screen(text, rows=rows)
