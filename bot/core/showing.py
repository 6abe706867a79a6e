"""What a chat's messages lack to show a table as it is now: one deed after the other, until there is none.

A chat's board either follows the players, posted anew below whenever the turn passes, or stays one message that is
edited; then, in the table's own chat, a short message calls whoever is to move, and goes when the turn passes. Such a
message also reminds whoever lets their time run out, beside a board of either kind.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.core.chat_settings import BoardMode
from bot.core.following import audience, stays
from bot.core.options import Options
from bot.core.table import Table
from data.records import OPEN, BoardRecord, ChatKey, PersonKey, Status


class Do(Enum):
    """What can be done with a message; CALL posts a call, HUSH takes one away."""

    POST = "post"
    EDIT = "edit"
    RETIRE = "retire"
    CALL = "call"
    HUSH = "hush"


@dataclass(frozen=True, slots=True)
class Deed:
    """One call of the platform: what to do, and with which message where there is one."""

    do: Do
    board: BoardRecord | None = None


def next_deed(table: Table, chat: ChatKey, shown: list[BoardRecord], mode: BoardMode) -> Deed | None:
    """What is to be done next in a chat that has these messages of the table; the newest board comes first."""
    boards = [board for board in shown if not board.call]
    calls = [board for board in shown if board.call]
    if not boards and table.record.chat != chat:  # it has moved away
        return None
    last = boards[-1] if boards else None
    if last is None or _wants_another(table, last, mode):
        return Deed(Do.POST)
    if last.version < table.record.version:
        return Deed(Do.EDIT, last)
    good = _good_calls(table, chat, calls, mode)
    if good is not None and not good:
        return Deed(Do.CALL)
    idle = [call for call in calls if call not in (good or [])]
    if idle:
        return Deed(Do.HUSH, idle[0])
    return Deed(Do.RETIRE, boards[0]) if len(boards) > 1 else None


def _wants_another(table: Table, last: BoardRecord, mode: BoardMode) -> bool:
    """Whether a table's last message in a chat cannot go on showing it: it is for somebody else, or retired."""
    if last.live:
        behind = last.version < table.record.version
        told = Options.load(table.record.options).idle
        return behind and (mode is BoardMode.FOLLOW or told) and not stays(table, last)
    return table.record.status in OPEN or last.version < table.record.version


def _good_calls(table: Table, chat: ChatKey, calls: list[BoardRecord], mode: BoardMode) -> list[BoardRecord] | None:
    """The calls that speak to who is to act: the last reminder, or else a call since then; None if none is wanted."""
    warned = Options.load(table.record.options).warned
    if warned is not None and table.record.status is Status.PLAYING and table.record.chat == chat:
        return [call for call in calls if call.version >= warned]
    wanted = _to_call(table, chat) if mode is BoardMode.FIXED else None
    if wanted is None:
        return None
    return [call for call in calls if audience(table, call.version) == wanted]


def _to_call(table: Table, chat: ChatKey) -> PersonKey | None:
    """Who is to be called: the person to act, if others play as well, and in the chat where the table is."""
    if table.record.status is not Status.PLAYING or table.record.chat != chat:
        return None
    people = {seat.person for seat in table.record.seats if seat.person is not None and seat.computer is None}
    now = audience(table, table.record.version)
    return now if isinstance(now, PersonKey) and len(people) > 1 else None
