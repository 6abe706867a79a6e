"""The button below *Did you mean …?* in a private chat: it sends the line that was meant."""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error

from bot.core.commands.bad_lines import BadLine
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import MAX_BYTES, ButtonVerb, InvalidButtonToken, decode, encode
from bot.core.messages.content import Button, Screen
from bot.core.views.buttons import main
from bot.core.views.greeting import HELLO

MEANT = ButtonVerb("meant", 1)
"""Do what the line says, in base 64."""


def hint(error: BadLine, t: Translator) -> Screen:
    """Return why a line was not understood, with a button for the line that may have been meant."""
    button = _button(error.offer, t) if error.offer else None
    return Screen(error.note(t), rows=((button,),) if button is not None else ())


def _button(line: str, t: Translator) -> Button | None:
    """Return the button that sends a line; None if the line is too long for one."""
    packed = urlsafe_b64encode(line.encode()).decode().rstrip("=")
    if len(f"{HELLO}.0.{MEANT}:{packed}") > MAX_BYTES:
        return None
    return main(t.command(line).text, encode(HELLO, 0, MEANT, packed))


def line_of(token: str) -> str | None:
    """Return the line that a pressed button sends; None if it is another button."""
    try:
        (packed,) = decode(token, {str(MEANT): MEANT}).arguments
        return urlsafe_b64decode(packed + "=" * (-len(packed) % 4)).decode()
    except (InvalidButtonToken, Error, UnicodeDecodeError):
        return None
