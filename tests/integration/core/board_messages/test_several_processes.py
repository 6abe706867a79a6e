"""Several processes over one store: the process that has a chat shows its boards, the newest in the end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.core.board_messages import publisher
from bot.core.domain.table import Table
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Request
from bot.core.services.ownership import ANEW
from data.open_store import open_store
from tests.fakes.bots_turns import before_bots, begun
from tests.fakes.messenger import FakeMessenger, Message
from tests.fakes.owners import Owner, Owners
from tests.fakes.palma_tables import palma
from tests.fakes.room import ANA, BEA, CHAT, CutOff, Room, cut_off, room


class Processes:
    """Two processes in one chat, each with its own calls of the platform."""

    def __init__(self, owners: Owners, first: Room, second: Room) -> None:
        self.owners = owners
        self.first, self.second = first, second

    async def settle(self) -> None:
        """Wait until neither has anything left to show."""
        for _ in range(3):
            for place in (self.first, self.second):
                await place.core.background.idle()
                await place.core.publisher.idle()

    async def is_shown(self, code: str) -> bool:
        """Tell whether the chat's one board shows the table as it is stored."""
        now = await self.second.core.service.tables.fresh(code)
        assert now is not None
        return all(token.split(".")[1] == str(now.version) for token in self.first.board(code).tokens)


async def press_on(place: Room, code: str, rng: random.Random) -> None:
    """Press something that the board offers for the player to act, where this process hears it."""
    await place.core.service.tables.fresh(code)
    who = await place.acting(code, [ANA, BEA])
    (board,) = place.live(code)
    await place.press(who, rng.choice(board.tokens), board.id, settle=False)


async def overtaken(both: Processes, other: Owner, code: str, rng: random.Random) -> None:
    """Freeze the first process in a call after a press, and let the other show that press and one more meanwhile."""
    frozen = both.first.messenger
    frozen.gate.clear()
    frozen.called.clear()
    await press_on(both.first, code, rng)
    await frozen.called.wait()
    both.owners.seize(CHAT, other)
    await both.second.core.publisher.show(code)
    await both.second.core.publisher.idle()
    await press_on(both.second, code, rng)
    await both.second.core.publisher.idle()


async def frozen_in_a_step(both: Processes, code: str, after: int) -> Message:
    """Press what gives bots their turns, and freeze the first process once it has shown `after` of them."""
    frozen, clock = both.first.messenger, both.first.clock
    board, token = await before_bots(both.first, code)
    known, sleep = len(board.faces), clock.sleep
    stands = asyncio.Event()

    def freeze() -> None:
        if len(board.faces) == known + after:
            frozen.gate.clear()
            frozen.called.clear()
            stands.set()

    async def paused(seconds: float) -> None:
        freeze()
        await sleep(seconds)

    clock.sleep = paused  # type: ignore[method-assign]
    freeze()
    await both.first.press(ANA, token, board.id, settle=False)
    await stands.wait()
    await frozen.called.wait()
    clock.sleep = sleep  # type: ignore[method-assign]
    return board


@asynccontextmanager
async def processes() -> AsyncIterator[tuple[Processes, Owner, Owner]]:
    """Let two processes live, of which the first answers for the chat."""
    owners, store = Owners(), await open_store("sqlite:///:memory:")
    one, other = owners.join(), owners.join()
    messenger, others = FakeMessenger(), FakeMessenger()
    others.messages = messenger.messages
    owners.seize(CHAT, one)
    async with (
        room(store, messenger, ownership=one) as first,
        room(store, others, ownership=other, seed="2") as second,
    ):
        yield Processes(owners, first, second), one, other
    await store.close()


async def test_what_one_process_changes_another_shows_if_it_answers_for_the_chat() -> None:
    async with processes() as (both, _, _):
        code, rng = await palma(both.first), random.Random(1)
        for _ in range(10):
            await press_on(both.second, code, rng)
            await both.settle()
            assert await both.is_shown(code)
        assert both.second.messenger.calls == []


async def test_notes_are_not_sent_back_and_forth() -> None:
    async with processes() as (both, one, other):
        code = await palma(both.first)
        other.notes.clear()
        await press_on(both.second, code, random.Random(1))
        await both.settle()
        assert set(other.notes) == {("table", code)}
        assert one.notes == []


async def test_a_chat_that_is_given_away_is_shown_by_the_next() -> None:
    async with processes() as (both, _, other):
        code, rng = await palma(both.first), random.Random(1)
        await both.owners.give(CHAT, other)
        both.first.messenger.calls.clear()
        for _ in range(6):
            await press_on(both.first, code, rng)
            await both.settle()
            assert await both.is_shown(code)
        assert both.first.messenger.calls == []


async def test_an_older_board_of_a_process_that_was_frozen_in_a_call_does_not_stay() -> None:
    async with processes() as (both, one, other):
        code, rng = await palma(both.first), random.Random(3)
        for _ in range(12):
            await overtaken(both, other, code, rng)
            both.first.messenger.gate.set()
            await both.settle()
            assert await both.is_shown(code)
            assert both.second.messenger.calls
            both.owners.seize(CHAT, one)


@pytest.mark.parametrize("again", [False, True], ids=["anothers", "its-own-again"])
async def test_an_older_face_of_a_process_that_was_frozen_in_an_edit_does_not_stay(*, again: bool) -> None:
    """Another has shown the newest in the same message; by the time of the edit the chat may be the first's again."""
    async with processes() as (both, one, other):
        await both.first.say(ANA, "/settings board fixed")
        both.first.messenger.messages[-1].gone = True
        code, rng = await palma(both.first), random.Random(3)
        await both.settle()
        for _ in range(12):
            await overtaken(both, other, code, rng)
            if again:
                both.owners.seize(CHAT, one)
            both.first.messenger.gate.set()
            await both.settle()
            assert await both.is_shown(code)
            both.owners.seize(CHAT, one)


@pytest.mark.parametrize("after", [0, 1, 2])
@pytest.mark.parametrize("then", ["hears", "hears-not", "answers-again"])
async def test_a_bots_turn_that_a_frozen_process_brings_late_does_not_stay(after: int, then: str) -> None:
    """Another has shown the newest board while a step to it was on its way; it does not tell these turns again."""
    async with processes() as (both, one, other):
        await both.first.say(ANA, "/settings board=fixed")
        code = await begun(both.first)
        board = await frozen_in_a_step(both, code, after)
        both.owners.seize(CHAT, other)
        await both.second.core.publisher.look()
        await both.second.core.publisher.idle()
        assert await both.is_shown(code)
        known = len(board.faces)
        if then == "hears-not":
            other.hears[ANEW] = lambda word: None
        elif then == "answers-again":
            both.owners.seize(CHAT, one)
        both.first.messenger.gate.set()
        await both.settle()
        if then == "hears-not":
            assert not board.tokens
            await both.second.core.publisher.look()
            await both.settle()
        assert await both.is_shown(code)
        late, *shown = board.faces[known:]
        assert not late.rows
        assert len(shown) == 1


async def test_an_older_bots_turn_does_not_stay_over_the_board_after_another_press() -> None:
    async with processes() as (both, one, other):
        code, rng = await begun(both.first), random.Random(3)
        for _ in range(4):
            await frozen_in_a_step(both, code, 0)
            both.owners.seize(CHAT, other)
            await both.second.core.publisher.show(code)
            await both.second.core.publisher.idle()
            board = both.second.board(code)
            await both.second.press(ANA, rng.choice(board.tokens), board.id)
            both.first.messenger.gate.set()
            await both.settle()
            assert await both.is_shown(code)
            both.owners.seize(CHAT, one)


async def test_a_chat_that_is_given_away_while_bots_turns_are_told_does_not_wait_for_their_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(publisher, "RELEASING", 60.0)
    async with processes() as (both, _, other):
        code = await begun(both.first)
        board, token = await before_bots(both.first, code)
        known, pausing = len(board.faces), asyncio.Event()

        async def forever(seconds: float) -> None:
            pausing.set()
            await asyncio.Event().wait()

        both.first.clock.sleep = forever  # type: ignore[method-assign]
        await both.first.press(ANA, token, board.id, settle=False)
        await pausing.wait()
        async with asyncio.timeout(60):
            await both.owners.give(CHAT, other)
        assert len(board.faces) == known + 1
        await both.second.core.publisher.look()
        await both.second.core.publisher.idle()
        assert await both.is_shown(code)


async def test_nobody_is_refused_because_of_what_another_process_has_changed_meanwhile() -> None:
    async with processes() as (both, _, _):
        code = await palma(both.first)
        known = await both.second.core.service.tables.get(code)
        assert known is not None
        await press_on(both.first, code, random.Random(1))

        def act(table: Table) -> Table:
            if table.version == known.version:
                raise Refusal(N_("This game is over."))
            return table

        assert (await both.second.core.service.change(code, act)).version > known.version


async def test_a_table_whose_process_was_killed_before_it_was_shown_is_shown_by_who_comes_next() -> None:
    async with processes() as (both, _, other):
        request = Request(CHAT, ANA, "play", {"game": "palma"})
        with pytest.raises(CutOff):
            await both.first.core.dispatcher.command(request, cut_off)
        assert not both.first.messenger.messages
        both.owners.seize(CHAT, other)
        await both.second.core.publisher.look()
        await both.settle()
        (shown,) = both.second.messenger.messages
        assert f"{(await both.second.table()).id}.0.fill" in shown.tokens
        assert both.first.messenger.calls == []
