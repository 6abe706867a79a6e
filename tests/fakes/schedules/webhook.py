"""Telegram as the source of updates by webhook: each chat's are sent in order, the next after a 200."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from tests.fakes.schedules.link import Way
from tests.fakes.schedules.stage import Stage
from tests.fakes.schedules.telegram import Raw, raw_update

HELD, AGAIN = 5.0, 0.5
"""Seconds until an update is sent again, to any process: without an answer, and after another one than 200."""


class Target(Protocol):
    """A process that may be sent an update."""

    to_telegram: Way

    @property
    def listens(self) -> bool:
        """Return whether its port is open."""

    def receive(self, body: bytes, answer: Callable[[int], None]) -> None:
        """Take an update in; `answer` gets the status."""


class Webhook:
    """The updates that wait, each chat's in order."""

    def __init__(self, stage: Stage, luck: Random, targets: Sequence[Target]) -> None:
        """Send each update to one of the targets that listen then."""
        self._stage = stage
        self._luck = luck
        self._targets = targets
        self._waiting: dict[int, deque[Raw]] = {}

    def say(self, number: int, chat: int) -> None:
        """Have somebody write in a chat."""
        waiting = self._waiting.setdefault(chat, deque())
        waiting.append(raw_update(number, chat))
        if len(waiting) == 1:
            self._send(chat)

    def _send(self, chat: int) -> None:
        """Send the first of a chat, and again until it is taken in."""
        waiting = self._waiting[chat]
        if not waiting:
            return
        update = waiting[0]
        open_ones = [target for target in self._targets if target.listens]
        if not open_ones:
            self._stage.later(AGAIN, self._again, chat, update)
            return
        way = (target := self._luck.choice(open_ones)).to_telegram
        answered = False

        def answer(status: int) -> None:
            nonlocal answered
            if way.back and not answered:
                answered = True
                self._stage.later(way.delay, self._answered, chat, update, status)

        def missing() -> None:
            nonlocal answered
            if not answered:
                answered = True
                self._again(chat, update)

        if way.there:
            self._stage.later(way.delay, target.receive, json.dumps(update).encode(), answer)
        self._stage.later(HELD, missing)

    def _answered(self, chat: int, update: Raw, status: int) -> None:
        if status != 200:
            self._stage.later(AGAIN, self._again, chat, update)
        elif self._first(chat) is update:
            self._waiting[chat].popleft()
            self._send(chat)

    def _again(self, chat: int, update: Raw) -> None:
        if self._first(chat) is update:
            self._send(chat)

    def _first(self, chat: int) -> Raw | None:
        waiting = self._waiting[chat]
        return waiting[0] if waiting else None


class Request:
    """What the receiver reads of a request."""

    def __init__(self, body: bytes) -> None:
        self._body = body

    async def read(self) -> bytes:
        return self._body
