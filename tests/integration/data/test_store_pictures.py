"""By what name a platform has a picture, asked of each store."""

from __future__ import annotations

from data.store import Store
from tests.fakes.store_samples import table


async def test_a_picture_is_kept_until_there_is_a_newer_one_and_forgotten_by_its_age(store: Store) -> None:
    await store.note_picture("telegram", "digest", 0, "card", 5.0)
    await store.note_picture("telegram", "t1", 3, "third", 6.0)
    await store.note_picture("telegram", "t1", 2, "second", 7.0)
    assert await store.sent_picture("telegram", "t1") == ("third", 3)
    assert await store.sent_picture("discord", "t1") is None
    await store.forget_pictures(6.0)
    assert await store.sent_picture("telegram", "t1") == ("third", 3)
    assert await store.sent_picture("telegram", "digest") is None


async def test_a_picture_that_was_underway_while_its_table_changed_is_not_kept(store: Store) -> None:
    await store.create(table(), limit=9)
    await store.update(table(version=1), expected=0)
    await store.note_picture("telegram", "t1", 0, "names somebody", 5.0)
    assert await store.sent_picture("telegram", "t1") is None
    await store.note_picture("telegram", "t1", 1, "newest", 6.0)
    assert await store.sent_picture("telegram", "t1") == ("newest", 1)
