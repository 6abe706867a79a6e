"""Measures waiting times in a Telegram group within Telegram's limits: `python -m benchmarks limits`.

The bot runs against an imitation that refuses calls beyond one message per second in a chat, or twenty per minute in
a group. Time is virtual, so seconds are the same on every machine, without network latency.
"""

from __future__ import annotations

import asyncio
import statistics
from dataclasses import dataclass

from data.records import BoardRecord, ChatKey
from tests.fakes.telegram_timeline import Timed, timed_room
from tests.fakes.telegram_world import ANA, BEA, CAI, DAN, Message
from tests.fakes.timeline import Timeline


@dataclass
class Pressed:
    """A game: how long presses waited for their boards, and its calls."""

    waits: list[float]
    calls_a_minute: float
    most_in_a_minute: int
    refused: int

    @property
    def median(self) -> float:
        return statistics.median(self.waits)

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.waits, n=20, method="inclusive")[18]


async def game(room: Timed, thinks: float, presses: int) -> Pressed:
    """Let two people play Parchís, with `thinks` seconds between a board and the next press."""
    code = await room.open("/play parchis seats=Y,R rolls=each", ANA, BEA)
    waits = await room.play(code, [ANA, BEA], thinks, presses)
    end = room.clock.now()
    calls = [at for at in room.calls(end - 600.0) if at < end]
    return Pressed(waits, 60.0 * (len(calls) - 1) / (calls[-1] - calls[0]), room.most_in(60.0), room.server.floods)


async def old_boards(room: Timed, many: int = 100) -> tuple[float, float]:
    """Measure a new table after a fast game that left `many` messages with buttons.

    Returns the seconds until it is shown, and how many of them the limits cause.
    """
    code = await room.open("/play parchis seats=Y,R rolls=each", ANA, BEA)
    await room.play(code, [ANA, BEA], 0.5, 60)
    chat = ChatKey("telegram", str(room.group.id))
    for number in range(many):
        token = f"{code}.{number}.throw"
        message = Message(room.group, len(room.server.messages) + 1, None, "old", photo=b"x")
        message.rows = [[{"text": "Roll", "callback_data": token}]]
        room.server.messages.append(message)
        await room.room.store.save_board(BoardRecord(code, chat, str(message.id), number))
    await room.room.core.publisher.publish(code)
    await room.clock.sleep(0.5)
    began, known = room.clock.now(), {code}
    calls = room.calls()
    allowed = max(began, calls[-1] + 1.0, calls[-20] + 60.0)
    await room.say(CAI, "/play palma")
    await room.until(lambda: room.lobby(known))
    return room.clock.now() - began, allowed - began


async def beside_help(room: Timed, asked: int = 10) -> tuple[float, float, int]:
    """Measure a step's wait alone, and just after a bystander asked for help `asked` times.

    Returns both in seconds, and the number of messages that the group received.
    """
    code = await room.open("/play parchis seats=Y,R rolls=each", ANA, BEA)
    await room.clock.sleep(90.0)
    (alone,) = await room.play(code, [ANA, BEA], 0.0, 1)
    await room.clock.sleep(90.0)
    before = len(room.server.of(room.group))
    for _ in range(asked):
        await room.say(DAN, "/help")
    (beside,) = await room.play(code, [ANA, BEA], 0.0, 1)
    await room.clock.sleep(120.0)
    texts = [one for one in room.server.of(room.group)[before:] if one.photo is None]
    return alone, beside, len(texts)


def timed(measure: object, *args: object) -> object:
    """Return the result of a measurement in a new room."""
    figures: list[object] = []

    async def run() -> None:
        clock = Timeline()

        async def inside() -> None:
            async with timed_room(clock) as room:
                figures.append(await measure(room, *args))  # type: ignore[operator]

        await clock.run(inside())

    asyncio.run(run())
    return figures[0]


def main(presses: int = 300) -> None:
    print(f"A Telegram group, two people, {presses} presses per line; seconds from a press to its board")
    print(f"{'thinking':>10}{'median':>8}{'p95':>8}{'calls/minute':>16}{'most in 60 s':>14}{'refused':>9}")
    for thinks in (0.0, 2.0, 3.0, 5.0, 10.0):
        seen = timed(game, thinks, presses)
        assert isinstance(seen, Pressed)  # noqa: S101
        print(
            f"{thinks:>8g} s{seen.median:>8.2f}{seen.p95:>8.2f}{seen.calls_a_minute:>16.1f}"
            f"{seen.most_in_a_minute:>14}{seen.refused:>9}",
            flush=True,
        )
    took, allowed = timed(old_boards)  # type: ignore[misc]
    print(f"a new table after 100 old boards: {took:.1f} s, of which the limits cause {allowed:.1f} s")
    alone, beside, texts = timed(beside_help)  # type: ignore[misc]
    print(f"a step: {alone:.1f} s alone, {beside:.1f} s after a bystander's ten /help, which got {texts} replies")


if __name__ == "__main__":
    main()
