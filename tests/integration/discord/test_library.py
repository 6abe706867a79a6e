"""What the bot uses of discord.py that the library does not promise: it fails here first when that changes."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import AsyncIterator, Awaitable, Callable

import discord
import pytest
from discord.gateway import DiscordWebSocket, KeepAliveHandler
from discord.shard import Shard

from bot.platforms.discord.single_shards import SingleShardClient
from data.coordination import GatewaySession
from tests.fakes.discord_gateway import IDENTIFY, RESUME
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import TOKEN


class Client(SingleShardClient):
    """A client that notes what it hears, and hides who it is on request."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True, guild_messages=True))
        self.heard: list[str] = []
        self.may = True

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        if not self.may:
            await self.forgo(shard_id or 0)

    async def on_shard_connect(self, shard: int) -> None:
        self.heard.append(f"connected {shard}")

    async def on_shard_resumed(self, shard: int) -> None:
        self.heard.append(f"resumed {shard}")

    async def on_shard_disconnect(self, shard: int) -> None:
        self.heard.append(f"left {shard}")

    async def on_interaction(self, interaction: discord.Interaction[Client]) -> None:
        self.heard.append(f"interaction {interaction.id}")


Make = Callable[..., Awaitable[Client]]


@pytest.fixture
async def connected(server: DiscordServer) -> AsyncIterator[Make]:
    """Make clients of which each has logged in and has no shard yet."""
    begun: list[tuple[Client, asyncio.Task[None]]] = []

    async def make(count: int = 4) -> Client:
        client = Client()
        await client.login(TOKEN)
        client.divide(count)
        begun.append((client, asyncio.create_task(client.connect())))
        await asyncio.wait_for(client.begun.wait(), 10)
        return client

    yield make
    for client, connecting in begun:
        await client.close()
        await asyncio.wait_for(asyncio.gather(connecting, return_exceptions=True), 10)


def beating() -> list[threading.Thread]:
    """Return the library's threads that keep connections alive."""
    threads = [thread for thread in threading.enumerate() if isinstance(thread, KeepAliveHandler)]
    return [thread for thread in threads if not thread._stop_ev.is_set()]


def test_the_names_that_are_used_are_there() -> None:
    wanted = {"client", "gateway", "shard_id", "session", "sequence", "resume"}
    assert wanted <= set(inspect.signature(DiscordWebSocket.from_client).parameters)
    assert {"reidentify", "reconnect", "launch", "_cancel_task", "close"} <= set(dir(Shard))
    assert {"self", "ws", "client", "queue_put"} == set(inspect.signature(Shard.__init__).parameters)


async def test_shards_are_connected_and_left_one_by_one(server: DiscordServer, connected: Make) -> None:
    client = await connected()
    for shard in (3, 1):
        await client.connect_shard(shard)
    await server.until(lambda: {"connected 3", "connected 1"} <= set(client.heard))
    assert sorted(client.known_shards) == sorted(client.shards) == [1, 3]
    assert [one["shard"] for one in server.gateway.identified] == [[3, 4], [1, 4]]
    line = server.gateway.sessions_of(1)[0].line
    left = await client.leave_shard(3)
    assert left is not None
    assert (left.shard, left.shards, left.id) == (3, 4, server.gateway.sessions_of(3)[0].id)
    await server.until(lambda: not server.gateway.sessions_of(3)[0].connected)
    assert list(client.known_shards) == [1]
    assert server.gateway.sessions_of(1)[0].line is line
    assert await client.leave_shard(3) is None


async def test_another_client_goes_on_with_a_session_and_hears_what_was_said_in_between(
    server: DiscordServer, connected: Make
) -> None:
    first, second = await connected(1), await connected(1)
    await first.connect_shard(0)
    await server.until(lambda: first.heard == ["connected 0"])
    left = await first.leave_shard(0)
    await server.until(lambda: not server.gateway.sessions_of(0)[0].connected)
    deleted = {"id": "5", "guild_id": "6", "parent_id": "7", "type": 11}
    await server.gateway.dispatch("THREAD_DELETE", deleted, None)
    await second.connect_shard(0, left)
    await server.until(lambda: second.heard == ["resumed 0"])
    assert (server.gateway.told.count(IDENTIFY), server.gateway.told.count(RESUME)) == (1, 1)
    assert server.gateway.overlaps == []
    again = await second.leave_shard(0)
    assert left is not None
    assert again is not None
    assert (again.id, again.sequence) == (left.id, left.sequence + 2)


async def test_a_session_that_discord_has_forgotten_is_begun_anew(server: DiscordServer, connected: Make) -> None:
    client = await connected(1)
    await client.connect_shard(0, GatewaySession(0, 1, "unknown", 7, server.url.replace("http", "ws") + "/gateway"))
    await server.until(lambda: client.heard[-1:] == ["connected 0"])
    assert (server.gateway.told.count(IDENTIFY), server.gateway.told.count(RESUME)) == (1, 1)


async def test_whoever_may_not_say_who_they_are_leaves_the_others_alone(
    server: DiscordServer, connected: Make
) -> None:
    client = await connected()
    await client.connect_shard(0)
    client.may = False
    with pytest.raises(asyncio.CancelledError):
        await client.connect_shard(1)
    assert list(client.known_shards) == [0]
    assert [thread.name for thread in beating()] == ["keep-alive-handler:shard-0"]
    await server.gateway.invalidate(resumable=False)  # now the library itself wants a new session
    await server.until(lambda: not server.gateway.sessions_of(0)[0].connected)
    await asyncio.sleep(0.1)
    assert server.gateway.told.count(IDENTIFY) == 1
    assert not client.is_closed()
    await server.until(lambda: not beating())


async def test_a_shard_that_was_left_does_not_come_back(server: DiscordServer, connected: Make) -> None:
    client = await connected(1)
    await client.connect_shard(0)
    await server.until(lambda: bool(client.heard))
    await server.gateway.ask_to_reconnect()
    await client.leave_shard(0)
    await asyncio.sleep(0.2)
    assert server.gateway.told.count(IDENTIFY) == 1
    assert not any(session.connected for session in server.gateway.sessions.values())
    assert client.latencies == []
