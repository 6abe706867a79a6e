"""Which commands were taken lately, kept in the store: Telegram may bring them again, to this process or another.

A button names the version of its table, so a press that comes again does nothing; but `/roll` would throw again. A
command is noted before it is obeyed: if the process is killed in between, nobody was answered, and whoever waits says
it again.
"""

from __future__ import annotations

import hashlib

from bot.core.common.clock import Clock
from bot.core.services.taken_commands import TakenCommands
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.updates import MessageReceived
from data.store import Store


class CommandDeduplicator:
    """The commands that were taken; of each no more is kept than what tells it from others."""

    def __init__(self, client: Client, store: Store, clock: Clock) -> None:
        self._client = client
        self._taken = TakenCommands(store, clock)

    async def is_new(self, said: MessageReceived) -> bool:
        """Take a command, and return whether it was not taken before."""
        name = f"{said.chat.chat}:{said.message}"
        digest = hashlib.sha256(name.encode()).hexdigest()[:16]
        return await self._taken.take(str(self._client.id), digest)
