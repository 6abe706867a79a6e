"""The names of a table's bots."""

from __future__ import annotations

from functools import lru_cache

from bot.core.domain.table import Table
from bot.core.games.bot_names import Sitter, bot_names
from data.records import SeatRecord


def bot_name(table: Table, seat: int) -> str:
    """Return a bot's name as a sentence to translate; empty for a person's or free seat.

    A rematch keeps the code of its first game, so its bots keep their names.
    """
    return _names(table.game, table.links.first or table.origin.known_as or table.id, table.seats)[seat]


@lru_cache(maxsize=256)
def _names(game: str, code: str, seats: tuple[SeatRecord, ...]) -> tuple[str, ...]:
    sitters = (Sitter(there.colours, there.computer if there.is_bot else None, there.name) for there in seats)
    return bot_names(game, code, tuple(sitters))
