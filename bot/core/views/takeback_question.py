"""The question whether to take something back, and its outcome."""

from __future__ import annotations

from bot.core.domain.table import StartedTable, Table
from bot.core.domain.votes import Answer, Takeback
from bot.core.games.game_words import words_of
from bot.core.i18n.text_format import code, strong
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Screen
from bot.core.views.players import who


def takeback_question(table: StartedTable, wanted: Takeback, t: Translator) -> Line:
    ply = table.match.plies[-wanted.plies]
    label = words_of(table.game).label(t, ply.move, ply.events)
    return t.text(
        "{player} wants to undo a move at table {code}: {move}, and everything after it.",
        player=who(table, wanted.seat, t),
        code=code(table.id),
        move=strong(label),
    )


def takeback_labels(t: Translator) -> tuple[str, str]:
    return t("OK, undo it"), t("No, it stands")


def takeback_answer(table: Table, answer: Answer | None, t: Translator) -> Screen:
    """Return the outcome of the request, in the place of the question and without buttons."""
    if answer is None:
        return Screen(t.note("The game has moved on, so nothing was taken back."))
    if answer.no is None:
        return Screen(t.note("Agreed: {player}'s move is undone.", player=who(table, answer.seat, t)))
    return Screen(t.note("{player} says no: the move stands.", player=who(table, answer.no, t)))
