"""Thinking without a process: the work is done at once, where it was asked for."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import ClassVar, TypeVar

from bot.core.services.thinking import Lane, NoThought, Thinking

T = TypeVar("T")


class AtOnce:
    """A worker that does everything itself; `broken`, it fails as a process would that died."""

    broken = False

    def __init__(self, lane: Lane) -> None:
        self.lane = lane

    async def do(self, work: Callable[..., T], *arguments: object) -> T:
        if self.broken:
            raise NoThought("the process has ended")
        return work(*arguments)

    async def close(self) -> None:
        """Have nothing to end."""


class Remembered(AtOnce):
    """A worker that does the same work only once, for tests that do it after each of a hundred damages."""

    _done: ClassVar[dict[bytes, bytes]] = {}

    async def do(self, work: Callable[..., T], *arguments: object) -> T:
        wanted = pickle.dumps((work, arguments))
        if wanted not in self._done:
            self._done[wanted] = pickle.dumps(await super().do(work, *arguments))
        done: T = pickle.loads(self._done[wanted])  # noqa: S301 - our own
        return done


class NeverThere(AtOnce):
    broken = True


def at_once() -> Thinking:
    return Thinking(AtOnce)


def remembered() -> Thinking:
    return Thinking(Remembered)
