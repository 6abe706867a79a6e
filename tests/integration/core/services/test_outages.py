"""Time in which the program did not run is nobody's absence, however it came about."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.core.domain.outage import Outage
from bot.core.domain.play import LATE
from bot.core.services import recovery
from bot.core.services.uptime import BEAT, NOTICED, Uptime
from data.errors import StoreFailed
from data.open_store import open_store
from data.records import ChatKey, OutageRecord, Status
from data.store import Store
from tests.fakes.clock import FakeClock
from tests.fakes.clocked_table import begun, clock_of, passes
from tests.fakes.room import ANA, BEA, CAI, PLATFORM, Room, room, said

HOUR = 3600.0


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    found = await open_store(f"sqlite:///{tmp_path}/games.sqlite3")
    yield found
    await found.close()


def running(place: Room) -> Uptime:
    return Uptime(place.store, place.clock)


async def beaten(uptime: Uptime) -> OutageRecord | None:
    """Note that the program runs; what is not made good by then."""
    await uptime.beat()
    return uptime.missed


async def test_a_start_knows_since_when_the_program_was_away(store: Store) -> None:
    clock = FakeClock(1000.0)
    first = Uptime(store, clock)
    assert await beaten(first) is None
    assert first.before is None
    assert first.outages == (Outage(1000.0, 1000.0),)  # nothing was missed, but there may be old tables
    for _ in range(100):
        clock.time += 1
        assert await beaten(first) is None
    assert await store.last_beat() == 1100.0 - 100 % BEAT
    clock.time += HOUR
    second = Uptime(store, clock)
    assert await beaten(second) == OutageRecord(1100.0, 1100.0 + HOUR)
    assert second.before == 1100.0
    assert second.outages == (Outage(1100.0, 1100.0 + HOUR), Outage(clock.time, clock.time))


async def test_a_frozen_machine_is_an_outage_too_and_a_short_pause_is_none(store: Store) -> None:
    clock = FakeClock(1000.0)
    uptime = Uptime(store, clock)
    await uptime.beat()
    clock.time += NOTICED - 1
    assert await beaten(uptime) is None
    clock.time += HOUR
    assert await beaten(uptime) == OutageRecord(1000.0 + NOTICED - 1, 1000.0 + NOTICED - 1 + HOUR)


async def test_what_was_missed_is_told_until_it_is_made_good_whoever_is_killed_meanwhile(store: Store) -> None:
    clock = FakeClock(1000.0)
    uptime = Uptime(store, clock)
    await uptime.beat()
    clock.time += HOUR
    first = await beaten(uptime)
    assert first == await beaten(uptime) == OutageRecord(1000.0, 1000.0 + HOUR)
    clock.time += 10
    assert await beaten(Uptime(store, clock)) == first
    clock.time += HOUR  # and another one before that
    longer = OutageRecord(1000.0, 1010.0 + 2 * HOUR)
    assert await beaten(uptime) == longer
    await uptime.make_good(first)
    assert await beaten(uptime) == longer
    await uptime.make_good(longer)
    assert await beaten(uptime) is None
    assert await beaten(Uptime(store, clock)) is None


async def test_where_another_process_ran_it_was_no_outage(store: Store) -> None:
    clock = FakeClock(1000.0)
    one, other = Uptime(store, clock), Uptime(store, clock)
    await one.beat()
    await other.beat()
    clock.time += HOUR
    assert await beaten(one) is not None
    clock.time += HOUR
    await store.beat(clock.time - 1, seen=clock.time - 2, noticed=NOTICED)
    missed = await beaten(other)
    assert missed == OutageRecord(1000.0, 1000.0 + HOUR)


async def test_a_store_that_does_not_answer_is_an_outage(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = FakeClock(1000.0)
    uptime = Uptime(store, clock)
    await uptime.beat()

    async def silent(_: float, **__: float) -> None:
        raise StoreFailed("no answer in time")

    with monkeypatch.context() as broken:
        broken.setattr(store, "beat", silent)
        for _ in range(3):
            clock.time += 10 * BEAT
            with pytest.raises(StoreFailed):
                await uptime.beat()
    clock.time += 1
    assert await beaten(uptime) == OutageRecord(1000.0, 1001.0 + 30 * BEAT)


async def test_an_outage_of_many_tables_is_made_good_page_by_page_and_a_table_that_is_due_before_that(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "ROWS", 2)
    chats = [ChatKey(PLATFORM, str(number)) for number in range(5)]
    async with room(store) as place:
        codes = [await begun(place, "/play palma pace=daily:24", BEA, chat=chat) for chat in chats]
        before = [await clock_of(place, code) for code in codes]
        await running(place).beat()
        went = place.clock.now()
    async with room(store) as place:
        place.clock.time = went + 30 * HOUR  # the time of all of them is up
        await place.core.scheduler._live()
        for code in codes:
            assert all(move.automation != LATE for move in await store.moves(code))
        for _ in range(4):
            await place.core.scheduler._live()
        for code, then in zip(codes, before, strict=True):
            now = await clock_of(place, code)
            assert then.deadline is not None
            assert now.deadline == then.deadline + 30 * HOUR
        await place.core.publisher.idle()
        assert await beaten(Uptime(store, place.clock)) is None


async def test_after_an_outage_no_table_is_read_however_many_are_due(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    chats = [ChatKey(PLATFORM, str(number)) for number in range(6)]
    async with room(store) as place:
        codes = [await begun(place, "/play palma pace=daily:24", BEA, chat=chat) for chat in chats]
        versions = [(await place.table(code)).version for code in codes]
        await passes(place, HOUR)
        await running(place).beat()
        went = place.clock.now()
    read, table = list[str](), store.table
    monkeypatch.setattr(store, "table", lambda name: read.append(name) or table(name))  # type: ignore[func-returns-value]
    async with room(store) as place:
        place.clock.time = went + 30 * HOUR  # the time of all of them is up
        for _ in range(3):
            await place.core.scheduler._live()
        await place.core.publisher.look()
        await place.core.publisher.idle()
        assert read == []
        records = [await table(code) for code in codes]
        assert [record.version for record in records if record is not None] == versions


async def test_outages_that_follow_each_other_add_up_however_far_a_table_got_its_time(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recovery, "ROWS", 1)
    async with room(store) as place:
        codes = [await begun(place, "/play palma pace=daily:24", BEA, chat=ChatKey(PLATFORM, n)) for n in "abc"]
        before = [(await clock_of(place, code)).deadline for code in codes]
        await passes(place, HOUR)
        await running(place).beat()
        went = place.clock.now()
    for hours in (2, 3, 4):
        async with room(store) as place:
            place.clock.time = went = went + hours * HOUR
            uptime = running(place)
            await uptime.beat()
            if hours == 3:  # killed after the first table
                assert uptime.missed is not None
                await store.give_time_back(uptime.missed, 1)
            else:
                await place.core.scheduler._live()
    async with room(store) as place:
        place.clock.time = went
        await place.core.scheduler._live()
        for code, then in zip(codes, before, strict=True):
            assert then is not None
            assert (await clock_of(place, code)).deadline == then + 9 * HOUR
            record = await store.table(code)
            assert record is not None
            assert (record.owed, record.due) == (9 * HOUR, then + 9 * HOUR - 6 * HOUR), "it is reminded of then"


async def test_what_is_owed_is_stored_with_whatever_happens_next_and_once(store: Store) -> None:
    async with room(store) as place:
        code = await begun(place, "/play palma pace=daily:24", BEA)
        before = await clock_of(place, code)
        await passes(place, HOUR)
        await running(place).beat()
        went = place.clock.now()
    async with room(store) as place:
        place.clock.time = went + 10 * HOUR
        await place.core.scheduler._live()
        who = await place.actor(code, [ANA, BEA])
        other = BEA if who == ANA else ANA
        await place.say(other, "/undo")  # or anything that is no move of who is to act
        await place.say(other, "/hint")
        await passes(place, 60)
        assert before.remind is not None
        assert before.deadline is not None
        await passes(place, before.remind + 10 * HOUR - place.clock.now())
        record = await store.table(code)
        assert record is not None
        assert record.owed == 0.0
        now = await clock_of(place, code)
        assert now.remind is None, "it has come"
        assert now.deadline == before.deadline + 10 * HOUR


async def test_a_process_that_lived_through_it_forgets_what_it_knew(store: Store) -> None:
    async with room(store) as place:
        code = await begun(place, "/play palma pace=daily:24", BEA)
        before = await clock_of(place, code)
        await place.core.scheduler.start()
        place.clock.time += 5 * HOUR
        await place.core.scheduler._live()
        table = await place.table(code)
        assert before.deadline is not None
        assert table.clock.deadline == before.deadline + 5 * HOUR
        assert not table.ahead, "it was touched just before, and is shown with its new time"
        assert table.version > 0


@pytest.mark.parametrize("hours", [1, 23, 300])
async def test_a_daily_decision_gets_back_exactly_what_the_program_took(store: Store, hours: int) -> None:
    async with room(store) as place:
        code = await begun(place, "/play palma pace=daily:24", BEA)
        before = await clock_of(place, code)
        await passes(place, HOUR)
        await running(place).beat()
        went = place.clock.now()
    async with room(store) as place:
        place.clock.time = went + hours * HOUR
        await place.core.scheduler._live()
        after = await clock_of(place, code)
        assert after.deadline is not None
        assert before.deadline is not None
        assert before.remind is not None
        assert after.deadline - before.deadline == hours * HOUR
        assert after.remind == before.remind + hours * HOUR
        for _ in range(3):  # told once
            await place.core.scheduler._live()
        assert (await clock_of(place, code)).deadline == after.deadline
        await passes(place, 23 * HOUR - 2)
        assert not any(move.automation == LATE for move in (await place.table(code)).log)
        await passes(place, 2)
        assert any(move.automation == LATE for move in (await place.table(code)).log)


async def test_somebody_who_played_after_the_start_gets_nothing_back_twice(store: Store) -> None:
    async with room(store) as place:
        code = await begun(place, "/play palma pace=daily:24", BEA)
        await running(place).beat()
        went = place.clock.now()
    async with room(store) as place:
        place.clock.time = went + 50 * HOUR
        who = await place.acting(code, [ANA, BEA])
        await place.say(who, "/roll")
        await place.core.scheduler._live()
        now = await clock_of(place, code)
        assert now.deadline == went + 50 * HOUR + 24 * HOUR
        assert now.out == 0.0


async def test_an_idle_game_without_a_limit_is_not_called_idle_through_an_outage(store: Store) -> None:
    async with room(store) as place:
        code = await begun(place, "/play palma pace=none", BEA)
        due = (await place.table(code)).due
        assert due is not None
        await running(place).beat()
        went = place.clock.now()
    async with room(store) as place:
        place.clock.time = went + 1000 * HOUR
        await place.core.scheduler._live()
        table = await place.table(code)
        assert table.status is Status.PLAYING
        assert table.due == due + 1000 * HOUR
        assert (await clock_of(place, code)).closes is None


async def after_an_outage(place: Room) -> str:
    """A live game under way, an hour in which the program did not run, and the start after it; the game's code."""
    code = await begun(place, "/play palma pace=live:60 auto=no", BEA)
    await place.core.scheduler.start()
    place.clock.time += HOUR
    await place.core.scheduler.start()
    await place.core.publisher.idle()
    return code


async def test_a_live_game_waits_for_everybody_s_first_press(store: Store) -> None:
    async with room(store) as place:
        code = await after_an_outage(place)
        who = await place.actor(code, [ANA, BEA])
        other = BEA if who == ANA else ANA
        assert who is not None
        assert (await clock_of(place, code)).deadline is None
        board = place.live(code)[-1]
        assert "I was offline. The clock is waiting for a press from 🐕 Ana and 🐺 Bea." in board.screen.text.plain
        await passes(place, HOUR)
        assert all(move.automation != LATE for move in (await place.table(code)).log)
        await place.press(who, board.tokens[0], board.id)
        assert (await clock_of(place, code)).deadline is None, "one is not all"
        assert "once everyone's here" in said(await place.click(other, "I'm back"))
        now = await clock_of(place, code)
        assert now.awaited == ()
        assert now.deadline == place.clock.time + 60
        assert "I'm back" not in [button.label for button in place.live(code)[-1].buttons]
        await passes(place, 61)
        assert any(move.automation == LATE for move in (await place.table(code)).log)


async def test_but_no_longer_than_a_day(store: Store) -> None:
    async with room(store) as place:
        code = await after_an_outage(place)
        await passes(place, 24 * HOUR - 1)
        assert (await clock_of(place, code)).deadline is None
        await passes(place, 2)
        deadline = (await clock_of(place, code)).deadline
        assert deadline is not None
        assert place.clock.time < deadline <= place.clock.time + 60


async def test_whoever_gives_up_is_not_waited_for(store: Store) -> None:
    async with room(store) as place:
        code = await begun(place, "/play parchis seats=Y,R,B pace=live:60 auto=no", BEA, CAI)
        await place.core.scheduler.start()
        place.clock.time += HOUR
        await place.core.scheduler.start()
        await place.say(CAI, f"/resign {code}")
        await place.click(CAI, "Yes")
        assert len((await clock_of(place, code)).awaited) == 2


async def test_a_short_restart_lets_nobody_wait(store: Store) -> None:
    async with room(store) as place:
        code = await begun(place, "/play palma pace=live:60 auto=no", BEA)
        await place.core.scheduler.start()
        assert (await clock_of(place, code)).awaited == ()
        assert (await clock_of(place, code)).deadline is not None
