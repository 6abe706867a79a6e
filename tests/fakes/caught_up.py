"""Make sure that the boards are where their tables are."""

from __future__ import annotations

from data.records import Status
from tests.fakes.room import Room


async def assert_caught_up(place: Room) -> None:
    """Assert that every table shows its newest version in one message with buttons, the last of its boards."""
    assert await place.store.dirty_boards(9) == []
    for record in await place.store.all_tables(Status):
        boards = await place.store.boards(record.id)
        assert [board.version for board in boards] == [record.version]
        live = place.live(record.id)
        fresh = [m for m in live if m.tokens[0].startswith(f"{record.id}.{record.version}.")]
        questions = [m for m in live if any("resign" in token for token in m.tokens)]
        assert len(live) - len(questions) <= 1
        if record.status in (Status.LOBBY, Status.PLAYING):
            assert [m.id for m in fresh if m not in questions] == [boards[-1].message]
    nonces = [message.nonce for message in place.messenger.messages]
    assert len(set(nonces)) == len(nonces)
