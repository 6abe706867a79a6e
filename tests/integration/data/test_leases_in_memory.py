"""The database of the simulated schedules answers as a server does."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from time import monotonic
from typing import Any

import pytest

from data.coordination import LeaseKey, Roll
from data.inbox import UpdateRecord
from data.open_store import open_coordination
from data.postgres.store import open_postgres
from tests.fakes.postgres_server import missing, shared
from tests.fakes.schedules.database import Database

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")

NAMES, GROUPS = ("one", "two", "three"), {"telegram": 3, "web": 1}
LONG, OVER = 1000.0, -1000.0
"""Leases that outlast the test, and such that have expired when they are granted."""


def drawn(luck: Random, tokens: dict[str, dict[LeaseKey, int]]) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
    """Return a call, by a process that may believe what is no longer true."""
    name, group = luck.choice(NAMES), luck.choice(list(GROUPS))
    believed = {key: token for key, token in tokens[name].items() if luck.random() < 0.8}
    lasts = LONG if luck.random() < 0.7 else OVER
    match luck.choice(("beat", "take", "take", "give_back", "leave", "join")):
        case "beat":
            return "beat", (name, [group], believed), {"lasts": lasts}
        case "take":
            beside = [key for key in believed if key.group == group]
            most, count = luck.randint(1, 3), luck.randint(1, GROUPS[group])
            return "take", (name, group, most), {"count": count, "lasts": lasts, "beside": beside}
        case "give_back":
            return "give_back", (name, believed), {}
        case "leave":
            return "leave", (name,), {}
    return "join", (name, GROUPS), {"lasts": LONG}


def comparable(answer: object) -> object:
    """Leave out what depends on the clock."""
    return replace(answer, rest=answer.rest is None) if isinstance(answer, Roll) else answer


async def test_leases() -> None:
    server = open_coordination(await shared().cleared())
    database, luck = Database(monotonic), Random(1)
    tokens: dict[str, dict[LeaseKey, int]] = {name: {} for name in NAMES}
    try:
        for call in [("join", (name, GROUPS), {"lasts": LONG}) for name in NAMES]:
            await getattr(server, call[0])(*call[1], **call[2])
            getattr(database, call[0])(*call[1], **call[2])
        for number in range(400):
            kind, asked, named = drawn(luck, tokens)
            theirs = await getattr(server, kind)(*asked, **named)
            ours = getattr(database, kind)(*asked, **named)
            assert comparable(ours) == comparable(theirs), (number, kind, asked, named)
            if kind == "take":
                tokens[asked[0]] |= ours
    finally:
        await server.close()


async def test_the_inbox() -> None:
    store = await open_postgres(await shared().cleared())
    database, luck = Database(monotonic), Random(2)
    try:
        for _ in range(200):
            shards, numbers = luck.sample(range(4), 2), luck.sample(range(20), 5)
            updates = [UpdateRecord(number % 4, number, str(number)) for number in numbers]
            done = [(number % 4, number) for number in luck.sample(range(20), 3)]
            if luck.random() < 0.5:
                assert database.put_in(updates, most=3) == await store.put_in(updates, most=3)
            asked: dict[str, Any] = {"done": done, "known": numbers[:2], "limit": luck.randint(1, 6)}
            ours, theirs = database.take_out(shards, **asked), await store.take_out(shards, **asked)
            assert [replace(one, age=0.0) for one in ours] == [replace(one, age=0.0) for one in theirs]
            assert database.inbox_depth(shards)[0] == (await store.inbox_depth(shards))[0]
    finally:
        await store.close()
