"""Of several processes all serve the apps, and one the plain page."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from bot.core.services.ownership import WEB, SoleOwnership
from bot.platforms.base import CannotStart, Unreachable
from bot.platforms.web.sharing import HERE, Sharing
from data.records import ChatKey
from tests.fakes.owners import Owners

LEASE = WEB.lease()
PLAIN = ("/", "/session", "/socket", HERE, "/c/salon/game/abc234")
COMMON = ("/telegram", "/telegram/socket", "/app.js")


class Port:
    """A port that another process of this machine may have."""

    def __init__(self) -> None:
        self.taken = True

    async def serve(self) -> list[str]:
        if self.taken:
            raise CannotStart("the port is in use")
        return ["here"]


class Shown:
    """A page that shows a chat."""

    prefix = "ana"
    names: list[Any] = []  # noqa: RUF012 - nobody is there

    def __init__(self, chat: ChatKey | None) -> None:
        self.chat, self.dropped = chat, 0

    def send(self, frame: Mapping[str, Any]) -> None:
        """Nothing is sent here."""

    def drop(self) -> None:
        self.dropped += 1

    async def meet(self, people: list[dict[str, Any]]) -> None:
        """Nobody comes here."""


async def turned() -> None:
    """Let everybody do what there is to do."""
    for _ in range(30):
        await asyncio.sleep(0)


async def test_only_the_holder_of_the_lease_answers_at_the_plain_pages_addresses() -> None:
    owners = Owners()
    one, other = owners.join(), owners.join()
    owners.hold(LEASE, one)
    here, there = Sharing(one, has_apps=True), Sharing(other, has_apps=True)
    assert [here.serves(path) for path in (*PLAIN, *COMMON)] == [True] * 8
    assert [there.serves(path) for path in (*PLAIN, *COMMON)] == [False] * 5 + [True] * 3
    for alone in (Sharing(SoleOwnership(), has_apps=True), Sharing(other, has_apps=False)):
        assert all(alone.serves(path) for path in PLAIN)


async def test_a_process_whose_port_is_taken_waits_for_the_page() -> None:
    owners, port = Owners(), Port()
    one = owners.join()
    sharing = Sharing(one, has_apps=True)
    opening = asyncio.create_task(sharing.open(port.serve))
    await turned()
    assert sharing.waits
    port.taken = False
    owners.hold(LEASE, one)
    assert await opening == ["here"]
    assert not sharing.waits


async def test_a_port_that_stays_taken_is_tried_again_or_told() -> None:
    owners, port = Owners(), Port()
    one = owners.join()
    sharing = Sharing(one, has_apps=True)
    opening = asyncio.create_task(sharing.open(port.serve))
    await turned()
    owners.hold(LEASE, one)
    with pytest.raises(Unreachable, match="in use"):
        await opening
    with pytest.raises(CannotStart):  # at the very start it is a setting that is wrong
        await sharing.open(port.serve)
    with pytest.raises(CannotStart):
        await Sharing(SoleOwnership(), has_apps=True).open(port.serve)


async def test_a_page_whose_chat_another_process_shows_is_dropped() -> None:
    owners = Owners()
    one = owners.join()
    room, other = ChatKey("web", "app-0abc"), ChatKey("web", "app-1abc")
    await owners.give(room, one)
    kept, dropped, early = Shown(room), Shown(other), Shown(None)
    keeping = asyncio.create_task(Sharing(one, has_apps=True).keep([kept, dropped, early]))
    await turned()
    assert (kept.dropped, dropped.dropped, early.dropped) == (0, 1, 0)
    await owners.give(room, None)
    await turned()
    assert kept.dropped == 1
    keeping.cancel()
