"""Decide when a board message is edited and when a new one is posted."""

from __future__ import annotations

from enum import Enum

from bot.core.domain.table import StartedTable, Table
from bot.core.views.message_turns import ends_stretch
from data.records import OPEN, BoardRecord, PersonKey, Status


class Audience(Enum):
    """The audience of a board message when no person is to act."""

    LOBBY = "lobby"
    COMPUTER = "computer"
    OVER = "over"


def audience(table: Table, version: int) -> PersonKey | Audience:
    """Return who had to act at a version, or the audience if nobody had to."""
    if not isinstance(table, StartedTable) or table.started is None or version < table.started:
        return Audience.LOBBY
    if table.ended is not None and version >= table.ended:
        return Audience.OVER
    seat = table.seats[table.turn_at(version).seat]
    return seat.person if seat.person is not None and seat.is_human else Audience.COMPUTER


def tells_the_end(table: Table, version: int) -> bool:
    """Return whether the table had already ended or closed at a version."""
    if table.status in OPEN:
        return False
    ended = table.ended
    return version >= (table.version if ended is None else ended)


def calls_anew(table: Table, version: int) -> bool:
    """Return whether people's mixes or acceptances in a lobby became void after a version.

    They need a new message then: an edit notifies nobody.
    """
    moments = (table.dice.voided_at, table.lobby.asked)
    return table.status is Status.LOBBY and any(at is not None and version < at for at in moments)


def stays(table: Table, board: BoardRecord) -> bool:
    """Return whether a live board message is edited in place."""
    if tells_the_end(table, board.version):
        return True
    if table.status is Status.CANCELLED:
        return not (table.clock.idle and table.people)  # they no longer look there: a new message notifies them
    if calls_anew(table, board.version):
        return False
    now = audience(table, table.version)
    if now is Audience.COMPUTER or not isinstance(table, StartedTable):
        return now in (Audience.COMPUTER, audience(table, board.version))
    return now == audience(table, board.version) and not is_full(table, board)


def is_full(table: Table, board: BoardRecord) -> bool:
    """Return whether a board message has no room for the turns since its version."""
    if not isinstance(table, StartedTable):
        return False
    return ends_stretch(table, table.plies_since(board.version), len(table.match.plies))
