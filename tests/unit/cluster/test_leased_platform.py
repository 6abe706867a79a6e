"""A platform that one process serves at a time is opened with its lease, and left before another may open it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.cluster.leased_platform import LeasedPlatform
from bot.core.services.ownership import WEB
from bot.platforms.base import CannotStart, Unreachable
from tests.fakes.owners import Owners

LEASE = WEB.lease()
CORE: Any = None


class Page:
    """A platform that notes what is asked of it."""

    name = "web"
    limiter = None
    authority: Any = None
    messenger: Any = None

    def __init__(self) -> None:
        self.told: list[str] = []
        self.connected = False
        self.refusal: CannotStart | None = None
        self.ended = asyncio.Event()

    async def open(self, core: Any) -> list[str]:
        if self.refusal is not None:
            raise self.refusal
        self.told.append("open")
        self.connected = True
        return ["here"]

    async def lost(self) -> None:
        await self.ended.wait()

    async def leave(self) -> None:
        self.told.append("leave")
        self.connected = False

    async def drain(self) -> None:
        self.told.append("drain")

    async def close(self) -> None:
        self.told.append("close")


async def turned() -> None:
    """Let everybody do what there is to do."""
    for _ in range(30):
        await asyncio.sleep(0)


async def test_it_waits_for_its_lease_and_is_well_meanwhile() -> None:
    owners, page = Owners(), Page()
    one = owners.join()
    platform = LeasedPlatform(page, one, WEB)
    opening = asyncio.create_task(platform.open(CORE))
    await turned()
    assert page.told == []
    assert platform.connected
    owners.hold(LEASE, one)
    assert await opening == ["here"]
    assert page.told == ["open"]


async def test_it_is_left_once_when_the_lease_is_given_back_and_opened_when_it_comes_again() -> None:
    owners, page = Owners(), Page()
    one = owners.join()
    owners.hold(LEASE, one)
    platform = LeasedPlatform(page, one, WEB)
    await platform.open(CORE)
    holding = asyncio.create_task(platform.lost())
    await turned()
    owners.hold(LEASE, None)
    await one.releases[0](LEASE)
    await turned()
    assert page.told == ["open", "drain", "leave"]
    owners.hold(LEASE, one)
    await turned()
    assert page.told[-1] == "open"
    page.ended.set()
    await asyncio.wait_for(holding, 10)


async def test_a_door_that_another_process_still_has_is_tried_again() -> None:
    owners, page = Owners(), Page()
    one = owners.join()
    platform = LeasedPlatform(page, one, WEB)
    page.refusal = CannotStart("the port is in use")
    opening = asyncio.create_task(platform.open(CORE))
    await turned()
    owners.hold(LEASE, one)
    with pytest.raises(Unreachable, match="in use"):
        await opening
    with pytest.raises(CannotStart):  # at the very start it is a setting that is wrong
        await platform.open(CORE)
