"""What every store promises about looking back: a chat's games, the last one, past ones, and how often moves came."""

from __future__ import annotations

import pytest

from data.errors import TableExists
from data.records import ChatKey, Status, TableSubscription
from data.store import Store
from tests.fakes.store_samples import CHAT, after, table

PARK = ChatKey("other", "park")


async def begun(store: Store, name: str, updated: float, status: Status = Status.PLAYING, **changes: object) -> None:
    """A table that has been played at."""
    await store.create(table(name, **changes), limit=99)
    now, log = after(table(name, updated=updated, status=status, **changes))
    await store.update(now, expected=0, moves=log)


async def test_games_are_listed_open_ones_first_and_then_the_newest(store: Store) -> None:
    await begun(store, "old", 2.0, Status.OVER)
    await begun(store, "new", 3.0, Status.OVER)
    await begun(store, "open", 1.0)
    await begun(store, "elsewhere", 9.0, chat=PARK)
    await store.create(table("lobby"), limit=99)
    await store.create(table("never", status=Status.CANCELLED), limit=99)
    assert [game.id for game in await store.games(CHAT, limit=9)] == ["open", "lobby", "new", "old"]
    assert [game.id for game in await store.games(CHAT, limit=2, skip=1)] == ["lobby", "new"]
    assert [game.id for game in await store.games(CHAT, limit=10**30, skip=-1)] == ["open", "lobby", "new", "old"]
    assert await store.games(CHAT, limit=-1) == await store.games(CHAT, limit=0) == []
    assert (await store.games(PARK, limit=1))[0] == await store.table("elsewhere")


async def test_the_last_game_is_where_something_happened_last(store: Store) -> None:
    await store.create(table("lobby", updated=99.0), limit=99)
    assert await store.last_game(CHAT) is None
    await begun(store, "one", 5.0)
    await begun(store, "two", 4.0, Status.OVER)
    assert await store.last_game(CHAT) == "one"
    await begun(store, "shown", 6.0, chat=PARK)
    assert await store.last_game(CHAT) == "one"
    await store.save_place(TableSubscription("shown", CHAT))
    assert await store.last_game(CHAT) == "shown"


async def test_the_first_table_of_a_chat_is_the_oldest_that_was_opened_there(store: Store) -> None:
    assert await store.first_table(CHAT) is None
    await begun(store, "shown", 1.0, chat=PARK)
    await store.save_place(TableSubscription("shown", CHAT))
    await begun(store, "one", 5.0)
    await begun(store, "two", 4.0)
    assert await store.first_table(CHAT) == "one"


async def test_a_past_game_comes_whole_and_counts_for_no_limit(store: Store) -> None:
    await store.create(table("open"), limit=1)
    past, log = after(table("past", status=Status.OVER), 3)
    await store.add_past(past, log)
    assert await store.table("past") == past
    assert await store.moves("past") == log
    with pytest.raises(TableExists):
        await store.add_past(past, log)
    other, wrong = after(table("other", status=Status.OVER), 3)
    with pytest.raises(ValueError, match="of 3 plies has 2 moves"):
        await store.add_past(other, wrong[1:])
    assert await store.table("other") is None


async def test_moves_are_counted_by_game_in_the_newest_tables_that_were_played_here(store: Store) -> None:
    for name, game, options in (("t1", "palma", "{}"), ("t2", "parchis", "{}"), ("t3", "palma", '{"imported":true}')):
        now, log = after(table(name, game=game, options=options, status=Status.OVER), 2)
        await store.add_past(now, log)
    now, log = after(table("t4", game="palma", status=Status.OVER))
    await store.add_past(now, log)
    assert await store.log_counts(CHAT, tables=9) == {"palma": {"m0": 2, "m1": 1}, "parchis": {"m0": 1, "m1": 1}}
    assert await store.log_counts(CHAT, tables=1) == {"palma": {"m0": 1}}
    assert await store.log_counts(CHAT, tables=0) == await store.log_counts(CHAT, tables=-1) == {}
    assert await store.log_counts(PARK, tables=9) == {}
