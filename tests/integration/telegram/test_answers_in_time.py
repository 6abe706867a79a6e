"""A command in a group has an answer within five seconds: there, in private, or as a reaction."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

import pytest

from benchmarks.limits import timed
from bot.platforms.telegram.replies import IN_TIME
from tests.fakes.long_run import some
from tests.fakes.telegram_timeline import Timed
from tests.fakes.telegram_world import ANA, BEA, USERNAME, Message, User

SIX = [User(2000 + number, name) for number, name in enumerate(("Eva", "Fay", "Gil", "Hal", "Ida", "Jon"))]
LINES = (
    *("/stats", "/leaderboard", "/games", "/rules palma", "/profile", "/help"),
    *("/dice", "/settings", "/language", "/notify", "/mydata", "/hint"),
)
URGENT = ("/undo", "/close", "/join", "/resign")


def answered(room: Timed, user: User, number: int, asked: float) -> float:
    """Return after how many seconds somebody had an answer to a message; infinity for never."""
    times = [float("inf")]
    for call in room.server.calls:
        params, at = call.params, call.at
        here = params.get("chat_id") == room.group.id
        reply = here and params.get("reply_parameters", {}).get("message_id") == number
        reaction = here and call.method == "setMessageReaction" and params["message_id"] == number
        pointer = here and at >= asked and f"tg://user?id={user.id}" in str(params.get("text"))
        private = params.get("chat_id") == user.id and at >= asked
        if reply or reaction or pointer or private:
            times.append(at - asked)
    return min(times)


async def ask(
    room: Timed, lines: Sequence[str], people: Sequence[User], every: float, rest: float = 60.0
) -> list[tuple[str, float]]:
    """Let people give commands in turn; return each with the seconds until it was answered."""
    given = list[tuple[str, User, int, float]]()
    for turn, line in enumerate(lines):
        user = people[turn % len(people)]
        given.append((line, user, await room.server.say(user, line, room.group), room.clock.now()))
        await room.clock.sleep(every)
    await room.clock.sleep(rest)
    return [(line, answered(room, user, number, asked)) for line, user, number, asked in given]


async def _quiet(room: Timed) -> tuple[list[tuple[str, float]], list[Message], int]:
    waits = await ask(room, LINES, SIX, 2.0)
    reactions = [one for one in room.server.messages if one.reaction]
    return waits, reactions, room.most_in(60.0)


def test_six_people_and_twelve_commands_in_a_quiet_group_are_all_answered_there() -> None:
    waits, reactions, most = timed(_quiet)  # type: ignore[misc]
    assert max(seconds for _, seconds in waits) <= IN_TIME, waits
    assert reactions == []
    assert most <= 20


async def _busy(room: Timed, private: bool, lines: Sequence[str]) -> tuple[list[tuple[str, float]], int, int, int]:
    code = await room.open("/play parchis seats=Y,R rolls=each", ANA, BEA)
    if private:
        for user in SIX:
            room.server.chat(user.id)
    playing = asyncio.create_task(room.play(code, [ANA, BEA], 0.5, 1000))
    await room.clock.sleep(60.0)
    waits = await ask(room, lines, SIX, 2.0)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    reactions = sum(bool(one.reaction) for one in room.server.messages)
    return waits, reactions, room.most_in(60.0), room.server.floods


@pytest.mark.parametrize("private", [True, False])
def test_at_a_busy_table_too_in_private_or_by_a_reaction_where_the_group_has_no_room(private: bool) -> None:
    waits, reactions, most, floods = timed(_busy, private, LINES)  # type: ignore[misc]
    assert max(seconds for _, seconds in waits) <= IN_TIME + 0.1, waits
    assert reactions <= len(LINES)
    assert (most <= 20, floods) == (True, 0)


def reply_to(room: Timed, number: int) -> Message | None:
    return next((one for one in room.server.of(room.group) if one.reply_to == number), None)


async def _urgent(room: Timed) -> tuple[dict[str, float], float, int]:
    code = await room.open("/play parchis seats=Y,R rolls=each", ANA, BEA)
    playing = asyncio.create_task(room.play(code, [ANA, BEA], 0.5, 1000))
    asking = asyncio.create_task(ask(room, LINES, SIX, 2.0))
    await room.clock.sleep(60.0)
    waits = dict[str, float]()
    for line in URGENT[:-1]:
        began, number = room.clock.now(), await room.server.say(ANA, line, room.group)
        await room.until(lambda number=number: reply_to(room, number), 60.0)
        waits[line] = room.clock.now() - began
        await room.clock.sleep(2.0)
    began, number = room.clock.now(), await room.server.say(ANA, "/resign", room.group)
    question = await room.until(lambda: reply_to(room, number), 60.0)
    waits["/resign"], began = room.clock.now() - began, room.clock.now()
    await room.server.press(ANA, question, question.tokens[0])
    await room.until(lambda: question.text == "Ana resigns.", 60.0)
    for task in (playing, asking):
        task.cancel()
    await asyncio.gather(playing, asking, return_exceptions=True)
    return waits, room.clock.now() - began, room.server.floods


def test_at_a_busy_table_who_wants_to_end_the_game_is_answered_in_the_group() -> None:
    waits, pressed, floods = timed(_urgent)  # type: ignore[misc]
    assert set(waits) == set(URGENT)
    assert max(waits.values()) <= IN_TIME, waits
    assert (pressed <= IN_TIME, floods) == (True, 0)


async def _anything(room: Timed, seed: int) -> tuple[list[tuple[str, float]], int, int]:
    rng = random.Random(seed)
    lines = [rng.choice((*LINES, "/help", f"/nonsense@{USERNAME}", "/resign", "/join")) for _ in range(25)]
    for user in SIX:
        if rng.random() < 0.5:
            room.server.chat(user.id)
    room.group.reactions = rng.choice((None, frozenset("👍"), frozenset()))
    task = None
    if rng.random() < 0.6:
        code = await room.open("/play parchis seats=Y,R rolls=each", ANA, BEA)
        task = asyncio.create_task(room.play(code, [ANA, BEA], rng.choice((0.2, 1.0, 4.0)), 1000))
    people = SIX[: rng.randint(1, 6)]
    waits = await ask(room, lines, people, rng.choice((0.1, 0.5, 2.0)), rest=300.0)
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    return waits, room.most_in(60.0), room.server.floods


@pytest.mark.parametrize("seed", some(range(12), 4))
def test_no_command_is_ever_left_without_an_answer(seed: int) -> None:
    waits, most, floods = timed(_anything, seed)  # type: ignore[misc]
    assert all(seconds < float("inf") for _, seconds in waits), waits
    assert (most <= 20, floods) == (True, 0)
