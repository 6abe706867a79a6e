"""Connect and leave single shards of the library's client, and resume another process's session.

discord.py connects all shards of a client together and keeps sessions to itself. This file alone uses what the
library does not promise; tests/integration/discord/test_library.py fails when that changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import Any, NoReturn

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.shard import Shard

from data.coordination import GatewaySession

CONNECTING, LEAVING = 180.0, 1.0
"""Seconds for a shard to connect, with the wait for its turn, and for a connection to close."""
RESUMABLE = 4000
"""Closes a connection whose session will be resumed; 1000 would end the session."""
FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError, discord.gateway.ReconnectWebSocket)
"""Raised if a shard cannot be connected now."""


class LeavableShard(Shard):
    """A shard of the library that never reconnects once it was left."""

    def __init__(self, line: DiscordWebSocket, client: SingleShardClient, events: asyncio.Queue[Any]) -> None:
        super().__init__(line, client, events.put_nowait)
        self.is_left = False

    def launch(self) -> None:
        """Start receiving, unless it was left meanwhile."""
        if not self.is_left:
            super().launch()

    async def reidentify(self, exc: discord.gateway.ReconnectWebSocket) -> None:
        if not self.is_left:
            await super().reidentify(exc)

    async def reconnect(self) -> None:
        if not self.is_left:
            await super().reconnect()

    def leave(self) -> None:
        self.is_left = True
        self._cancel_task()


class SingleShardClient(discord.AutoShardedClient):
    """A client that connects shards one at a time once their number is set."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.begun = asyncio.Event()
        """Set once single shards can be connected."""
        self._single = False
        self._newest: dict[int, DiscordWebSocket] = {}
        self._left = set[int]()
        self._closing = set[asyncio.Task[None]]()
        vars(self._connection)["_update_references"] = self._note  # called for each new connection of the library

    def divide(self, count: int) -> None:
        """Set the number of shards, and connect them one at a time only."""
        self._single = True
        self.shard_count = self._connection.shard_count = count
        self._connection.shard_ids = range(count)

    async def start_limits(self) -> tuple[int, int]:
        """Return the number of shards that Discord recommends, and how many may identify at once."""
        shards, _, limits = await self.http.get_bot_gateway()
        return int(shards), max(1, int(limits["max_concurrency"]))

    async def launch_shards(self) -> None:
        """Connect all shards, unless they are connected one at a time."""
        if not self._single:
            await super().launch_shards()
        self.begun.set()

    @property
    def known_shards(self) -> Collection[int]:
        """Return the shards that are connected, or that the library reconnects."""
        return self._lines.keys()

    async def connect_shard(self, shard: int, session: GatewaySession | None = None) -> None:
        """Connect a shard, resuming a session if there is one; raises one of FAILURES or TimeoutError.

        Raises CancelledError if `before_identify_hook` gives it up.
        """
        resumed: dict[str, Any] = {}
        if session is not None:
            resumed = {"session": session.id, "sequence": session.sequence, "gateway": yarl.URL(session.address)}
            resumed["resume"] = True
        self._left.discard(shard)
        connecting = DiscordWebSocket.from_client(self, shard_id=shard, **resumed)
        line = await asyncio.wait_for(connecting, CONNECTING)
        self._lines[shard] = LeavableShard(line, self, vars(self)["_AutoShardedClient__queue"])
        self._lines[shard].launch()

    async def forgo(self, shard: int) -> NoReturn:
        """Close a shard's connection that is about to identify, for `before_identify_hook`.

        Raises CancelledError, which makes the library leave the shard alone.
        """
        await _close(self._newest[shard])
        raise asyncio.CancelledError

    async def leave_shard(self, shard: int) -> GatewaySession | None:
        """Close a shard's connection for good; return its session for another process to resume, if it has one."""
        left = self._lines.pop(shard, None)
        if left is None:
            return None
        self._left.add(shard)
        left.leave()
        self.dispatch("shard_disconnect", shard)
        await asyncio.gather(*map(_close, {left.ws, self._newest[shard]}))  # it may be reconnecting
        line, count = left.ws, self.shard_count
        if line.session_id is None or line.sequence is None or count is None:
            return None
        return GatewaySession(shard, count, line.session_id, line.sequence, str(line.gateway))

    def _note(self, line: DiscordWebSocket) -> None:
        """Note a new connection, and close it if its shard was left meanwhile."""
        shard = line.shard_id or 0
        self._newest[shard] = line
        if shard in self._left:
            task = asyncio.create_task(_close(line))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    @property
    def _lines(self) -> dict[int, LeavableShard]:
        lines: dict[int, LeavableShard] = vars(self)["_AutoShardedClient__shards"]
        return lines


async def _close(line: DiscordWebSocket) -> None:
    """Close a connection in such a way that its session lasts a while."""
    with suppress(TimeoutError, *FAILURES):
        async with asyncio.timeout(LEAVING):
            await line.close(RESUMABLE)
