"""Several processes share the shards of one bot: each is served by the process with its lease, and by no other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import pairwise
from typing import Any

import pytest

from bot.platforms.base import Unreachable
from bot.platforms.discord.config import Shards
from bot.platforms.discord.leased_shards import named
from data.store import Store
from tests.fakes.discord_gateway import IDENTIFY, RESUME, Session
from tests.fakes.discord_place import Place, bot_on, ids_of, key_of
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import Channel
from tests.fakes.shared_leases import LeaseTable, Member, MemoryGateways
from tests.integration.discord.screens import PALMA

COUNT = 4
Join = Callable[..., Awaitable[tuple[Place, Member]]]


@pytest.fixture
def leases() -> LeaseTable:
    return LeaseTable()


@pytest.fixture
def gateways() -> MemoryGateways:
    return MemoryGateways()


@pytest.fixture
async def join(
    server: DiscordServer, store: Store, leases: LeaseTable, gateways: MemoryGateways
) -> AsyncIterator[Join]:
    """Begin one process more, which holds some shards as soon as it lives."""
    server.recommended = COUNT
    async with AsyncExitStack() as stack:

        async def one_more(*shards: int, **wishes: object) -> tuple[Place, Member]:
            member = leases.join()
            await leases.give(member, *map(lease, shards))
            place = await stack.enter_async_context(bot_on(server, store, member=member, gateways=gateways, **wishes))
            return place, member

        yield one_more


def lease(shard: int) -> str:
    return f"discord/{shard}"


def channel_on(place: Place, shard: int) -> Channel:
    """Open a channel of a server that belongs to a shard."""
    while True:
        channel = place.channel()
        if (int(channel.guild or 0) >> 22) % COUNT == shard:
            return channel


def on(server: DiscordServer, shard: int) -> Session:
    """Return the session of a shard that is connected; there is one only."""
    (session,) = [one for one in server.gateway.sessions_of(shard) if one.connected]
    return session


async def all_there(server: DiscordServer, *shards: int) -> None:
    await server.until(lambda: all(any(one.connected for one in server.gateway.sessions_of(n)) for n in shards))


async def knows_its_sessions(server: DiscordServer, place: Place) -> None:
    """Wait until a process has heard what its sessions are called: Discord knows them a moment earlier."""
    await server.until(lambda: place.platform.connected)


async def none_there(server: DiscordServer, *shards: int) -> None:
    await server.until(lambda: not any(one.connected for n in shards for one in server.gateway.sessions_of(n)))


async def test_each_shard_is_served_once_by_whoever_holds_its_lease(server: DiscordServer, join: Join) -> None:
    ours, _ = await join(0, 2)
    theirs, _ = await join(1, 3)
    await all_there(server, 0, 1, 2, 3)
    await server.until(lambda: ours.platform.connected and theirs.platform.connected)
    assert sorted(one["shard"] for one in server.gateway.identified) == [[shard, COUNT] for shard in range(COUNT)]
    assert server.gateway.overlaps == []
    assert (ours.platform.serving, theirs.platform.serving) == ("shards 0, 2 of 4", "shards 1, 3 of 4")
    ana = ours.user("Ana")
    for shard in range(COUNT):
        said = await ours.say(ana, channel_on(ours, shard), "help")
        await ours.settled_answers(said)
    await ours.settled_answers(await ours.say(ana, ours.private(), "help"))


async def test_all_processes_together_keep_the_pace(
    server: DiscordServer, join: Join, gateways: MemoryGateways
) -> None:
    gateways.between = 0.3
    for shard in range(COUNT):
        await join(shard)
    await all_there(server, *range(COUNT))
    moments = sorted(at for _, at in server.gateway.identified_at)
    assert min(later - earlier for earlier, later in pairwise(moments)) > 0.2


async def test_a_shard_that_changes_hands_keeps_its_session_and_what_was_said_in_between(
    server: DiscordServer, join: Join, leases: LeaseTable
) -> None:
    ours, mine = await join(0, 1)
    theirs, other = await join(2, 3)
    await all_there(server, 0, 1, 2, 3)
    await knows_its_sessions(server, ours)
    channel, ana, bea = channel_on(ours, 1), ours.user("Ana"), ours.user("Bea")
    code = await ours.opened(channel, ana, bea, **PALMA)
    stayed = {shard: on(server, shard).line for shard in (0, 2, 3)}
    await leases.give(None, lease(1))
    await none_there(server, 1)
    said = await ours.say(ana, channel, "help")
    await leases.give(other, lease(1))
    await theirs.settled(said)
    assert said.notice
    await theirs.play_on(code, channel, [ana, bea], 6)
    assert (server.gateway.told.count(IDENTIFY), server.gateway.told.count(RESUME)) == (COUNT, 1)
    assert server.gateway.overlaps == []
    assert {shard: on(server, shard).line for shard in stayed} == stayed  # nobody else was dropped
    assert mine.holds(lease(0))


async def test_a_lease_that_ran_out_closes_its_shard_alone_and_another_begins_it_anew(
    server: DiscordServer, join: Join, leases: LeaseTable, gateways: MemoryGateways
) -> None:
    ours, _ = await join(0, 1)
    _, other = await join(2, 3)
    await all_there(server, 0, 1, 2, 3)
    stayed = on(server, 0).line
    leases.run_out(lease(1))
    await none_there(server, 1)
    assert gateways.sessions == {}
    await leases.give(other, lease(1))
    await server.until(lambda: len(server.gateway.sessions_of(1)) == 2)
    assert server.gateway.told.count(RESUME) == 0
    assert server.gateway.overlaps == []
    assert on(server, 0).line is stayed
    assert ours.platform.connected


async def test_a_lease_that_ran_out_and_was_nobody_elses_goes_on_with_its_session(
    server: DiscordServer, join: Join, leases: LeaseTable
) -> None:
    ours, _ = await join(0, 1, 2, 3)
    await all_there(server, 0, 1, 2, 3)
    await knows_its_sessions(server, ours)
    leases.run_out(lease(0), lease(1))
    await none_there(server, 0, 1)
    channel, ana = channel_on(ours, 1), ours.user("Ana")
    said = await ours.say(ana, channel, "help")
    leases.hold_again(lease(0), lease(1))
    await ours.settled_answers(said)
    await all_there(server, 0, 1)
    assert (server.gateway.told.count(IDENTIFY), server.gateway.told.count(RESUME)) == (COUNT, 2)
    assert server.gateway.overlaps == []


async def test_a_session_is_not_gone_on_with_where_another_has_held_the_lease_meanwhile(
    server: DiscordServer, join: Join, leases: LeaseTable, gateways: MemoryGateways
) -> None:
    _, mine = await join(0, 1, 2, 3)
    _, other = await join()
    await all_there(server, 0, 1, 2, 3)
    leases.run_out(lease(1))
    await none_there(server, 1)
    await leases.give(other, lease(1))
    await all_there(server, 1)
    await leases.give(None, lease(1))
    await none_there(server, 1)
    gateways.sessions.clear()
    await leases.give(mine, lease(1))
    await all_there(server, 1)
    assert (server.gateway.told.count(IDENTIFY), server.gateway.told.count(RESUME)) == (COUNT + 2, 0)


async def test_whoever_loses_a_lease_while_it_waits_for_its_turn_does_not_say_who_it_is(
    server: DiscordServer, join: Join, leases: LeaseTable, gateways: MemoryGateways
) -> None:
    gateways.between = 1.0
    await join(0, 1)
    await server.until(lambda: server.gateway.identified)
    ((first, _),) = [one["shard"] for one in server.gateway.identified]
    await asyncio.wait_for(leases.give(None, lease(1 - first)), 5)
    await asyncio.sleep(1.2)
    assert [one["shard"] for one in server.gateway.identified] == [[first, COUNT]]


async def test_a_process_with_no_shard_is_well_and_takes_over_when_it_gets_one(
    server: DiscordServer, join: Join, leases: LeaseTable
) -> None:
    await join(0, 1, 2, 3)
    await all_there(server, 0, 1, 2, 3)
    spare, other = await join()
    await server.until(lambda: spare.platform.connected)
    assert spare.platform.serving == "shards none of 4"
    await leases.give(other, lease(3))
    await all_there(server, 3)
    assert server.gateway.overlaps == []


async def test_a_process_that_ends_leaves_its_sessions_to_the_others(
    server: DiscordServer, join: Join, leases: LeaseTable
) -> None:
    ours, _ = await join(0, 1)
    _, other = await join(2, 3)
    await all_there(server, 0, 1, 2, 3)
    await knows_its_sessions(server, ours)
    await ours.platform.drain()
    await none_there(server, 0, 1)
    await leases.give(other, lease(0), lease(1))
    await all_there(server, 0, 1, 2, 3)
    assert (server.gateway.told.count(IDENTIFY), server.gateway.told.count(RESUME)) == (COUNT, 2)


async def test_a_shard_that_is_let_in_nowhere_is_tried_again(server: DiscordServer, join: Join) -> None:
    server.gateway.refusing = True
    place, _ = await join(0)
    await asyncio.sleep(0.3)
    assert not place.platform.connected
    server.gateway.refusing = False
    await all_there(server, 0)


async def test_another_number_of_shards_is_told_in_a_line(server: DiscordServer, join: Join) -> None:
    await join(0)
    with pytest.raises(Unreachable, match=r"PALMARES_DISCORD_SHARDS wants 8 shards, and other processes .* with 4"):
        await join(1, shards=Shards.read("8"))
    same, member = await join(1, shards=Shards.read("0-3/4"))
    assert member.groups == {"discord": COUNT}
    server.recommended = 9  # Discord has changed its mind: nobody follows before all have ended
    await same.platform.leave()
    _, later = await join(2)
    assert later.groups == {"discord": COUNT}


async def test_a_chat_of_somebody_else_is_answered_at_once_and_obeyed_once(
    server: DiscordServer, join: Join, store: Store
) -> None:
    """No time passes on its clock: nothing waits for the two seconds after which all is acknowledged."""
    ours, member = await join(0, clock=server.clock)
    await all_there(server, 0)
    channel, ana = channel_on(ours, 0), ours.user("Ana")
    await ours.gave(ana, channel, "play", **PALMA)
    code, board = (await ours.table(channel)).id, ours.board(channel)
    member.owned = False
    pressed = await ours.press(ours.user("Bea"), board, ids_of(board)[0])
    await ours.settled_answers(pressed)
    assert pressed.answer == 6
    said = await ours.say(ours.user("Cat"), channel, "join")
    await ours.settled_answers(said)
    assert said.notice
    await ours.idle()
    table = await store.table(code)
    assert table is not None
    assert [seat.name for seat in table.seats].count("Bea") == 1
    assert code in member.handed_on  # so that the board comes from the process that shows it
    assert board.edits == 0


async def test_a_command_that_two_processes_hear_is_obeyed_once(
    server: DiscordServer, join: Join, store: Store
) -> None:
    ours, _ = await join(0)
    theirs, _ = await join(1)
    await all_there(server, 0, 1)
    channel, ana = channel_on(ours, 0), ours.user("Ana")
    said = await ours.say(ana, channel, "play", **PALMA)
    (told,) = [frame for frame in on(server, 0).sent if frame["t"] == "INTERACTION_CREATE"]
    line = on(server, 1).line
    assert line is not None
    await line.send(told | {"s": 99})
    listener: Any = theirs.platform.client.listener
    await server.until(lambda: int(said.id) in listener._seen)
    await ours.settled(said)
    await theirs.idle()
    assert len(await store.tables(key_of(channel))) == 1


async def test_a_chat_of_a_server_is_noted_where_it_was_heard(
    server: DiscordServer, join: Join, gateways: MemoryGateways
) -> None:
    ours, _ = await join(0, 1, 2, 3)
    await all_there(server, 0, 1, 2, 3)
    channel, private, ana = ours.channel(), ours.private(), ours.user("Ana")
    thread = ours.thread(channel)
    for place in (channel, private, thread):
        await ours.settled_answers(await ours.say(ana, place, "help"))
    guild = int(channel.guild or 0)
    assert gateways.homes == {channel.id: guild, thread.id: guild}  # of private chats nothing is stored


@pytest.mark.parametrize(
    ("shards", "words"), [((), "none of 4"), ((2,), "2 of 4"), ((0, 1, 2, 5, 7, 8), "0-2, 5, 7-8 of 4")]
)
def test_shards_are_named_in_runs(shards: tuple[int, ...], words: str) -> None:
    assert named(frozenset(shards), 4) == words
