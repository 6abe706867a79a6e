"""Interactions that wait for their answer: presses by message, commands by chat.

Discord gives three seconds for the one answer to an interaction, so a task takes it before it answers. After two
seconds a waiting one is acknowledged, and its answer goes by webhook.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Hashable
from typing import Any

import discord

from bot.core.common.background import BackgroundTasks
from bot.core.common.clock import Clock, wait_until

PATIENCE = 2.0
"""Seconds until an interaction is acknowledged without an answer."""

Late = Callable[["PendingInteraction"], Coroutine[Any, Any, None]]


class PendingInteraction:
    """An interaction: waiting, then being answered, then answered; or waiting again if the answer failed."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.interaction = interaction
        self.pressed = str(interaction.message.id) if interaction.message is not None else ""
        """The pressed message; empty for a command."""
        self.original: str | None = None
        """The message that is `@original` for its token: None until it is answered, "" if others may not see it."""
        self.unconfirmed = False
        """An answer was sent, and nobody knows whether it arrived."""
        self.deferred_empty = False
        """It was acknowledged by a message that is still empty; the next message sent by its token fills that one."""
        self.lock = asyncio.Lock()
        """Held during private messages about it, and during its acknowledgement."""
        self.timer: asyncio.Task[None] | None = None
        self.late: Late | None = None
        """Acknowledges it when its time is over."""
        self.deadline = 0.0
        self._free = True

    def take(self) -> bool:
        """Return whether the caller, and nobody else, must answer it now."""
        free, self._free = self._free, False
        timer, self.timer = self.timer, None
        if timer is not None:
            timer.cancel()
        return free

    def give_back(self) -> None:
        """Make it available again: the answer failed."""
        self._free = True

    @property
    def free(self) -> bool:
        return self._free


class PendingInteractions:
    """All waiting interactions, by what their answer would be."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lines: dict[Hashable, deque[PendingInteraction]] = {}
        self._tasks = BackgroundTasks()

    def watch(self, pending: PendingInteraction, late: Late) -> None:
        """Acknowledge it from now on if it waits too long."""
        pending.late, pending.deadline = late, self._clock.now() + PATIENCE
        pending.timer = self._tasks.start(self._watch(pending))

    def open(self, at: Hashable, pending: PendingInteraction) -> None:
        """Let the next thing shown there be its answer."""
        self._lines.setdefault(at, deque()).append(pending)

    def take(self, at: Hashable) -> PendingInteraction | None:
        """Take the one that has waited longest there, for the caller to answer."""
        line = self._lines.get(at, deque())
        while line:
            pending = line.popleft()
            if pending.take():
                self._tidy(at)
                return pending
        self._tidy(at)
        return None

    def put_back(self, at: Hashable, pending: PendingInteraction, *, unconfirmed: bool = False) -> None:
        """Return it to the front after a failed answer; or acknowledge it if its time is over."""
        pending.unconfirmed = pending.unconfirmed or unconfirmed
        if pending.late is not None and pending.deadline <= self._clock.now():
            self._tasks.start(pending.late(pending))
            return
        pending.give_back()
        pending.timer = self._tasks.start(self._watch(pending))
        self._lines.setdefault(at, deque()).appendleft(pending)

    def is_open(self, at: Hashable) -> bool:
        return any(pending.free for pending in self._lines.get(at, ()))

    async def stop(self) -> None:
        await self._tasks.stop()

    async def _watch(self, pending: PendingInteraction) -> None:
        await wait_until(self._clock, pending.deadline)
        pending.timer = None  # taking it stops the watch, which is this one
        if pending.take() and pending.late is not None:
            self._sweep()
            await pending.late(pending)

    def _sweep(self) -> None:
        for at, line in tuple(self._lines.items()):
            self._lines[at] = deque(pending for pending in line if pending.free)
            self._tidy(at)

    def _tidy(self, at: Hashable) -> None:
        if not self._lines.get(at):
            self._lines.pop(at, None)
