"""Which commands were handled lately, kept in the store: Telegram may deliver one again, to any process.

A repeated press does nothing, but a repeated `/roll` would roll again. A command is stored before it is handled: if
the process is killed in between, the person repeats it.
"""

from __future__ import annotations

import hashlib

from bot.core.common.clock import Clock
from bot.core.services.taken_commands import TakenCommands
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.updates import MessageReceived
from data.store import Store


class CommandDeduplicator:
    """The commands that were handled, each as a hash."""

    def __init__(self, client: Client, store: Store, clock: Clock) -> None:
        self._client = client
        self._taken = TakenCommands(store, clock)

    async def is_new(self, said: MessageReceived) -> bool:
        """Record a command; return False if it was recorded before."""
        name = f"{said.chat.chat}:{said.message}"
        digest = hashlib.sha256(name.encode()).hexdigest()[:16]
        return await self._taken.take(str(self._client.id), digest)
