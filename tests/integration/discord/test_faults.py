"""When Discord is busy, broken, or does not let the bot write: the game goes on, and people read why."""

from __future__ import annotations

import asyncio
import os
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest

from bot.core.domain.table import Table, open_match
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from data.records import ChatKey, Status
from data.store import Store
from engine.match import Match
from tests.fakes.discord_door import Fault
from tests.fakes.discord_place import Place, bot_on, ids_of, key_of, pressable
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import ATTACH_FILES, Channel, Interaction, User
from tests.fakes.room import taken_up
from tests.integration.discord.screens import PALMA, SCREEN

GAMES, CHANNELS, PATIENCE = (50, 20, 1.0) if "PALMARES_GAMES" in os.environ else (3, 3, 0.1)

NUDGES = 3
"""How often a player may have to be pinged after a call that failed for long."""


LONG = 300
"""Seconds: a wait as long as this is a wait for ever."""


# what the publisher hears -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [0.0, 0.25, 7.5, 3600.0])
async def test_waits_are_told_exactly(place: Place, seconds: float) -> None:
    channel, messenger = place.channel(), place.platform.messenger
    message = await messenger.post(key_of(channel), SCREEN, nonce="1")
    for act in (
        lambda: messenger.post(key_of(channel), SCREEN, nonce="2"),
        lambda: messenger.edit(key_of(channel), message, SCREEN),
        lambda: messenger.retire(key_of(channel), message, SCREEN.text, pictured=True),
        lambda: messenger.delete(key_of(channel), message),
    ):
        place.server.faults.append(Fault("messages", status=429, retry_after=seconds))
        with pytest.raises(TryLater) as told:
            await act()
        assert told.value.seconds == seconds
    await messenger.delete(key_of(channel), message)
    assert place.server.of(channel) == []


@pytest.mark.parametrize("everywhere", [True, False])
async def test_a_wait_for_the_whole_bot_is_told_as_such(place: Place, everywhere: bool) -> None:
    place.server.faults.append(Fault("messages", status=429, retry_after=2.5, everywhere=everywhere))
    with pytest.raises(TryLater) as told:
        await place.platform.messenger.post(key_of(place.channel()), SCREEN, nonce="1")
    assert (told.value.seconds, told.value.everywhere) == (2.5, everywhere)


async def test_a_press_that_must_wait_is_answered_when_it_may(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    await place.gave(ana, channel, "play", **PALMA)
    place.server.calls.clear()
    place.server.faults.append(Fault("callback", status=429, retry_after=0.75))
    await place.clicked(ana, channel, "⚙")
    assert place.server.counted() == {"callback": 1, "callback 7": 1}
    assert 0.75 in place.patience.slept


async def test_the_limits_of_a_channel_are_kept(place: Place) -> None:
    place.server.paced = True
    channel, messenger = place.channel(), place.platform.messenger
    for count in range(5):
        await messenger.post(key_of(channel), SCREEN, nonce=str(count))
    with pytest.raises(TryLater) as told:
        await messenger.post(key_of(channel), SCREEN, nonce="5")
    assert told.value.seconds == 5.0


async def test_what_is_gone(place: Place) -> None:
    channel, messenger = place.channel(), place.platform.messenger
    message = await messenger.post(key_of(channel), SCREEN, nonce="1")
    place.server.messages[message].gone = True
    nowhere = ChatKey("discord", "123456789")
    for act in (
        lambda: messenger.edit(key_of(channel), message, SCREEN),
        lambda: messenger.retire(key_of(channel), message, SCREEN.text, pictured=True),
        lambda: messenger.delete(key_of(channel), message),
        lambda: messenger.edit(key_of(channel), "no number", SCREEN),
        lambda: messenger.post(nowhere, SCREEN, nonce="1"),
        lambda: messenger.edit(nowhere, message, SCREEN),
        lambda: messenger.post(ChatKey("discord", "lobby"), SCREEN, nonce="1"),
    ):
        with pytest.raises(MessageGone):
            await act()


async def test_where_the_bot_may_not_write(place: Place) -> None:
    messenger = place.platform.messenger
    silent, foreign = place.channel(writes=False), place.channel(member=False)
    for channel in (silent, foreign):
        with pytest.raises(NotAllowed, match="Send Messages"):
            await messenger.post(key_of(channel), SCREEN, nonce="1")
    with pytest.raises(NotAllowed):
        await messenger.edit(key_of(foreign), "123", SCREEN)


async def test_the_same_nonce_gives_the_same_message_in_the_same_chat_only(place: Place) -> None:
    one, other, messenger = place.channel(), place.channel(), place.platform.messenger
    first = await messenger.post(key_of(one), SCREEN, nonce="abc:1")
    place.server.faults.append(Fault("POST", cut=True, after=True))
    with pytest.raises(Exception, match="disconnected"):
        await messenger.post(key_of(one), SCREEN, nonce="abc:2")
    second = await messenger.post(key_of(one), SCREEN, nonce="abc:2")
    assert await messenger.post(key_of(one), SCREEN, nonce="abc:1") == first
    assert [message.id for message in place.server.of(one)] == [first, second]
    assert await messenger.post(key_of(other), SCREEN, nonce="abc:1") not in (first, second)


async def test_a_discord_that_says_nothing_is_not_waited_for(server: DiscordServer, store: Store) -> None:
    async with bot_on(server, store, timeout=0.5) as place:
        channel = place.channel()
        server.faults.append(Fault("POST", silent=True))
        with pytest.raises(TimeoutError):
            await place.platform.messenger.post(key_of(channel), SCREEN, nonce="1")
        ana = place.user("Ana")
        await place.gave(ana, channel, "play", **PALMA)
        server.faults.append(Fault("callback", silent=True))
        await place.clicked(ana, channel, "⚙")
        assert await store.dirty_boards(9) == []


# games all the same -----------------------------------------------------------------------------------------------


async def play(place: Place, channel: Channel, presses: int = 3000) -> str:
    ana, bea = place.user("Ana"), place.user("Bea")
    code = await place.opened(channel, ana, bea, **PALMA)
    await place.play_on(code, channel, [ana, bea], presses)
    return code


async def test_a_game_where_the_bot_may_only_answer(place: Place) -> None:
    channel = place.channel(writes=False)
    code = await play(place, channel)
    assert (await place.known(code)).status is Status.OVER
    explained = [one for one in place.server.interactions.values() for told in one.followups if told.ephemeral]
    assert len(explained) == 1
    assert (explained[0].notice or "").endswith("give me what's missing: Send Messages.")
    assert [call.status for call in place.server.calls].count(403) == 1
    assert len([message for message in place.server.of(channel) if message.components]) == 1


async def test_all_that_the_bot_lacks_is_named(place: Place) -> None:
    channel, ana = place.channel(writes=False, denied=ATTACH_FILES), place.user("Ana", locale="es-ES")
    await place.gave(ana, channel, "play", **PALMA)
    await place.clicked(ana, channel, "bots")
    told = [said.notice for said in place.server.interactions.values() if said.followups]
    assert any("lo que me falta: Enviar mensajes y Adjuntar archivos." in (one or "") for one in told)


async def test_a_game_between_friends_lives_longer_than_a_token(place: Place) -> None:
    channel, ana, bea = place.between_friends(), place.user("Ana"), place.user("Bea")
    code = await place.opened(channel, ana, bea, **PALMA)
    await place.play_on(code, channel, [ana, bea], 5)
    await place.server.clock.advance(16 * 60)
    with pytest.raises(NotAllowed):
        await place.platform.messenger.post(key_of(channel), SCREEN, nonce="1")
    who = await place.acting(code, [ana, bea])
    await place.gave(who, channel, "board")
    await place.play_on(code, channel, [ana, bea], 5)
    assert await place.store.dirty_boards(9) == []


async def test_a_token_that_dies_before_its_time_is_tried_once(place: Place) -> None:
    channel, ana, messenger = place.between_friends(), place.user("Ana"), place.platform.messenger
    await place.gave(ana, channel, "play", **PALMA)
    board = place.board(channel)
    place.server.faults.append(Fault("PATCH .*webhooks", status=401, code=50027))
    with pytest.raises(NotAllowed):
        await messenger.edit(key_of(channel), board.id, SCREEN)
    place.server.calls.clear()
    with pytest.raises(MessageGone):
        await messenger.edit(key_of(channel), board.id, SCREEN)
    assert place.server.counted() == {}
    await place.gave(ana, channel, "board")
    assert place.board(channel) is not board


async def test_a_call_has_its_time_for_itself_not_for_waiting_its_turn(
    server: DiscordServer, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut off while it lets others go on, a call would leave them waiting for ever."""
    refresh = discord.http.Ratelimit._refresh

    async def slowly(bucket: discord.http.Ratelimit) -> None:
        await asyncio.sleep(0.3)
        await refresh(bucket)

    monkeypatch.setattr(discord.http.Ratelimit, "_refresh", slowly)
    async with bot_on(server, store, timeout=0.1) as place:
        channel = place.channel()
        server.faults.append(Fault("POST", silent=True))
        posts = [place.platform.messenger.post(key_of(channel), SCREEN, nonce=str(number)) for number in range(3)]
        first, *others = await asyncio.gather(*posts, return_exceptions=True)
        assert isinstance(first, TimeoutError)
        assert others == [message.id for message in server.of(channel)]


async def test_permissions_that_come_and_go(place: Place) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    code = await place.opened(channel, ana, bea, **PALMA)
    for writes in (False, True, False):
        channel.writes = writes
        await place.play_on(code, channel, [ana, bea], 12)
        await place.server.clock.advance(20 * 60)
        who = await place.actor(code, [ana, bea])
        if who is None:
            break
        await place.gave(who, channel, "board")
    assert await place.store.dirty_boards(9) == []


KINDS: list[dict[str, Any]] = [
    {"status": 500},
    {"status": 502, "after": True},
    {"status": 429, "retry_after": 0.3},
    {"cut": True},
    {"cut": True, "after": True},
    {"silent": True},
    {"silent": True, "after": True},
]


REFUSALS = {"callback": (404, 10062), "POST .*messages": (403, 50013), "PATCH .*messages": (404, 10008)}
"""Further errors of a call: the interaction is dead, the bot may not write there, the message is gone."""


def refusal(call: str) -> list[dict[str, Any]]:
    found = [told for pattern, told in REFUSALS.items() if re.search(pattern, call)]
    return [{"status": status, "code": code} for status, code in found[:1]]


async def test_one_call_in_five_fails(server: DiscordServer, store: Store) -> None:
    """Several games in a channel, and channels of every kind side by side."""
    rng, storms = random.Random(7), Counter[str]()

    def trouble(call: str) -> Fault | None:
        if rng.random() >= 0.2 or not ("messages" in call or "callback" in call):
            return None
        refused = refusal(call)
        unseen = [one for one in refused if not storms[str(one["status"])]]  # some calls are rare
        fault = Fault("", **rng.choice(unseen or KINDS + 3 * refused))
        storms[f"{fault.status or ('silent' if fault.silent else 'cut')}"] += 1
        return fault

    async with bot_on(server, store, timeout=PATIENCE) as place:
        channels: list[Channel] = []
        for number in range(CHANNELS):
            channels.append((place.channel, place.between_friends, lambda: place.thread(channels[0]))[number % 3]())
        server.trouble = trouble
        time = asyncio.create_task(passing(place))
        games = await asyncio.gather(*(stubborn(place, channels[n % CHANNELS]) for n in range(GAMES)))
        await place.server.until(lambda: not place.core.publisher._works, LONG)
        server.trouble = lambda call: None
        for channel in channels:  # where the bot was refused it waits until somebody acts
            await heard(place, await place.say(place.user("Cai"), channel, "help"))
        await taken_up(place.core)
        await place.server.until(lambda: not place.core.publisher._works, LONG)
        time.cancel()
        assert await store.dirty_boards(9) == []
        assert set(storms) == {"500", "502", "429", "404", "403", "cut", "silent"}
        for number, (code, advances) in enumerate(games):
            await assert_nothing_is_lost(place, channels[number % CHANNELS], code, advances)


async def assert_nothing_is_lost(place: Place, channel: Channel, code: str, advances: list[int]) -> None:
    """The log has every ply once and gives the position; each press counted once; the last message is the end."""
    table, record = await place.known(code), await place.store.table(code)
    assert record is not None
    assert record.status is Status.OVER
    log = await place.store.moves(code)
    assert [entry.ply for entry in log] == list(range(record.plies))
    match: Match[object] = open_match(table, [entry.move for entry in log])
    assert match.game.dump(match.state) == record.snapshot
    assert advances == [entry.version - 1 for entry in log if entry.automation is None]
    silent = set(range(advances[0], record.version)) - set(advances)
    assert len(silent) <= NUDGES, "besides presses only a ping that comes later changes a table"
    last = [message for message in place.server.of(channel) if code in message.content][-1]
    shown = (await place.store.boards(code))[-1]
    assert (shown.message, shown.version) == (last.id, record.version)
    assert record.seed.hex()[:8] in last.content
    assert next(label for label, _ in pressable(last)) == "Rematch"


async def stubborn(place: Place, channel: Channel) -> tuple[str, list[int]]:
    """Plays a game to its end, as people do who press again, and ask for the board when it does not come.

    Gives its code, and of each press that was a move the version to which it was made.
    """
    ana, bea = place.user("Ana"), place.user("Bea")
    rng, advances = random.Random(ana.id), list[int]()
    tables = place.core.service.tables

    async def opened() -> list[str]:
        return [record.id for record in await tables.of_chat(key_of(channel)) if record.host.user == ana.id]

    async def begun(status: Status, people: int) -> bool:
        table = await tables.fresh(code)
        return table is not None and table.status is status and people_at(table) == people

    await brought_about(place, channel, ana, "play", opened, **PALMA)
    (code,) = await opened()
    await brought_about(place, channel, bea, "join", lambda: begun(Status.LOBBY, 2), table=code)
    await brought_about(place, channel, ana, "start", lambda: begun(Status.PLAYING, 2), table=code)
    for _ in range(1000):
        actor: User | None = await place.actor(code, [ana, bea])
        if actor is None:
            await ended(place, channel, ana, code)
            return code, advances
        boards = place.boards(channel)
        version = (await place.known(code)).version
        current = f"{code}.{version}."
        newest = [one for one in boards if any(current in token for token in ids_of(one))]
        if newest:
            await place.press(actor, newest[-1], rng.choice(ids_of(newest[-1])))
            await moved_on(place, channel, code, version)
            advances.append(version)
        else:
            made = await place.say(actor, channel, "board", table=code)
            await heard(place, made)
            await asyncio.sleep(PATIENCE)
    raise AssertionError("not over")


async def passing(place: Place) -> None:
    """Time that goes by; slower where more is going on in it."""
    while True:
        await asyncio.sleep(0.004 * GAMES / 3)
        await place.server.clock.advance(0.1)


async def ended(place: Place, channel: Channel, who: User, code: str) -> None:
    """Waits until the end is shown: where the bot is no member and lost the last press, when somebody acts again."""
    busy: Any = place.core.publisher
    for _ in range(20):
        await place.server.until(lambda: all(chat != key_of(channel) for chat, _ in busy._works), LONG)
        if (await place.store.boards(code))[-1].version == (await place.known(code)).version:
            return
        await heard(place, await place.say(who, channel, "help"))
        await asyncio.sleep(PATIENCE)
        await place.core.publisher.publish(code)
    raise AssertionError("the end is not shown")


async def heard(place: Place, made: Interaction) -> None:
    """Waits until this has come to the bot."""
    interactions: Any = place.platform.client.listener
    await place.server.until(lambda: int(made.id) in interactions._seen, LONG)


async def brought_about(
    place: Place, channel: Channel, who: User, name: str, done: Callable[[], Awaitable[object]], **options: str
) -> None:
    """Says a command, and says it again when nothing comes of it."""
    for _ in range(100):
        await heard(place, await place.say(who, channel, name, **options))
        for _ in range(100):
            if await done():
                return
            await asyncio.sleep(PATIENCE / 100)
    raise AssertionError(f"/{name} does nothing")


def people_at(table: Table) -> int:
    """How many people sit there."""
    return sum(seat.person is not None for seat in table.seats)


async def moved_on(place: Place, channel: Channel, code: str, version: int) -> None:
    """Waits until a press has done what it was for, and what is to be shown in its channel is shown."""
    tables: Any = place.core.service.tables
    busy: Any = place.core.publisher
    await place.server.until(lambda: tables._kept.get(code).version > version, LONG)
    await asyncio.sleep(0)
    await place.server.until(lambda: all(chat != key_of(channel) for chat, _ in busy._works), LONG)
