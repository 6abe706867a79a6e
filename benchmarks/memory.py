"""Measures the memory of a process with many people playing: `python -m benchmarks memory [chats] [presses]`.

Two people play with two bots in each chat, with pictures and SQLite, through the whole core. The platform is an
imitation that keeps no pictures, so the figure is that of a bot without its client library.
"""

from __future__ import annotations

import gc
import random
import resource
import sys
import tempfile
from asyncio import run
from dataclasses import replace
from pathlib import Path

from benchmarks.chat_cost import TimedPictures
from bot.cli.gc_tuning import tune_gc
from bot.core.messages.content import Screen
from data.open_store import open_store
from data.records import ChatKey
from tests.fakes.messenger import FakeMessenger
from tests.fakes.room import PLATFORM, PLAYS, Room, person, room

STEPS = 5
"""Number of lines printed."""


class Forgetful(FakeMessenger):
    """Keeps messages without their pictures."""

    async def post(self, chat: ChatKey, screen: Screen, *, nonce: str) -> str:
        return await super().post(chat, _bare(screen), nonce=nonce)

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        await super().edit(chat, message, _bare(screen))


def _bare(screen: Screen) -> Screen:
    if screen.picture is None:
        return screen
    return replace(screen, picture=replace(screen.picture, data=b"a picture", board=None))


async def play(place: Room, number: int, presses: int) -> None:
    """Open a chat with a game, and press its board's buttons `presses` times."""
    chat, people = ChatKey(PLATFORM, f"chat {number}"), [person(f"{name} {number}") for name in ("Ana", "Bea")]
    code = (await place.say(people[0], "/play parchis rolls=each", chat)).table or ""
    await place.say(people[1], f"/join {code}", chat)
    await place.click(people[0], "▶ Start", chat)
    chance = random.Random(number)
    for _ in range(presses):
        who = await place.actor(code, people)
        if who is None:
            return
        board = place.board(code, chat)
        await place.press(
            who, chance.choice([token for token in board.tokens if PLAYS.search(token)]), board.id, chat
        )


async def measure(chats: int, presses: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store, messenger = await open_store(f"sqlite:///{Path(folder) / 'memory.sqlite3'}"), Forgetful()
        try:
            async with room(store, messenger, pictures=TimedPictures()) as place:
                tune_gc()
                for number in range(1, chats + 1):
                    await play(place, number, presses)
                    messenger.messages.clear()
                    if number % (chats // STEPS or 1) == 0:
                        gc.collect()
                        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
                        print(f"{2 * number:6} people: {most:.0f} MB", flush=True)
        finally:
            await store.close()


def main(chats: int = 1000, presses: int = 8) -> None:
    run(measure(chats, presses))


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3]))
