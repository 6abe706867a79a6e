"""Several processes over one server share out the leases, no matter which comes, goes, dies or freezes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from time import monotonic

import pytest

from bot.core.services.ownership import LeaseGroup
from data.coordination import LeaseKey
from data.errors import DatabaseInUse, StoreFailed
from data.open_store import open_coordination
from data.records import ChatKey
from tests.fakes.members import GROUPS, PATIENCE, QUICK, Members
from tests.fakes.postgres_server import PostgresServer, missing, shared

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")


@pytest.fixture
async def address() -> str:
    """The address of a database with all tables and no row."""
    return await shared().cleared()


@pytest.fixture
async def members(address: str) -> AsyncIterator[Members]:
    """Nobody yet, over an empty database."""
    found = Members(address)
    yield found
    await found.close()


class TestSharing:
    async def test_the_only_process_holds_everything_as_soon_as_it_has_joined(self, members: Members) -> None:
        first = await members.join()
        assert members.counts("telegram", first) == [64]
        assert members.counts("web", first) == [1]
        assert first.share("telegram") == 1.0
        assert first.ready

    async def test_a_group_may_be_served_later_and_given_up_again(self, members: Members) -> None:
        first, second = await members.join(), await members.join()
        await first.serve(LeaseGroup("discord", 4))
        await members.until({first: 4, second: 0}, group="discord")
        await second.serve(LeaseGroup("discord", 4))
        await members.until({first: 2, second: 2}, group="discord")
        assert await first.owns(ChatKey("discord", "1")) != await second.owns(ChatKey("discord", "1"))
        await first.serve(LeaseGroup("discord", 0))
        await members.until({first: 0, second: 4}, group="discord")
        assert await second.owns(ChatKey("discord", "1"))
        assert members.counts("telegram", first, second) == [32, 32]

    async def test_groups_that_are_served_from_the_same_moment_on_are_all_served(self, members: Members) -> None:
        first = await members.join()
        await asyncio.gather(*(first.serve(LeaseGroup(name, 4)) for name in ("discord", "matrix", "irc")))
        for name in ("discord", "matrix", "irc"):
            await members.until({first: 4}, group=name)

    async def test_who_joins_gets_its_part_without_waiting_for_a_heartbeat(self, members: Members) -> None:
        first = await members.join()
        second = await members.join()
        await members.until({first: 32, second: 32})
        third = await members.join()
        await members.until({first: 22, second: 21, third: 21}, {first: 21, second: 22, third: 21})
        assert sum(one.share("telegram") for one in members.all) == 1.0
        assert sum(members.counts("web", *members.all)) == 1

    async def test_who_leaves_is_replaced_at_once(self, members: Members) -> None:
        first, second = await members.join(), await members.join()
        await members.until({first: 32, second: 32})
        await members.leave(first)
        assert not first.ready
        assert await members.until({first: 0, second: 64}) < QUICK.counts
        await members.until({second: 1}, group="web")

    async def test_who_dies_is_replaced_when_its_leases_have_run_out(self, members: Members) -> None:
        first, second = await members.join(), await members.join()
        await members.until({first: 32, second: 32})
        await first.freeze()
        took = await members.until({first: 0, second: 64})
        assert took > QUICK.lasts - 2 * QUICK.every
        assert second.share("telegram") == 1.0

    async def test_nothing_is_kept_free_for_who_is_silent_though_what_it_holds_is_still_its_own(
        self, members: Members
    ) -> None:
        first, second = await members.join(), await members.join()
        await members.until({first: 32, second: 32})
        await second.freeze()
        async with asyncio.timeout(QUICK.lasts):
            while first.living > 1:  # noqa: ASYNC110 - a heartbeat tells
                await asyncio.sleep(0.02)
        assert members.counts("telegram", first) == [32]

    async def test_who_wakes_after_it_was_replaced_holds_nothing_of_what_it_had(self, members: Members) -> None:
        first, second = await members.join(), await members.join()
        await members.until({first: 32, second: 32})
        await first.freeze()
        await members.until({first: 0, second: 64})
        assert not first.ready
        first.live()
        await members.until({first: 32, second: 32})

    async def test_a_process_competes_only_for_what_it_serves(self, members: Members) -> None:
        page = await members.join([LeaseGroup("web")])
        chats = await members.join([LeaseGroup("telegram", 64)])
        await members.until({page: 0, chats: 64})
        assert members.counts("web", page, chats) == [1, 0]
        assert chats.share("telegram") == 1.0  # a page takes nothing away from what Telegram allows

    async def test_processes_that_come_and_go_all_the_time_never_hold_the_same(self, members: Members) -> None:
        for _ in range(4):
            await members.join()
        for member in tuple(members.all):
            await member.freeze()
            await members.join()
            await asyncio.sleep(0.1)
            members.check()
            member.live()
        await members.until(dict.fromkeys(members.all, 8))


class TestWaking:
    async def test_only_those_are_woken_whom_a_change_concerns(self, address: str) -> None:
        """Heartbeats are an hour apart here: one that comes earlier has been asked for."""
        members = Members(address, pace=replace(QUICK, every=3600.0, lasts=9000.0, margin=1.0))
        try:
            first, second = await members.join(), await members.join()
            await members.until({first: 32, second: 32})
            beats = await members.rested()
            third = await members.join([LeaseGroup("discord", 4)])
            await members.until({third: 4}, group="discord")
            fourth = await members.join([LeaseGroup("discord", 4)])
            await members.until({third: 2, fourth: 2}, group="discord")
            await members.leave(third)
            await members.until({fourth: 4}, group="discord")
            assert members.beats()[:2] == beats[:2]
            fifth = await members.join([LeaseGroup("web")])  # which the first has, and keeps
            assert members.counts("web", fifth) == [0]
            assert members.beats()[:2] == beats[:2]
            await members.leave(fourth)
            await members.leave(first)
            await members.until({second: 64})
            async with asyncio.timeout(20):  # another lease than those of that group, taken in its own time
                while sum(members.counts("web", second, fifth)) != 1:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        finally:
            await members.close()


class TestGivingBack:
    async def test_what_is_under_way_ends_before_a_lease_is_given_back(self, members: Members) -> None:
        first = await members.join()
        ended, asked = asyncio.Event(), []

        async def release(lease: str) -> None:
            asked.append(lease)
            assert not first.holds(lease)
            await ended.wait()

        first.releasing("web", release, "the page")
        second = await members.join()
        leaving = asyncio.create_task(members.leave(first))
        await members.until({first: 0, second: 64})
        assert asked == ["web/0"]
        assert not second.holds("web/0")
        ended.set()
        await leaving
        await members.until({second: 1}, group="web")

    async def test_whoever_waits_for_a_change_is_woken_also_by_one_that_came_before(self, members: Members) -> None:
        first = await members.join()
        before = first.revision
        second = await members.join()
        await members.until({first: 32, second: 32})
        async with asyncio.timeout(PATIENCE):
            await first.changed(before)

    async def test_what_runs_out_by_itself_is_a_change_too(self, members: Members) -> None:
        first = await members.join()
        await first.freeze()
        async with asyncio.timeout(PATIENCE):
            while first.held:  # a slow machine may come here after they have run out
                await first.changed(first.revision)


class TestNotes:
    async def test_a_table_is_handed_to_those_who_own_its_other_chats(self, members: Members) -> None:
        first, second = await members.join(), await members.join()
        await members.until({first: 32, second: 32})
        heard: dict[str, asyncio.Queue[str]] = {one.name: asyncio.Queue() for one in members.all}
        for one in members.all:
            one.hearing("table", heard[one.name].put_nowait)
        chats = [ChatKey("telegram", str(number)) for number in range(40)]
        theirs = [chat for chat in chats if await second.owns(chat)]
        ours = [chat for chat in chats if await first.owns(chat)]
        assert theirs
        assert len(theirs) + len(ours) == len(chats)
        await first.hand_on("sxm4k", [*ours, theirs[0]])
        assert await asyncio.wait_for(heard[second.name].get(), PATIENCE) == "sxm4k"
        assert heard[first.name].empty()

    async def test_a_note_for_a_lease_that_nobody_holds_is_kept_until_somebody_does(self, members: Members) -> None:
        first, second = await members.join(), await members.join()
        await members.until({first: 32, second: 32})
        heard: asyncio.Queue[str] = asyncio.Queue()
        second.hearing("inbox", heard.put_nowait)
        first.tell(first.held[0], "inbox", "5")  # which it is just giving back: it may reach nobody
        await members.leave(first)
        await members.until({second: 64})
        third = await members.join()
        third.tell("web/0", "inbox", "7")  # it cannot know yet to whom
        word = await asyncio.wait_for(heard.get(), PATIENCE)
        assert (await asyncio.wait_for(heard.get(), PATIENCE) if word == "5" else word) == "7"


class TestServer:
    async def test_leases_outlast_a_restart_of_the_server(self, own: PostgresServer) -> None:
        url = await own.cleared()
        members = Members(url)
        try:
            first, second = await members.join(), await members.join()
            await members.until({first: 32, second: 32})
            parts = [set(one.held) for one in members.all]
            own.stop()
            begun = monotonic()
            while first.held or second.held:
                members.check()
                assert monotonic() - begun < PATIENCE
                await asyncio.sleep(0.02)
            assert not first.ready
            own.start()
            await members.until({first: 32, second: 32})
            assert first.ready
            assert [set(one.held) for one in members.all] == parts  # nobody took what the others had
        finally:
            await members.close()

    async def test_without_a_server_nobody_joins(self, own: PostgresServer) -> None:
        url = await own.cleared()
        own.stop()
        members = Members(url)
        with pytest.raises(StoreFailed):
            await members.join()

    async def test_whoever_wants_to_be_alone_is_refused_while_somebody_lives_and_keeps_others_out(
        self, address: str, members: Members
    ) -> None:
        first = await members.join()
        copy = open_coordination(address)
        try:
            with pytest.raises(DatabaseInUse):
                await copy.join("copy", {}, lasts=QUICK.lasts, alone=True)
            await members.leave(first)
            await copy.join("copy", {}, lasts=60.0, alone=True)
            with pytest.raises(DatabaseInUse):
                await members.join()
            await copy.leave("copy")
            await members.join()
        finally:
            await copy.close()

    async def test_what_comes_late_from_an_earlier_holder_touches_nothing(self, address: str) -> None:
        first, second = open_coordination(address), open_coordination(address)
        lease = LeaseKey("web", 0)
        try:
            for process, on in (("first", first), ("second", second)):
                await on.join(process, {group.name: group.count for group in GROUPS}, lasts=60.0)
            old = await first.take("first", "web", 1, count=1, lasts=60.0)
            assert await second.take("second", "web", 1, count=1, lasts=60.0) == {}
            await first.give_back("first", old)
            new = await second.take("second", "web", 1, count=1, lasts=60.0)
            assert new[lease] > old[lease]
            await second.give_back("second", old)
            assert (await first.beat("first", ["web"], old, lasts=60.0)).kept == frozenset()
            assert (await second.beat("second", ["web"], new, lasts=60.0)).kept == {lease}
            assert (await first.beat("first", ["web"], {}, lasts=60.0)).holders == {lease: "second"}
        finally:
            await first.close()
            await second.close()
