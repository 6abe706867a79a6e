"""Bots' turns told one by one: with pauses that nobody waits for, in few seconds, and never twice."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.board_messages.board_motion import SHORTEST
from bot.core.board_messages.turn_steps import MOST, PAUSES
from bot.core.common.clock import Clock
from bot.core.domain.chat_settings import Pause
from bot.core.messages.content import Screen
from bot.core.ratelimit.platform_limiter import Budget, PlatformRateLimiter
from bot.core.ratelimit.sliding_window import RateLimit
from data.open_store import open_store
from data.records import ChatKey
from render.content.unseen import Unseen
from tests.fakes.bots_turns import before_bots, begun, game
from tests.fakes.messenger import FakeMessenger, Message
from tests.fakes.room import ANA, BEA, CHAT, room, said, taken_up


def thinking(screen: Screen) -> bool:
    return "…" in screen.text.plain.splitlines()[-1]


async def more_faces(board: Message, known: int) -> None:
    """Wait until a message has been edited again."""
    async with asyncio.timeout(5):
        while len(board.faces) == known:  # noqa: ASYNC110 - nobody tells when
            await asyncio.sleep(0)


@pytest.mark.parametrize("pause", PAUSES)
async def test_a_calm_or_quick_chat_sees_each_bots_turn_and_then_its_own(pause: Pause) -> None:
    async with room() as place:
        code = await begun(place, pause=pause)
        board, token = await before_bots(place, code)
        known = len(board.faces)
        began, place.clock.slept = place.clock.now(), []
        await place.press(ANA, token, board.id)
        steps, last = board.faces[known:-1], board.faces[-1]
        assert len(steps) == 3, "Ana's own turn, and those of two bots before the third one's"
        assert all(thinking(step) and not step.rows for step in steps)
        assert last.rows
        assert not thinking(last)
        assert place.clock.slept == [PAUSES[pause]] * 3
        assert place.clock.now() - began <= MOST
        record = await place.store.display(code)
        assert record is not None
        assert record.boards[-1].version == (await game(place, code)).version


@pytest.mark.parametrize(("pause", "costless", "steps"), [("none", True, 0), (None, False, 0), (None, True, 3)])
async def test_it_is_calm_where_calls_cost_nothing_unless_the_chat_has_chosen(
    pause: str | None, costless: bool, steps: int
) -> None:
    async with room(messenger=FakeMessenger(costless=costless)) as place:
        code = await begun(place, pause=pause)
        board, token = await before_bots(place, code)
        known = len(board.faces)
        await place.press(ANA, token, board.id)
        assert len(board.faces) - known == steps + 1
        assert ("take their time" in said(await place.say(BEA, "/settings"))) == (steps > 0)


async def test_what_lasts_too_short_to_be_followed_stands_still() -> None:
    lengths: list[float] = []

    def draw(_unseen: Unseen, _kind: str, longest: float) -> bytes:
        lengths.append(longest)
        return b"GIF89a"

    async with room(messenger=FakeMessenger(moves=True), draw_motion=draw) as place:
        code = await begun(place, pause="quick")
        board, token = await before_bots(place, code)
        await place.press(ANA, token, board.id)
        assert lengths
        assert min(lengths) >= SHORTEST


async def test_the_next_turn_is_put_in_motion_while_the_one_before_is_looked_at() -> None:
    drawn: list[int] = []
    ahead: list[bool] = []

    def draw(unseen: Unseen, _kind: str, _longest: float) -> bytes:
        drawn.append(len(unseen.steps))
        return b"GIF89a"

    async with room(messenger=FakeMessenger(moves=True, costless=True), draw_motion=draw) as place:
        code = await begun(place, pause="calm")
        board, token = await before_bots(place, code)
        drawn.clear()
        sleep = place.clock.sleep

        async def looked_at(seconds: float) -> None:
            faces = len(board.faces)
            before = len(drawn)
            async with asyncio.timeout(5):
                while len(drawn) == before and len(place.core.publisher._executor.motion._drawn.making):
                    await asyncio.to_thread(lambda: None)
            ahead.append(len(board.faces) == faces and len(drawn) > 0)
            await sleep(seconds)

        place.clock.sleep = looked_at  # type: ignore[method-assign]
        known = len(board.faces)
        await place.press(ANA, token, board.id)
        moved = [face for face in board.faces[known:] if face.picture is not None and face.picture.media_type]
        assert len(moved) == len(board.faces) - known
        assert ahead
        assert all(ahead)
        assert len(drawn) <= len(moved)  # each is made once


async def test_nothing_is_paused_while_a_clock_of_seconds_runs() -> None:
    async with room() as place:
        code = await begun(place, "/play parchis pace=live:60")
        board, token = await before_bots(place, code)
        known, place.clock.slept = len(board.faces), []
        await place.press(ANA, token, board.id)
        assert len(board.faces) - known == 1
        assert place.clock.slept == []


async def test_a_press_or_a_command_in_between_does_not_wait() -> None:
    async with room() as place:
        code = await begun(place)
        board, token = await before_bots(place, code)
        known, gate = len(board.faces), asyncio.Event()

        async def forever(seconds: float) -> None:
            await gate.wait()

        place.clock.sleep = forever  # type: ignore[method-assign]
        await place.press(ANA, token, board.id, settle=False)
        await more_faces(board, known)
        assert thinking(board.screen)
        shown, plies = len(board.faces), (await game(place, code)).plies
        told = await place.say(ANA, f"/roll {code}", settle=False)
        assert told.notice is None
        assert (await game(place, code)).plies > plies
        await more_faces(board, shown)
        assert "Ana" in board.screen.text.plain, "the pause was cut short"
        gate.set()
        await place.core.publisher.idle()
        assert int(board.tokens[0].split(".")[1]) == (await game(place, code)).version


async def test_a_process_that_dies_in_a_pause_leaves_nothing_undone() -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    try:
        async with room(store, messenger) as place:
            code = await begun(place)
            board, token = await before_bots(place, code)
            known = len(board.faces)

            async def never(seconds: float) -> None:
                await asyncio.Event().wait()

            place.clock.sleep = never  # type: ignore[method-assign]
            await place.press(ANA, token, board.id, settle=False)
            await more_faces(board, known)
            for work in place.core.publisher._works.values():  # what a kill does
                assert work.task is not None
                work.task.cancel()
            table = await game(place, code)
            assert not board.tokens
        async with room(store, messenger) as again:
            await taken_up(again.core)
            await again.core.publisher.idle()
            assert again.clock.slept == []
            assert (await game(again, code)).log == table.log
            assert int(board.tokens[0].split(".")[1]) == table.version
    finally:
        await store.close()


async def test_two_processes_do_not_tell_it_twice() -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    try:
        async with room(store, messenger) as place, room(store, messenger) as other:
            code = await begun(place)
            board, token = await before_bots(place, code)
            known, gate = len(board.faces), asyncio.Event()

            async def wait(seconds: float) -> None:
                await gate.wait()

            place.clock.sleep = wait  # type: ignore[method-assign]
            await place.press(ANA, token, board.id, settle=False)
            await more_faces(board, known)
            await taken_up(other.core)
            await other.core.publisher.idle()
            newest = board.screen
            assert board.tokens
            gate.set()
            await place.core.publisher.idle()
            assert board.screen == newest, "an older board never replaces a newer one"
            assert len(board.faces) == known + 2
    finally:
        await store.close()


async def test_a_platform_with_no_calls_to_spare_is_told_all_together() -> None:
    def limiter(clock: Clock) -> PlatformRateLimiter:
        budget = Budget((RateLimit(30, 60.0),), reserve=29)
        return PlatformRateLimiter(clock, shared=lambda chat: (chat, budget))

    async with room(limiter=limiter) as place:
        code = await begun(place)
        board, token = await before_bots(place, code)
        known = len(board.faces)
        await place.press(ANA, token, board.id)
        assert 1 <= len(board.faces) - known <= 2
        assert board.tokens


async def test_where_people_only_watch_the_board_goes_on_as_ever() -> None:
    elsewhere = ChatKey(CHAT.platform, "elsewhere")
    async with room() as place:
        code = await begun(place)
        await place.say(BEA, "/settings pause=calm", elsewhere)
        await place.say(BEA, f"/watch {code}", elsewhere)
        board, token = await before_bots(place, code)
        shown = place.messenger.of(elsewhere)[-1]
        known = len(shown.faces)
        await place.press(ANA, token, board.id)
        assert len(shown.faces) == known + 1
