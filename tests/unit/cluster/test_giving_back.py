"""Leases are given back once what is under way has ended, and what has not is said in one line."""

from __future__ import annotations

import asyncio

import pytest

from bot.cluster import giving_back
from bot.cluster.giving_back import GivingBack
from bot.cluster.held_leases import HeldLeases, Pace
from data.coordination import LeaseKey
from data.errors import StoreFailed

SHARDS = [LeaseKey("telegram", number) for number in range(6)]
POLLER = LeaseKey("telegram-poller", 0)


async def given_back(caplog: pytest.LogCaptureFixture, giving: GivingBack) -> list[str]:
    """What is logged when all shards and the poller are given back."""
    giving.give([*SHARDS, POLLER])
    giving.give(SHARDS)  # asked twice
    await giving.done()
    return [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]


def giver(freed: list[str]) -> GivingBack:
    held = HeldLeases(Pace())
    held.take(dict.fromkeys([*SHARDS, POLLER], 1), held.now())

    async def free(lease: LeaseKey, _: int) -> None:
        if lease == SHARDS[5]:
            raise StoreFailed("no answer")
        freed.append(lease.name)

    return GivingBack(held, free)


async def test_what_does_not_end_is_said_once_a_round_by_its_name(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(giving_back, "RELEASING", 0.01)
    freed: list[str] = []
    giving = giver(freed)

    async def never(_: str) -> None:
        await asyncio.Event().wait()

    async def broken(_: str) -> None:
        raise RuntimeError("no")

    async def at_once(_: str) -> None:
        return

    giving.releasing("telegram", never, "updates in line")
    giving.releasing("telegram", at_once, "boards on their way")
    giving.releasing("telegram-poller", broken, "asking for updates")
    assert await given_back(caplog, giving) == [
        "7 leases are released with unfinished work after 0.01 s: "
        "asking for updates: RuntimeError: no (telegram-poller/0); "
        "updates in line (telegram/0, telegram/1, telegram/2 and 3 more)"
    ]
    assert set(freed) == {lease.name for lease in (*SHARDS[:5], POLLER)}


async def test_nothing_is_said_where_all_has_ended(caplog: pytest.LogCaptureFixture) -> None:
    freed: list[str] = []
    assert await given_back(caplog, giver(freed)) == []
    assert len(freed) == 6
