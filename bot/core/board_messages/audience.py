"""When a board message is edited and when it is posted anew: edited while it speaks to the same person."""

from __future__ import annotations

from enum import Enum

from bot.core.domain.table import StartedTable, Table
from data.records import OPEN, BoardRecord, PersonKey, Status


class Audience(Enum):
    """Whom a board message is for, where it is not one person to act."""

    LOBBY = "lobby"
    COMPUTER = "computer"
    OVER = "over"


def audience(table: Table, version: int) -> PersonKey | Audience:
    """Return whom the table's message at a version spoke to: the person to act then, or everybody."""
    if not isinstance(table, StartedTable) or table.started is None or version < table.started:
        return Audience.LOBBY
    if table.ended is not None and version >= table.ended:
        return Audience.OVER
    seat = table.seats[table.as_of(version).turn.seat]
    return seat.person if seat.person is not None and seat.is_human else Audience.COMPUTER


def tells_the_end(table: Table, version: int) -> bool:
    """Return whether the table is over, or closed, and was so at a version: what came later is nobody's news."""
    if table.status in OPEN:
        return False
    ended = table.ended
    return version >= (table.version if ended is None else ended)


def calls_anew(table: Table, version: int) -> bool:
    """Tell whether a lobby calls people whose words or whose yes count no more since a version.

    An edit would call nobody.
    """
    moments = (table.dice.voided_at, table.lobby.asked)
    return table.status is Status.LOBBY and any(at is not None and version < at for at in moments)


def stays(table: Table, board: BoardRecord) -> bool:
    """Tell whether a live board message is brought up to date where it stands."""
    if tells_the_end(table, board.version):
        return True
    if table.status is Status.CANCELLED:
        return not table.clock.idle  # nobody looks there any more: they are told
    if calls_anew(table, board.version):
        return False
    now = audience(table, table.version)
    return now in (Audience.COMPUTER, audience(table, board.version))
