"""Telegram as the source of updates by polling: it keeps each until it is confirmed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.fakes.schedules.link import Way
from tests.fakes.schedules.stage import Stage

Raw = dict[str, Any]


def raw_update(number: int, chat: int) -> Raw:
    return {"update_id": number, "message": {"chat": {"id": chat}}}


class TelegramDown(Exception):
    """No answer came, or another process polls."""


class Telegram:
    """The updates that nobody has confirmed."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._updates: list[Raw] = []
        self._poll: Callable[[list[Raw]], None] | None = None
        """Answers the poll that waits."""

    def say(self, number: int, chat: int) -> None:
        """Have somebody write in a chat."""
        self._updates.append(raw_update(number, chat))
        if self._poll is not None:
            poll, self._poll = self._poll, None
            poll(list(self._updates))

    def asked(self, offset: int | None, limit: int, hold: float, answer: Callable[[list[Raw]], None]) -> None:
        """Answer a poll, at once or once there is something; an earlier one that waits gets nothing."""
        if self._poll is not None:
            self._poll([])
        self._poll = None
        if offset is not None:
            self._updates = [one for one in self._updates if one["update_id"] >= offset]
        if self._updates or not hold:
            answer(self._updates[:limit])
        else:
            self._poll = answer
            self._stage.later(hold, self._over, answer)

    def _over(self, answer: Callable[[list[Raw]], None]) -> None:
        if self._poll is answer:
            self._poll = None
            answer([])


class Caller:
    """The client of one process, which polls."""

    def __init__(self, telegram: Telegram, way: Way, stage: Stage) -> None:
        self._telegram = telegram
        self._way = way
        self._stage = stage

    async def delete_webhook(self) -> None:
        """There is none."""

    async def raw_updates(self, wish: Raw, read_timeout: float) -> list[Raw]:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[list[Raw]] = loop.create_future()

        def back(updates: list[Raw]) -> None:
            if self._way.back:
                self._stage.later(self._way.delay, loop.call_soon, _give, answer, updates)

        if self._way.there:
            self._stage.later(
                self._way.delay, self._telegram.asked, wish.get("offset"), wish["limit"], wish["timeout"], back
            )
        try:
            async with asyncio.timeout(read_timeout):
                return await answer
        except TimeoutError:
            raise TelegramDown from None


def _give(answer: asyncio.Future[list[Raw]], updates: list[Raw]) -> None:
    if not answer.done():
        answer.set_result(updates)
