"""A table in its own thread: a line in the channel, board and talk in the thread, and the card at the end."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.core.domain.chat_settings import settings_of
from data.records import PersonKey, Status
from data.season_records import HonourKind, HonourRecord
from data.store import Store
from tests.fakes.discord_door import Fault
from tests.fakes.discord_place import MANAGE_SERVER, Place, bot_on, ids_of, key_of
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import (
    ATTACH_FILES,
    CREATE_THREADS,
    NEWS,
    PUBLIC_THREAD,
    SEND_IN_THREADS,
)
from tests.fakes.room import taken_up
from tests.fakes.threaded_tables import begun, given_up, threaded, told

THREAD_COST = {"callback 4": 1, "thread": 1, "post": 1}
"""The line, which answers the command; the thread; and the board in it."""


@pytest.mark.parametrize("kind", [0, NEWS])
async def test_a_game_in_a_thread_leaves_a_line_and_a_card_in_the_channel(place: Place, kind: int) -> None:
    channel = place.channel(kind=kind)
    ana, bea = place.user("Ana"), place.user("Bea")
    place.server.calls.clear()
    line, thread = await threaded(place, channel, ana, game="palma", rules="first=D")
    assert place.server.counted() == THREAD_COST
    assert (thread.parent, thread.name) == (channel.id, "Palma · Ana")
    assert "Ana" in line.content
    assert not line.components
    code = (await place.table(thread)).id
    await place.gave(bea, thread, "join")
    await place.gave(ana, thread, "start")
    await given_up(place, code, thread, ana, bea)
    assert (await place.known(code)).status is Status.OVER
    shown = place.server.of(channel)
    assert shown[0] is line
    (card,) = shown[1:]
    assert card.attachments
    assert not card.components
    assert line.edits == 0
    assert place.server.of(thread)[-1].components  # who wants another game presses there


async def test_a_game_in_a_thread_counts_for_the_channel(place: Place) -> None:
    channel = place.channel()
    ana, bea, thread, code = await begun(place, channel)
    await given_up(place, code, thread, ana, bea)
    assert await place.store.season(key_of(channel)) is not None
    assert await place.store.season(key_of(thread)) is None
    cup = HonourRecord(key_of(channel), HonourKind.CUP, "cup1", PersonKey("discord", ana.id), 1, 1.0)
    await place.store.award([cup])
    line, _ = await threaded(place, channel, ana, game="palma")
    assert "Ana 🏆" in place.board(place.thread_of(line)).content
    for where in (channel, thread):
        for command, words in (("leaderboard", "Palma"), ("games", code), ("stats", "Ana"), ("versus", "Bea")):
            await place.gave(ana, where, command)
            assert words in place.server.of(where)[-1].content


async def test_in_play_the_channel_costs_nothing(place: Place) -> None:
    channel = place.channel()
    ana, bea, thread, code = await begun(place, channel)
    for _ in range(20):
        place.server.calls.clear()
        assert await place.play_on(code, thread, [ana, bea], 1) == 1
        assert all(channel.id not in call.path for call in place.server.calls)
        kept, anew = {"callback 7": 1}, {"callback 7": 1, "post": 1}
        assert place.server.counted() in (kept, anew)


async def test_a_chat_may_want_all_its_tables_in_threads(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    chief = replace(ana, permissions=MANAGE_SERVER)
    await place.gave(chief, channel, "settings", threads=True)
    assert (await settings_of(place.store, key_of(channel))).threads
    await place.gave(ana, channel, "play", game="palma")
    thread = place.thread_of(place.server.of(channel)[-1])
    assert (await place.table(thread)).chat == key_of(thread)
    await place.gave(ana, channel, "play", game="palma", thread=False)
    assert (await place.core.service.tables.of_chat(key_of(channel)))[-1].chat == key_of(channel)
    await place.gave(chief, channel, "settings")
    await place.clicked(chief, channel, "Tables")
    await place.clicked(chief, channel, "Threads")
    assert not (await settings_of(place.store, key_of(channel))).threads
    await place.clicked(chief, channel, "Threads")
    assert (await settings_of(place.store, key_of(channel))).threads


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        (CREATE_THREADS, "Create Public Threads"),
        (SEND_IN_THREADS | ATTACH_FILES, "Send Messages in Threads and Attach Files"),
    ],
)
async def test_missing_rights_are_told_before_anything_is_opened(place: Place, denied: int, named: str) -> None:
    channel, ana = place.channel(denied=denied), place.user("Ana")
    said = await place.gave(ana, channel, "play", thread=True)
    assert named in told(said)
    assert place.server.of(channel) == []
    assert await place.store.all_tables() == []
    chief = replace(ana, permissions=MANAGE_SERVER)
    assert named in told(await place.gave(chief, channel, "settings", threads=True))
    assert not (await settings_of(place.store, key_of(channel))).threads


async def test_where_rights_were_taken_back_a_chat_of_threads_plays_in_place(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    await place.gave(replace(ana, permissions=MANAGE_SERVER), channel, "settings", threads=True)
    channel.denied = CREATE_THREADS
    said = await place.gave(ana, channel, "play", game="palma")
    assert "permission" in told(said)
    assert (await place.table(channel)).chat == key_of(channel)
    assert place.board(channel).components


@pytest.mark.parametrize("where", ["thread", "private", "friends", "voice"])
async def test_where_no_thread_can_be_the_table_is_played_in_place(place: Place, where: str) -> None:
    town, ana = place.channel(), place.user("Ana")
    channel = {
        "thread": lambda: place.thread(town),
        "private": place.private,
        "friends": place.between_friends,
        "voice": lambda: place.channel(kind=2),
    }[where]()
    said = await place.gave(ana, channel, "play", game="palma", thread=True)
    assert "right here" in told(said)
    assert (await place.table(channel)).chat == key_of(channel)
    assert "thread" not in place.server.counted()
    chief = replace(ana, permissions=MANAGE_SERVER)
    assert "threads" in told(await place.gave(chief, channel, "settings", threads=True))


async def test_a_thread_that_does_not_open_leaves_the_table_in_the_channel(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    place.server.faults.append(Fault("/threads", status=400, code=160006))
    said = await place.gave(ana, channel, "play", game="palma", thread=True)
    assert "right here" in told(said)
    (board,) = place.server.of(channel)  # the line, which promised a thread, is gone
    assert board.components
    assert (await place.table(channel)).chat == key_of(channel)


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
async def test_a_thread_that_opens_at_the_second_try_is_one(place: Place, after: bool) -> None:
    channel, ana = place.channel(), place.user("Ana")
    place.server.faults.append(Fault("/threads", cut=True, after=after))
    _, thread = await threaded(place, channel, ana, game="palma")
    assert (await place.table(thread)).chat == key_of(thread)
    assert [one.kind for one in place.server.channels.values()].count(PUBLIC_THREAD) == 1
    assert len(place.server.of(channel)) == 1


async def test_a_process_that_dies_before_its_thread_opens_leaves_none_and_keeps_the_table(
    server: DiscordServer, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, store) as place:
        channel, ana, died = place.channel(), place.user("Ana"), asyncio.Event()

        async def die(*_: object) -> None:
            died.set()
            raise asyncio.CancelledError

        monkeypatch.setattr(place.platform.messenger, "open_thread", die)
        await place.say(ana, channel, "play", game="palma", thread=True)
        async with asyncio.timeout(60):
            await died.wait()
    async with bot_on(server, store) as place:
        await taken_up(place.core)
        await place.idle()
        (record,) = await store.all_tables()
        assert record.chat == key_of(channel)
        assert any(message.components for message in server.of(channel))
        assert all(one.kind != PUBLIC_THREAD for one in server.channels.values())


async def test_who_joins_from_the_channel_plays_in_the_thread(place: Place) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    _, thread = await threaded(place, channel, ana, game="palma", rules="first=J")
    table = await place.table(thread)
    said = await place.gave(bea, channel, "join")
    assert f"<#{thread.id}>" in told(said)
    assert [seat.name for seat in (await place.known(table.id)).seats] == ["Ana", "Bea"]
    await place.gave(ana, channel, "start", table=table.id)
    display = await place.core.service.tables.display(table.id)
    assert display is not None
    assert {display.plays_from(person) for person in table.people} == {key_of(thread)}
    assert len(place.server.of(channel)) == 1
    for command in ("board", "watch", "join"):
        said = await place.gave(bea, channel, command, table=table.id)
        assert f"<#{thread.id}>" in told(said)
    assert len(place.server.of(channel)) == 1
    assert place.server.of(thread)[-1] is place.board(thread)


async def test_a_board_asked_for_in_the_thread_comes_below_there(place: Place) -> None:
    channel = place.channel()
    ana, bea, thread, code = await begun(place, channel)
    board = place.board(thread)
    await place.gave(bea, thread, "board")
    assert place.board(thread) is not board
    elsewhere = place.channel()
    await place.gave(bea, elsewhere, "watch", table=code)
    assert place.server.of(elsewhere)[-1].attachments
    await place.play_on(code, thread, [ana, bea], 3)
    assert len(place.server.of(channel)) == 1


async def test_tables_in_threads_count_as_the_channels(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    for _ in range(3):
        await threaded(place, channel, ana, game="palma")
    said = await place.gave(ana, channel, "play", thread=True)
    assert "**3** open tables" in told(said)
    assert len(place.server.of(channel)) == 3


async def test_a_thread_takes_over_what_its_channel_has_chosen(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    chief = replace(ana, permissions=MANAGE_SERVER)
    await place.gave(chief, channel, "settings", theme="dark", board="calm")
    await place.gave(chief, channel, "language", language="es", scope="chat")
    line, thread = await threaded(place, channel, ana, game="palma")
    assert "hilo" in line.content
    settings = await settings_of(place.store, key_of(thread))
    assert (settings.theme, settings.board) == ("dark", "calm")
    record = await place.store.chat(key_of(thread))
    assert record is not None
    assert record.language == "es"


async def test_settings_challenges_and_searches_from_a_thread_are_the_channels(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    chief = replace(ana, permissions=MANAGE_SERVER)
    _, thread = await threaded(place, channel, ana, game="palma")
    assert "Only admins" in told(await place.gave(ana, thread, "settings", theme="dark"))
    await place.gave(chief, thread, "settings", theme="dark", opening="admins")
    await place.gave(chief, thread, "language", language="it", scope="chat")
    for where in (channel, thread):
        settings, record = await settings_of(place.store, key_of(where)), await place.store.chat(key_of(where))
        assert settings.theme == "dark"
        assert record is not None
        assert record.language == "it"
    await place.gave(chief, thread, "find", game="palma")
    (seeker,) = await place.store.waiting_seekers(0.0, 9)
    assert seeker.chat == key_of(channel)
    await place.gave(chief, thread, "challenge", game="palma")
    assert "palma" in place.server.of(channel)[-1].content.lower()
    assert place.server.of(channel)[-1].components


async def test_a_closed_table_says_so_in_the_line(place: Place) -> None:
    channel, ana = place.channel(), place.user("Ana")
    line, thread = await threaded(place, channel, ana, game="palma")
    await place.gave(ana, thread, "close")
    assert "closed" in line.content
    assert len(place.server.of(channel)) == 1


async def test_a_rematch_stays_in_the_thread_and_is_told_in_the_channel(place: Place) -> None:
    channel = place.channel()
    ana, bea, thread, code = await begun(place, channel)
    await given_up(place, code, thread, ana, bea)
    over = place.board(thread)
    again = next(custom_id for custom_id in ids_of(over) if custom_id.endswith(".again"))
    await place.pressed(bea, over, again)
    following = await place.table(thread)
    assert following.id != code
    line = place.server.of(channel)[-1]
    assert f"<#{thread.id}>" in line.content
    assert following.links.announcement == key_of(channel)


async def test_the_next_process_shows_the_card_that_the_last_one_owes(server: DiscordServer, store: Store) -> None:
    async with bot_on(server, store) as place:
        channel = place.channel()
        ana, bea, thread, code = await begun(place, channel)
        server.trouble = lambda call: Fault("", status=500) if f"/channels/{channel.id}/" in call else None
        for _ in range(2000):
            who = await place.actor(code, [ana, bea])
            if who is None:
                break
            board = place.board(thread)
            made = await place.press(who, board, board.pressable[0]["custom_id"])
            await place.settled_answers(made)
            await server.until(lambda board=board: board.edits or board is not place.board(thread))  # type: ignore[misc]
        assert len(server.of(channel)) == 1
    server.trouble = lambda call: None
    async with bot_on(server, store) as place:
        await taken_up(place.core)
        await place.idle()
        assert len(server.of(channel)) == 2
        assert server.of(channel)[-1].attachments


async def test_a_thread_without_an_owner_does_no_harm(place: Place) -> None:
    """The library indexes a field that Discord may leave out."""
    channel, ana = place.channel(), place.user("Ana")
    _, thread = await threaded(place, channel, ana, game="palma")
    payload = thread.payload()
    del payload["owner_id"]
    for event in ("THREAD_CREATE", "THREAD_UPDATE"):
        await place.server.gateway.dispatch(event, payload, channel.guild)
    assert told(await place.gave(ana, thread, "help"))
    assert place.platform.connected


async def test_who_waits_above_a_thread_is_called_into_it(place: Place) -> None:
    channel, ana, bea = place.channel(), place.user("Ana"), place.user("Bea")
    await place.gave(bea, channel, "notify")
    _, thread = await threaded(place, channel, ana, game="palma")
    assert place.board(thread).calls == [bea.id]
    assert await place.store.callers(key_of(channel), limit=9) == []
