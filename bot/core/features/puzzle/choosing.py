"""The choice of a chat's puzzle of a day: from one of its games of the last week, else from the stock.

It is chosen at the first request or post, and stored from then on.
"""

from __future__ import annotations

import asyncio
import logging

from bot.core.domain.daily_puzzle import Puzzle, turn_of
from bot.core.domain.table import StartedTable
from bot.core.games.puzzle_search import puzzle_in
from bot.core.games.puzzle_stock import puzzle_at
from bot.core.i18n.refusal import CorruptTable
from bot.core.services.puzzle_codec import puzzle_of, record_of
from bot.core.services.table_service import TableService
from bot.core.services.thinking import NoThought, Thinking
from data.records import ChatKey, Status
from engine.players.evaluation import EVALUATIONS

_log = logging.getLogger(__name__)

RECENT = 7 * 86400.0
"""Seconds since the end of a game that a puzzle may be from."""
GAMES = 12
"""The number of a chat's newest tables considered,"""
SEARCHED = 2
"""and the number of them searched on one day."""


class PuzzleChoice:
    """Find the puzzle of a chat and day."""

    def __init__(self, service: TableService, thinking: Thinking) -> None:
        self._service, self._thinking = service, thinking

    async def stored(self, chat: ChatKey, day: int) -> Puzzle | None:
        """Return a chat's stored puzzle of a day, None before the choice; raises StoreError."""
        record = await self._service.store.puzzle(chat, day)
        return None if record is None else puzzle_of(record)

    async def of_day(self, chat: ChatKey, day: int, patience: float) -> Puzzle:
        """Return a chat's puzzle of a day; wait `patience` seconds for one of its games. Raises StoreError."""
        known = await self.stored(chat, day)
        if known is not None:
            return known
        try:
            async with asyncio.timeout(patience):
                found = await self._own(chat)
        except TimeoutError:
            found = None
        puzzle, table = found or (await asyncio.to_thread(_of_stock, turn_of(chat, day)), None)
        await self._service.store.add_puzzle(record_of(puzzle, chat, day, table))
        return await self.stored(chat, day) or puzzle  # everybody gets the first one stored

    async def _own(self, chat: ChatKey) -> tuple[Puzzle, str] | None:
        """Search for a puzzle in the games of a chat; return it with its table."""
        store, now = self._service.store, self._service.clock.now()
        used = await store.puzzle_tables(chat)
        fresh = [
            record.id
            for record in await store.games(chat, limit=GAMES)
            if record.status is Status.OVER and now - record.updated < RECENT and record.id not in used
        ]
        for name in fresh[:SEARCHED]:
            try:
                table = await self._service.tables.get(name)
            except CorruptTable:
                continue
            if isinstance(table, StartedTable) and not table.origin.imported and table.game in EVALUATIONS:
                puzzle = await self._found(table, chat)
                if puzzle is not None:
                    return puzzle, name
        return None

    async def _found(self, table: StartedTable, chat: ChatKey) -> Puzzle | None:
        match = table.match
        opening = match.game.dump(match.opening)
        try:
            found = await self._thinking.do(puzzle_in, match.game.name, opening, match.moves, owner=f"puzzle {chat}")
        except NoThought as error:
            _log.warning("no puzzle search for table %s: %s", table.id, error)
            return None
        return None if found is None else Puzzle(match.game.name, *found, table.updated)


def _of_stock(number: int) -> Puzzle:
    found = puzzle_at(number)
    return Puzzle(found.game, found.line, found.ranking)
