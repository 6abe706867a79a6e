"""Which commands were taken lately, kept in the store: after a restart Telegram may bring them again.

A button names the version of its table, so a press that comes again does nothing; but `/roll` would throw again. A
command is noted before it is obeyed: if the process is killed in between, nobody was answered, and whoever waits says
it again.
"""

from __future__ import annotations

import asyncio
import hashlib
import json

from bot.core.common.lru import LruDict
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.html import PLATFORM
from bot.platforms.telegram.updates import MessageReceived
from data.records import ChatKey, ChatRecord
from data.store import Store

KEPT = 200
"""How many commands are remembered; Telegram brings no more than a hundred at once."""


class CommandDeduplicator:
    """The commands that were taken; of each no more is kept than what tells it from others."""

    def __init__(self, client: Client, store: Store) -> None:
        self._client = client
        self._store = store
        self._taken: LruDict[str, None] | None = None
        self._lock = asyncio.Lock()

    async def is_new(self, said: MessageReceived) -> bool:
        """Take a command, and return whether it was not taken before."""
        key = ChatKey(PLATFORM, f"bot {self._client.id}", "commands")
        name = hashlib.sha256(f"{said.chat.chat}:{said.message}".encode()).hexdigest()[:16]
        async with self._lock:
            if self._taken is None:
                self._taken = await self._read(key)
            if name in self._taken:
                return False
            self._taken[name] = None
            await self._store.save_chat(ChatRecord(key, settings=json.dumps({"taken": list(self._taken)})))
            return True

    async def _read(self, key: ChatKey) -> LruDict[str, None]:
        record, taken = await self._store.chat(key), LruDict[str, None](KEPT)
        for name in json.loads(record.settings)["taken"] if record is not None else ():
            taken[name] = None
        return taken
