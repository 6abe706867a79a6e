"""When a board message is edited and when it is posted anew: edited while it speaks to the same person."""

from __future__ import annotations

from enum import Enum

from bot.core.domain.table import Table
from bot.core.domain.table_options import TableOptions
from data.records import OPEN, BoardRecord, PersonKey, Status


class Audience(Enum):
    """Whom a board message is for, where it is not one person to act."""

    LOBBY = "lobby"
    COMPUTER = "computer"
    OVER = "over"


def audience(table: Table, version: int) -> PersonKey | Audience:
    """Whom the table's message at a version spoke to: the person to act then, or everybody."""
    options = TableOptions.load(table.record.options)
    then = table.as_of(version)
    if then is None or options.started is None or version < options.started:
        return Audience.LOBBY
    if options.ended is not None and version >= options.ended:
        return Audience.OVER
    seat = table.seat(then.turn.seat)
    return seat.person if seat.person is not None and seat.computer is None else Audience.COMPUTER


def tells_the_end(table: Table, version: int) -> bool:
    """Return whether the table is over, or closed, and was so at a version: what came later is nobody's news."""
    if table.record.status in OPEN:
        return False
    ended = TableOptions.load(table.record.options).ended
    return version >= (table.record.version if ended is None else ended)


def calls_anew(table: Table, version: int) -> bool:
    """Return whether a lobby calls people whose words or whose yes count no more since a version: an edit would call
    nobody.
    """
    options = TableOptions.load(table.record.options)
    moments = (options.voided_at, options.asked)
    return table.record.status is Status.LOBBY and any(at is not None and version < at for at in moments)


def stays(table: Table, board: BoardRecord) -> bool:
    """Whether a live board message is brought up to date where it stands."""
    if tells_the_end(table, board.version):
        return True
    if table.record.status is Status.CANCELLED:
        return not TableOptions.load(table.record.options).idle  # nobody looks there any more: they are told
    if calls_anew(table, board.version):
        return False
    now = audience(table, table.record.version)
    return now in (Audience.COMPUTER, audience(table, board.version))
