"""Measures the cost of a press on Discord and on Telegram: `python -m benchmarks.chat [seconds] [moving]`.

The real client libraries talk to imitations of both platforms in this process, without rate limits; the player on
turn presses at once. Latencies are from the press to the call that answers it, and to the call that shows the next
board.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from benchmarks.chat_cost import DRAWN, OURS, Book, TimedPictures, booked, clocks, timed_motion
from benchmarks.chat_discord import on_discord
from benchmarks.chat_room import Figures, Site, play
from benchmarks.chat_telegram import on_telegram
from benchmarks.pictures import scenes
from bot.cli.gc_tuning import tune_gc
from bot.core.board_messages.board_motion import DrawMotion
from data.sqlite.store import open_sqlite

BOUND = 6.0
ROUNDS = 5
"""Rounds per line, which shows the median one: a shared machine varies by half."""


async def measure(name: str, chats: int, seconds: float, motion: DrawMotion | None) -> tuple[float, str]:
    """Return the bot's own milliseconds per press, and the line to print."""
    book = Book()
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        stack.enter_context(booked(book))
        store = await open_sqlite(str(Path(folder) / "chat.sqlite3"))
        stack.push_async_callback(store.close)
        bot = on_discord(store, motion) if name == "discord" else on_telegram(store, motion)
        site: Site = await stack.enter_async_context(bot)
        opened = [await site.open(number) for number in range(chats)]
        await asyncio.gather(*(play(site, chat, time.perf_counter() + 0.5) for chat in opened))
        await site.idle()
        site.figures = Figures()
        tune_gc()
        book.turn_to("rest")
        book.spent.clear()
        before, began = clocks(), time.perf_counter()
        presses = sum(await asyncio.gather(*(play(site, chat, began + seconds) for chat in opened)))
        await site.idle()
        took, after = time.perf_counter() - began, clocks()
        spent = {part: book.spent[part] + after[part] - before[part] for part in OURS}
        cpu, ours = after["process"] - before["process"], sum(spent.values())
        moved, figures = after["motion"] - before["motion"], site.figures
    each = 1e3 / presses
    times = "".join(f"{p50:8.1f}{p99:7.1f}" for p50, p99 in (_cut(figures.answers), _cut(figures.boards)))
    parts = "".join(f"{spent[part] * each:9.2f}" for part in OURS)
    verdict = "" if ours * each < BOUND else f"  above {BOUND:.0f}"
    return ours * each, (
        f"{f'{name}, {chats}':14}{presses / took:7.0f}{figures.calls / presses:7.2f}{times}"
        f"{parts}{ours * each:8.2f}{moved * each:8.2f}{(cpu - ours - moved) * each:8.2f}{verdict}"
    )


def _cut(times: list[float]) -> tuple[float, float]:
    """Return median and 99th percentile, in milliseconds."""
    return statistics.median(times) * 1e3, statistics.quantiles(times, n=100, method="inclusive")[98] * 1e3


def main(seconds: float = 3.0, boards: str = "still") -> None:
    print(
        f"Parchís, two people and two computers in each chat; of {ROUNDS} rounds of {seconds:g} s the middle one; "
        f"ours to be under {BOUND:.0f} ms"
    )
    print(f"{'':28}{'answer, ms':>15}{'board, ms':>15}   CPU, ms per press")
    print(
        f"{'chats':14}{'press/s':>7}{'calls':>7}{'p50':>8}{'p99':>7}{'p50':>8}{'p99':>7}"
        + "".join(f"{part:>9}" for part in OURS)
        + f"{'= ours':>8}{'motion':>8}{'rest':>8}"
    )
    for name in ("discord", "telegram"):
        for chats in (1, 50):
            rounds = sorted(
                asyncio.run(measure(name, chats, seconds, timed_motion if boards == "moving" else None))
                for _ in range(ROUNDS)
            )
            print(rounds[ROUNDS // 2][1], flush=True)
    DRAWN.clear()
    for scene in scenes("parchis", {"preset": "spanish", "colours": 4}, 800, 200):
        TimedPictures().draw(scene)
    print(f"a picture alone: {statistics.median(DRAWN) * 1e3:.2f} ms of processor time")


if __name__ == "__main__":
    main(*(float(word) for word in sys.argv[1:2]), *sys.argv[2:3])
