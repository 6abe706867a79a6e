"""The question whether something may be taken back, and what became of it."""

from __future__ import annotations

from bot.core.domain.table import StartedTable, Table
from bot.core.domain.table_values import Takeback
from bot.core.domain.takeback import waiting
from bot.core.games.game_words import words_of
from bot.core.i18n.text_format import code, joined, strong, text_of
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Button, Screen, Tone
from bot.core.views.players import call, who


def question_screen(table: StartedTable, wanted: Takeback, t: Translator) -> Screen:
    """Ask those who have not answered yet."""
    ply = table.match.plies[-wanted.plies]
    label = words_of(table.game).label(t, ply.move, ply.events)
    text = text_of(
        t.text(
            "{player} wants to undo a move at table {code}: {move}, and everything after it.",
            player=who(table, wanted.seat, t),
            code=code(table.id),
            move=strong(label),
        ),
        t.text("Agreed? {players}", players=joined((call(table, seat, t) for seat in waiting(table, wanted)), ", ")),
    )

    def button(label: str, word: str, tone: Tone) -> Button:
        return Button(label, encode(table.id, table.version, Verb.TAKEBACK, wanted.mark, word), tone)

    return Screen(
        text,
        rows=((button(t("OK, undo it"), "yes", Tone.PRIMARY), button(t("No, it stands"), "no", Tone.SECONDARY)),),
    )


def answer_screen(table: Table, mark: str, t: Translator) -> Screen:
    """Tell what became of the wish of a mark, where it was asked; nothing is left to press there."""
    answer = table.votes.answered
    if answer is None or answer.mark != mark:
        return Screen(t.note("The game has moved on: nothing is undone."))
    if answer.no is None:
        return Screen(t.note("Agreed: {player}'s move is undone.", player=who(table, answer.seat, t)))
    return Screen(t.note("{player} says no: the move stands.", player=who(table, answer.no, t)))
