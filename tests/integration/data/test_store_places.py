"""Where else a table is shown, asked of each store."""

from __future__ import annotations

from dataclasses import replace

import pytest

from data.errors import ChannelFull, StaleTable
from data.records import ChatKey, ChatRecord, PersonKey, TableDisplayRecord, TableSubscription
from data.store import Store
from tests.fakes.store_samples import CHAT, after, board, table

AWAY, FURTHER = ChatKey("other", "park"), ChatKey("other", "park", "2")
BEA = PersonKey("other", "bea")


async def shown(store: Store) -> list[TableSubscription]:
    display = await store.display("t1")
    assert display is not None
    return sorted(display.places, key=repr)


async def test_all_that_showing_needs_is_of_one_moment(store: Store) -> None:
    assert await store.display("t1") is None
    await store.create(table(), limit=9)
    assert await store.display("t1") == TableDisplayRecord(0, CHAT, (), (), (), ())
    here, there = ChatRecord(CHAT, "it"), ChatRecord(AWAY, None, '{"theme":"dark"}')
    for chat in (here, there, ChatRecord(FURTHER)):
        await store.save_chat(chat)
    watched = TableSubscription("t1", AWAY)
    await store.save_place(watched)
    for message in ("m2", "m1"):
        await store.save_board(board(message=message))
    await store.update(after(table())[0], expected=0, moves=after(table())[1])
    display = await store.display("t1")
    assert display is not None
    assert (display.version, display.chat, display.places) == (1, CHAT, (watched,))
    assert display.boards == (board(message="m2"), board(message="m1"))
    assert sorted(display.chats, key=repr) == sorted((here, there), key=repr)


async def test_a_person_plays_from_one_chat_and_many_watch(store: Store) -> None:
    await store.create(table(), limit=9)
    watching = [TableSubscription("t1", AWAY), TableSubscription("t1", FURTHER)]
    for place in (*watching, *watching):
        await store.save_place(place)
    await store.save_place(TableSubscription("t1", AWAY, BEA))
    await store.save_place(TableSubscription("t1", FURTHER, BEA))
    assert await shown(store) == sorted(
        [*watching, TableSubscription("t1", FURTHER, BEA)], key=repr
    )  # fmt: skip
    await store.save_place(TableSubscription("t1", CHAT, BEA))
    assert await shown(store) == sorted(watching, key=repr)
    await store.drop_places("t1", AWAY)
    assert await shown(store) == [TableSubscription("t1", FURTHER)]


async def test_without_a_table_there_is_no_place(store: Store) -> None:
    await store.save_place(TableSubscription("t1", AWAY))
    await store.create(table(), limit=9)
    assert await shown(store) == []


async def test_written_with_the_table_or_not_at_all(store: Store) -> None:
    place = TableSubscription("t1", AWAY, BEA)
    await store.create(table(), limit=9, places=[TableSubscription("t1", FURTHER)])
    with pytest.raises(StaleTable):
        await store.update(replace(table(), version=6), expected=5, place=place)
    assert await shown(store) == [TableSubscription("t1", FURTHER)]
    await store.update(replace(table(), version=1), expected=0, place=place)
    assert place in await shown(store)


async def test_a_chat_lists_what_it_shows_but_only_its_own_count(store: Store) -> None:
    await store.create(table("t1", created=1.0), limit=1)
    await store.create(table("t2", created=2.0, chat=AWAY), limit=1)
    for person in (None, BEA):
        await store.save_place(TableSubscription("t1", AWAY, person))
    assert [one.id for one in await store.tables(AWAY)] == ["t1", "t2"]
    assert [one.id for one in await store.tables(CHAT)] == ["t1"]
    with pytest.raises(ChannelFull):
        await store.create(table("t3", chat=AWAY), limit=1)
    await store.create(table("t3", chat=AWAY), limit=2)


async def test_places_move_with_their_chat(store: Store) -> None:
    await store.create(table(), limit=9)
    await store.save_place(TableSubscription("t1", AWAY, BEA))
    await store.save_place(TableSubscription("t1", AWAY))
    await store.save_place(TableSubscription("t1", FURTHER))
    assert await store.move_chat(AWAY, FURTHER) == ["t1"]
    assert await shown(store) == sorted(
        [TableSubscription("t1", FURTHER, BEA), TableSubscription("t1", FURTHER)], key=repr
    )  # fmt: skip
    assert await store.table("t1") == table()


async def test_the_last_game_of_a_chat_is_one_that_it_shows_and_that_has_begun(store: Store) -> None:
    assert await store.last_game(CHAT) is None
    for name, chat, updated, snapshot in (
        ("t1", CHAT, 3.0, "{}"),
        ("t2", CHAT, 5.0, "{}"),
        ("t3", CHAT, 9.0, None),
        ("t4", AWAY, 7.0, "{}"),
    ):
        await store.create(table(name, chat=chat, updated=updated, snapshot=snapshot), limit=9)
    assert await store.last_game(CHAT) == "t2"
    await store.save_place(TableSubscription("t4", CHAT))
    assert await store.last_game(CHAT) == "t4"
