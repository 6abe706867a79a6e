"""Analyse every rated game after its end, so that sums of luck and errors include ordinary games.

It has the lowest priority: one game at a time, and no part starts while other work waits. The store has the list of
games to do, so a restart loses nothing.
"""

from __future__ import annotations

import logging

from bot.core.common.lru import LruDict
from bot.core.domain.table import StartedTable
from bot.core.features.analysis.looking import looked_at
from bot.core.rankings.ladders import ladders
from bot.core.services.table_service import TableService
from bot.core.services.thinking import NoThought, Thinking
from data.records import Status
from engine.players.evaluation import EVALUATIONS

_log = logging.getLogger(__name__)

EVERY = 60.0
"""Seconds from the end of one look at the store to the next."""
LATEST = 2 * 86400.0
"""Seconds after its end within which a game is analysed."""
CALM = 1.0
"""Seconds between two checks whether other work waits."""
_FAILED = 256
"""The number of failed games that are remembered and not tried again."""


class AnalysisSweep:
    """Analyse games that nobody has asked about."""

    def __init__(self, service: TableService, thinking: Thinking) -> None:
        self._service, self._thinking = service, thinking
        self._failed = LruDict[str, None](_FAILED)

    async def look(self) -> bool:
        """Analyse the oldest game that is left on each ladder; return whether there was any.

        Raises any error, and skips that game from then on.
        """
        since, found = self._service.clock.now() - LATEST, False
        for ladder in ladders():
            if ladder.game in EVALUATIONS:
                names = await self._service.store.unseen(ladder.game, ladder.family, since, 1 + len(self._failed))
                name = next((one for one in names if one not in self._failed), None)
                if name is not None:
                    found = True
                    await self._look_at(name)
        return found

    async def _look_at(self, name: str) -> None:
        self._failed[name] = None
        table = await self._service.tables.get(name)
        if isinstance(table, StartedTable) and table.status is Status.OVER and table.match.plies:
            await self._wait()
            try:
                await looked_at(table, self._service, self._thinking, f"sweep {name}", self._wait)
            except NoThought as reason:  # on a busy machine: nobody has asked, so try after the next start
                _log.info("game %s not analysed: %s", name, reason)
            else:
                self._failed.pop(name, None)

    async def _wait(self, _: int = 0) -> None:
        while self._thinking.is_busy:
            await self._service.clock.sleep(CALM)
