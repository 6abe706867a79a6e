"""Counts the presses, messages and calls of whole games: `python -m benchmarks.presses [games]`.

Two people and two bots play Parchís to its end in each chat, on imitations of Discord and Telegram without the bot's
own limits. People choose at random, with manual and with automatic rolls; figures are medians per game.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from benchmarks.chat_discord import on_discord
from benchmarks.chat_room import Chat, Site, version_of
from benchmarks.chat_telegram import on_telegram
from data.sqlite.store import open_sqlite

GAMES = 12
PATIENCE = 60.0


async def whole_game(site: Site, chat: Chat, seed: int) -> tuple[int, int, int]:
    """Play a chat's game to its end; return its presses, messages and calls."""
    rng, presses, messages = random.Random(seed), 0, site.messages(chat)
    chat.calls = 0
    while True:
        message, tokens, who = site.newest(chat)
        if tokens[0].endswith(".again"):
            return presses, site.messages(chat) - messages, chat.calls
        chat.version, chat.pressed = version_of(tokens), time.perf_counter()
        chat.changed.clear()
        await site.press(who, message, rng.choice(tokens))
        presses += 1
        async with asyncio.timeout(PATIENCE):
            await chat.changed.wait()


async def measure(name: str, games: int, *, alone: bool) -> list[float]:
    """Return the medians of presses, messages and calls of a game."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        store = await open_sqlite(str(Path(folder) / "presses.sqlite3"))
        stack.push_async_callback(store.close)
        site: Site = await stack.enter_async_context(on_discord(store) if name == "discord" else on_telegram(store))
        chats = [await site.open(number) for number in range(games)]
        if alone:
            for chat in chats:
                await site.throw_alone(chat)
        await site.idle()
        found = await asyncio.gather(*(whole_game(site, chat, seed) for seed, chat in enumerate(chats)))
        return [median(counts) for counts in zip(*found, strict=True)]


def main(games: int = GAMES) -> None:
    print(f"whole games of Parchís, two people and two bots, medians of {games} games per line")
    print(f"{'':24}{'presses':>10}{'messages':>10}{'calls':>10}")
    for name in ("discord", "telegram"):
        for alone in (False, True):
            counts = asyncio.run(measure(name, games, alone=alone))
            told = "".join(f"{count:10.0f}" for count in counts)
            print(f"{name + (', automatic' if alone else ', manual'):24}{told}", flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]))
