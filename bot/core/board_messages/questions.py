"""Keep the messages that ask people something in addition to the board: all players, or one.

A question to all is in each chat that people play from, in its language, while it is open. A question to one is in
the chat that they play from; at the end the message shows the result without buttons.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.domain import takeback, throwing
from bot.core.domain.agreement import Wish
from bot.core.domain.table import Table, begun, in_play
from bot.core.domain.table_values import Answer
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import Verb
from bot.core.messages.content import Screen
from bot.core.services.table_display import Role, TableDisplay
from bot.core.views.questions import question_screen
from bot.core.views.takeback_question import takeback_answer, takeback_labels, takeback_question
from bot.core.views.throwing import offer_answer, offer_screen, throws_answer, throws_labels, throws_question
from data.records import BoardRecord, ChatKey

TAKEBACK, THROWS, OFFER = "takeback", "throws", "offer"
KINDS = (TAKEBACK, THROWS, OFFER)


@dataclass(frozen=True, slots=True)
class Question:
    """An open question: its kind, the mark that its answers carry, and what else it shows.

    `seat`: its only addressee, if any.
    """

    kind: str
    mark: str
    shown: str = ""
    seat: int | None = None

    @property
    def face(self) -> str:
        """Return the value of `BoardRecord.face` for its message."""
        return f"{self.kind} {self.mark} {self.shown}"

    @property
    def nonce(self) -> str:
        """Return what distinguishes its message from others that a table posts at one version."""
        return f"q{KINDS.index(self.kind)}{'' if self.seat is None else self.seat}"


def open_questions(table: Table) -> tuple[Question, ...]:
    """Return a table's open questions, with the seats that have agreed."""
    wishes: tuple[tuple[str, Wish | None], ...] = ((TAKEBACK, takeback.wish(table)), (THROWS, throwing.wish(table)))
    asked = [Question(kind, wish.mark, ",".join(map(str, wish.agreed))) for kind, wish in wishes if wish is not None]
    offers = table.throwing.offers if in_play(table) is not None else ()
    return (*asked, *(Question(OFFER, str(seat), seat=seat) for seat in offers))


def asked_in(display: TableDisplay, chat: ChatKey) -> tuple[Question, ...]:
    """Return the questions that a chat shows."""
    if display.role(chat) is not Role.PLAY:
        return ()
    seats = display.table.seats

    def stands_here(question: Question) -> bool:
        person = None if question.seat is None else seats[question.seat].person
        return person is None or display.plays_from(person) == chat

    return tuple(filter(stands_here, open_questions(display.table)))


def is_question(board: BoardRecord) -> bool:
    """Return whether a message asks a question, rather than calling one player."""
    return board.call and board.face.partition(" ")[0] in KINDS


def asks(board: BoardRecord, question: Question) -> bool:
    """Return whether a message asks this question, at any number of answers."""
    return board.face.split(" ")[:2] == [question.kind, question.mark]


def question_of(table: Table, question: Question, t: Translator) -> Screen:
    """Return the screen of an open question."""
    game = begun(table)
    if question.seat is not None:
        return offer_screen(game, question.seat, t)
    if question.kind == THROWS and (way := throwing.wish(game)) is not None:
        asked = throws_question(game, way, t)
        return question_screen(game, way, asked, Verb.THROWSVOTE, throws_labels(way, t), t)
    back = takeback.wish(game)
    assert back is not None  # noqa: S101 - a caller has seen an open one
    asked = takeback_question(game, back, t)
    return question_screen(game, back, asked, Verb.TAKEBACK, takeback_labels(t), t)


def answer_to(table: Table, board: BoardRecord, t: Translator) -> Screen:
    """Return the screen with the result of a question."""
    kind, mark = board.face.split(" ")[:2]
    if kind == OFFER:
        return offer_answer(table, int(mark), t)
    if kind == THROWS:
        return throws_answer(table, _known(table.votes.settled, mark), t)
    return takeback_answer(table, _known(table.votes.answered, mark), t)


def _known(answer: Answer | None, mark: str) -> Answer | None:
    return answer if answer is not None and answer.mark == mark else None
