"""Counts the presses, messages, pings and calls of whole games: `python -m benchmarks.presses [games]`.

People play to the end in each chat, on imitations of Discord and Telegram without the bot's own limits. They choose
at random, and take some seconds for each press on a clock of their own. Figures are medians per game. A ping is a
message that rings on a phone when it comes.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median

from benchmarks.chat_discord import on_discord
from benchmarks.chat_room import Chat, Setup, Shifted, Site, version_of
from benchmarks.chat_telegram import on_telegram
from data.sqlite.store import open_sqlite

GAMES = 12
PATIENCE = 60.0
LIVE, SLOW = 8.0, 600.0
"""Seconds that people take for a press: where all are there, and where each comes back for it."""
ROLL_ON = ".rollon"
PARCHIS = {"game": "parchis"}
SIX = {**PARCHIS, "colours": "6", "teams": "yes", "pace": "none"}
KINDS: Mapping[str, tuple[Setup, float, bool]] = {
    "no time limit, as usual": (Setup(4, {**PARCHIS, "pace": "none"}), SLOW, False),
    "no time limit, all are there": (Setup(4, {**PARCHIS, "pace": "none"}), LIVE, False),
    "60 s, when it matters": (Setup(4, {**PARCHIS, "pace": "60s"}), LIVE, False),
    "60 s, rolling on": (Setup(4, {**PARCHIS, "pace": "60s"}), LIVE, True),
    "60 s, every roll by hand": (Setup(4, {**PARCHIS, "pace": "60s", "rolls": "each"}), LIVE, False),
    "two people and two bots": (Setup(2, {**PARCHIS, "pace": "none"}), SLOW, False),
    "teams of six, three are bots": (Setup(3, SIX), SLOW, False),
    "teams of six people": (Setup(6, SIX), SLOW, False),
    "teams of six, all are there": (Setup(6, SIX), LIVE, False),
    "Palma": (Setup(2, {"game": "palma", "pace": "none"}), SLOW, False),
}
"""The people and options, the seconds for a press, and whether people roll on where they can."""


async def whole_game(site: Site, chat: Chat, seed: int, clock: Shifted, kind: str) -> tuple[int, ...]:
    """Play a chat's game to its end; return its presses, messages, pings and calls."""
    _, seconds, rolls_on = KINDS[kind]
    rng, presses, before = random.Random(seed), 0, site.messages(chat)
    chat.calls = 0
    while True:
        message, tokens, who = site.newest(chat)
        if tokens[0].endswith(".again"):
            messages, pings = (now - then for now, then in zip(site.messages(chat), before, strict=True))
            return presses, messages, pings, chat.calls
        chat.version, chat.pressed = version_of(tokens), time.perf_counter()
        chat.changed.clear()
        on = [token for token in tokens if token.endswith(ROLL_ON)]
        clock.ahead += seconds
        pressed = on if on and rolls_on else [token for token in tokens if token not in on]
        await site.press(who, message, rng.choice(pressed))
        presses += 1
        async with asyncio.timeout(PATIENCE):
            await chat.changed.wait()


async def measure(name: str, games: int, kind: str) -> list[float]:
    """Return the medians of presses, messages, pings and calls of a game."""
    found = []
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        store = await open_sqlite(str(Path(folder) / "presses.sqlite3"))
        stack.push_async_callback(store.close)
        clock = Shifted()
        bot = on_discord(store, None, clock) if name == "discord" else on_telegram(store, None, clock)
        site: Site = await stack.enter_async_context(bot)
        for number in range(games):  # one after the other: their people share a clock
            chat = await site.open(number, setup=KINDS[kind][0])
            await site.idle()
            found.append(await whole_game(site, chat, number, clock, kind))
            await site.idle()
    return [median(counts) for counts in zip(*found, strict=True)]


def main(games: int = GAMES) -> None:
    print(f"whole games, people choose at random and take {LIVE:g} or {SLOW:g} s a press; medians of {games} games")
    print(f"{'':36}{'presses':>10}{'messages':>10}{'pings':>8}{'calls':>8}")
    for kind in KINDS:
        for name in ("discord", "telegram"):
            presses, messages, pings, calls = asyncio.run(measure(name, games, kind))
            print(f"{f'{kind}, {name}':36}{presses:10.0f}{messages:10.0f}{pings:8.0f}{calls:8.0f}", flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]))
