"""Thinking without a process: the work is done at once, where it was asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

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


class NeverThere(AtOnce):
    broken = True


def at_once() -> Thinking:
    return Thinking(AtOnce)
