"""What people in a group wait for within Telegram's limits: the figures of `python -m benchmarks limits`."""

from __future__ import annotations

import pytest

from benchmarks.limits import Pressed, beside_help, game, old_boards, timed
from bot.core.board_messages.planner import FEW
from tests.fakes.telegram_timeline import Timed
from tests.fakes.telegram_world import ANA, BEA, Chat, Message, User


@pytest.mark.parametrize(("thinks", "longest_median"), [(0.0, 4.1), (3.0, 0.1), (6.0, 0.1)])
def test_all_that_is_allowed_is_used_and_never_more(thinks: float, longest_median: float) -> None:
    seen = timed(game, thinks, 60)
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
        await room.say(who, "/profile rolls=each")  # to whom nothing is offered
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


PLAYERS = 40


async def _button(room: Timed, chat: Chat, verb: str) -> tuple[Message, str]:
    """Return the newest button of a kind in a chat, once there is one."""

    def found() -> tuple[Message, str] | None:
        live = reversed(room.server.live(chat))
        return next(((message, token) for message in live for token in message.tokens if f".{verb}" in token), None)

    button: tuple[Message, str] = await room.until(found)
    return button


async def _all_at_once(room: Timed) -> tuple[list[int], list[float], int, int]:
    users = [User(500 + number, f"Player {number}") for number in range(PLAYERS)]
    chats = [room.server.chat(user.id) for user in users]
    for user, chat in zip(users, chats, strict=True):
        await room.say(user, "/play palma first=D lot=no rolls=each", chat)
        await room.server.press(user, *await _button(room, chat, "fill"))
        await room.clock.sleep(2.0)
    await room.clock.sleep(10.0)
    buttons = [await _button(room, chat, "throw") for chat in chats]
    began, before = room.clock.now(), len(room.server.calls)
    for _ in range(2):  # once more, since nothing is seen yet
        for user, button in zip(users, buttons, strict=True):
            await room.server.press(user, *button)
    await room.clock.sleep(60.0)
    calls = room.server.calls[before:]
    boards = [call for call in calls if "chat_id" in call.params]
    answers = sum(call.method == "answerCallbackQuery" for call in calls)
    in_order = [call.params["chat_id"] for call in boards]
    return in_order, [call.at - began for call in boards], answers, room.server.floods


def test_presses_that_waited_together_have_one_board_a_chat_the_longest_waiting_first_and_answers_beside_it() -> None:
    in_order, after, answers, floods = timed(_all_at_once)  # type: ignore[misc]
    everybody = [500 + number for number in range(PLAYERS)]
    assert (sorted(in_order[:30]), sorted(in_order[30:])) == (everybody[:30], everybody[30:])
    assert after[-1] < 2.0  # thirty a second, none of them an answer
    assert answers == 2 * PLAYERS
    assert floods == 0
