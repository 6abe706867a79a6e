"""Which commands were taken lately, kept in the store: Telegram may bring them again, to this process or another.

A button names the version of its table, so a press that comes again does nothing; but `/roll` would throw again. A
command is noted before it is obeyed: if the process is killed in between, nobody was answered, and whoever waits says
it again. The store says who was first, so it does not matter who answers for the chat meanwhile.
"""

from __future__ import annotations

import hashlib
from itertools import count

from bot.core.common.clock import Clock
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.updates import MessageReceived
from data.store import Store

KEPT = 3600.0
"""For so many seconds commands are remembered: longer than any is obeyed after it was given."""
BETWEEN = 100
"""How many commands are taken until the older ones are forgotten."""


class CommandDeduplicator:
    """The commands that were taken; of each no more is kept than what tells it from others."""

    def __init__(self, client: Client, store: Store, clock: Clock) -> None:
        self._client = client
        self._store = store
        self._clock = clock
        self._count = count()

    async def is_new(self, said: MessageReceived) -> bool:
        """Take a command, and return whether it was not taken before."""
        now, name = self._clock.now(), f"{said.chat.chat}:{said.message}"
        if next(self._count) % BETWEEN == 0:
            await self._store.forget_commands(now - KEPT)
        digest = hashlib.sha256(name.encode()).hexdigest()[:16]
        return await self._store.take_command(str(self._client.id), digest, now)
