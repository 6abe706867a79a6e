"""The names of a table's bots."""

from __future__ import annotations

from bot.core.common.lru import LruDict
from bot.core.domain.table import Table
from bot.core.games.bot_names import Sitter, bot_names
from data.records import SeatRecord

_NAMES = LruDict[tuple[str, str], tuple[tuple[SeatRecord, ...], tuple[str, ...]]](256)
"""The names at each table, with its seats: a text asks a dozen times, and to compare seats takes longer."""


def bot_name(table: Table, seat: int) -> str:
    """Return a bot's name as a sentence to translate; empty for a person's or free seat.

    A rematch keeps the code of its first game, so its bots keep their names.
    """
    key = table.game, table.links.first or table.origin.known_as or table.id
    seats, names = _NAMES.get(key, ((), ()))
    if seats is not table.seats:
        names = _names(*key, table.seats)
        _NAMES[key] = table.seats, names
    return names[seat]


def _names(game: str, code: str, seats: tuple[SeatRecord, ...]) -> tuple[str, ...]:
    sitters = (Sitter(there.colours, there.computer if there.is_bot else None, there.name) for there in seats)
    return bot_names(game, code, tuple(sitters))
