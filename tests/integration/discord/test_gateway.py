"""The way in: connections that break, sessions that are resumed or lost, shards, and tokens that are none."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.core.features.registry import registry
from bot.environment import Environment
from bot.platforms.base import CannotStart, Unreachable
from bot.platforms.discord import config
from bot.platforms.discord.config import DiscordConfig, Shards
from bot.platforms.discord.platform import DiscordPlatform
from data.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.discord_door import Fault
from tests.fakes.discord_gateway import GUILD_MESSAGES, IDENTIFY, PRIVILEGED, RESUME
from tests.fakes.discord_place import Place, bot_on, ids_of
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import TOKEN, guild_payload


@pytest.fixture
async def started(server: DiscordServer, store: Store) -> AsyncIterator[Place]:
    async with bot_on(server, store) as place:
        yield place


async def again(place: Place, operation: int, times: int) -> None:
    """Waits until a client has said this so often, and is there."""
    gateway = place.server.gateway
    if operation == IDENTIFY:
        await place.server.until(lambda: 5.0 in place.server.clock.slept)
        await place.server.clock.advance(5.0)
    await place.server.until(lambda: gateway.told.count(operation) == times and gateway._newest()[0].connected)


async def test_what_happens_while_the_line_is_cut_is_heard_afterwards(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    await place.gave(ana, channel, "play", game="palma")
    await place.server.gateway.ask_to_reconnect()
    session = place.server.gateway._newest()[0]
    session.line = None
    board = place.board(channel)
    pressed = await place.press(ana, board, ids_of(board)[0])
    assert not session.connected
    await place.settled(pressed)
    assert place.server.gateway.told.count(RESUME) == 1
    assert place.server.gateway.told.count(IDENTIFY) == 1
    assert (await place.table(channel)).version == 1


async def test_a_session_that_is_invalid_is_begun_anew(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    await place.server.gateway.invalidate(resumable=False)
    await again(place, IDENTIFY, 2)
    await place.gave(ana, channel, "play", game="palma")
    assert place.server.gateway.told.count(RESUME) == 0


async def test_a_session_that_may_be_resumed_is(place: Place) -> None:
    await place.server.gateway.invalidate(resumable=True)
    await again(place, RESUME, 1)
    assert (await place.gave(place.user("Ana"), place.channel(), "help")).notice
    assert place.server.gateway.told.count(IDENTIFY) == 1


async def test_a_session_that_is_forgotten_while_away_is_begun_anew(place: Place) -> None:
    place.server.gateway._forgotten |= set(place.server.gateway.sessions)
    await place.server.gateway.ask_to_reconnect()
    await again(place, IDENTIFY, 2)
    assert (await place.gave(place.user("Ana"), place.channel(), "help")).notice


async def test_a_line_that_breaks_is_mended(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    for _ in range(3):
        await place.server.gateway.cut()
        await place.server.until(lambda: any(one.connected for one in place.server.gateway._newest()))
        assert (await place.gave(ana, channel, "help")).notice


async def test_no_privileged_intents(started: Place) -> None:
    (identified,) = started.server.gateway.identified
    assert identified["intents"] == 1 | GUILD_MESSAGES
    assert not identified["intents"] & PRIVILEGED


# shards -----------------------------------------------------------------------------------------------------------


async def test_every_shard_hears_its_servers(server: DiscordServer, store: Store) -> None:
    async with bot_on(server, store, shards=Shards.read("0-2/3")) as place:
        await server.until(lambda: len(server.gateway.sessions) == 3 or bool(server.clock._sleepers))
        for count in (2, 3):
            await server.clock.advance(5)
            await server.until(lambda count=count: len(server.gateway.sessions) == count)  # type: ignore[misc]
        assert server.clock.slept[:2] == [5.0, 5.0]
        assert [one["shard"] for one in server.gateway.identified] == [[0, 3], [1, 3], [2, 3]]
        ana = place.user("Ana")
        for _ in range(3):
            assert (await place.gave(ana, place.channel(), "help")).notice
        assert (await place.gave(ana, place.private(), "help")).original is not None


async def test_a_process_serves_its_range(server: DiscordServer, store: Store) -> None:
    async with bot_on(server, store, shards=Shards.read("1/2")) as place:
        assert [one["shard"] for one in server.gateway.identified] == [[1, 2]]
        channels = [place.channel() for _ in range(4)]
        mine = [channel for channel in channels if (int(channel.guild or 0) >> 22) % 2 == 1]
        for channel in mine:
            assert (await place.gave(place.user("Ana"), channel, "help")).notice


@pytest.mark.parametrize("text", ["", "0", "0-3", "3-1/4", "0-4/4", "a/b", "0/0", "-1/3"])
def test_shards_that_there_are_not(text: str) -> None:
    with pytest.raises(ValueError, match="DISCORD_SHARDS"):
        Shards.read(text)


def test_a_number_stands_for_all_of_so_many_shards() -> None:
    assert Shards.read("16") == Shards.read("0-15/16") == Shards(0, 15, 16)
    assert Shards.read("16").are_all
    assert not Shards.read("0-14/16").are_all


# tokens -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "secret", "my.secret.token", f"Bot {TOKEN}", TOKEN + "\nx"])
def test_a_text_that_is_no_token_is_refused_and_not_told(text: str) -> None:
    environment = Environment({config.TOKEN: text or "x"})
    assert DiscordConfig.read(environment) is None
    (wrong,) = environment.wrong
    assert "DISCORD_TOKEN" in wrong
    assert not text or text not in wrong


def test_settings_keep_their_token_to_themselves() -> None:
    values = {config.TOKEN: TOKEN, config.GUILD: "123456789", config.SHARDS: "0-1/2"}
    settings = DiscordConfig.read(Environment(values))
    assert settings is not None
    assert (settings.guild, settings.shards) == (123456789, Shards(0, 1, 2))
    assert TOKEN not in repr(settings)
    environment = Environment(values | {config.GUILD: "my server"})
    assert DiscordConfig.read(environment) is None
    assert "DISCORD_GUILD" in environment.wrong[0]


async def refused(server: DiscordServer, store: Store, settings: DiscordConfig) -> str:
    """Why it cannot start."""
    platform = DiscordPlatform(settings, store, FakeClock(), registry())
    nobody = SimpleNamespace(service=None)
    try:
        with pytest.raises((CannotStart, Unreachable)) as told:
            await platform.open(nobody)  # type: ignore[arg-type]
    finally:
        await platform.close()
    assert "\n" not in str(told.value)
    assert settings.token not in str(told.value)
    return str(told.value)


async def test_a_token_that_discord_does_not_know(server: DiscordServer, store: Store) -> None:
    assert "DISCORD_TOKEN" in await refused(server, store, DiscordConfig(TOKEN[:-1] + "x"))


async def test_shards_that_discord_does_not_know(server: DiscordServer, store: Store) -> None:
    assert "DISCORD_SHARDS" in await refused(server, store, DiscordConfig(TOKEN, None, Shards(5, 5, 5)))


async def test_a_server_that_the_bot_is_not_in(server: DiscordServer, store: Store) -> None:
    assert "DISCORD_GUILD" in await refused(server, store, DiscordConfig(TOKEN, 12345678))


async def test_a_discord_that_is_not_there(server: DiscordServer, store: Store) -> None:
    server.faults.append(Fault("users/@me", cut=True, times=9))
    assert "cannot be reached" in await refused(server, store, DiscordConfig(TOKEN))


async def test_a_token_that_is_taken_back(server: DiscordServer, store: Store) -> None:
    async with bot_on(server, store) as place:
        await server.gateway.close(4004)
        with pytest.raises(CannotStart, match="DISCORD_TOKEN"):
            await place.platform.lost()


async def test_nothing_secret_is_ever_written_down(
    server: DiscordServer, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with bot_on(server, store) as place:
        channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
        code = await place.opened(channel, ana, bea, game="palma")
        server.faults += [Fault("callback", status=500), Fault("PATCH", status=429, retry_after=1)]
        server.faults.append(Fault("POST", cut=True))
        await place.play_on(code, channel, [ana, bea], 10)
        await server.gateway.cut()
    assert caplog.records
    for secret in (TOKEN, *server.interactions):
        assert secret not in caplog.text


async def test_the_invite_links_ask_for_what_is_needed(started: Place) -> None:
    server, person = (parse_qs(urlsplit(link).query) for link in started.platform.invites)
    assert server == {
        "client_id": ["900000000000000001"],
        "scope": ["bot applications.commands"],
        "permissions": ["309237763072"],
        "integration_type": ["0"],
    }
    assert person == {
        "client_id": ["900000000000000001"],
        "scope": ["applications.commands"],
        "integration_type": ["1"],
    }


@pytest.mark.parametrize(("system", "known", "greeted"), [(True, False, 1), (False, False, 1), (True, True, 0)])
async def test_a_new_server_is_greeted_once_where_it_has_such_messages_or_anywhere(
    place: Place, system: bool, known: bool, greeted: int
) -> None:
    channel = place.channel()
    assert channel.guild is not None
    if known:
        await place.gave(place.user("Ana"), channel, "play")
    before = len(place.server.of(channel))
    wishes = {"system_channel_id": channel.id if system else None, "preferred_locale": "es-ES", "unavailable": None}
    joined = guild_payload(channel.guild, [channel], **wishes)
    await place.server.gateway.dispatch("GUILD_CREATE", joined, channel.guild)
    if greeted:
        await place.server.until(lambda: len(place.server.of(channel)) > before)
        assert "/jugar" in place.server.of(channel)[-1].content
    await place.gave(place.user("Bea"), channel, "help")
    assert len(place.server.of(channel)) == before + greeted
