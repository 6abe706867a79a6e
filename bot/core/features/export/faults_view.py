"""Errors in a game's text in the reader's language: the line, and the kind of error."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.i18n.refusal import InWords
from bot.core.i18n.translator import N_
from engine.errors import BadNotation
from engine.verify import Check

LINE = N_("Line {line}: {reason}")
_FORM = N_("this isn't how a game is written.")
_HEADER = N_("the header {name} is wrong.")
_KINDS: Mapping[str, str] = {
    "seed": N_("the seed doesn't match the seal."),
    "rules": N_("no game can start with these rules and seats."),
    "moves": N_("a move that isn't possible."),
    "dice": N_("a roll the dice didn't give."),
    "turns": N_("a turn with the wrong number or name."),
    "result": N_("an ending that doesn't match the moves."),
    "about": N_("names that don't match the seats or the words."),
    "signature": N_("a signature that doesn't match this text."),
}
_LONGEST = 40


def unreadable(error: BadNotation) -> InWords:
    return at(error.line, _HEADER if error.header else _FORM, name=error.header[:_LONGEST])


def false(check: Check) -> InWords:
    return at(check.line or 1, _KINDS[check.name])


def header(line: int, name: str) -> InWords:
    """Name the header that our exports never have."""
    return at(line, _HEADER, name=name)


def at(line: int, reason: str, **values: str) -> InWords:
    return lambda t: t(LINE, line=line, reason=t(reason, **values))
