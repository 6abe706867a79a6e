"""What people in a group wait for within Telegram's limits: the figures of `python -m benchmarks limits`."""

from __future__ import annotations

import pytest

from benchmarks.limits import Pressed, beside_help, game, old_boards, timed
from bot.core.board_messages.planner import FEW
from tests.fakes.telegram_timeline import Timed
from tests.fakes.telegram_world import ANA, BEA, Message


@pytest.mark.parametrize(("thinks", "longest_median"), [(0.0, 4.1), (3.0, 0.1), (6.0, 0.1)])
def test_all_that_is_allowed_is_used_and_never_more(thinks: float, longest_median: float) -> None:
    seen = timed(game, thinks, 120)
    assert isinstance(seen, Pressed)
    assert seen.refused == 0
    assert seen.most_in_a_minute <= 20
    assert seen.median <= longest_median
    if thinks <= 3.0:
        assert seen.calls_a_minute > 19.5


def test_a_new_table_is_shown_as_soon_as_the_limits_allow_beside_a_hundred_old_boards() -> None:
    took, allowed = timed(old_boards)  # type: ignore[misc]
    assert took <= allowed + 3.0


def test_ten_times_help_by_a_bystander_does_not_slow_the_players() -> None:
    alone, beside, texts = timed(beside_help)  # type: ignore[misc]
    assert beside <= alone + 1.1  # a message a second goes to a chat
    assert texts <= 2


def _with(room: Timed, label: str) -> Message | None:
    return next((message for message in room.server.live(room.group) if label in message.labels), None)


async def _brisk_then_again(room: Timed) -> tuple[float, int, int]:
    code = await room.open("/play parchis seats=Y,R", ANA, BEA)
    for who in (ANA, BEA):
        await room.say(who, "/profile rolls=hand")  # to whom nothing is offered
    await room.play(code, [ANA, BEA], 0.5, 80)
    began = room.clock.now()
    await room.say(ANA, f"/resign {code}")
    question = await room.until(lambda: _with(room, "Yes, resign"))
    await room.server.press(ANA, question, question.tokens[0])
    await room.until(lambda: _with(room, "Rematch"))
    again, left = room.clock.now() - began, len(room.server.live(room.group))
    await room.clock.sleep(120.0)
    return again, left, len(room.server.live(room.group))


def test_after_a_brisk_game_play_again_comes_at_once_and_the_newest_old_boards_are_tidied_up() -> None:
    again, left, later = timed(_brisk_then_again)  # type: ignore[misc]
    assert again < 15.0  # 456 s, when tidying came first
    assert left - FEW <= later <= left - FEW + 1
