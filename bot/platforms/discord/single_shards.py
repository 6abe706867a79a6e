"""Connect and leave single shards of the library's client, also to go on with a session that another process had.

discord.py connects all shards of a client together and keeps sessions to itself. What is used of it here and is not
promised by it stands in this file alone; tests/integration/discord/test_library.py tells when that has changed.
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

from data.records import GatewaySession

CONNECTING, LEAVING = 180.0, 1.0
"""Seconds for a shard to connect, waiting for its turn included, and for a connection to close."""
RESUMABLE = 4000
"""With this word a connection is closed whose session is to be gone on with; 1000 would end it."""
FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError, discord.gateway.ReconnectWebSocket)
"""How it shows that a shard cannot be connected now."""


class LeavableShard(Shard):
    """A shard of the library that never comes back once it was left."""

    def __init__(self, line: DiscordWebSocket, client: SingleShardClient, events: asyncio.Queue[Any]) -> None:
        super().__init__(line, client, events.put_nowait)
        self.is_left = False

    def launch(self) -> None:
        """Begin to hear, unless it was left meanwhile."""
        if not self.is_left:
            super().launch()

    async def reidentify(self, exc: discord.gateway.ReconnectWebSocket) -> None:
        """Connect anew, as the library asks for."""
        if not self.is_left:
            await super().reidentify(exc)

    async def reconnect(self) -> None:
        """Connect anew, as the library asks for."""
        if not self.is_left:
            await super().reconnect()

    def leave(self) -> None:
        """Hear no more."""
        self.is_left = True
        self._cancel_task()


class SingleShardClient(discord.AutoShardedClient):
    """A client whose shards are connected one by one, where it has been told of how many they are some."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.begun = asyncio.Event()
        """Set once single shards can be connected."""
        self._single = False
        self._newest: dict[int, DiscordWebSocket] = {}
        self._left = set[int]()
        self._closing = set[asyncio.Task[None]]()
        vars(self._connection)["_update_references"] = self._note  # with each connection that the library makes

    def divide(self, count: int) -> None:
        """Have shards, of which there are so many, connected one by one only."""
        self._single = True
        self.shard_count = self._connection.shard_count = count
        self._connection.shard_ids = range(count)

    async def start_limits(self) -> tuple[int, int]:
        """Return how many shards Discord recommends, and how many may say who they are at once."""
        shards, _, limits = await self.http.get_bot_gateway()
        return int(shards), max(1, int(limits["max_concurrency"]))

    async def launch_shards(self) -> None:
        """Connect all shards, or leave that to who connects them one by one."""
        if not self._single:
            await super().launch_shards()
        self.begun.set()

    @property
    def known_shards(self) -> Collection[int]:
        """Return the shards that are connected, or that the library connects anew."""
        return self._lines.keys()

    async def connect_shard(self, shard: int, session: GatewaySession | None = None) -> None:
        """Connect a shard, which goes on with a session if there is one; raises one of FAILURES or TimeoutError.

        Raises CancelledError where `before_identify_hook` forgoes it.
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
        """Close a shard's connection that is about to say who it is, for `before_identify_hook`.

        Raises CancelledError, at which the library leaves the shard alone.
        """
        await _close(self._newest[shard])
        raise asyncio.CancelledError

    async def leave_shard(self, shard: int) -> GatewaySession | None:
        """Close a shard's connection for good; return its session for somebody else to go on with, if it has one."""
        left = self._lines.pop(shard, None)
        if left is None:
            return None
        self._left.add(shard)
        left.leave()
        self.dispatch("shard_disconnect", shard)
        await asyncio.gather(*map(_close, {left.ws, self._newest[shard]}))  # it may just be connected anew
        line, count = left.ws, self.shard_count
        if line.session_id is None or line.sequence is None or count is None:
            return None
        return GatewaySession(shard, count, line.session_id, line.sequence, str(line.gateway))

    def _note(self, line: DiscordWebSocket) -> None:
        """Take note of a connection that has just been made, and close it if its shard was left meanwhile."""
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
