"""The question whether something may be taken back, and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.chat import Person
from bot.core.screen import Button, Screen, Tone
from bot.core.table import Table
from bot.core.texts import Translator
from bot.core.tokens import Verb, encode
from bot.core.views.games import words_of
from bot.core.views.lines import code, joined, strong, text_of
from bot.core.views.people import call, who

if TYPE_CHECKING:
    from bot.core.features.takebacks import Takeback


def question_screen(table: Table, wanted: Takeback, waiting: tuple[int, ...], t: Translator) -> Screen:
    """Asks those who have not answered yet."""
    assert table.match is not None  # noqa: S101 - there is something to take back
    ply = table.match.plies[-wanted.plies]
    label = words_of(table.record.game).label(t, ply.move, ply.events)
    text = text_of(
        t.text(
            "{player} asks to take back a move at table {code}: {move}, and what came after it.",
            player=who(table, wanted.seat, t),
            code=code(table.record.id),
            move=strong(label),
        ),
        t.text("Do you agree? {players}", players=joined((call(table, seat, t) for seat in waiting), ", ")),
    )

    def button(label: str, word: str, tone: Tone) -> Button:
        record = table.record
        return Button(label, encode(record.id, record.version, Verb.TAKEBACK, wanted.mark, word), tone)

    return Screen(
        text, rows=((button(t("I agree"), "yes", Tone.PRIMARY), button(t("I do not agree"), "no", Tone.SECONDARY)),)
    )


def agreed_screen(table: Table, wanted: Takeback, t: Translator) -> Screen:
    """All have agreed."""
    return Screen(t.note("All agree: {player} takes the move back.", player=who(table, wanted.seat, t)))


def declined_screen(person: Person, t: Translator) -> Screen:
    """Somebody has not agreed."""
    return Screen(t.note("{player} says no: the game goes on.", player=strong(person.name)))
