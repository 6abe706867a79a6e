"""The store knows when the program last ran, and when it last did not."""

from __future__ import annotations

from data.records import OutageRecord
from data.store import Store


async def test_the_last_moment_is_kept_and_no_other(store: Store) -> None:
    assert await store.last_beat() is None
    assert await store.beat(12.5, seen=0, noticed=60) is None
    assert await store.beat(13, seen=0, noticed=60) is None
    assert await store.last_beat() == 13.0


async def test_a_long_silence_is_an_outage_unless_somebody_has_seen_the_program_run(store: Store) -> None:
    await store.beat(1000, seen=0, noticed=60)
    assert await store.beat(1059, seen=0, noticed=60) is None
    assert await store.beat(1159, seen=1100, noticed=60) is None
    outage = OutageRecord(1170.0, 1300.0)
    assert await store.beat(1300, seen=1170, noticed=60) == outage
    assert await store.beat(1310, seen=0, noticed=60) == outage  # another process learns of it


async def test_an_outage_is_told_until_it_is_made_good_and_one_that_follows_before_goes_on_with_it(
    store: Store,
) -> None:
    await store.beat(1000, seen=0, noticed=60)
    first = await store.beat(2000, seen=0, noticed=60)
    longer = await store.beat(3000, seen=0, noticed=60)
    assert longer == OutageRecord(1000.0, 3000.0)
    assert first is not None
    await store.made_good(first)
    assert await store.beat(3001, seen=0, noticed=60) == longer
    await store.made_good(longer)
    assert await store.beat(3002, seen=0, noticed=60) == OutageRecord(1000.0, 3000.0, made_good=True)
    assert await store.beat(4000, seen=0, noticed=60) == OutageRecord(3002.0, 4000.0)
