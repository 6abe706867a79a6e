"""Looks at every game that counts once it is over, so that sums of luck and errors are not of remarkable games alone.

It is the last to get anything: one game at a time, and no part of it is begun while anybody waits for a thought. What
is still to be done is asked of the store, so that nothing is queued, nor lost by a restart; games that nobody came
to in time are left.
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
"""Seconds after its end within which a game is looked at."""
CALM = 1.0
"""Seconds between two looks whether anybody waits for a thought."""
_FAILED = 256
"""How many games are known at which something went wrong: they are not tried again."""


class AnalysisSweep:
    """Looks at games that nobody has asked about."""

    def __init__(self, service: TableService, thinking: Thinking) -> None:
        self._service, self._thinking = service, thinking
        self._failed = LruDict[str, None](_FAILED)

    async def look(self) -> bool:
        """Look at the oldest game that is left on each ladder; return whether there was any.

        Raises whatever goes wrong, and leaves that game alone from then on.
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
            except NoThought as reason:  # on a busy machine: nobody has asked, so it is for after the next start
                _log.info("game %s is not looked at: %s", name, reason)
            else:
                self._failed.pop(name, None)

    async def _wait(self, _: int = 0) -> None:
        """Return once nobody waits for a thought."""
        while self._thinking.is_busy:
            await self._service.clock.sleep(CALM)
