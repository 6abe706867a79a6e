"""Remember recent commands in the store: a platform may deliver one again, to any process.

A command is stored before it is executed, and only the first process to store it executes it.
"""

from __future__ import annotations

from itertools import count

from bot.core.common.clock import Clock
from data.roles.commands import Commands

KEPT = 3600.0
"""Seconds for which commands are remembered: longer than any can still be answered."""
BETWEEN = 100
"""Number of commands between two deletions of older ones."""


class TakenCommands:
    """Stores the commands that were executed."""

    def __init__(self, store: Commands, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._count = count()

    async def take(self, bot: str, command: str) -> bool:
        """Store a command of a bot; return whether it is new. Raises StoreError."""
        now = self._clock.now()
        if next(self._count) % BETWEEN == 0:
            await self._store.forget_commands(now - KEPT)
        return await self._store.take_command(bot, command, now)
