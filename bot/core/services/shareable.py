"""What a person may show in any chat: the last games that they played, and tables with room that they sit at."""

from __future__ import annotations

from bot.core.domain.table import StartedTable, Table, has_room
from bot.core.i18n.refusal import CorruptTable
from bot.core.rankings.player_games import games_of
from bot.core.services.table_service import TableService
from data.records import PersonKey, Status

GAMES, LOBBIES = 4, 4
"""How many games, and how many lobbies."""


async def last_games(service: TableService, person: PersonKey) -> list[StartedTable]:
    """Return a person's last finished games, the newest first; raises StoreError."""
    played = games_of(await service.store.played(person))
    names = [game.table for game in reversed(played)][:GAMES]
    tables = [await _sound(service, name) for name in names]
    return [table for table in tables if isinstance(table, StartedTable) and table.status is Status.OVER]


async def open_lobbies(service: TableService, person: PersonKey) -> list[Table]:
    """Return the lobbies with a free seat where a person sits, the newest first; raises StoreError.

    No private ones: their code lets nobody sit.
    """
    seats = await service.store.open_seats([person])
    tables = [await _sound(service, name) for name, sitter in seats if sitter == person]
    fitting = [table for table in tables if table is not None and _invites(table)]
    return sorted(fitting, key=lambda table: table.created, reverse=True)[:LOBBIES]


def _invites(table: Table) -> bool:
    return table.status is Status.LOBBY and not table.lobby.private and has_room(table)


async def _sound(service: TableService, name: str) -> Table | None:
    try:
        return await service.tables.get(name)
    except CorruptTable:
        return None
