"""Boards that move: where the chat wants it and something has happened, and never at the price of the answer."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest

from bot.core.board_messages.board_motion import HALF_LIFE, LIVE, LONGEST, WATCHED, BoardMotion, Making, Workload
from bot.core.board_messages.motion_budget import SAVED, SHARE, MotionBudget
from bot.core.board_messages.turn_steps import as_at
from bot.core.domain.chat_settings import ChatSettings
from bot.core.i18n.translator import translator
from bot.core.messages.content import Picture, Screen, Text
from bot.core.messages.ports import Abilities
from render.content.layered import LAYERED
from render.content.scene import Scene
from render.content.unseen import Unseen
from tests.fakes.finished_tables import finished
from tests.fakes.messenger import FakeMessenger, Message
from tests.fakes.pictures import FakePictures
from tests.fakes.room import ANA, BEA, CHAT, Room, room

MOVED = b"GIF89a moved"


class Drawing:
    """Draws moving boards, and remembers what was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Unseen, float]] = []
        self.gate = threading.Event()
        self.gate.set()
        self.broken = False

    def __call__(self, unseen: Unseen, kind: str, longest: float) -> bytes | None:
        assert kind == "image/gif"
        self.asked.append((unseen, longest))
        assert self.gate.wait(20)
        if self.broken:
            raise ValueError("no picture today")
        return MOVED

    @contextmanager
    def shut(self) -> Iterator[None]:
        self.gate.clear()
        try:
            yield
        finally:
            self.gate.set()


@asynccontextmanager
async def playing(
    drawing: Drawing, line: str = "/play palma", *, costless: bool = False, moves: bool = True, **given: Any
) -> AsyncIterator[Room]:
    async with room(messenger=FakeMessenger(moves=moves, costless=costless), draw_motion=drawing, **given) as place:
        await place.say(ANA, line)
        await place.click(BEA, "Jackals")
        await place.click(ANA, "Start")
        drawing.asked.clear()
        yield place


def board(place: Room) -> Message:
    return next(message for message in reversed(place.messenger.of(CHAT)) if message.screen.picture is not None)


def newest(place: Room) -> tuple[str, bytes]:
    picture = board(place).screen.picture
    assert picture is not None
    return picture.media_type, picture.data


async def press_on(place: Room, *, settle: bool = True) -> None:
    """Press the first button of the newest board, as the player to act."""
    message = board(place)
    for who in (ANA, BEA):
        before = (await place.table()).version
        await place.press(who, message.buttons[0].token, message.id, settle=settle)
        if (await place.table()).version != before:
            return


async def test_a_press_moves_the_board() -> None:
    drawing = Drawing()
    async with playing(drawing) as place:
        await press_on(place)
        assert newest(place) == ("image/gif", MOVED)
        (unseen, longest), *_ = drawing.asked
        assert longest == LONGEST
        assert unseen.steps
        assert unseen.steps[-1].state == unseen.end.state


async def test_no_still_is_drawn_where_the_board_moves_in_time() -> None:
    stills = list[Scene]()

    def draw(scene: Scene) -> bytes:
        stills.append(scene)
        return b"still"

    drawing = Drawing()
    async with playing(drawing, pictures=FakePictures(draw)) as place:
        await press_on(place)  # the first may be in a thread
        stills.clear()
        await press_on(place)
        assert newest(place) == ("image/gif", MOVED)
        assert stills == []
        drawing.broken = True
        await press_on(place)
        assert newest(place) == ("image/png", b"still")
        assert stills


async def test_a_chat_may_want_its_boards_still_and_moving_again() -> None:
    drawing = Drawing()
    async with playing(drawing) as place:
        await place.say(ANA, "/settings motion=still")
        assert "Boards are still pictures." in place.messenger.of(CHAT)[-1].screen.text.plain
        await press_on(place)
        assert newest(place)[0] == "image/png"
        assert drawing.asked == []
        await place.say(ANA, "/impostazioni movimento=in movimento")
        assert "Boards are animated." in place.messenger.of(CHAT)[-1].screen.text.plain
        await press_on(place)
        assert newest(place)[0] == "image/gif"


async def test_a_platform_may_want_them_still_until_a_chat_chooses() -> None:
    drawing = Drawing()
    async with playing(drawing, moves=False) as place:
        await press_on(place)
    async with room(draw_motion=drawing) as place:
        await place.say(ANA, "/play palma")
        await place.click(BEA, "Jackals")
        await place.click(ANA, "Start")
        drawing.asked.clear()
        await press_on(place)
        assert drawing.asked == []


async def test_the_still_goes_out_where_the_motion_is_not_ready_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.core.board_messages.board_motion.PATIENCE", 0.02)
    drawing = Drawing()
    async with playing(drawing) as place:
        with drawing.shut():
            for _ in range(3):
                await press_on(place)
                assert newest(place)[0] == "image/png"
            assert len(drawing.asked) == 1  # stills have a thread of their own


async def test_where_calls_cost_nothing_the_motion_follows_the_still() -> None:
    drawing = Drawing()
    async with playing(drawing, costless=True) as place:
        with drawing.shut():
            place.messenger.called.clear()
            await press_on(place, settle=False)
            await place.messenger.called.wait()
            assert newest(place)[0] == "image/png"
            edits = place.messenger.calls.count("edit")
        await place.core.publisher.idle()
        assert newest(place) == ("image/gif", MOVED)
        assert place.messenger.calls.count("edit") == edits + 1


async def test_a_late_motion_is_not_sent_where_it_comes_much_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = Drawing()
    async with playing(drawing, costless=True) as place:
        monkeypatch.setattr("bot.core.board_messages.board_motion.LATE", 0.05)
        with drawing.shut():
            await press_on(place)  # until the motion is given up
            assert newest(place)[0] == "image/png"
        assert newest(place)[0] == "image/png"


async def test_news_end_the_wait_for_a_late_motion() -> None:
    data: asyncio.Future[bytes | None] = asyncio.get_running_loop().create_future()

    async def made() -> bytes | None:
        return await data

    task, news, still = asyncio.create_task(made()), asyncio.Event(), Screen(Text(()))
    making = Making(task, still, lambda _: Screen(Text(()), Picture(MOVED, "")), 0.0, math.inf)
    assert await making.in_time() is still
    waiting = asyncio.create_task(making.later(news))
    await asyncio.sleep(0)
    news.set()
    assert await waiting is None
    news.clear()
    data.set_result(MOVED)
    late = await making.later(news)
    assert late is not None
    assert late.picture is not None
    assert await making.in_time() == late


async def test_where_calls_cost_no_late_motion_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.core.board_messages.board_motion.PATIENCE", 0.02)
    drawing = Drawing()
    async with playing(drawing) as place:
        with drawing.shut():
            await press_on(place)
        await place.core.publisher.idle()
        assert newest(place)[0] == "image/png"


def test_how_long_a_motion_takes_is_learnt_from_those_before_and_forgotten_in_time() -> None:
    load = Workload()
    assert load.wait(10, 100.0) == 0.0
    load.note(0.04, 100.0)
    assert load.wait(0, 100.0) == pytest.approx(0.04)
    assert load.wait(4, 100.0) == pytest.approx(0.2)  # behind four others
    load.note(0.2, 100.0)
    assert load.wait(0, 100.0) == pytest.approx(0.12)
    assert load.wait(0, 100.0 + HALF_LIFE) == pytest.approx(0.06)
    assert load.wait(0, 100.0 + 20 * HALF_LIFE) < 0.001


async def test_a_busy_machine_makes_only_what_comes_in_time() -> None:
    drawing, made = Drawing(), []
    async with playing(drawing) as place:
        load = place.core.publisher._executor.motion._drawn.load
        loop = asyncio.get_running_loop()
        for seconds in (10.0, 0.01):
            load._each, load._at = seconds, loop.time()
            drawing.asked.clear()
            await press_on(place)
            made.append((len(drawing.asked), newest(place)[0]))
    assert made[0] == (0, "image/png")
    assert made[1] == (1, "image/gif")


async def test_a_page_does_not_wait_for_what_is_drawn_for_a_chat() -> None:
    table = as_at(finished("parchis", {}, ["Y", "B", "R", "G"]), 40)
    drawing, t, screen = threading.Event(), translator("en"), Screen(Text(()), Picture(b"still", ""))

    def draw(_: Unseen, kind: str, __: float) -> bytes:
        return kind.encode() if kind == LAYERED or drawing.wait(20) else b""

    with ThreadPoolExecutor(2) as threads:
        motion = BoardMotion(draw, threads)
        chat, page = (
            motion.of(screen, table, 30, 30, t, ChatSettings(), Abilities(motion=kind, moves=True))
            for kind in ("image/gif", LAYERED)
        )
        assert chat is not None
        assert page is not None
        assert await asyncio.wait_for(page.data, 10) == LAYERED.encode()
        assert not chat.data.done()
        drawing.set()
        assert await chat.data == b"image/gif"


async def test_a_motion_is_made_once_though_it_is_begun_before_its_turn_has_come() -> None:
    drawing = Drawing()
    async with playing(drawing) as place:
        await press_on(place)
        assert len(drawing.asked) == 1  # what was begun before the turn came is what is sent
        assert newest(place)[0] == "image/gif"


async def test_moving_boards_take_a_bounded_share_of_a_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.core.board_messages.motion_budget.SAVED", 0.0)
    drawing = Drawing()
    async with playing(drawing) as place:
        await press_on(place)
        assert drawing.asked == []
        assert newest(place)[0] == "image/png"


def test_quiet_times_leave_something_for_busy_ones() -> None:
    budget, made = MotionBudget(), 0
    for tenth in range(10 * 100):  # a hundred seconds in which fifty boards a second would move, of 20 ms each
        for _ in range(5):
            if budget.allows(tenth / 10):
                budget.spend(0.02)
                made += 1
    assert made == pytest.approx((SAVED + 100 * SHARE) / 0.02, rel=0.02)
    assert budget.allows(110.0)


async def test_a_motion_that_cannot_be_drawn_is_logged_and_the_still_goes_out(
    caplog: pytest.LogCaptureFixture,
) -> None:
    drawing = Drawing()
    async with playing(drawing) as place:
        drawing.broken = True
        await press_on(place)
        assert newest(place)[0] == "image/png"
        assert "cannot be animated" in caplog.text


async def test_an_edit_that_tells_nothing_new_does_not_move() -> None:
    drawing = Drawing()
    async with playing(drawing) as place:
        await press_on(place)
        drawing.asked.clear()
        await place.say(ANA, "/settings theme=dark")
        assert drawing.asked == []


async def test_readers_who_were_there_see_the_last_ply_and_others_all_since_they_left() -> None:
    drawing = Drawing()
    async with playing(drawing) as place:
        for _ in range(8):
            await press_on(place)
        quick = [len(unseen.steps) for unseen, _ in drawing.asked[3:]]
        drawing.asked.clear()
        for _ in range(8):
            place.clock.time += 2 * WATCHED
            await press_on(place)
        slow = [len(unseen.steps) for unseen, _ in drawing.asked[3:]]
        assert sum(quick) < sum(slow)


async def test_while_a_clock_of_seconds_runs_boards_move_briefly() -> None:
    drawing = Drawing()
    async with playing(drawing, "/play palma pace=live:60") as place:
        await press_on(place)
        assert {longest for _, longest in drawing.asked} == {LIVE}
