"""Moves in the words of advice, and why one is better than another."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.domain.table import StartedTable
from bot.core.games.naming import Naming
from bot.core.games.profiles import profile_of
from bot.core.i18n.text_format import capital, unsigned
from bot.core.i18n.translator import Translator
from bot.core.views.board import choice_labels, choices_of
from bot.core.views.moment_words import clauses
from bot.core.views.players import name
from engine.events import Event, Picked
from engine.game import Move
from engine.players.reasons import Reason
from render.content.choice_marks import marks

MOST = 3
"""The number of reasons shown."""


def naming_of(table: StartedTable, seat: int, t: Translator) -> Naming:
    """Return how the holder of a seat sees the names of a table's people."""
    return Naming(table.seats[seat].colours, lambda other: unsigned(name(table, other, t)))


def because(
    game: str, reasons: Sequence[Reason], better: Move, naming: Naming, t: Translator, most: int = MOST
) -> list[str]:
    """Return the weightiest reasons, `most` at most, why a move is better: its effects, and the alternative's."""
    told = []
    for reason in reasons[:most]:
        clause = profile_of(game).reason(t, reason.fact, naming)
        told.append(capital(clause) if reason.of == better else t("Otherwise, {reason}", reason=clause))
    return [f"{each}." for each in told if each]


def move_label(table: StartedTable, move: Move, t: Translator) -> str:
    game, state = table.match.game, table.match.state
    return profile_of(table.game).words.label(t, move, game.apply(state, move).events)


def choice_label(table: StartedTable, move: Move, t: Translator) -> str:
    """Return an open choice's name as on its button, with its letter."""
    return choice_labels(table.game, choices_of(table.match), t).get(move) or move_label(table, move, t)


def choice_words(table: StartedTable, move: Move, t: Translator) -> str:
    """Return an open choice in words, after its letter in the picture: `A: yellow 2 goes from 5 to 8`."""
    offered = choices_of(table.match)
    letter, told = marks(offered).get(move), move_words(table, move, offered.get(move, ()), t)
    return capital(told) if letter is None else f"{letter}{t.marks.colon}{told}"


def move_words(table: StartedTable, move: Move, events: Sequence[Event], t: Translator) -> str:
    """Return what a move does, in words; as on its button if there are none."""
    picked = next((event.number for event in events if isinstance(event, Picked)), None)
    if picked is not None:
        return t("the number {number}", number=picked) if picked else t("the null")
    return clauses(table, events, t) or move_label(table, move, t)
