"""Shown at the platform's pace: never too often, the newest first, and not where nobody wants it."""

from __future__ import annotations

import asyncio
import random
from bisect import bisect_left
from dataclasses import replace

import pytest

from bot.core.board_messages.planner import FEW
from bot.core.common.clock import Clock
from bot.core.messages.content import Part, Screen, Text
from bot.core.messages.ports import NotAllowed, TryLater
from bot.core.ratelimit.platform_limiter import Budget, PlatformRateLimiter
from bot.core.ratelimit.sliding_window import RateLimit
from data.records import BoardRecord, ChatKey, ChatRecord, TableSubscription
from tests.fakes.clock import FakeClock
from tests.fakes.messenger import FakeMessenger
from tests.fakes.palma_tables import palma, press_on
from tests.fakes.room import ANA, BEA, CHAT, PLATFORM, Room, room

LIMITS = (RateLimit(1, 1.0), RateLimit(20, 60.0, burst=8))
ELSEWHERE = ChatKey(PLATFORM, "elsewhere")


BUDGET = Budget(LIMITS, reserve=5)


def slow(clock: Clock) -> PlatformRateLimiter:
    return PlatformRateLimiter(clock, lambda chat: (chat, BUDGET))


def noting(place: Room) -> list[tuple[float, str]]:
    """When the platform is called from now on, and for what."""
    calls: list[tuple[float, str]] = []
    place.messenger.trouble = lambda call: calls.append((place.clock.now(), call))
    return calls


class Held:
    """Keeps tasks that wait on a clock waiting until the test lets them go on."""

    def __init__(self, clock: FakeClock) -> None:
        self.waits, self.go_on, self._sleep = asyncio.Event(), asyncio.Event(), FakeClock.sleep.__get__(clock)
        clock.sleep = self._held  # type: ignore[method-assign]

    async def _held(self, seconds: float) -> None:
        self.waits.set()
        await self.go_on.wait()
        await self._sleep(seconds)


async def shown(place: Room, code: str) -> int:
    """The version that the chat's live board shows."""
    (board,) = place.live(code)
    return int(board.tokens[0].split(".")[1])


async def test_a_fast_game_never_exceeds_the_limits_and_ends_with_the_newest() -> None:
    async with room(limiter=slow) as place:
        calls, rng = noting(place), random.Random(1)
        code = await palma(place)
        for _ in range(60):
            await press_on(place, code, rng)
        assert await shown(place, code) == (await place.table(code)).version
        times = [at for at, _ in calls]
        assert max(bisect_left(times, at + 60.0) - first for first, at in enumerate(times)) <= 20
        assert max(bisect_left(times, at + 1.0) - first for first, at in enumerate(times)) == 1


async def test_what_happens_while_it_waits_is_one_edit_of_the_newest() -> None:
    async with room(limiter=slow) as place:
        code = await place.opened("/play palma")
        calls, clock = noting(place), Held(place.clock)
        for page in ("rules", "computers", "rules", "computers", "main", "rules"):
            version = (await place.table(code)).version
            await place.press(ANA, f"{code}.{version}.page:{page}", settle=False)
        await asyncio.wait_for(clock.waits.wait(), 5)
        assert calls == []
        clock.go_on.set()
        await place.core.publisher.idle()
        assert [call for _, call in calls] == ["edit"]
        assert await shown(place, code) == (await place.table(code)).version == 6


async def test_the_newest_board_comes_before_tidying_up() -> None:
    async with room(limiter=slow) as place:
        code, rng = await palma(place), random.Random(1)
        before = await place.actor(code, [ANA, BEA])
        while await place.actor(code, [ANA, BEA]) == before:
            place.clock.time += 100.0
            calls, clock = noting(place), Held(place.clock)
            (board,) = place.live(code)
            assert before is not None
            await place.press(before, rng.choice(board.tokens), board.id, settle=False)
            if await place.actor(code, [ANA, BEA]) == before:
                clock.go_on.set()
                await place.core.publisher.idle()
        await asyncio.wait_for(clock.waits.wait(), 5)
        assert [call for _, call in calls] == ["post"]  # and its old board keeps its buttons for now
        table, now = await place.table(code), await place.actor(code, [ANA, BEA])
        fresh = next(m for m in place.live(code) if f".{table.version}." in m.tokens[0])
        assert now is not None
        await place.press(now, fresh.tokens[0], fresh.id, settle=False)
        clock.go_on.set()
        await place.core.publisher.idle()
        assert [call for _, call in calls][:2] in (["post", "edit"], ["post", "post"])
        assert "retire" in [call for _, call in calls]
        assert await shown(place, code) == (await place.table(code)).version


async def test_a_wait_that_is_asked_for_is_kept_to_the_second() -> None:
    async with room(limiter=slow) as place:
        code = await palma(place)
        place.clock.time += 100.0
        calls, troubles = noting(place), [TryLater(7.25)]
        noted = place.messenger.trouble

        def trouble(call: str) -> None:
            noted(call)
            if troubles:
                raise troubles.pop()

        place.messenger.trouble = trouble
        await press_on(place, code, random.Random(1))
        assert calls[1][0] - calls[0][0] == pytest.approx(7.25)


@pytest.mark.parametrize("trouble", [TryLater(2.0), ConnectionError("away"), None])
async def test_a_board_that_is_to_be_shown_anew_is_shown_anew_however_often_the_platform_fails(
    trouble: Exception | None,
) -> None:
    """Nothing has happened at the table, so no later change would tell that its words are old."""
    async with room() as place:
        code = await palma(place)
        troubles = [trouble] * 3 if trouble is not None else []

        def failing(call: str) -> None:
            if troubles:
                raise troubles.pop()

        place.messenger.trouble = failing
        (before,) = place.live(code)
        version, words = (await place.table(code)).version, before.screen.text.plain
        chat = await place.store.chat(CHAT) or ChatRecord(CHAT)
        await place.store.save_chat(replace(chat, language="it"))
        await place.core.publisher.show_anew(CHAT)
        await place.core.publisher.idle()
        (after,) = place.live(code)
        assert (await place.table(code)).version == version
        assert troubles == []
        assert after.screen.text.plain != words


@pytest.mark.parametrize(("everywhere", "called"), [(True, 1), (False, 2)])
async def test_a_wait_for_all_chats_is_kept_by_all(everywhere: bool, called: int) -> None:
    async with room(limiter=slow) as place:
        for chat in (CHAT, ELSEWHERE):
            await place.say(ANA, "/play palma", chat)
        codes = [record.id for record in await place.store.all_tables()]
        place.clock.time += 100.0
        calls, clock, troubles = noting(place), Held(place.clock), [TryLater(30.0, everywhere=everywhere)]
        noted = place.messenger.trouble

        def trouble(call: str) -> None:
            noted(call)
            if troubles:
                raise troubles.pop()

        place.messenger.trouble = trouble
        for chat, code in zip((CHAT, ELSEWHERE), codes, strict=True):
            await place.press(ANA, f"{code}.0.page:rules", chat=chat, settle=False)
            await asyncio.wait_for(clock.waits.wait(), 5)
        for _ in range(100):
            await asyncio.sleep(0)
        assert len(calls) == called
        clock.go_on.set()
        await place.core.publisher.idle()
        assert await place.store.dirty_boards(9) == []
        assert (calls[1][0] - calls[0][0] >= 30.0) == everywhere


async def test_a_chat_that_sent_the_bot_away_is_left_alone_until_somebody_acts_there() -> None:
    async with room() as place:
        code, rng = await palma(place), random.Random(1)
        await place.store.save_place(TableSubscription(code, ELSEWHERE))  # it is shown there too
        away, tried = True, list[ChatKey]()
        post = place.messenger.post

        async def refusing(chat: ChatKey, *args: object, **kwargs: object) -> str:
            if chat == ELSEWHERE:
                tried.append(chat)
                if away:
                    raise NotAllowed("kicked")
            return await post(chat, *args, **kwargs)  # type: ignore[arg-type]

        place.messenger.post = refusing  # type: ignore[method-assign]
        for _ in range(12):
            await press_on(place, code, rng)
        assert len(tried) == 1
        away = False
        await place.say(BEA, "/help mix", ELSEWHERE)
        assert len(tried) == 1
        await press_on(place, code, rng)
        assert len(tried) == 2
        assert [board.version for board in await place.store.boards(code) if board.chat == ELSEWHERE] == [
            (await place.table(code)).version
        ]


async def test_its_own_chat_is_tried_again_when_it_plays_on() -> None:
    async with room() as place:
        code = await palma(place)
        allowed = place.messenger.trouble

        def trouble(call: str) -> None:
            raise NotAllowed(call)

        place.messenger.trouble = trouble
        await press_on(place, code, random.Random(1))
        place.messenger.calls.clear()
        for record in await place.store.dirty_boards(9):
            await place.core.publisher.publish(record.table, again=False)
        await place.core.publisher.idle()
        assert place.messenger.calls == []
        place.messenger.trouble = allowed
        await place.say(BEA, "/board")
        assert await shown(place, code) == (await place.table(code)).version
        assert place.live(code)[0].chat == CHAT


@pytest.mark.parametrize(("at_once", "calls"), [(100, 1), (3, 3), (1, 7)])
async def test_calls_that_have_had_their_time_are_taken_away_together_where_the_platform_can(
    at_once: int, calls: int
) -> None:
    async with room(messenger=FakeMessenger(deletes=at_once)) as place:
        code = await palma(place)
        old = [await place.messenger.post(CHAT, note(f"call {number}"), nonce=f"c{number}") for number in range(7)]
        for message in old:
            await place.store.save_board(BoardRecord(code, CHAT, message, 1, live=False, call=True))
        place.messenger.calls.clear()
        await place.core.publisher.publish(code)
        await place.core.publisher.idle()
        assert place.messenger.calls == ["delete"] * calls
        assert not {message.id for message in place.messenger.of(CHAT)} & set(old)
        assert len(await place.store.boards(code)) == 1


async def test_of_many_old_boards_only_the_newest_are_tidied_up() -> None:
    async with room() as place:
        code = await palma(place)
        old = [await place.messenger.post(CHAT, note(f"{number}"), nonce=f"o{number}") for number in range(30)]
        for number, message in enumerate(old):
            await place.store.save_board(BoardRecord(code, CHAT, message, -30 + number))
        place.messenger.calls.clear()
        await place.core.publisher.publish(code)
        await place.core.publisher.idle()
        assert place.messenger.calls.count("retire") == FEW
        assert len(await place.store.boards(code)) == 1


async def test_stopping_does_not_wait_for_tidying_up() -> None:
    async with room(limiter=slow) as place:
        code, rng = await palma(place), random.Random(1)
        for _ in range(30):
            who = await place.actor(code, [ANA, BEA])
            board = max(place.live(code), key=lambda message: int(message.id))
            assert who is not None
            await place.press(who, rng.choice(board.tokens), board.id, settle=False)
            for _ in range(400):
                if await shown_newest(place, code):
                    break
        began = place.clock.now()
        await place.core.publisher.stop(1000.0)
        assert place.clock.now() - began < 10.0


async def shown_newest(place: Room, code: str) -> bool:
    version = (await place.table(code)).version
    return any(message.tokens[0].startswith(f"{code}.{version}.") for message in place.live(code))


def note(words: str) -> Screen:
    return Screen(Text(((Part(words),),)))
