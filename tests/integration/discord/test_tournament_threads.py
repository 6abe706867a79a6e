"""Threads that the bot opens for the tables of tournaments."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

import pytest

from bot.core.features.tournaments.running import TournamentRunner
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments.tournament import Tournament
from bot.platforms.discord.threads import DiscordThreads
from data.store import Store
from tests.fakes.discord_door import Fault
from tests.fakes.discord_place import Place, bot_on, ids_of, key_of
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import CREATE_THREADS, PUBLIC_THREAD, SEND_IN_THREADS, Channel, User

CUP = {"format": "roundrobin", "game": "palma", "start": "1", "pace": "24h"}


@dataclass
class Evening:
    """A round of a tournament of four in one channel, just drawn: two tables of two."""

    place: Place
    channel: Channel
    people: list[User]
    code: str

    async def look(self) -> None:
        for one in self.place.core.beside:
            if isinstance(getattr(one.look, "__self__", None), TournamentRunner):
                await one.look()
        await self.place.idle()

    async def cup(self) -> Tournament:
        found = await Tournaments(self.place.store).get(self.code)
        assert found is not None
        return found

    def threads(self) -> list[Channel]:
        return [one for one in self.place.server.channels.values() if one.kind == PUBLIC_THREAD]

    async def on(self, place: Place) -> Evening:
        """Go on with another process."""
        return Evening(place, self.channel, self.people, self.code)


async def announced(place: Place, many: int = 4, **wishes: int) -> Evening:
    """Announce a tournament that people of a channel enter, and let its time come."""
    names = ("Ana", "Bea", "Cai", "Dan", *(f"P{number}" for number in range(4, many)))[:many]
    channel, people = place.channel(**wishes), [place.user(name) for name in names]
    await place.gave(people[0], channel, "tournament", **CUP)
    (code,) = await place.store.tournaments_of(key_of(channel), 1)
    for one in people:
        await place.gave(one, channel, "tournament", code=code)
    place.patience.time += 61.0
    return Evening(place, channel, people, code)


@asynccontextmanager
async def evening(place: Place, many: int = 4, **wishes: int) -> AsyncIterator[Evening]:
    drawn = await announced(place, many, **wishes)
    await drawn.look()
    yield drawn


async def test_each_table_has_a_thread_and_a_press_there_costs_one_call(place: Place) -> None:
    async with evening(place) as cup:
        lines = {thread.id: thread for thread in cup.threads()}
        assert len(lines) == 2
        told = {one.id: one.content for one in place.server.of(cup.channel) if one.id in lines}
        title = (await cup.cup()).title
        for pairing in (await cup.cup()).pairings:
            table = await place.known(pairing.table)
            names = " – ".join(seat.name for seat in table.seats)
            assert lines[table.chat.chat].name == f"{title} · {names}"
            assert told[table.chat.chat] == f"🏆 **{title}** · {names}"
            assert table.links.announcement == key_of(cup.channel)
        thread = lines[table.chat.chat]
        for _ in range(8):
            place.server.calls.clear()
            assert await place.play_on(table.id, thread, cup.people, 1) == 1
            counted = place.server.counted()
            assert counted in ({"callback 7": 1}, {"callback 7": 1, "post": 1})  # a new board for the next player
            assert all(cup.channel.id not in call.path for call in place.server.calls)


async def test_a_game_counts_for_the_channel_and_its_line_tells_the_result(place: Place) -> None:
    async with evening(place) as cup:
        pairing, other = (await cup.cup()).pairings
        table = await place.known(pairing.table)
        thread = place.server.channels[table.chat.chat]
        beside = place.server.channels[(await place.known(other.table)).chat.chat]
        await place.play_on(table.id, thread, cup.people, 200)
        await cup.look()
        assert place.server.messages[thread.id].content.startswith(f"🏆 **{(await cup.cup()).title}** · 1. ")
        assert await place.store.season(key_of(cup.channel)) is not None
        assert await place.store.season(key_of(thread)) is None
        for where in (beside, cup.channel):
            for command, words in (
                ("season", "after 2 more rated games"),
                ("palmares", "· Palma · "),
                ("leaderboard", "🥇"),
                ("games", pairing.table),
                ("dice", "In all games in this chat:\n1"),
                ("puzzle", "Puzzle"),
                ("tournament", (await cup.cup()).title),
            ):
                said = await place.gave(cup.people[0], where, command)
                assert words in f"{said.notice} {place.server.of(where)[-1].content}"


@pytest.mark.parametrize("denied", [CREATE_THREADS, SEND_IN_THREADS])
async def test_without_the_permission_tables_are_in_the_channel(place: Place, denied: int) -> None:
    async with evening(place, denied=denied) as cup:
        for pairing in (await cup.cup()).pairings:
            table = await place.known(pairing.table)
            assert table.chat == key_of(cup.channel)
            assert any(table.id in str(one.components) for one in place.server.of(cup.channel))
        assert len(cup.threads()) == (2 if denied == SEND_IN_THREADS else 0)  # which it learns when it writes there


async def test_a_deleted_thread_brings_its_table_back(place: Place) -> None:
    async with evening(place) as cup:
        table = await place.known(next(iter((await cup.cup()).pairings)).table)
        await place.delete_thread(place.server.channels[table.chat.chat], told=False)
        await place.gave(cup.people[0], cup.channel, "board", table=table.id)
        await place.idle()
        assert (await place.known(table.id)).chat == key_of(cup.channel)
        assert "thread is gone" in place.board(cup.channel).content


async def test_a_call_that_fails_or_a_process_that_dies_leaves_one_thread_a_table(
    server: DiscordServer, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, store) as place:
        cup = await announced(place)
        server.faults.append(Fault("/threads", cut=True, after=True))
        died = asyncio.Event()

        async def die(*_: object, **__: object) -> None:
            died.set()
            raise asyncio.CancelledError

        monkeypatch.setattr(place.core.service.tables, "create", die)
        with pytest.raises(asyncio.CancelledError):
            await cup.look()
        assert died.is_set()
        assert len(cup.threads()) == 1
    async with bot_on(server, store) as place:
        place.patience.time = cup.place.patience.time + 120.0
        cup = await cup.on(place)
        await cup.look()
        tables = [await place.known(one.table) for one in (await cup.cup()).pairings]
        assert {one.chat.chat for one in tables} == {one.id for one in cup.threads()}
        assert len(tables) == len(cup.threads()) == 2


@pytest.mark.parametrize("many", [4, 8, 16])
async def test_a_round_is_at_most_three_posts_in_a_channel(place: Place, many: int) -> None:
    drawn = await announced(place, many)
    before = {one.id for one in place.server.of(drawn.channel)}
    await drawn.look()
    posts = [one for one in place.server.of(drawn.channel) if one.id not in before]
    assert len(posts) == (3 if many == 4 else 1)
    tables = [await place.known(one.table) for one in (await drawn.cup()).pairings]
    assert {one.chat.chat for one in tables} == {one.id for one in drawn.threads()}
    assert len(tables) == many // 2
    assert all(f"<#{one.chat.chat}>" in posts[0].content for one in tables)
    assert all(place.server.of(thread) for thread in drawn.threads())


async def test_a_game_in_a_thread_without_a_line_counts_in_the_channel_and_posts_nothing_there(place: Place) -> None:
    async with evening(place, 6) as drawn:
        shown = {one.id for one in place.server.of(drawn.channel)}
        table = await place.known(next((await drawn.cup()).pairings).table)
        (player,) = [one for one in drawn.people if one.id == table.people[0].user]
        mine = f"palmares:cup.0.mine:{drawn.code}"
        (post,) = [one for one in place.server.of(drawn.channel) if mine in ids_of(one)]
        told = await place.pressed(player, post, mine)
        assert f"<#{table.chat.chat}>" in (told.notice or "")
        await place.play_on(table.id, place.server.channels[table.chat.chat], drawn.people, 200)
        await drawn.look()
        assert {one.id for one in place.server.of(drawn.channel)} == shown
        assert await place.store.season(key_of(drawn.channel)) is not None


async def test_a_process_that_dies_before_it_deletes_a_line_leaves_that_to_the_next(
    server: DiscordServer, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with bot_on(server, store) as place:
        drawn = await announced(place, 6)

        async def die(*_: object) -> None:
            raise asyncio.CancelledError

        with monkeypatch.context() as dying, suppress(asyncio.CancelledError):
            dying.setattr(DiscordThreads, "hide", die)
            await drawn.look()
    async with bot_on(server, store) as place:
        place.patience.time = drawn.place.patience.time + 120.0
        drawn = await drawn.on(place)
        lines = {one.id for one in drawn.threads()} & {one.id for one in server.of(drawn.channel)}
        assert len(lines) == 1
        await drawn.look()
        assert len(drawn.threads()) == 3
        assert not {one.id for one in drawn.threads()} & {one.id for one in server.of(drawn.channel)}


async def test_without_threads_many_tables_are_played_in_private(place: Place) -> None:
    async with evening(place, 6, denied=CREATE_THREADS) as drawn:
        tables = [await place.known(one.table) for one in (await drawn.cup()).pairings]
        assert [len(one.links.private) for one in tables] == [2, 2, 2]
        assert not any(one.id in str(post.components) for one in tables for post in place.server.of(drawn.channel))
        chats = [place.server.channels[chat.chat] for one in tables for _, chat in one.links.private]
        assert all(place.server.of(chat) for chat in chats)
