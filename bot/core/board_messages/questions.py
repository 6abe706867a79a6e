"""Keep the messages that ask all players something in addition to the board.

A question is in each chat that people play from, in its language, while it is open; at the end the message shows the
result without buttons.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.domain import bot_seats, takeback, throwing
from bot.core.domain.agreement import Wish
from bot.core.domain.table import Table, begun
from bot.core.domain.votes import Answer
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import Verb
from bot.core.messages.content import Screen
from bot.core.services.table_display import Role, TableDisplay
from bot.core.views.questions import question_screen
from bot.core.views.seat_question import seat_answer, seat_question
from bot.core.views.takeback_question import takeback_answer, takeback_labels, takeback_question
from bot.core.views.throwing import throws_answer, throws_labels, throws_question
from data.records import BoardRecord, ChatKey

TAKEBACK, THROWS, OFFER, SEAT = "takeback", "throws", "offer", "seat"
KINDS = (TAKEBACK, THROWS, OFFER, SEAT)
"""The kinds of questions; no OFFER is made any more, but messages of earlier versions may be open."""


@dataclass(frozen=True, slots=True)
class Question:
    """An open question: its kind, the mark that its answers carry, and what else it shows."""

    kind: str
    mark: str
    shown: str = ""

    @property
    def face(self) -> str:
        """Return the value of `BoardRecord.face` for its message."""
        return f"{self.kind} {self.mark} {self.shown}"

    @property
    def nonce(self) -> str:
        """Return what distinguishes its message from others that a table posts at one version."""
        return f"q{KINDS.index(self.kind)}"


def open_questions(table: Table) -> tuple[Question, ...]:
    """Return a table's open questions, with the seats that have agreed."""
    wishes: tuple[tuple[str, Wish | None], ...] = (
        (TAKEBACK, takeback.wish(table)),
        (THROWS, throwing.wish(table)),
        (SEAT, bot_seats.wish(table)),
    )
    return tuple(
        Question(kind, wish.mark, ",".join(map(str, wish.agreed))) for kind, wish in wishes if wish is not None
    )


def asked_in(display: TableDisplay, chat: ChatKey) -> tuple[Question, ...]:
    """Return the questions that a chat shows."""
    return open_questions(display.table) if display.role(chat) is Role.PLAY else ()


def is_question(board: BoardRecord) -> bool:
    """Return whether a message asks a question, rather than calling one player."""
    return board.call and board.face.partition(" ")[0] in KINDS


def asks(board: BoardRecord, question: Question) -> bool:
    """Return whether a message asks this question, at any number of answers."""
    return board.face.split(" ")[:2] == [question.kind, question.mark]


def question_of(table: Table, question: Question, t: Translator) -> Screen:
    """Return the screen of an open question."""
    game = begun(table)
    if question.kind == THROWS and (way := throwing.wish(game)) is not None:
        asked = throws_question(game, way, t)
        return question_screen(game, way, asked, Verb.THROWSVOTE, throws_labels(way, t), t)
    if question.kind == SEAT and (seat := bot_seats.wish(game)) is not None:
        return question_screen(game, seat, seat_question(game, seat, t), Verb.SEATVOTE, (t("Yes"), t("No")), t)
    back = takeback.wish(game)
    assert back is not None  # noqa: S101 - a caller has seen an open one
    asked = takeback_question(game, back, t)
    return question_screen(game, back, asked, Verb.TAKEBACK, takeback_labels(t), t)


def answer_to(table: Table, board: BoardRecord, t: Translator) -> Screen:
    """Return the screen with the result of a question."""
    kind, mark = board.face.split(" ")[:2]
    if kind == SEAT:
        return seat_answer(table, _known(table.votes.seated, mark), t)
    if kind in (THROWS, OFFER):
        return throws_answer(table, _known(table.votes.settled, mark), t)
    return takeback_answer(table, _known(table.votes.answered, mark), t)


def _known(answer: Answer | None, mark: str) -> Answer | None:
    return answer if answer is not None and answer.mark == mark else None
