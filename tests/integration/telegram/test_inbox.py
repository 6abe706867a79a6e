"""Several processes over one database: each update is obeyed once, those of a chat in order, by who has the chat."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from typing import Any

import pytest

from bot.platforms.telegram import inbox as inbox_module
from bot.platforms.telegram.inbox import InboxFull
from bot.platforms.telegram.webhook import Receiver
from data.inbox import UpdateRecord
from data.records import Status
from tests.fakes.ownership import POLLER, SHARD_LEASES, FakeOwnership, House
from tests.fakes.postgres_server import missing
from tests.fakes.telegram_processes import ALL, HOOK, PATIENCE, Processes, delete_nothing, eventually, processes
from tests.fakes.telegram_room import GROUP, telegram_room
from tests.fakes.telegram_world import ANA, BEA, Message

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")


async def begun(both: Processes) -> str:
    """A game between Ana and Bea; its code."""
    group = both.server.chat(GROUP)
    await both.server.say(ANA, "/play palma first=D", group)
    await both.server.say(BEA, "/join", group)
    await both.server.say(ANA, "/start", group)

    async def plays() -> bool:
        return bool(await both.rooms[0].store.all_tables((Status.PLAYING,)))

    await eventually(plays)
    return (await both.rooms[0].table()).id


async def shown(both: Processes, code: str) -> Message:
    """The board once it shows the table as it is, and the one before it is tidied up."""

    async def current() -> bool:
        boards = await both.rooms[0].store.boards(code)
        version = (await both.rooms[0].table(code)).version
        with_buttons = [one for one in both.server.live(both.server.chat(GROUP)) if f"{code}." in str(one.tokens)]
        return [board.version for board in boards if board.live] == [version] and len(with_buttons) == 1

    await eventually(current)
    return both.rooms[0].board(code)


class TestWhoObeys:
    async def test_what_one_takes_in_is_obeyed_by_whoever_has_the_chat_and_by_nobody_else(self) -> None:
        async with processes() as both:
            both.only_listen()
            asks, obeys = both.leases
            obeys.take(*SHARD_LEASES)
            asks.take(POLLER)
            await both.say("/a", "/b", "/c")
            await eventually(lambda: len(both.heard) == 3)
            assert both.heard == [(1, "/a"), (1, "/b"), (1, "/c")]
            await eventually(lambda: _is(both.waiting(), 0))  # else the next holder obeys them again, as it should
            asks.take(*SHARD_LEASES[:32])
            obeys.lose(*SHARD_LEASES[:32])
            chats = [both.server.chat(GROUP - number) for number in range(20)]
            for chat in chats:
                await both.say("/d", chat=chat)
            await eventually(lambda: len(both.heard) == 23)
            assert {number for number, _ in both.heard[3:]} == {0, 1}
            await both.server.drained()
            await eventually(lambda: _is(both.waiting(), 0))

    async def test_a_game_goes_on_while_everything_changes_hands_again_and_again(self) -> None:
        async with processes() as both:
            first, second = both.leases
            first.take(*ALL)
            both.server.deliver = lambda batch: batch * 2
            code, rng = await begun(both), random.Random(1)
            for turn in range(12):
                board = await shown(both, code)
                before = (await both.rooms[0].table(code)).version
                who = await both.rooms[0].actor(code, [ANA, BEA])
                assert who is not None
                pressing = asyncio.create_task(both.server.press(who, board, rng.choice(board.tokens)))
                giver, taker = (first, second) if turn % 2 == 0 else (second, first)
                await giver.give(taker, *(POLLER, *SHARD_LEASES) if turn % 3 else SHARD_LEASES)
                query = await pressing
                await eventually(lambda query=query: query in both.server.answers)
                assert (await both.rooms[0].table(code)).version > before
                if turn % 3 == 0:  # the poller stayed behind, and passes on
                    await giver.give(taker, POLLER)

    async def test_with_a_file_there_is_no_inbox(self) -> None:
        async with telegram_room() as room:
            assert room.platform.inbox is None
            assert room.platform.how_far_behind() == (0, 0.0)


class TestTakingOver:
    async def test_what_came_while_nobody_had_the_chat_is_obeyed_in_order(self) -> None:
        async with processes() as both:
            asks, obeys = both.leases
            asks.take(POLLER)
            group = both.server.chat(GROUP)
            for who, line in ((ANA, "/play palma first=D"), (BEA, "/join"), (ANA, "/start")):
                await both.server.say(who, line, group)
            await both.server.drained()
            assert await both.waiting() == 3
            assert await both.rooms[0].store.all_tables() == []
            obeys.take(*SHARD_LEASES)
            await eventually(lambda: _is(both.waiting(), 0))
            table = await both.rooms[0].table()
            assert table.status is Status.PLAYING
            assert {seat.person.user for seat in table.seats if seat.person} == {str(ANA.id), str(BEA.id)}

    async def test_whoever_dies_between_obeying_and_deleting_has_it_obeyed_once(self) -> None:
        async with processes() as both:
            asks, dies = both.leases
            delete_nothing(both.rooms[1].store)
            asks.take(POLLER)
            dies.take(*SHARD_LEASES)
            code = await begun(both)
            board = await shown(both, code)
            who = await both.rooms[0].actor(code, [ANA, BEA])
            assert who is not None
            query = await both.server.press(who, board, board.tokens[0])
            await eventually(lambda: query in both.server.answers)
            table = await both.rooms[0].table(code)
            assert await both.waiting() == 4
            dies.lose(*SHARD_LEASES)
            asks.take(*SHARD_LEASES)
            await eventually(lambda: _is(both.waiting(), 0))
            assert await both.rooms[0].table(code) == table
            assert len(await both.rooms[0].store.all_tables(tuple(Status))) == 1

    async def test_whoever_gives_a_chat_back_ends_what_it_began_and_the_rest_is_the_others(self) -> None:
        async with processes() as both:
            gate = asyncio.Event()
            both.only_listen(gate)
            gives, takes = both.leases
            gives.take(*ALL)
            await both.say("/a", "/b")
            await eventually(lambda: both.heard == [(0, "/a")])
            await both.server.drained()
            giving = asyncio.create_task(gives.give(takes, *SHARD_LEASES))
            await both.say("/c")
            await both.server.drained()
            assert await both.waiting() == 3
            assert both.heard == [(0, "/a")]
            assert not giving.done()
            gate.set()
            await asyncio.wait_for(giving, PATIENCE)
            await eventually(lambda: len(both.heard) == 3)
            assert both.heard == [(0, "/a"), (0, "/b"), (1, "/c")]

    async def test_what_waits_where_a_lease_has_run_out_is_passed_on_in_order(self) -> None:
        async with processes() as both:
            gate = asyncio.Event()
            both.only_listen(gate)
            frozen, takes = both.leases
            frozen.take(*ALL)
            await both.say("/a", "/b", "/c")
            await eventually(lambda: both.heard == [(0, "/a")])
            await both.server.drained()
            frozen.lose(*ALL)
            takes.take(*ALL)
            gate.set()
            await eventually(lambda: (1, "/c") in both.heard)
            again = (1, "/a")  # unless what became of it was noted before
            assert [one for one in both.heard if one != again] == [(0, "/a"), (1, "/b"), (1, "/c")]
            await takes.give(frozen, *ALL)
            await both.say("/d")
            await eventually(lambda: both.heard[-1] == (0, "/d"))

    async def test_another_asks_telegram_as_soon_as_one_gives_that_up(self, caplog: pytest.LogCaptureFixture) -> None:
        async with processes() as both:
            both.only_listen()
            first, second = both.leases
            first.take(*ALL)
            lines = [f"/{number}" for number in range(12)]
            for number, line in enumerate(lines):
                await both.say(line)
                giver, taker = (first, second) if number % 2 == 0 else (second, first)
                await giver.give(taker, POLLER)
            await eventually(lambda: len(both.heard) == len(lines))
            assert both.heard == [(0, line) for line in lines]
            await both.server.drained()
        assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


class TestWebhooks:
    async def test_any_process_may_be_brought_an_update_and_the_order_is_kept(self) -> None:
        async with processes(HOOK) as both:
            both.only_listen()
            obeys, _ = both.leases
            obeys.take(*SHARD_LEASES)
            obeys.deaf = True  # it hears of nothing that was stored, and looks before it obeys
            both.server.deliver = lambda batch: batch * 2
            rng, lines = random.Random(7), [f"/{number}" for number in range(30)]
            ports = [room.platform.source.port for room in both.rooms if isinstance(room.platform.source, Receiver)]
            for line in lines:
                both.server.webhook_port = rng.choice(ports)
                await both.say(line)
            await eventually(lambda: len(both.heard) == len(lines))
            assert both.heard == [(0, line) for line in lines]
            assert set(both.server.statuses) == {200}

    async def test_it_is_only_confirmed_once_it_is_stored(self) -> None:
        async with processes(HOOK) as both:
            await both.rooms[1].store.close()
            await both.say("/a")  # to the second process, while nobody has the chat
            assert both.server.statuses == [503]
            assert await both.waiting() == 0


class TestBounds:
    async def test_a_full_inbox_is_not_confirmed_and_nothing_is_lost(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(inbox_module, "MOST_A_SHARD", 2)
        async with processes() as both:
            both.only_listen()
            asks, obeys = both.leases
            asks.take(POLLER)
            for line in "ab":
                await both.say(f"/{line}")
                await both.server.drained()
            await both.say("/c", "/d", "/e", "/f")
            await asyncio.sleep(0.3)
            assert await both.waiting() == 2
            obeys.take(*SHARD_LEASES)
            await eventually(lambda: len(both.heard) == 6)
            assert both.heard == [(1, f"/{line}") for line in "abcdef"]

    async def test_who_has_no_room_in_line_still_says_how_far_behind_it_is(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(inbox_module, "LOOK", 0.05)
        async with processes() as both:
            gate, (asks, obeys) = asyncio.Event(), both.leases
            both.only_listen(gate)
            busy = both.rooms[1].platform
            assert busy._connection is not None
            busy._connection.intake._queue._most = 1
            asks.take(POLLER)
            obeys.take(*SHARD_LEASES)
            for count in range(1, 7):
                await both.say(f"/{count}")
                await both.server.drained()
                await eventually(lambda count=count: busy.how_far_behind()[0] == count)
            gate.set()
            await eventually(lambda: busy.how_far_behind() == (0, 0.0))
            assert [line for _, line in both.heard] == [f"/{count}" for count in range(1, 7)]

    async def test_so_many_leave_at_once_and_no_more(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(inbox_module, "MOST_LEAVING", 2)
        async with processes() as both:
            inbox = both.rooms[0].platform.inbox
            assert inbox is not None
            chat = both.server.chat(GROUP).json
            with pytest.raises(InboxFull):
                await inbox.sort([{"update_id": number, "message": {"chat": chat}} for number in range(3)])
            assert await both.waiting() == 0

    async def test_what_cannot_be_read_or_is_too_old_is_deleted_and_blocks_nothing(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with processes() as both:
            both.only_listen()
            store = both.rooms[0].store
            told = {"update_id": 1, "message": {"chat": "nonsense"}}
            await store.put_in([UpdateRecord(5, 1, json.dumps(told))], most=9)  # type: ignore[attr-defined]
            both.leases[0].take(*ALL)
            await both.say("/a")
            await eventually(lambda: both.heard == [(0, "/a")])
            await eventually(lambda: _is(both.waiting(), 0))
            both.leases[0].lose(*SHARD_LEASES)
            await both.say("/b")
            await both.server.drained()
            monkeypatch.setattr(inbox_module, "OLDEST", -1.0)
            both.leases[1].take(*SHARD_LEASES)
            await eventually(lambda: _is(both.waiting(), 0))
            assert both.heard == [(0, "/a")]


async def _is(found: Any, wanted: int) -> bool:
    return bool(await found == wanted)


def test_both_hold_different_leases() -> None:
    house = House(2)
    house.members[0].take(POLLER)
    assert isinstance(house.holder(POLLER), FakeOwnership)
    assert house.holder(SHARD_LEASES[0]) is None
