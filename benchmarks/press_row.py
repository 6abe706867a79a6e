"""Plays a number of presses in the source tree of the working directory, for `benchmarks/press_cost.py`.

It prints a press's milliseconds of processor time: those of each part of the program, and the rest. The same presses
are made in every tree, so the file uses only what older trees have too.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from benchmarks.chat_cost import OURS, Book, booked, clocks
from benchmarks.chat_discord import on_discord
from benchmarks.chat_room import Chat, Site, version_of
from benchmarks.chat_telegram import on_telegram
from bot.cli.gc_tuning import tune_gc
from data.sqlite.store import open_sqlite

PATIENCE = 60
"""Seconds within which a board follows a press."""


async def play(site: Site, chat: Chat, presses: int, chance: random.Random) -> None:
    while presses:
        message, tokens, who = site.newest(chat)
        if tokens[0].endswith(".again"):
            await site.idle()
            await site.open(0, chat)
            continue
        chat.version = version_of(tokens)
        chat.changed.clear()
        began = chat.pressed = time.perf_counter()
        answer = await site.press(who, message, chance.choice(tokens))
        if chat.early.pop(answer, None) is None:
            chat.asked[answer] = began
        async with asyncio.timeout(PATIENCE):
            await chat.changed.wait()
        presses -= 1


async def measure(name: str, chats: int, first: int, presses: int) -> list[float]:
    """Return the milliseconds by part, and of the rest, of presses in each chat after some `first` ones."""
    book = Book()
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        stack.enter_context(booked(book))
        store = await open_sqlite(str(Path(folder) / "chat.sqlite3"))
        stack.push_async_callback(store.close)
        bot = on_discord(store) if name == "discord" else on_telegram(store)
        site: Site = await stack.enter_async_context(bot)
        opened = [(await site.open(number), random.Random(number)) for number in range(chats)]
        await asyncio.gather(*(play(site, chat, first, chance) for chat, chance in opened))
        await site.idle()
        tune_gc()
        book.turn_to("rest")
        book.spent.clear()
        before = clocks()
        await asyncio.gather(*(play(site, chat, presses, chance) for chat, chance in opened))
        await site.idle()
        after = clocks()
        spent = [book.spent[part] + after[part] - before[part] for part in OURS]
        rest = after["process"] - before["process"] - sum(spent)
    return [1e3 * seconds / (presses * chats) for seconds in (*spent, rest)]


if __name__ == "__main__":
    print(*asyncio.run(measure(sys.argv[1], *map(int, sys.argv[2:]))))
