"""The timekeeper: closes what nobody touches, survives restarts and trouble, and acts once however many there are."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from bot.core.domain.deadlines import CLAIM, FADES, GAME_IDLE, GRACE, LAST_CALL, LEFT_ALONE, LOBBY_IDLE
from bot.core.domain.play import LATE
from bot.core.services.deadline_scheduler import AGAIN, EVERY
from bot.core.services.table_codec import record_of
from data.errors import StoreFailed
from data.open_store import open_store
from data.records import Status
from data.store import Store
from tests.fakes.clocked_table import board, called, passes, text
from tests.fakes.messenger import FakeMessenger
from tests.fakes.room import ANA, BEA, CHAT, Room, room

HOUR = 3600.0


@pytest.fixture
async def place() -> AsyncIterator[Room]:
    async with room() as found:
        yield found


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A database that several processes may share."""
    found = await open_store(f"sqlite:///{tmp_path}/games.sqlite3")
    yield found
    await found.close()


async def palma(place: Room, pace: str = "none") -> str:
    return await place.started(f"/play palma pace={pace}", BEA)


async def test_a_lobby_that_nobody_touches_closes_and_the_chat_is_told(place: Room) -> None:
    code = await place.opened("/play palma")
    await passes(place, LOBBY_IDLE - HOUR)
    await place.say(BEA, "/join")  # a touch
    await passes(place, LOBBY_IDLE - 1)
    assert (await place.table(code)).status is Status.LOBBY
    shown = len(place.messenger.of(CHAT))
    await passes(place, 1)
    record = await place.table(code)
    assert (record.status, record.due) == (Status.CANCELLED, None)
    assert len(place.messenger.of(CHAT)) == shown + 1
    told = place.messenger.of(CHAT)[-1]
    assert told.screen.text.plain.splitlines()[1:] == [
        "The table is closed.",
        "Closed because nobody played.",
    ]
    assert place.live(code) == []


async def silent(place: Room) -> None:
    """Five days without a word: a reminder on the second, and on the third others may claim."""
    for _ in range(5):
        await passes(place, 24 * HOUR)


@pytest.mark.parametrize("mode", ["follow", "fixed"])
async def test_an_idle_game_is_announced_and_then_closed(place: Room, mode: str) -> None:
    await place.say(ANA, f"/settings board {mode}")
    code = await palma(place)
    who = await place.acting(code, [ANA, BEA])
    await silent(place)
    await passes(place, 24 * HOUR - 1)
    assert not any("has been idle" in message.screen.text.plain for message in place.messenger.of(CHAT))
    await passes(place, 1)
    (warning,) = [message for message in place.messenger.of(CHAT) if "has been idle" in message.screen.text.plain]
    assert called(warning) == [who.key.user]
    assert "If nobody plays, this table closes" in text(place)
    await passes(place, LAST_CALL - 1)
    assert (await place.table(code)).status is Status.PLAYING
    await passes(place, 1)
    assert (await place.table(code)).status is Status.CANCELLED
    assert warning.gone
    assert board(place) == place.messenger.messages[-1]
    assert "cancelled.\nClosed because nobody played." in text(place)
    assert board(place).buttons[0].label == "Rematch"


async def test_who_plays_after_the_warning_averts_the_end(place: Room) -> None:
    code = await palma(place)
    await silent(place)
    await passes(place, 24 * HOUR)
    who = await place.acting(code, [ANA, BEA])
    await place.press(who, place.live(code)[0].tokens[0])
    assert not any("for days" in message.screen.text.plain for message in place.messenger.of(CHAT))
    record = await place.table(code)
    assert record.due == place.clock.now() + CLAIM - LAST_CALL
    await passes(place, LAST_CALL)
    assert (await place.table(code)).status is Status.PLAYING


async def test_a_table_that_is_over_is_due_once_more_for_its_button(place: Room) -> None:
    code = await palma(place, "live:30")
    await place.play_out(code, [ANA, BEA])
    assert (await place.table(code)).due == place.clock.now() + FADES
    await passes(place, FADES)
    assert (await place.table(code)).due is None
    assert await place.store.due_tables(1e12, 10) == []


async def test_after_a_restart_everybody_has_some_time_again(store: Store) -> None:
    messenger = FakeMessenger()
    async with room(store, messenger) as place:
        code = await palma(place, "daily:24")
        began, plies = place.clock.now(), (await place.table(code)).plies
    async with room(store, messenger) as place:  # it did not run for three days
        place.clock.time = began + 72 * HOUR
        await place.core.scheduler.start()
        await passes(place, 0)  # first there is time again, then a reminder says how little it is
        await passes(place, 0)
        table = await place.table(code)
        assert table.plies == plies
        assert table.clock.deadline == began + 72 * HOUR + GRACE * 24 * HOUR
        assert len([m for m in messenger.of(CHAT) if "running out" in m.screen.text.plain]) == 1
        await passes(place, GRACE * 24 * HOUR - 1)
        assert (await place.table(code)).plies == plies
        await passes(place, 1)
        assert (await place.table(code)).plies > plies


async def test_a_short_restart_changes_no_deadline(store: Store) -> None:
    async with room(store) as place:
        code = await palma(place, "daily:24")
        began, before = place.clock.now(), await place.table(code)
    async with room(store) as place:
        place.clock.time = began + HOUR
        await place.core.scheduler.start()
        assert await place.table(code) == before
        place.clock.time = began + 24 * HOUR
        await place.core.scheduler.look()
        table = await place.table(code)
        assert [move.automation for move in table.log[before.plies :]].count(LATE) >= 1


async def test_an_idle_lobby_does_not_close_at_the_moment_of_a_start(store: Store) -> None:
    async with room(store) as place:
        await place.say(ANA, "/play palma")
        began = place.clock.now()
    async with room(store) as place:
        place.clock.time = began + 3 * LOBBY_IDLE
        await place.core.scheduler.start()
        await passes(place, GRACE * LOBBY_IDLE - 1)
        assert (await place.table()).status is Status.LOBBY
        await passes(place, 1)
        assert await store.all_tables() == []


async def test_tables_of_a_version_without_deadlines_get_theirs(place: Room) -> None:
    code = await palma(place)
    record = record_of(await place.table(code))
    await place.store.update(replace(record, version=record.version + 1, due=0.0), expected=record.version)
    place.clock.time += 2 * GAME_IDLE
    for _ in range(2):
        await place.core.scheduler.look()
    assert (await place.table(code)).status is Status.PLAYING
    assert (await place.table(code)).clock.claim == place.clock.now() + LAST_CALL


async def test_two_processes_do_each_thing_once(store: Store) -> None:
    messenger = FakeMessenger()
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(room(store, messenger))
        two = await stack.enter_async_context(room(store, messenger))
        codes = [await palma(one, "daily:4") for _ in range(3)]
        for code in codes:
            await two.table(code)  # what it knows grows old

        async def both(seconds: float) -> None:
            one.clock.time = two.clock.time = one.clock.time + seconds
            await asyncio.gather(one.core.scheduler.look(), two.core.scheduler.look())
            await asyncio.gather(one.core.publisher.idle(), two.core.publisher.idle())

        await both(3 * HOUR)
        reminded = [await store.table(code) for code in codes]
        assert len([m for m in messenger.of(CHAT) if "running out" in m.screen.text.plain]) == 3
        await both(HOUR)
        for code, before in zip(codes, reminded, strict=True):
            assert before is not None
            late = [move for move in await store.moves(code) if move.automation == LATE]
            assert {move.version for move in late} == {before.version + 1}
            after = await store.table(code)
            assert after is not None
            assert [seat.late for seat in after.seats].count(1) == 1
            assert after.due == one.clock.time + 3 * HOUR


async def test_trouble_at_one_table_keeps_no_other_waiting(
    place: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = [await palma(place, "live:30") for _ in range(2)]
    write = place.core.service.tables.write
    broken = True

    async def failing(before: object, *after: object) -> object:
        if broken and before.id == first:  # type: ignore[attr-defined]
            raise RuntimeError("a bug")
        return await write(before, *after)  # type: ignore[arg-type]

    monkeypatch.setattr(place.core.service.tables, "write", failing)
    plies = [(await place.table(code)).plies for code in (first, second)]
    with caplog.at_level(logging.ERROR):
        await passes(place, 30)
        await passes(place, EVERY)
    assert len(caplog.records) == 1  # and it is not tried again at once
    assert (await place.table(first)).plies == plies[0]
    assert (await place.table(second)).plies > plies[1]
    broken = False
    await passes(place, AGAIN)
    assert (await place.table(first)).plies > plies[0]


async def test_a_damaged_table_keeps_no_other_waiting(place: Room) -> None:
    first, second = [await palma(place, "live:30") for _ in range(2)]
    record = record_of(await place.table(first))
    damaged = replace(record, rules='{"preset":"gone"}', version=record.version + 1)
    await place.store.update(damaged, expected=record.version)
    plies = (await place.table(second)).plies
    await passes(place, 30)
    assert (await place.table(second)).plies > plies
    assert await place.store.table(first) == damaged


async def test_it_goes_on_when_the_store_failed(place: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    code = await palma(place, "live:30")
    plies, failures = (await place.table(code)).plies, iter([True, True, True])

    def failing(name: str) -> None:
        real = getattr(place.store, name)

        async def call(*arguments: object) -> object:
            if next(failures, False):
                raise StoreFailed("no answer in time")
            return await real(*arguments)

        monkeypatch.setattr(place.store, name, call)

    failing("touched_tables")
    failing("due_tables")
    running = asyncio.create_task(place.core.scheduler.run())
    try:
        for _ in range(10_000):
            await asyncio.sleep(0)
            if (await place.store.table(code)).plies > plies:  # type: ignore[union-attr]
                break
        else:
            raise AssertionError("nothing was done")
        assert next(failures, None) is None
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_a_computer_whose_process_died_before_its_move_moves_soon_after(store: Store) -> None:
    messenger = FakeMessenger()
    async with room(store, messenger) as place:
        code = await palma(place)
        table = await place.table(code)
        turn = table.match.turn.seat
        seats = {turn: replace(table.seats[turn], computer="greedy")}
        left = replace(table.with_seats(seats), version=table.next_version, updated=place.clock.now())
        await place.core.service.tables.write(table, left)
        began = place.clock.now()
        assert (await place.table(code)).due == began + LEFT_ALONE
    async with room(store, messenger) as place:
        place.clock.time = began + LEFT_ALONE
        await place.core.scheduler.look()
        await place.core.service.computers.idle()
        after = await place.table(code)
        assert after.plies > table.plies
        assert after.match.turn.seat != turn
        assert after.status is Status.PLAYING
