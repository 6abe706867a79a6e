"""What a chat's messages lack to show a table as it is now: one deed after the other, until there is none.

A chat's board either follows the players, posted anew below whenever the turn passes, or stays one message that is
edited; then a short message calls whoever is to move, in the chat that they play from, and goes when the turn passes.
A calm board stays as well, until the chat's own talk has buried it: the next turn brings it below, and that calls.
Such a message also reminds whoever lets their time run out, beside a board of either kind. Where people only watch,
the board stays: nobody there is to be called.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.core.board_messages.audience import Audience, audience, calls_anew, stays, tells_the_end
from bot.core.board_messages.digest import has_called, is_doubted
from bot.core.board_messages.questions import Question, asked_in, asks, is_question
from bot.core.domain import presence
from bot.core.domain.chat_settings import BoardMode
from bot.core.domain.table import Table
from bot.core.ratelimit.platform_limiter import Priority
from bot.core.services.table_display import Role, TableDisplay
from data.records import OPEN, BoardRecord, ChatKey, PersonKey, Status

FEW = 5
"""How many boards of a table that have had their time are tidied up; older ones stay as they are. A chat that plays
fast has no calls to spare, and who presses there is told where the table has moved on to.
"""

BURIED = 8
"""With more messages than these below it, a calm board is posted anew when the turn passes."""


class ActionKind(Enum):
    """What can be done with a message; CALL posts a call, HUSH takes one away, DROP only forgets one.

    ASK posts a question to those who play, or brings it up to date; ANSWER tells there what became of it.
    """

    POST = "post"
    EDIT = "edit"
    RETIRE = "retire"
    CALL = "call"
    HUSH = "hush"
    DROP = "drop"
    ASK = "ask"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Action:
    """One call of the platform: what to do, and with which message where there is one.

    `also`: other messages for which the same call does the same, if the platform can do that. `question`: what ASK
    asks.
    """

    do: ActionKind
    board: BoardRecord | None = None
    also: tuple[BoardRecord, ...] = ()
    question: Question | None = None


def plan_next(
    display: TableDisplay, chat: ChatKey, shown: list[BoardRecord], mode: BoardMode, below: int | None = None
) -> Action | None:
    """Plan what is to be done next in a chat that has these messages of the table; the newest board comes first.

    `below`: how many messages are known to stand below that board.
    """
    table, role = display.table, display.role(chat)
    boards = [board for board in shown if not board.call]
    asked = [board for board in shown if is_question(board)]
    calls = [board for board in shown if board.call and board not in asked]
    if role is None:  # it is shown here no more
        return _tidy([*asked, *calls], boards)
    if role is Role.ANNOUNCEMENT:
        return _plan_door(table, boards)
    if role is Role.WATCH:
        mode = BoardMode.FIXED
    last = boards[-1] if boards else None
    if last is None or _wants_another(table, last, follows=mode is BoardMode.FOLLOW or _is_buried(mode, below)):
        return Action(ActionKind.POST)
    if last.version < table.version:
        return Action(ActionKind.EDIT, last)
    good = _good_calls(display, chat, calls, called=_calls(last, mode))
    if good is not None and not good:
        return Action(ActionKind.CALL)
    if (question := _next_question(asked, asked_in(display, chat))) is not None:
        return question
    return _tidy([call for call in calls if call not in (good or [])], boards[:-1])


def _plan_door(table: Table, boards: list[BoardRecord]) -> Action | None:
    """Plan for the chat of a table's thread: one line, which stays where it is, and below it how the game ended."""
    last = boards[-1] if boards else None
    if last is None or (table.status is Status.OVER and not tells_the_end(table, last.version)):
        return Action(ActionKind.POST)
    if last.version < table.version:
        return Action(ActionKind.EDIT, last)
    return Action(ActionKind.DROP, boards[0]) if len(boards) > 1 else None


def priority_of(deed: Action, display: TableDisplay, chat: ChatKey) -> Priority:
    """Tell how urgent a deed is in a chat."""
    if deed.do in (ActionKind.RETIRE, ActionKind.HUSH, ActionKind.DROP):
        return Priority.TIDY
    if deed.do is ActionKind.ASK:
        return Priority.ACTOR_BOARD  # whoever reads it there is to answer
    table = display.table
    if display.role(chat) is not Role.PLAY or table.links.following is not None:
        return Priority.OTHER_BOARD
    if table.status is Status.LOBBY:
        return Priority.LOBBY
    now = audience(table, table.version)
    acts_elsewhere = isinstance(now, PersonKey) and display.plays_from(now) != chat
    return Priority.OTHER_BOARD if acts_elsewhere or now is Audience.COMPUTER else Priority.ACTOR_BOARD


def _next_question(asked: list[BoardRecord], questions: tuple[Question, ...]) -> Action | None:
    """Plan what is to be done about questions beside the board, in a chat that has these messages of such."""
    for question in questions:
        now = next((board for board in asked if asks(board, question)), None)
        if now is None or now.face != question.face:
            return Action(ActionKind.ASK, now, question=question)
    old = (board for board in asked if not any(asks(board, question) for question in questions))
    return next((Action(ActionKind.ANSWER, board) for board in old), None)


def _tidy(calls: list[BoardRecord], boards: list[BoardRecord]) -> Action | None:
    """Messages that have had their time: the newest boards first, for they are looked at."""
    if len(boards) > FEW:
        return Action(ActionKind.DROP, boards[0])
    if calls:
        return Action(ActionKind.HUSH, calls[0], tuple(calls[1:]))
    return Action(ActionKind.RETIRE, boards[-1]) if boards else None


def _is_buried(mode: BoardMode, below: int | None) -> bool:
    """Tell whether so much stands below a calm board that nobody sees it any more."""
    return mode is BoardMode.CALM and below is not None and below > BURIED


def _wants_another(table: Table, last: BoardRecord, *, follows: bool) -> bool:
    """Tell whether a table's last message in a chat cannot go on showing it: it is for somebody else, or retired.

    `follows`: the board is to come below when the turn passes.
    """
    if last.live:
        behind = last.version < table.version - is_doubted(last)
        told = table.clock.idle or calls_anew(table, last.version)
        return behind and (follows or told) and not stays(table, last)
    return table.status in OPEN or not tells_the_end(table, last.version)


def _calls(last: BoardRecord, mode: BoardMode) -> bool:
    """Tell whether a table's board itself calls who is to act: it comes anew for them, or did so this time."""
    return mode is BoardMode.FOLLOW or (mode is BoardMode.CALM and has_called(last))


def _good_calls(
    display: TableDisplay, chat: ChatKey, calls: list[BoardRecord], *, called: bool
) -> list[BoardRecord] | None:
    """Return the calls that speak to who is to act: the last reminder, or else a call since then.

    None if none is wanted. `called`: the board has done that already.
    """
    table = display.table
    now = audience(table, table.version)
    if table.status is not Status.PLAYING or not isinstance(now, PersonKey) or display.plays_from(now) != chat:
        return None
    warned = table.clock.warned
    if warned is not None:
        return [call for call in calls if call.version >= warned]
    if called or len(presence.present(table)) < 2:
        return None
    return [call for call in calls if audience(table, call.version) == now]
