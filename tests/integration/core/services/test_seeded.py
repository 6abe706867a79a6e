"""With a seed the same games come again, and a restart does not run out of codes."""

from __future__ import annotations

from bot.core.domain.table import Table
from data.open_store import open_store
from data.store import Store
from tests.fakes.room import ANA, Room, room


async def opened_and_closed(place: Room, count: int) -> list[Table]:
    found = []
    for _ in range(count):
        assert (await place.say(ANA, "/play palma")).notice is None
        found.append(await place.table())
        await place.say(ANA, "/close")
    return found


async def process(store: Store, count: int) -> list[Table]:
    """What one start of the program opens."""
    async with room(store, seed="demo") as place:
        return await opened_and_closed(place, count)


async def test_a_restart_opens_tables_however_many_there_were() -> None:
    store = await open_store("sqlite:///:memory:")
    try:
        first, second = await process(store, 12), await process(store, 3)
        assert len({record.seed for record in (*first, *second)}) == 15
    finally:
        await store.close()


async def test_a_fresh_database_brings_the_same_games() -> None:
    found = []
    for _ in range(2):
        async with room(seed="demo") as place:
            found.append([(record.id, record.seed) for record in await opened_and_closed(place, 3)])
    assert found[0] == found[1]
