"""A table that makes no sense harms nobody but itself."""

from __future__ import annotations

import json
import logging
from dataclasses import replace

import pytest

from bot.core.messages.button_tokens import Verb, encode
from data.open_store import open_store
from data.records import MoveRecord, TableRecord
from data.store import Store
from tests.fakes.messenger import FakeMessenger
from tests.fakes.room import ANA, BEA, room, said, shown, taken_up

UNKNOWN = json.dumps({"preset": "martian", "colours": 4})


async def spoilt(store: Store, code: str, *, moves: tuple[str, ...] = (), **changes: object) -> TableRecord:
    """A table as a later version of the program, or an accident, may have left it."""
    record = await store.table(code)
    assert record is not None
    version, plies = record.version + 1, record.plies
    log = [MoveRecord(plies + ply, version, move, 0, None, 0.0) for ply, move in enumerate(moves)]
    after = replace(record, version=version, plies=plies + len(moves), **changes)  # type: ignore[arg-type]
    await store.update(after, expected=record.version, moves=log)
    return after


@pytest.mark.parametrize("kind", ["rules", "log", "lobby"])
async def test_after_a_restart_the_other_tables_go_on(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    try:
        async with room(store, messenger) as place:
            if kind == "lobby":
                bad = await place.opened("/play")
            else:
                bad = await place.started("/play palma", BEA)
            good = await place.started("/play palma", BEA)
        if kind == "log":
            record = await spoilt(store, bad, moves=("nonsense",))
        else:
            record = await spoilt(store, bad, rules=UNKNOWN)
        caplog.set_level(logging.WARNING)
        async with room(store, messenger) as place:
            await taken_up(place.core)
            await place.core.publisher.idle()
            for verb in (Verb.LEAVE, Verb.CANCEL, Verb.THROW):
                assert "damaged" in said(await place.press(ANA, encode(bad, record.version, verb)))
            who = await place.acting(good, [ANA, BEA])
            assert (await place.say(who, f"/roll {good}")).notice is None
            assert "Only the host" in said(await place.say(BEA, f"/close {bad}"))
            assert "closed the table" in shown(await place.say(ANA, f"/close {bad}"))
            assert [one.id for one in await store.all_tables()] == [good]
            assert await store.dirty_boards(9) == []
            for who in (ANA, BEA):  # the only table here now
                assert (await place.say(who, "/rules")).screen is not None
        lines = [each.getMessage() for each in caplog.records]
        assert len(lines) == 1
        assert lines[0].startswith(f"tables, row {bad}, column content, cannot be read")
    finally:
        await store.close()


async def test_throwing_without_a_code_passes_over_it() -> None:
    async with room() as place:
        bad, good = await place.started("/play palma", BEA), await place.started("/play palma", BEA)
        await spoilt(place.store, bad, moves=("nonsense",))
        who = await place.acting(good, [ANA, BEA])
        assert (await place.say(who, "/roll")).table == good
