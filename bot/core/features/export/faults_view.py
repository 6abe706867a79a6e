"""What is wrong with the text of a game, in the reader's language: on which line, and of what kind."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.i18n.refusal import InWords
from bot.core.i18n.translator import N_
from engine.errors import BadNotation
from engine.verify import Check

LINE = N_("Line {line}: {reason}")
_FORM = N_("this is not how a game is written.")
_HEADER = N_("the header {name} is not as it should be.")
_KINDS: Mapping[str, str] = {
    "seed": N_("the seed does not fit the commitment."),
    "rules": N_("no game can start by these rules and seats."),
    "moves": N_("a move that is not possible."),
    "dice": N_("a throw that the dice did not give."),
    "turns": N_("a turn that is numbered or named wrongly."),
    "result": N_("an end that does not fit the moves."),
    "about": N_("names that do not fit the seats or the words."),
    "signature": N_("a signature that does not fit this text."),
}
_LONGEST = 40


def unreadable(error: BadNotation) -> InWords:
    """Say why a text cannot be read as a game."""
    return at(error.line, _HEADER if error.header else _FORM, name=error.header[:_LONGEST])


def false(check: Check) -> InWords:
    """Say what is false in a game."""
    return at(check.line or 1, _KINDS[check.name])


def header(line: int, name: str) -> InWords:
    """Say which header no export of ours has."""
    return at(line, _HEADER, name=name)


def at(line: int, reason: str, **values: str) -> InWords:
    """Say what is wrong on a line."""
    return lambda t: t(LINE, line=line, reason=t(reason, **values))
