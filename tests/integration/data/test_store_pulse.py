"""The store knows when the program last ran, and nothing else of it."""

from __future__ import annotations

from data.store import Store


async def test_the_last_moment_is_kept_and_no_other(store: Store) -> None:
    assert await store.last_beat() is None
    await store.beat(12.5)
    await store.beat(13)
    assert await store.last_beat() == 13.0
