"""Plan the next action that a chat's messages of a table need, until none is left.

When the turn passes, a following board is posted again, which pings the next player. If they were there when their
turn came, it is edited like a calm one, and they get a call later if need be. A calm board is edited until other
messages bury it, a fixed one always, and a short call pings. A watching chat's board is always edited, without calls.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.core.board_messages.audience import Audience, audience, calls_anew, is_full, stays, tells_the_end
from bot.core.board_messages.digest import has_called, is_doubted
from bot.core.board_messages.questions import Question, asked_in, asks, is_question
from bot.core.domain import presence
from bot.core.domain.chat_settings import BoardMode
from bot.core.domain.table import Table
from bot.core.ratelimit.platform_limiter import Priority
from bot.core.services.table_display import Role, TableDisplay
from data.records import OPEN, BoardRecord, ChatKey, PersonKey, Status

FEW = 5
"""Number of a table's old boards that are tidied up; older ones stay as they are.

A fast chat has no calls to spare, and a press there gets an answer anyway.
"""

BURIED = 8
"""Messages below a board that is edited above which it is posted again when the turn passes."""


class ActionKind(Enum):
    """Actions on a message.

    CALL posts a call, HUSH deletes one, DROP only forgets a message. ASK posts or edits a question, ANSWER shows its
    result.
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
    """One platform call: what to do, and with which message, if any.

    `also`: other messages for the same call, if the platform can do that. `question`: the question of ASK.
    """

    do: ActionKind
    board: BoardRecord | None = None
    also: tuple[BoardRecord, ...] = ()
    question: Question | None = None


def plan_next(
    display: TableDisplay,
    chat: ChatKey,
    shown: list[BoardRecord],
    mode: BoardMode,
    below: int | None = None,
    *,
    rings: bool = False,
) -> Action | None:
    """Return the next action for a chat with these messages of the table; the newest board comes first.

    `below`: the known number of messages below that board. `rings`: a mention in a new message rings there.
    """
    table, role = display.table, display.role(chat)
    boards = [board for board in shown if not board.call]
    asked = [board for board in shown if is_question(board)]
    calls = [board for board in shown if board.call and board not in asked]
    if role is None:  # no longer shown here
        return _tidy([*asked, *calls], boards)
    if role is Role.ANNOUNCEMENT:
        return _plan_door(table, boards)
    if role is Role.WATCH or chat.is_hand:
        mode = BoardMode.FIXED
    last = boards[-1] if boards else None
    there = rings and table.clock.there
    if last is None or _wants_another(table, last, follows=_follows(table, last, mode, below, there=there)):
        return Action(ActionKind.POST)
    if last.version < table.version:
        return Action(ActionKind.EDIT, last)
    good = _good_calls(display, chat, calls, called=_calls(last, mode, rings=rings), rings=rings)
    if good is not None and not good:
        return Action(ActionKind.CALL)
    if (question := _next_question(asked, asked_in(display, chat))) is not None:
        return question
    return _tidy([call for call in calls if call not in (good or [])], boards[:-1])


def _plan_door(table: Table, boards: list[BoardRecord]) -> Action | None:
    """Plan for the chat above a table's thread: one line that stays, and the result below it.

    The line of a tournament's table tells the result itself, and the tournament has its own messages.
    """
    last = boards[-1] if boards else None
    if table.links.tournament is not None:
        return Action(ActionKind.EDIT, last) if last is not None and last.version < table.version else None
    if last is None or (table.status is Status.OVER and not tells_the_end(table, last.version)):
        return Action(ActionKind.POST)
    if last.version < table.version:
        return Action(ActionKind.EDIT, last)
    return Action(ActionKind.DROP, boards[0]) if len(boards) > 1 else None


def priority_of(deed: Action, display: TableDisplay, chat: ChatKey) -> Priority:
    """Return an action's priority in a chat."""
    if deed.do in (ActionKind.RETIRE, ActionKind.HUSH, ActionKind.DROP):
        return Priority.TIDY
    if deed.do is ActionKind.ASK:
        return Priority.ACTOR_BOARD  # its readers have to answer
    table = display.table
    if display.role(chat) is not Role.PLAY or table.links.following is not None:
        return Priority.OTHER_BOARD
    if table.status is Status.LOBBY:
        return Priority.LOBBY
    now = audience(table, table.version)
    acts_elsewhere = isinstance(now, PersonKey) and display.plays_from(now) != chat
    return Priority.OTHER_BOARD if acts_elsewhere or now is Audience.COMPUTER else Priority.ACTOR_BOARD


def _next_question(asked: list[BoardRecord], questions: tuple[Question, ...]) -> Action | None:
    """Return the next action about questions, given the chat's question messages."""
    for question in questions:
        now = next((board for board in asked if asks(board, question)), None)
        if now is None or now.face != question.face:
            return Action(ActionKind.ASK, now, question=question)
    old = (board for board in asked if not any(asks(board, question) for question in questions))
    return next((Action(ActionKind.ANSWER, board) for board in old), None)


def _tidy(calls: list[BoardRecord], boards: list[BoardRecord]) -> Action | None:
    """Return the next clean-up action; the newest boards come first, since people look at them."""
    if len(boards) > FEW:
        return Action(ActionKind.DROP, boards[0])
    if calls:
        return Action(ActionKind.HUSH, calls[0], tuple(calls[1:]))
    return Action(ActionKind.RETIRE, boards[-1]) if boards else None


def _follows(table: Table, last: BoardRecord, mode: BoardMode, below: int | None, *, there: bool) -> bool:
    """Return whether a board is posted again when the turn passes.

    One that follows is edited if the next player is `there`, unless it is buried or has no room for more turns.
    """
    buried = below is not None and below > BURIED
    if mode is BoardMode.FOLLOW:
        return not there or buried or is_full(table, last)
    return mode is BoardMode.CALM and buried


def _wants_another(table: Table, last: BoardRecord, *, follows: bool) -> bool:
    """Return whether a table needs a new message in a chat: the last is for another player, or retired.

    `follows`: the board is posted again when the turn passes.
    """
    if last.live:
        behind = last.version < table.version - is_doubted(last)
        told = table.clock.idle or calls_anew(table, last.version)
        return behind and (follows or told) and not stays(table, last)
    return table.status in OPEN or not tells_the_end(table, last.version)


def _calls(last: BoardRecord, mode: BoardMode, *, rings: bool) -> bool:
    """Return whether the board itself has pinged the player to act."""
    if mode is BoardMode.FOLLOW:
        return not rings or has_called(last) or is_doubted(last)
    return mode is BoardMode.CALM and has_called(last)


def _good_calls(
    display: TableDisplay, chat: ChatKey, calls: list[BoardRecord], *, called: bool, rings: bool
) -> list[BoardRecord] | None:
    """Return the calls for the player to act: the last reminder, or else a call since their turn began.

    None if no call is wanted. `called`: the board has pinged them already.
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
    since = [call for call in calls if audience(table, call.version) == now]
    return since if since or not (rings and table.clock.there) else None
