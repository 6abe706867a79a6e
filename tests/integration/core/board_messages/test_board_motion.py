"""Boards that move: where the chat wants it and something has happened, and never at the price of the answer."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import pytest

from bot.core.board_messages.board_motion import LIVE, LONGEST, WATCHED, Respite
from bot.core.board_messages.motion_budget import SAVED, SHARE, MotionBudget
from render.content.unseen import Unseen
from tests.fakes.messenger import FakeMessenger, Message
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
async def playing(drawing: Drawing, line: str = "/play palma") -> AsyncIterator[Room]:
    messenger = FakeMessenger()
    messenger.moves = True
    async with room(messenger=messenger, draw_motion=drawing) as place:
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


async def press_on(place: Room) -> None:
    """Press the first button of the newest board, as whoever is to act."""
    message = board(place)
    for who in (ANA, BEA):
        before = (await place.table()).version
        await place.press(who, message.buttons[0].token, message.id)
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


async def test_a_chat_may_want_its_boards_still_and_moving_again() -> None:
    drawing = Drawing()
    async with playing(drawing) as place:
        await place.say(ANA, "/settings motion=still")
        assert "Boards don't move." in place.messenger.of(CHAT)[-1].screen.text.plain
        await press_on(place)
        assert newest(place)[0] == "image/png"
        assert drawing.asked == []
        await place.say(ANA, "/impostazioni movimento=in movimento")
        assert "Boards are animated." in place.messenger.of(CHAT)[-1].screen.text.plain
        await press_on(place)
        assert newest(place)[0] == "image/gif"


async def test_a_platform_may_want_them_still_until_a_chat_chooses() -> None:
    drawing = Drawing()
    async with playing(drawing) as place:
        place.messenger.moves = False
        await press_on(place)
    async with room(draw_motion=drawing) as place:
        await place.say(ANA, "/play palma")
        await place.click(BEA, "Jackals")
        await place.click(ANA, "Start")
        drawing.asked.clear()
        await press_on(place)
        assert drawing.asked == []


async def test_the_still_goes_out_where_the_motion_is_not_ready_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.core.board_messages.board_motion.RESPITE", 0.0)
    drawing = Drawing()
    async with playing(drawing) as place:
        with drawing.shut():
            await press_on(place)
            assert newest(place)[0] == "image/png"
            await press_on(place)
            await press_on(place)
            assert newest(place)[0] == "image/png"
            assert len(drawing.asked) == 2  # while those are made, no others are begun


async def test_on_a_busy_machine_answers_do_not_wait_for_motion() -> None:
    """One has waited in vain: the next ones go out at once, and nothing is made for them."""
    drawing = Drawing()
    async with playing(drawing) as place:
        with drawing.shut():
            await press_on(place)
        await press_on(place)
        await press_on(place)
        assert newest(place)[0] == "image/png"
        assert len(drawing.asked) == 1


def test_a_respite_grows_while_all_wait_in_vain_and_ends_with_the_first_that_does_not() -> None:
    respite, now, lengths = Respite(), 100.0, []
    assert not respite.lasts(now)
    for _ in range(6):
        respite.note(now, ready=False)
        end = next(later for later in range(1, 1000) if not respite.lasts(now + later))
        lengths.append(end)
        now += end
    assert lengths == [10, 20, 40, 80, 160, 160]
    respite.note(now, ready=True)
    assert not respite.lasts(now)
    respite.note(now, ready=False)
    assert not respite.lasts(now + 10)


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
        assert "cannot be shown in motion" in caplog.text


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
