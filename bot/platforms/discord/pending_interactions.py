"""Interactions that wait for their answer: presses under their message, commands under their chat.

Discord gives three seconds for the one answer to an interaction. Whoever answers takes the interaction first, so that
nobody else does; one that nobody has taken after two seconds is acknowledged, and what comes later goes other roads.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Hashable
from typing import Any

import discord

from bot.core.common.clock import Clock, wait_until

PATIENCE = 2.0
"""Seconds until an interaction is acknowledged without an answer."""

Late = Callable[["PendingInteraction"], Coroutine[Any, Any, None]]


class PendingInteraction:
    """One interaction: waiting, then being answered, then answered; or waiting again if the answer failed."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        self.pressed = str(interaction.message.id) if interaction.message is not None else ""
        """The message that was pressed; none for a command."""
        self.original: str | None = None
        """The message that its token calls its own: None until it is answered, "" if that is nobody else's to see."""
        self.doubtful = False
        """An answer was sent, and nobody knows whether it arrived."""
        self.hollow = False
        """It was acknowledged by a message that is still empty: what is sent by its token next would fill that."""
        self.lock = asyncio.Lock()
        """Held by whoever talks about it in private, and while it is acknowledged."""
        self.timer: asyncio.Task[None] | None = None
        self.late: Late | None = None
        """How to acknowledge it, when its time is over."""
        self.deadline = 0.0
        self._free = True

    def take(self) -> bool:
        """Whether it is now for the caller, and nobody else, to answer."""
        free, self._free = self._free, False
        timer, self.timer = self.timer, None
        if timer is not None:
            timer.cancel()
        return free

    def give_back(self) -> None:
        """The answer failed: somebody may try again."""
        self._free = True

    @property
    def free(self) -> bool:
        """Whether nobody has taken it."""
        return self._free


class PendingInteractions:
    """All interactions that wait, by what their answer would be."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lines: dict[Hashable, deque[PendingInteraction]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def watch(self, waiting: PendingInteraction, late: Late) -> None:
        """From now on it is acknowledged if it waits too long."""
        waiting.late, waiting.deadline = late, self._clock.now() + PATIENCE
        waiting.timer = self._start(self._watch(waiting))

    def open(self, at: Hashable, waiting: PendingInteraction) -> None:
        """The next thing that is shown there may be its answer."""
        self._lines.setdefault(at, deque()).append(waiting)

    def take(self, at: Hashable) -> PendingInteraction | None:
        """The one that has waited longest there, now the caller's to answer."""
        line = self._lines.get(at, deque())
        while line:
            found = line.popleft()
            if found.take():
                self._tidy(at)
                return found
        self._tidy(at)
        return None

    def put_back(self, at: Hashable, waiting: PendingInteraction, *, doubtful: bool = False) -> None:
        """Its answer failed: it waits again, before all others, or is acknowledged if its time is over."""
        waiting.doubtful = waiting.doubtful or doubtful
        if waiting.late is not None and waiting.deadline <= self._clock.now():
            self._start(waiting.late(waiting))
            return
        waiting.give_back()
        waiting.timer = self._start(self._watch(waiting))
        self._lines.setdefault(at, deque()).appendleft(waiting)

    def is_open(self, at: Hashable) -> bool:
        """Whether somebody waits there."""
        return any(waiting.free for waiting in self._lines.get(at, ()))

    async def stop(self) -> None:
        """Ends all watches."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _watch(self, waiting: PendingInteraction) -> None:
        await wait_until(self._clock, waiting.deadline)
        waiting.timer = None  # whoever takes it stops the watch, which is just doing so
        if waiting.take() and waiting.late is not None:
            self._sweep()
            await waiting.late(waiting)

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _sweep(self) -> None:
        """Forgets those that have been taken."""
        for at, line in tuple(self._lines.items()):
            self._lines[at] = deque(waiting for waiting in line if waiting.free)
            self._tidy(at)

    def _tidy(self, at: Hashable) -> None:
        if not self._lines.get(at):
            self._lines.pop(at, None)
