"""What is due or behind is found for the chats of one process, each by exactly one of all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.bootstrap import LEASE_NUMBERS
from bot.cluster.chat_leases import ChatLeases
from data.coordination import ChatScope
from data.postgres.store import open_postgres
from data.records import SHARDS, BoardRecord, ChatKey
from tests.fakes.postgres_server import missing, shared
from tests.fakes.store_samples import after, table

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")
CHATS = (
    *(ChatKey("telegram", f"-100{number}", str(number % 3) if number % 2 else "") for number in range(30)),
    ChatKey("web", "family"),
    *(ChatKey("web", f"app-{digit}0123", "hand" if digit < "8" else "") for digit in "079af"),
    ChatKey("discord", "42"),
    ChatKey("matrix", "42"),
)


async def test_each_table_is_due_and_each_board_behind_for_whoever_holds_its_chats_lease() -> None:
    store, leases = await open_postgres(await shared().cleared()), ChatLeases(LEASE_NUMBERS)
    for number, chat in enumerate(CHATS):
        name = f"t{number}"
        now = table(name, chat=chat, due=float(number))
        await store.create(now, limit=9)
        await store.create(replace(now, id=f"n{number}", due=None, seats=(), created=float(number)), limit=9)
        await store.save_board(BoardRecord(name, chat, f"m{number}", 0))
        newer, log = after(now)
        await store.update(newer, expected=0, moves=log)
    served = frozenset({"telegram", "web", "matrix"})
    every = [f"telegram/{number}" for number in range(SHARDS)]
    first = ChatScope(frozenset({*every[:20], "matrix/0", *(f"apps/{number}" for number in range(8))}), served)
    second = ChatScope(
        frozenset({*every[20:], "web/0", *(f"apps/{number}" for number in range(8, 16))}), served, others=True
    )
    found: list[str] = []
    unshown: list[str] = []
    for scope in (first, second):
        due = [name for name, _ in await store.due_tables_of(scope, 1e9, 100)]
        behind = await store.dirty_boards_of(scope, 100)
        assert [board.table for board in behind] == sorted(due, key=lambda name: int(name[1:]))
        for board in behind:
            lease = await leases.of(board.chat, lambda _: 1)
            assert f"{lease.group}/{lease.number}" in scope.leases or board.chat.platform == "discord"
        mine = await store.unshown_tables_of(scope, 0.0, 100)
        assert [name[1:] for name in mine] == [name[1:] for name in due]
        unshown += mine
        found += due
    assert sorted(found) == sorted(f"t{number}" for number in range(len(CHATS)))
    assert len(unshown) == len(CHATS)
    nothing = replace(first, leases=frozenset())
    assert await store.due_tables_of(nothing, 1e9, 100) == await store.unshown_tables_of(nothing, 0.0, 100) == []
    assert len(await store.due_tables_of(second, 1e9, 1)) == 1
    await store.close()
