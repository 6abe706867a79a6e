"""What a chat's messages lack to show a table as it is now: one deed after the other, until there is none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.core.following import stays
from bot.core.table import Table
from data.records import OPEN, BoardRecord, ChatKey


class Do(Enum):
    """What can be done with a message."""

    POST = "post"
    EDIT = "edit"
    RETIRE = "retire"


@dataclass(frozen=True, slots=True)
class Deed:
    """One call of the platform: what to do, and with which message where there is one."""

    do: Do
    board: BoardRecord | None = None


def next_deed(table: Table, chat: ChatKey, boards: list[BoardRecord]) -> Deed | None:
    """What is to be done next in a chat that has these messages of the table; the newest board comes first."""
    if not boards and table.record.chat != chat:  # it has moved away
        return None
    last = boards[-1] if boards else None
    if last is None or _wants_another(table, last):
        return Deed(Do.POST)
    if last.version < table.record.version:
        return Deed(Do.EDIT, last)
    return Deed(Do.RETIRE, boards[0]) if len(boards) > 1 else None


def _wants_another(table: Table, last: BoardRecord) -> bool:
    """Whether a table's last message in a chat cannot go on showing it: it is for somebody else, or retired."""
    if last.live:
        return last.version < table.record.version and not stays(table, last)
    return table.record.status in OPEN or last.version < table.record.version
