"""The question whether a newcomer may sit in a bot's place, and its outcome."""

from __future__ import annotations

from bot.core.domain.table import StartedTable, Table
from bot.core.domain.votes import Answer, SeatWish
from bot.core.i18n.text_format import named
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Screen
from bot.core.views.players import who


def seat_question(table: StartedTable, wanted: SeatWish, t: Translator) -> Line:
    return t.text(
        "🙋 {player} would like to take over from {bot}. The game would be casual.",
        player=named(wanted.name or t("someone"), wanted.person),
        bot=who(table, wanted.seat, t),
    )


def seat_answer(table: Table, answer: Answer | None, t: Translator) -> Screen:
    """Return the outcome of a request for a bot's seat."""
    if answer is None:
        return Screen(t.note("That question is closed."))
    if answer.no is not None:
        return Screen(t.note("🙋 Not this time: {player} says no.", player=who(table, answer.no, t)))
    return Screen(t.note("🙋 All agree: welcome, {player}!", player=who(table, answer.seat, t)))
