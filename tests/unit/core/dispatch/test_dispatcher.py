"""An outcome is delivered first and its table published afterwards, by the dispatcher and nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.dispatch.dispatcher import Dispatcher, deliver_later
from bot.core.messages.requests import Outcome, Person, Press, Request
from data.records import ChatKey, PersonKey
from tests.fakes.room import CutOff, cut_off, room

CHAT = ChatKey("fake", "room")
ANA = Person(PersonKey("fake", "ana"), "A\nna", "en")


class Watched:
    """A publisher and a router that note what they are asked, in order."""

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.events: list[str] = []

    def heard(self, chat: ChatKey) -> None:
        self.events.append(f"heard in {chat.chat}")

    async def publish(self, table: str) -> None:
        self.events.append(f"publish {table}")

    async def press(self, press: Press) -> Outcome:
        self.events.append(f"press of {press.person.name}")
        return self.outcome

    async def command(self, request: Request) -> Outcome:
        self.events.append(f"command of {request.person.name}")
        return self.outcome


async def dispatched(watched: Any, action: Request | Press) -> int:
    """Dispatch an action and return what delivering it gave."""

    async def deliver(outcome: Outcome) -> int:
        watched.events.append("deliver")
        return 7

    async with room() as place:
        dispatcher = Dispatcher(place.core.service, watched, watched)
        if isinstance(action, Press):
            return await dispatcher.press(action, deliver)
        return await dispatcher.command(action, deliver)


async def test_an_answer_comes_before_the_boards() -> None:
    watched = Watched(Outcome(table="abc234"))
    assert await dispatched(watched, Press(CHAT, ANA, "1", "abc234.1.throw")) == 7
    assert watched.events == ["heard in room", "press of A na", "deliver", "publish abc234"]


async def test_what_changed_no_table_publishes_none() -> None:
    watched = Watched(Outcome())
    await dispatched(watched, Request(CHAT, ANA, "help"))
    assert watched.events == ["heard in room", "command of A na", "deliver"]


async def test_what_could_not_be_delivered_is_not_published_by_whoever_failed() -> None:
    watched: Any = Watched(Outcome(table="abc234"))
    async with room() as place:
        dispatcher = Dispatcher(place.core.service, watched, watched)
        with pytest.raises(CutOff):
            await dispatcher.press(Press(CHAT, ANA, "1", "abc234.1.throw"), cut_off)
        assert "publish abc234" not in watched.events
        assert await dispatcher.press(Press(CHAT, ANA, "1", "abc234.1.throw"), deliver_later) is watched.outcome
        assert watched.events[-1] == "publish abc234"
