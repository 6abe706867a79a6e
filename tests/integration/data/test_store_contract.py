"""What every store promises about tables and its own end, asked of each."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from data.errors import ChannelFull, NoTable, StaleTable, StoreError, TableExists
from data.records import ChatKey, OutageRecord, PersonKey, SeatRecord, Status, TableSubscription
from data.store import Store
from tests.fakes.store_samples import ANA, CHAT, NASTY, after, move, table


class TestTables:
    async def test_round_trip(self, store: Store) -> None:
        full = table(
            rules='{"a":1}', teams="[[0],[1,2]]", options='{"b":"ñ"}', status=Status.OVER, version=9, snapshot="s",
            result='{"places":[1]}', created=1.25, updated=2.5, seed=bytes(range(32)),
            seats=tuple(SeatRecord(str(n), PersonKey("p", NASTY[n]), NASTY[n], "x") for n in range(12)),
        )  # fmt: skip
        await store.create(full, limit=1)
        assert await store.table("t1") == full
        assert await store.table("t2") is None
        assert await store.table("T1") is None

    async def test_no_seats(self, store: Store) -> None:
        await store.create(table(seats=()), limit=1)
        assert await store.table("t1") == table(seats=())

    async def test_open_tables_of_all_threads_are_found(self, store: Store) -> None:
        club = ChatKey("telegram", "-100")
        for name, thread, status in [("t1", "", Status.LOBBY), ("t2", "7", Status.PLAYING), ("t3", "7", Status.OVER)]:
            await store.create(table(name, chat=club._replace(thread=thread), status=status), limit=9)
        await store.create(table("guest"), limit=9)
        await store.save_place(TableSubscription("guest", club._replace(thread="8")))
        await store.create(table("other", chat=ChatKey("discord", "-100")), limit=9)
        await store.create(table("longer", chat=ChatKey("telegram", "-1001")), limit=9)
        assert sorted(await store.open_in_all_threads("telegram", "-100")) == ["guest", "t1", "t2"]

    async def test_the_limit_counts_open_tables_of_the_chat(self, store: Store) -> None:
        await store.create(table("elsewhere", chat=ChatKey("web", "plaza", "8")), limit=1)
        await store.create(table("done", status=Status.OVER), limit=1)
        await store.create(table("off", status=Status.CANCELLED), limit=1)
        await store.create(table("a"), limit=2)
        await store.create(table("b", status=Status.PLAYING), limit=2)
        with pytest.raises(ChannelFull):
            await store.create(table("c"), limit=2)
        with pytest.raises(ChannelFull):
            await store.create(table("c"), limit=0)
        assert await store.table("c") is None
        await store.update(table("a", version=1, status=Status.CANCELLED), expected=0)
        await store.create(table("c"), limit=2)

    async def test_many_at_once_do_not_pass_the_limit(self, store: Store) -> None:
        asked = [store.create(table(f"t{n}"), limit=3) for n in range(20)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(answer is None for answer in answers) == 3
        assert sum(isinstance(answer, ChannelFull) for answer in answers) == 17
        assert len(await store.tables(CHAT)) == 3

    async def test_an_id_is_given_once(self, store: Store) -> None:
        await store.create(table(), limit=9)
        with pytest.raises(TableExists):
            await store.create(table(game="palma", seats=()), limit=9)
        assert await store.table("t1") == table()

    async def test_a_table_and_its_link_are_stored_together_or_not_at_all(self, store: Store) -> None:
        await store.create(table("old", status=Status.OVER), limit=9)
        linked = table("old", status=Status.OVER, version=1, options='{"following":"new"}')
        with pytest.raises(ChannelFull):
            await store.create(table("new"), limit=0, linked=linked)
        assert await store.table("old") == table("old", status=Status.OVER)
        await store.create(table("new"), limit=9, linked=linked)
        assert [await store.table("old"), await store.table("new")] == [linked, table("new")]
        with pytest.raises(StaleTable):
            await store.create(table("newer"), limit=9, linked=linked)
        assert await store.table("newer") is None

    async def test_listed_oldest_first_by_status(self, store: Store) -> None:
        for name, created, status in [
            ("a", 2.0, "lobby"),
            ("b", 1.0, "over"),
            ("c", 1.0, "playing"),
            ("d", 1.0, "lobby"),
        ]:
            await store.create(table(name, created=created, status=Status(status)), limit=9)
        await store.create(table("e", chat=ChatKey("web", "other")), limit=9)
        assert [one.id for one in await store.tables(CHAT)] == ["c", "d", "a"]
        assert [one.id for one in await store.tables(CHAT, iter([Status.OVER]))] == ["b"]
        assert [one.id for one in await store.tables(CHAT, list(Status))] == ["b", "c", "d", "a"]
        assert [one.id for one in await store.all_tables()] == ["e", "c", "d", "a"]
        assert await store.all_tables([]) == []
        assert await store.count_tables() == {Status.LOBBY: 3, Status.PLAYING: 1}
        assert await store.count_tables([Status.OVER, Status.CANCELLED]) == {Status.OVER: 1, Status.CANCELLED: 0}
        assert await store.count_tables([]) == {}
        assert (await store.all_tables())[1] == table("c", created=1.0, status=Status.PLAYING)

    async def test_what_was_touched_lately_comes_in_pages_the_last_first(self, store: Store) -> None:
        for name, updated, status in (
            ("a", 1.0, "lobby"),
            ("b", 3.0, "over"),
            ("c", 2.0, "playing"),
            ("d", 2.0, "lobby"),
            ("e", 0.5, "playing"),
        ):
            await store.create(table(name, updated=updated, status=Status(status)), limit=9)
        page = await store.touched_tables(1.0, 2)
        assert [(one.table, one.version, one.moment) for one in page] == [("d", 0, 2.0), ("c", 0, 2.0)]
        page = await store.touched_tables(1.0, 2, page[-1])
        assert [one.table for one in page] == ["a"]
        assert await store.touched_tables(1.0, 2, page[-1]) == []
        assert await store.touched_tables(1.0, 0) == []

    async def test_what_an_outage_took_is_given_back_in_pages_and_once(self, store: Store) -> None:
        for name, due, updated, status in (
            ("a", 30.0, 0.0, "lobby"),
            ("b", 10.0, 0.0, "playing"),
            ("c", None, 0.0, "lobby"),
            ("d", 10.0, 15.0, "playing"),  # touched in the middle of it
            ("e", 20.0, 0.0, "over"),
            ("f", 90.0, 25.0, "lobby"),  # and after it
        ):
            await store.create(table(name, due=due, updated=updated, status=Status(status)), limit=9)
        outage = OutageRecord(12.0, 20.0)

        async def given(outage: OutageRecord, pages: int = 99) -> int:
            page, count = await store.give_time_back(outage, 2), 1
            while page is not None and count < pages:
                page, count = await store.give_time_back(outage, 2, page), count + 1
            return count

        async def owed(name: str) -> tuple[float | None, float, float]:
            found = await store.table(name)
            assert found is not None
            return found.due, found.owed, found.back

        await given(outage, pages=1)
        assert await owed("a") == (38.0, 8.0, 20.0)
        assert await owed("b") == (10.0, 0.0, 0.0)
        assert await given(outage) == 3  # begun again, as after a kill
        assert await owed("a") == (38.0, 8.0, 20.0)
        assert await owed("b") == (18.0, 8.0, 20.0)
        assert await owed("c") == (None, 0.0, 0.0)
        assert await owed("d") == (15.0, 5.0, 20.0)
        assert await owed("e") == (20.0, 0.0, 0.0)
        assert await owed("f") == (90.0, 0.0, 0.0)
        await given(OutageRecord(12.0, 21.0))  # it goes on
        await given(OutageRecord(40.0, 50.0))
        assert await owed("b") == (29.0, 19.0, 50.0)
        await store.update(table("b", version=1, due=70.0, back=50.0, status=Status.PLAYING), expected=0)
        assert await owed("b") == (70.0, 0.0, 50.0)

    async def test_what_is_due_the_longest_due_first(self, store: Store) -> None:
        assert await store.due_tables(1e12, 10) == []
        for name, due in (("a", 30.0), ("b", 10.5), ("c", None), ("d", 20.0)):
            await store.create(table(name, due=due), limit=9)
        assert await store.due_tables(10.4, 10) == []
        assert await store.due_tables(10.5, 10) == [("b", 0)]
        assert await store.due_tables(30.0, 10) == [("b", 0), ("d", 0), ("a", 0)]
        assert await store.due_tables(30.0, 2) == [("b", 0), ("d", 0)]
        assert await store.due_tables(30.0, -1) == []
        await store.update(table("b", version=1, due=40.0), expected=0)
        await store.update(table("d", version=1, due=None), expected=0)
        assert await store.due_tables(50.0, 10) == [("a", 0), ("b", 1)]
        found = await store.table("b")
        assert found is not None
        assert found.due == 40.0

    async def test_how_often_a_seat_was_late_is_kept(self, store: Store) -> None:
        late = replace(
            table(), seats=(SeatRecord("Y", ANA, "Ana", "greedy", 3), SeatRecord("R", ANA, "Ana", None, 2))
        )
        await store.create(late, limit=9)
        assert await store.table("t1") == late
        assert [seat.is_away for seat in late.seats] == [True, False]
        back = replace(late, seats=tuple(replace(seat, computer=None, late=0) for seat in late.seats), version=1)
        await store.update(back, expected=0)
        assert await store.table("t1") == back

    async def test_what_makes_no_table_is_refused(self, store: Store) -> None:
        for bad in (
            {"seed": b"short"}, {"plies": 1}, {"version": 2**63}, {"version": -1}, {"created": float("nan")},
            {"updated": float("inf")}, {"rules": "not json"}, {"result": ""}, {"id": ""},
        ):  # fmt: skip
            with pytest.raises(ValueError):
                await store.create(table(**bad), limit=9)
        assert await store.all_tables() == []


class TestUpdate:
    async def test_a_table_that_is_not_reseated_keeps_its_seats(self, store: Store) -> None:
        old = replace(table(status=Status.PLAYING), seats=(SeatRecord("R", ANA, "Ana"), SeatRecord("Y")))
        await store.create(old, limit=1)
        now, log = after(replace(old, seats=()), 2)
        await store.update(now, expected=old.version, moves=log, reseated=False)
        assert await store.table(old.id) == replace(now, seats=old.seats)
        assert await store.moves(old.id) == log
        place = TableSubscription(old.id, ChatKey("web", "elsewhere"), ANA)
        then, more = after(now)
        await store.update(then, expected=now.version, moves=more, place=place, reseated=False)
        assert await store.table(old.id) == replace(then, seats=old.seats)
        shown = await store.display(old.id)
        assert shown is not None
        assert shown.places == (place,)
        with pytest.raises(StaleTable):
            await store.update(then, expected=now.version, moves=more, reseated=False)
        assert await store.moves(old.id) == [*log, *more]

    async def test_writes_table_seats_and_log(self, store: Store) -> None:
        await store.create(table(), limit=9)
        seats = (SeatRecord("R", PersonKey("x", "y"), "Y", "random"), SeatRecord("Y"))
        one, log = after(table(seats=seats, status=Status.PLAYING, host=PersonKey("x", "y"), updated=5.0), 3)
        await store.update(one, expected=0, moves=log)
        assert await store.table("t1") == one
        assert await store.moves("t1") == log
        two, more = after(replace(one, seats=(*seats, SeatRecord("G"))))
        await store.update(two, expected=1, moves=more)
        assert await store.table("t1") == two
        assert await store.moves("t1") == log + more
        assert await store.moves("t1", since=2) == log[2:] + more
        assert await store.moves("t1", since=-5) == log + more
        assert await store.moves("t1", since=10**30) == []

    async def test_a_log_is_read_in_two_parts(self, store: Store) -> None:
        await store.create(table(), limit=9)
        one, log = after(table(status=Status.PLAYING), 5)
        await store.update(one, expected=0, moves=log)
        found = [await store.log("t1", since=since) for since in (0, 3, 5)]
        assert [part.late for part in found] == [log, log[3:], []]
        two, more = after(one, 2)
        await store.update(two, expected=1, moves=more)
        assert [part.early() for part in found] == [[], log[:3], log], "what came later is no part of it"
        assert (await store.log("t1", since=3)).late == [*log[3:], *more]
        assert (await store.log("nowhere", since=3)).late == []
        assert (await store.log("nowhere", since=3)).early() == []

    async def test_no_table(self, store: Store) -> None:
        with pytest.raises(NoTable):
            await store.update(table(version=1), expected=0)

    @pytest.mark.parametrize("expected", [0, 2])
    async def test_stale_writes_nothing(self, store: Store, expected: int) -> None:
        now, log = after(table())
        await store.create(table(), limit=9)
        await store.update(now, expected=0, moves=log)
        late, wrong = after(replace(now, version=expected, game="palma", seats=()))
        with pytest.raises(StaleTable):
            await store.update(late, expected=expected, moves=wrong)
        assert await store.table("t1") == now
        assert await store.moves("t1") == log

    async def test_a_log_with_a_gap_or_an_overlap_is_refused(self, store: Store) -> None:
        await store.create(table(), limit=9)
        now, log = after(table(), 2)
        await store.update(now, expected=0, moves=log)
        base = replace(now, version=2)
        for plies, moves in [
            (3, []),
            (1, []),
            (2, [move(1, 2)]),
            (4, [move(3, 2)]),
            (4, [move(2, 2), move(2, 2)]),
            (4, [move(3, 2), move(2, 2)]),
            (3, [move(2, 1)]),
            (4, [move(2, 2)]),
            (0, [move(-1, 2)]),
        ]:
            with pytest.raises(ValueError):
                await store.update(replace(base, plies=plies), expected=1, moves=moves)
        with pytest.raises(ValueError):
            await store.update(replace(base, version=3), expected=1)
        assert await store.table("t1") == now
        assert await store.moves("t1") == log

    async def test_a_failure_half_way_leaves_nothing(self, store: Store) -> None:
        await store.create(table(), limit=9)
        now, log = after(replace(table(), seats=()), 2)
        with pytest.raises(ValueError, match="move must"):
            await store.update(now, expected=0, moves=[log[0], log[1]._replace(move="\0")])
        with pytest.raises(ValueError):
            await store.update(replace(now, rules="{"), expected=0, moves=log)
        assert await store.table("t1") == table()
        assert await store.moves("t1") == []
        await store.update(now, expected=0, moves=log)

    async def test_one_of_many_wins(self, store: Store) -> None:
        await store.create(table(), limit=9)
        now, log = after(table())
        asked = [
            store.update(replace(now, updated=float(n)), expected=0, moves=[log[0]._replace(move=str(n))])
            for n in range(20)
        ]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(answer, StaleTable) for answer in answers) == 19
        winner = answers.index(None)
        assert await store.table("t1") == replace(now, updated=float(winner))
        assert [one.move for one in await store.moves("t1")] == [str(winner)]

    async def test_cancelled_at_any_moment_it_is_whole_or_nothing(self, store: Store) -> None:
        now = table()
        await store.create(now, limit=9)
        whole = 0
        for turns in range(60):
            then, log = after(replace(now, seats=now.seats[: turns % 4]))
            writing = asyncio.create_task(store.update(then, expected=now.version, moves=log))
            for _ in range(turns):
                await asyncio.sleep(0)
            writing.cancel()
            await asyncio.wait([writing])
            found = await store.table("t1")
            assert found in (now, then)
            assert len(await store.moves("t1")) == found.plies
            whole += found == then
            now = found
        last, log = after(now)
        await store.update(last, expected=now.version, moves=log)
        assert whole < 60

    async def test_waiting_writers_may_be_cancelled(self, store: Store) -> None:
        await store.create(table(), limit=9)
        now, log = after(table())
        tasks = [asyncio.create_task(store.update(now, expected=0, moves=log)) for _ in range(5)]
        await asyncio.sleep(0)
        for task in tasks[1:]:
            task.cancel()
        await asyncio.wait(tasks)
        assert await tasks[0] is None
        assert await store.moves("t1") == log


class TestClosing:
    async def test_waits_for_what_is_under_way_and_then_says_so(self, store: Store) -> None:
        writing = asyncio.create_task(store.create(table(), limit=9))
        await asyncio.sleep(0)
        await store.close()
        await writing
        await store.close()
        with pytest.raises(StoreError, match="closed"):
            await store.table("t1")
        with pytest.raises(StoreError, match="closed"):
            await store.create(table(), limit=9)


class TestTwoProcesses:
    async def test_one_of_two_wins_each_version(self, two_stores: tuple[Store, Store]) -> None:
        now = table()
        await two_stores[0].create(now, limit=9)
        for _ in range(25):
            then, log = after(now)
            asked = [one.update(then, expected=now.version, moves=log) for one in two_stores]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert sorted(type(answer) for answer in answers if answer) == [StaleTable]
            now = then
        for one in two_stores:
            assert await one.table("t1") == now
            assert [entry.ply for entry in await one.moves("t1")] == list(range(25))

    async def test_no_update_is_lost(self, two_stores: tuple[Store, Store]) -> None:
        await two_stores[0].create(table(), limit=9)

        async def count_up(one: Store) -> int:
            won = 0
            for _ in range(20):
                now = await one.table("t1")
                assert now is not None
                then, log = after(now)
                try:
                    await one.update(then, expected=now.version, moves=log)
                except StaleTable:
                    continue
                won += 1
            return won

        won = sum(await asyncio.gather(*map(count_up, two_stores)))
        found = await two_stores[0].table("t1")
        assert found is not None
        assert (found.version, found.plies) == (won, won)
        assert len(await two_stores[1].moves("t1")) == won

    async def test_the_limit_holds_across_processes(self, two_stores: tuple[Store, Store]) -> None:
        asked = [two_stores[n % 2].create(table(f"t{n}"), limit=2) for n in range(10)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(answer is None for answer in answers) == 2
        assert len(await two_stores[0].tables(CHAT)) == 2
