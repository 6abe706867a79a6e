"""What must not end the connection to Discord, and how the bot reconnects where it has ended all the same."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.core.dispatch.dispatcher import deliver_later
from bot.core.messages.ports import TryLater
from bot.core.messages.requests import Person, Request
from bot.platforms.base import CannotStart, Unreachable
from bot.platforms.discord import platform as discord_platform
from data.records import PersonKey
from data.store import Store
from tests.fakes.discord_door import Fault
from tests.fakes.discord_people import People
from tests.fakes.discord_place import Place, bot_on, ids_of, key_of
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import Channel, guild_payload
from tests.integration.discord.screens import PALMA, SCREEN

# events that the library cannot read ------------------------------------------------------------------------------


def thread_without_owner(place: Place, channel: Channel) -> dict[str, Any]:
    """A thread as Discord may tell of one: without `owner_id`, which the library indexes."""
    told = place.thread(channel).payload()
    del told["owner_id"]
    return told


async def test_an_event_that_the_library_cannot_read_is_skipped(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    channel, ana = place.channel(), place.user("Ana")
    gateway, guild = place.server.gateway, channel.guild
    assert guild is not None
    await gateway.dispatch("GUILD_CREATE", guild_payload(guild, [channel]), guild)
    for _ in range(3):
        await gateway.dispatch("THREAD_CREATE", thread_without_owner(place, channel), guild)
    assert (await place.gave(ana, channel, "help")).notice
    told = [record.getMessage() for record in caplog.records if "skipped" in record.getMessage()]
    assert told == ["an event that cannot be read was skipped: THREAD_CREATE: KeyError: 'owner_id'"]
    assert place.platform.connected
    assert len(gateway.identified) == 1


async def test_a_server_that_the_library_cannot_read_can_be_played_in(place: Place) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    assert channel.guild is not None
    broken = guild_payload(channel.guild, [channel], threads=[thread_without_owner(place, channel)])
    await place.server.gateway.dispatch("GUILD_CREATE", broken, channel.guild)
    code = await place.opened(channel, ana, bea, **PALMA)
    assert await place.play_on(code, channel, [ana, bea], 10)


@pytest.mark.parametrize("event", ["INTERACTION_CREATE", "GUILD_DELETE", "CHANNEL_UPDATE", "GUILD_ROLE_CREATE"])
async def test_nonsense_in_any_event_is_skipped(place: Place, event: str) -> None:
    channel, ana = place.channel(), place.user("Ana")
    for nonsense in ({}, {"id": None}, {"guild_id": "x"}, {"id": "1", "type": "?"}):
        await place.server.gateway.dispatch(event, nonsense, channel.guild)
    assert (await place.gave(ana, channel, "help")).notice
    assert len(place.server.gateway.identified) == 1


async def test_a_session_whose_beginning_cannot_be_read_is_begun_anew(server: DiscordServer, store: Store) -> None:
    async with bot_on(server, store) as place:
        await server.gateway.dispatch("READY", {"session_id": "1", "resume_gateway_url": "ws://x"}, None)
        with pytest.raises(Unreachable, match="KeyError"):
            await place.platform.lost()
        assert not place.platform.connected
        await place.platform.leave()
        core = place.core
        await place.platform.open(core)
        assert (await place.gave(place.user("Ana"), place.channel(), "help")).notice


# new connections --------------------------------------------------------------------------------------------------


async def test_a_token_that_is_taken_back_and_given_again(server: DiscordServer, store: Store) -> None:
    """While it is away nothing is thrown away: what is to be shown waits until it is back."""
    people = People(server)
    channel, ana, bea = people.channel(), people.user("Ana"), people.user("Bea")
    async with bot_on(server, store) as place:
        platform, core = place.platform, place.core
        code = await place.opened(channel, ana, bea, **PALMA)
        assert platform.connected
        await server.gateway.close(4004)
        with pytest.raises(CannotStart, match="DISCORD_TOKEN"):
            await platform.lost()
        assert not platform.connected
        await platform.leave()
        for _ in range(3):
            server.faults.append(Fault("users/@me", status=401))
            with pytest.raises(CannotStart, match="DISCORD_TOKEN"):
                await platform.open(core)
            await platform.leave()
        with pytest.raises(TryLater) as later:
            await platform.messenger.post(key_of(channel), SCREEN, nonce="1")
        assert later.value.everywhere
        await platform.open(core)
        await server.until(lambda: platform.connected)
        board = place.board(channel)
        who = await place.acting(code, [ana, bea])
        pressed = await place.pressed(who, board, ids_of(board)[0])
        assert pressed.answer == 7
        assert await store.dirty_boards(9) == []


async def test_what_could_not_be_shown_while_it_was_away_is_shown_when_it_is_back(
    server: DiscordServer, store: Store
) -> None:
    people = People(server)
    channel, ana = people.channel(), people.user("Ana")
    async with bot_on(server, store) as place:
        platform, core = place.platform, place.core
        await place.gave(ana, channel, "play", **PALMA)
        code = (await place.table(channel)).id
        await platform.leave()
        board = place.board(channel)
        joined = await core.dispatcher.command(
            Request(key_of(channel), Person(PersonKey("web", "bea"), "Bea"), "join"), deliver_later
        )
        assert joined.table == code
        await server.until(lambda: 5.0 in place.patience.slept)
        assert board.edits == 0
        await platform.open(core)
        await server.until(lambda: board.edits)
        await place.idle()
        assert "Bea" in board.content
        assert await store.dirty_boards(9) == []


@pytest.mark.parametrize("match", ["users/@me", "gateway/bot"])
async def test_a_discord_that_is_away_at_the_start_is_no_fault_of_the_settings(
    server: DiscordServer, store: Store, match: str
) -> None:
    async with bot_on(server, store) as place:
        platform, core = place.platform, place.core
        await platform.leave()
        for fault in (Fault(match, cut=True, times=9), Fault(match, status=503), Fault(match, status=403)):
            server.faults.append(fault)
            with pytest.raises(Unreachable):
                await platform.open(core)
            server.faults.clear()
            await platform.leave()
        await platform.open(core)
        assert (await place.gave(place.user("Ana"), place.channel(), "help")).notice


@pytest.mark.parametrize(("guild", "refused"), [(None, False), (4711, True)])
async def test_commands_that_are_not_taken_are_a_fault_of_the_settings_only_where_these_name_a_server(
    server: DiscordServer, store: Store, guild: int | None, refused: bool
) -> None:
    """Without a configured server the refusal comes from somewhere on the way to Discord, and may pass."""
    server.faults.append(Fault("PUT .*commands", status=403))
    with pytest.raises(CannotStart if refused else Unreachable) as told:
        async with bot_on(server, store, guild=guild):
            pass
    assert "None" not in str(told.value)
    assert ("PALMARES_DISCORD_GUILD" in str(told.value)) == refused


async def test_a_gateway_that_lets_nobody_in_is_not_waited_for_for_ever(
    server: DiscordServer, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library would try again every five seconds, each try one call deeper, until the stack is full."""
    async with bot_on(server, store) as place:
        platform, core = place.platform, place.core
        await platform.leave()
        server.gateway.refusing = True
        with monkeypatch.context() as patch:
            patch.setattr(discord_platform, "FIRST_SHARD", 0.3)
            with pytest.raises(Unreachable, match="gateway"):
                await platform.open(core)
        await platform.leave()
        server.gateway.refusing = False
        await platform.open(core)
        assert (await place.gave(place.user("Ana"), place.channel(), "help")).notice


async def test_it_is_not_connected_while_its_line_is_cut_and_says_so_without_tracebacks(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    server = place.server
    await server.until(lambda: place.platform.connected)
    server.gateway.refusing = True
    await server.gateway.cut()
    await server.until(lambda: not place.platform.connected)
    await server.until(lambda: "Attempting a reconnect" in caplog.text)  # let in at once it would only resume
    server.gateway.refusing = False
    await server.until(lambda: 5.0 in server.clock.slept)
    await server.clock.advance(5.0)
    await server.until(lambda: place.platform.connected)
    assert "Traceback" not in caplog.text


async def test_what_it_logs_has_no_token(
    server: DiscordServer, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with bot_on(server, store) as place:
        await server.gateway.dispatch("THREAD_CREATE", {"token": "a secret of somebody's"}, None)
        await place.gave(place.user("Ana"), place.channel(), "help")
    assert "a secret of somebody's" not in caplog.text
