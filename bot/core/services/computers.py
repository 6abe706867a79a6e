"""Choose bots' slow moves outside the event loop, with limited waiting.

A table's queue waits a moment for them, so that they appear together with the press before them. Longer ones continue
in the background with the table free, are played if still wanted, and are repeated with the same result after a
restart.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.core.common.background import BackgroundTasks
from bot.core.common.clock import Clock
from bot.core.domain.play import Problem
from bot.core.i18n.refusal import Refusal
from bot.core.services.thinking import Lane, NoThought, Thinking
from engine import catalog, players
from engine.game import Move

_log = logging.getLogger(__name__)

PATIENCE = 0.6
"""Total seconds that a press waits for the bots that follow it."""
LONGEST = 10.0
"""Seconds for one choice; then a faster player makes it."""
AGAIN = 60.0
"""Seconds until a failed table is tried again."""


class ComputerPlayers:
    """Chooses bots' moves outside the event loop."""

    def __init__(
        self,
        thinking: Thinking,
        background: BackgroundTasks,
        clock: Clock,
        publish: Callable[[str], Awaitable[None]],
    ) -> None:
        """Call `publish` with each table that went on in the background."""
        self._thinking = thinking
        self._background = background
        self._clock = clock
        self._publish = publish
        self._thoughts: dict[Problem, asyncio.Task[Move]] = {}
        self._going: dict[str, asyncio.Task[None]] = {}

    async def move(self, problem: Problem, seconds: float | None = None) -> Move | None:
        """Return the bot's move; None if it is not ready after `seconds`: ask again later."""
        thought = self._thoughts.get(problem)
        if thought is None:
            thought = self._thoughts[problem] = asyncio.create_task(self._thought(problem))
            thought.add_done_callback(lambda _: self._thoughts.pop(problem))
        await asyncio.wait((thought,), timeout=seconds)
        return thought.result() if thought.done() else None

    async def _thought(self, problem: Problem) -> Move:
        owner = f"{problem.table} {problem.version}"
        about = catalog.game(problem.game), problem.position, problem.luck
        try:
            return await self._thinking.do(
                players.chosen, problem.level, *about, owner=owner, lane=Lane.MOVES, seconds=LONGEST
            )
        except NoThought as reason:
            _log.warning("table %s: %s has not chosen, a faster bot does: %s", problem.table, problem.level, reason)
            return players.chosen(players.in_haste(problem.level).name, *about)

    def later(self, table: str, step: Callable[[], Awaitable[bool]], *, most: int | None = None) -> None:
        """Continue a table in the background, publishing each step, until none is left.

        Does nothing if the table continues already, or if `most` tables do.
        """
        if table not in self._going and (most is None or len(self._going) < most):
            self._going[table] = self._background.start(self._steps(table, step))

    async def idle(self) -> None:
        """Wait until no table continues in the background."""
        while self._going:
            await asyncio.wait(tuple(self._going.values()))

    async def _steps(self, table: str, step: Callable[[], Awaitable[bool]]) -> None:
        try:
            while await self._stepped(table, step):
                pass
        finally:
            del self._going[table]

    async def _stepped(self, table: str, step: Callable[[], Awaitable[bool]]) -> bool:
        try:
            if not await step():
                return False
            await self._publish(table)
        except Refusal as refusal:  # the table is gone, or another process continues it
            _log.info("table %s does not go on: %s", table, refusal.sentence)
            return False
        except Exception:  # noqa: BLE001 - logged; an error must not stop the table
            _log.exception("table %s cannot go on now", table)
            await self._clock.sleep(AGAIN)
        return True
