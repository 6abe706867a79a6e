"""Which commands of a bot were taken lately, kept in the store: a platform may bring one again, to any process.

A command is noted before it is obeyed, and the store says who was first: so each is obeyed once, whoever answers for
the chat meanwhile.
"""

from __future__ import annotations

from itertools import count

from bot.core.common.clock import Clock
from data.roles.commands import Commands

KEPT = 3600.0
"""For so many seconds commands are remembered: longer than any is obeyed after it was given, or can be answered."""
BETWEEN = 100
"""How many commands are taken until the older ones are forgotten."""


class TakenCommands:
    """The commands that were taken."""

    def __init__(self, store: Commands, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._count = count()

    async def take(self, bot: str, command: str) -> bool:
        """Note a command of a bot as taken; tell whether nobody took it before; raises StoreError."""
        now = self._clock.now()
        if next(self._count) % BETWEEN == 0:
            await self._store.forget_commands(now - KEPT)
        return await self._store.take_command(bot, command, now)
