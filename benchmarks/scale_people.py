"""People who play in many groups at once, as fast as possible or at a fixed total rate."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field

from benchmarks.scale_telegram import Group, LeanTelegram
from tests.fakes.telegram_world import Chat, Message, User

OPENING = "/play parchis seats=Y,R lot=no rolls=each"
PATIENCE = 20.0
"""Seconds after which a press counts as lost."""


@dataclass
class Figures:
    """Seconds from each press to its answer and to its board."""

    answers: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    lost: int = 0


class People:
    """Two people in each of many groups, who play Parchís."""

    def __init__(self, telegram: LeanTelegram, groups: int) -> None:
        """Make the groups; nobody plays yet."""
        self._telegram = telegram
        self._rng = random.Random(1)
        self._asked: dict[str, tuple[float, Group]] = {}
        self._queries = 0
        self.figures = Figures()
        telegram.answered = self._answered
        for number in range(1, groups + 1):
            chat = Chat(-1_001_000_000_000 - 7919 * number)
            ana, bea = User(2 * number, f"Ana {number}"), User(2 * number + 1, f"Bea {number}")
            telegram.groups[chat.id] = Group(chat, (ana, bea))
        self.groups = list(telegram.groups.values())

    async def begin(self) -> None:
        await asyncio.gather(*map(self._open, self.groups))

    async def press_on(self, seconds: float) -> float:
        """Press in each group as soon as its new board arrives; return the seconds until the last answer."""
        began = time.perf_counter()

        async def play(group: Group) -> None:
            while (now := time.perf_counter()) < began + seconds:
                await self._press(group, now)

        await asyncio.gather(*map(play, self.groups))
        return time.perf_counter() - began

    async def press_at(self, rate: float, seconds: float) -> float:
        """Press `rate` times per second in varying groups; return the seconds until the last answer.

        Times count from when a press was due, even if no group was free.
        """
        began, free, freed = time.perf_counter(), deque(self.groups), asyncio.Event()
        under_way = set[asyncio.Task[None]]()

        async def play(group: Group, due: float) -> None:
            await self._press(group, due)
            free.append(group)
            freed.set()

        for number in range(int(rate * seconds)):
            due = began + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            while not free:
                freed.clear()
                await freed.wait()
            task = asyncio.create_task(play(free.popleft(), due))
            under_way.add(task)
            task.add_done_callback(under_way.discard)
        await asyncio.gather(*under_way)
        return time.perf_counter() - began

    async def _open(self, group: Group) -> None:
        ana, bea = group.people
        before = group.newest()
        await self._telegram.say(group, ana, OPENING)
        lobby = await self._shown(group, r"\.sit:", before)
        await self._click(bea, lobby, r"\.sit:")
        await self._click(ana, await self._shown(group, r"\.start$"), r"\.start$")
        await self._shown(group, r"\.(throw|move)")

    async def _shown(self, group: Group, action: str, before: Message | None = None) -> Message:
        """Wait for a message with such a button."""
        async with asyncio.timeout(2 * PATIENCE):
            while True:
                message = group.newest()
                if message is not None and message is not before and _tokens(message, action):
                    return message
                group.changed.clear()
                await group.changed.wait()

    async def _click(self, user: User, message: Message, action: str) -> None:
        self._queries += 1
        token = _tokens(message, action)[-1]
        await self._telegram.press(user, message, token, f"q{self._queries}")

    async def _press(self, group: Group, due: float) -> None:
        """Let the player to act press something; wait for its answer and board."""
        message = group.newest()
        if message is None or not (tokens := _tokens(message, r"\.(throw|move)\b")):
            await self._open(group)
            return
        version = group.version
        user = next((one for one in group.people if one.id == group.called), group.people[0])
        self._queries += 1
        query = f"q{self._queries}"
        self._asked[query] = due, group
        await self._telegram.press(user, message, self._rng.choice(tokens), query)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while group.version <= version:
                    group.changed.clear()
                    await group.changed.wait()
                self.figures.boards.append(time.perf_counter() - due)
                while query in self._asked:
                    group.changed.clear()
                    await group.changed.wait()
                return
        self.figures.lost += 1

    def _answered(self, query: str, at: float) -> None:
        if query in self._asked:
            due, group = self._asked.pop(query)
            self.figures.answers.append(at - due)
            group.changed.set()


def _tokens(message: Message, action: str) -> list[str]:
    return [token for token in message.tokens if re.search(action, token)]
