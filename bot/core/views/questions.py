"""Questions to all players in one format: what, who has not answered yet, yes and no."""

from __future__ import annotations

from bot.core.domain.agreement import Wish, waiting
from bot.core.domain.table import StartedTable, Table
from bot.core.i18n.lists import listed_lines
from bot.core.i18n.text_format import text_of
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Button, Screen, Tone
from bot.core.views.players import call


def question_screen(
    table: StartedTable, wanted: Wish, asked: Line, verb: Verb, answers: tuple[str, str], t: Translator
) -> Screen:
    """Ask those who have not answered yet; `verb` is for the presses, `answers` are the labels of yes and no."""
    asker = table.seats[wanted.seat].person
    waited_for = listed_lines(t, [call(table, seat, t, by=asker) for seat in waiting(table, wanted)])
    text = text_of(asked, t.text("Agreed? {players}", players=waited_for))
    return Screen(text, rows=yes_or_no(table, verb, wanted.mark, *answers))


def yes_or_no(table: Table, verb: Verb, mark: str | int, yes: str, no: str) -> tuple[tuple[Button, ...], ...]:
    """Return the buttons of a question: the answers `yes` and `no`, and the question's mark."""

    def button(label: str, word: str, tone: Tone) -> Button:
        return Button(label, encode(table.id, table.version, verb, mark, word), tone)

    return ((button(yes, "yes", Tone.PRIMARY), button(no, "no", Tone.SECONDARY)),)
