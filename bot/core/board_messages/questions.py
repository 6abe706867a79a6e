"""The messages that ask all who play something: whether a move may be taken back.

One stands in each chat that people play from, in its language, for as long as the question is open. Then it tells
what became of it, without anything to press, and is no concern of the table's any more.
"""

from __future__ import annotations

from bot.core.domain.table import Table, begun
from bot.core.domain.takeback import wish
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Screen
from bot.core.views.takeback_question import answer_screen, question_screen
from data.records import BoardRecord

_TAKEBACK = "takeback"


def face_now(table: Table) -> str | None:
    """Return what a question shows now, for `BoardRecord.face`: its mark and who has agreed; None if none is open."""
    wanted = wish(table)
    return None if wanted is None else f"{_TAKEBACK} {wanted.mark} {','.join(map(str, wanted.agreed))}"


def is_question(board: BoardRecord) -> bool:
    """Return whether a message beside the board asks all something, instead of calling one person."""
    return board.call and board.face.startswith(f"{_TAKEBACK} ")


def is_open(board: BoardRecord, table: Table) -> bool:
    """Return whether what a message asks is still asked."""
    now = face_now(table)
    return now is not None and _mark(board.face) == _mark(now)


def question(table: Table, t: Translator) -> Screen:
    """Return the question that is open."""
    wanted = wish(table)
    assert wanted is not None  # noqa: S101 - somebody saw that one is open
    return question_screen(begun(table), wanted, t)


def answer(table: Table, board: BoardRecord, t: Translator) -> Screen:
    """Return what became of what a message asked."""
    return answer_screen(table, _mark(board.face), t)


def _mark(face: str) -> str:
    return face.split(" ")[1]
