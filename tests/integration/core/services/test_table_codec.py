"""Tables and their records: what is stored is read, and what was read is stored again as it was."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.domain.table import StartedTable
from bot.core.domain.table_values import IncidentKind
from bot.core.services.table_codec import fault_of, heading_of, record_of, table_of
from data.open_store import open_store
from data.records import ChatKey, MoveRecord, PersonKey, SeatRecord, Status, TableRecord
from data.store import Store
from tests.fakes.room import ANA, BEA, CAI, CHAT, room

FIRST_RELEASE = Path(__file__).parents[2] / "data" / "first_release.sql"

WORDS = st.text(max_size=12)
SEAT_NUMBERS = st.lists(st.integers(0, 5), max_size=3)
MOMENTS = st.none() | st.floats(0, 4e9)
VERSIONS = st.none() | st.integers(0, 999)
PERSON = st.tuples(WORDS, WORDS).map(list)
NAMED = st.tuples(WORDS, WORDS, WORDS).map(list)
WISH = {
    "throws": st.sampled_from(["each", "hand", "self"]),
    "version": st.integers(0, 999),
    "seat": st.integers(0, 5),
    "agreed": SEAT_NUMBERS,
}
SETTLED = {"mark": WORDS, "seat": st.integers(0, 5), "no": st.none() | st.integers(0, 5)}
OPTIONS = st.fixed_dictionaries(
    {
        "auto": st.booleans(),
        "page": WORDS,
        "contributions": st.lists(WORDS, max_size=2),
        "mixers": st.lists(NAMED, max_size=2),
        "stakes": st.dictionaries(st.sampled_from(["5", "15"]), st.integers(1, 100)),
        "laid": st.integers(0, 99),
        "started": VERSIONS,
        "ended": VERSIONS,
        "previous": st.none() | WORDS,
        "following": st.none() | WORDS,
        "door": st.none() | st.tuples(WORDS, WORDS, WORDS).map(list),
        "first": st.none() | WORDS,
        "tournament": st.none() | WORDS,
        "event": WORDS,
        "pace": st.sampled_from(["none", "live:60", "daily:48"]),
        "deadline": MOMENTS,
        "remind": MOMENTS,
        "postponed": st.booleans(),
        "closes": MOMENTS,
        "claim": MOMENTS,
        "claimable": st.booleans(),
        "out": st.floats(0, 1e6),
        "back": st.floats(0, 1e6),
        "awaited": SEAT_NUMBERS,
        "gathers": st.booleans(),
        "until": MOMENTS,
        "warned": VERSIONS,
        "there": st.booleans(),
        "nudge": MOMENTS,
        "starts": MOMENTS,
        "stops": MOMENTS,
        "holiday": MOMENTS,
        "idle": st.booleans(),
        "ending": st.booleans(),
        "votes": SEAT_NUMBERS,
        "private": st.booleans(),
        "invited": st.lists(PERSON, max_size=2),
        "barred": st.lists(PERSON, max_size=2),
        "swap": st.just([]) | st.tuples(st.integers(0, 5), st.integers(0, 5)).map(list),
        "rated": st.booleans(),
        "offered": st.lists(st.tuples(st.integers(0, 5).map(str), WORDS, WORDS, WORDS).map(list), max_size=2),
        "asked": VERSIONS,
        "faded": st.booleans(),
        "takeback": st.just({})
        | st.fixed_dictionaries(
            {"entries": st.integers(0), "plies": st.integers(1), "seat": st.integers(0, 5), "agreed": SEAT_NUMBERS}
        ),
        "answered": st.just({})
        | st.fixed_dictionaries({"mark": WORDS, "seat": st.integers(0, 5), "no": st.none() | st.integers(0, 5)}),
        "imported": st.booleans(),
        "called": st.lists(NAMED, max_size=2),
        "incidents": st.lists(
            st.tuples(
                st.integers(0, 99),
                st.sampled_from([*(kind.value for kind in IncidentKind), "of a newer version"]),
                st.integers(-1, 5),
                st.just("") | st.just("web"),
                st.just("ana"),
                WORDS,
            ).map(lambda entry: list(entry) if entry[3] else [*entry[:3], "", "", entry[5]]),
            max_size=2,
        ),
        "known_as": st.none() | WORDS,
        "counted": SEAT_NUMBERS,
        "signature": st.lists(WORDS, max_size=2),
        "own": st.booleans(),
        "dice": st.integers(1, 2),
        "demonstration": st.booleans(),
        "mixed": MOMENTS,
        "voided": st.lists(NAMED, max_size=2),
        "voided_at": VERSIONS,
        "throws": st.none() | st.sampled_from(["each", "hand", "self"]),
        "pause": st.none() | st.sampled_from(["calm", "quick", "none"]),
        "board": st.none() | st.sampled_from(["follow", "calm", "fixed"]),
        "lot": st.sampled_from(["hand", "self"]),
        "bots": st.sampled_from(["casual", "master"]),
        "matched": st.booleans(),
        "hints": st.none() | st.booleans(),
        "chances": st.booleans(),
        "placed": SEAT_NUMBERS,
        "removed": SEAT_NUMBERS,
        "hinted": st.lists(st.tuples(st.integers(0, 99), st.integers(0, 5)).map(list), max_size=2),
        "throws_wish": st.just({}) | st.fixed_dictionaries(WISH),
        "throws_settled": st.just({}) | st.fixed_dictionaries(SETTLED),
        "throws_chosen": st.lists(
            st.tuples(st.integers(0, 5), st.sampled_from(["each", "hand", "self"])), max_size=3
        ),
        "rolls_on": SEAT_NUMBERS,
    }
)
"""Every key that this version stores, as it stores it."""
RESULTS = st.none() | st.tuples(SEAT_NUMBERS, WORDS, MOMENTS).map(
    lambda told: {"places": told[0], "reason": told[1], **({} if told[2] is None else {"at": told[2]})}
)
RULES = st.sampled_from([{"preset": "spanish", "colours": 4}, {"colours": 6, "preset": "italian", "play_on": True}])
TEAMS = st.sampled_from([None, [[0, 2], [1, 3]], [[0, 2, 4], [1, 3, 5]]])


def compact(options: object) -> str:
    return json.dumps(options, sort_keys=True, separators=(",", ":"))


@given(
    OPTIONS, RULES, TEAMS, RESULTS, st.sampled_from([Status.LOBBY, Status.CANCELLED]), st.integers(0, 999), MOMENTS
)
def test_a_record_that_was_read_is_stored_as_it_was(
    options: dict[str, object],
    rules: dict[str, object],
    teams: list[list[int]] | None,
    result: dict[str, object] | None,
    status: Status,
    version: int,
    due: float | None,
) -> None:
    record = TableRecord(
        "abc234",
        ChatKey("web", "room", "thread"),
        "parchis",
        PersonKey("web", "ana"),
        bytes(range(32)),
        (
            SeatRecord("Y", PersonKey("web", "ana"), "Ana"),
            SeatRecord("R", computer="greedy"),
            *map(SeatRecord, "BGPO"),
        ),
        json.dumps(rules),
        json.dumps(teams),
        compact(options),
        status,
        version,
        result=None if result is None else json.dumps(result),
        created=1.5,
        updated=2.5,
        due=due,
        back=options["back"],
    )
    assert record_of(heading_of(record)) == record


async def folded(store: Store, record: TableRecord) -> TableRecord:
    """A record read with its log, and written again."""
    log = tuple(await store.moves(record.id))[: record.plies]
    return record_of(table_of(record, log))


@pytest.mark.parametrize("line", ["/play palma", "/play parchis seats=Y,R,B", "/play parchis teams=YR,BG"])
async def test_tables_that_people_play_at_are_stored_as_they_were(line: str) -> None:
    async with room() as place:
        code = await place.opened(line)
        people = (BEA, CAI) if "palma" not in line else (BEA,)
        for who in people:
            await place.say(who, "/join")
        await place.say(BEA, "/mix blue elephants")
        for _ in range(2):
            for record in await place.store.all_tables(tuple(Status)):
                assert await folded(place.store, record) == record
            if (await place.table(code)).status is Status.LOBBY:
                await place.say(ANA, "/start")
        await place.play_out(code, [ANA, *people])
        for record in await place.store.all_tables(tuple(Status)):
            assert await folded(place.store, record) == record
            assert fault_of(record, await place.store.moves(record.id)) is None


async def test_tables_of_the_first_release_are_read_and_what_they_lack_is_as_it_was_then(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as old:
        old.executescript(FIRST_RELEASE.read_text("utf-8"))
    store = await open_store(f"sqlite:///{path}")
    try:
        records = await store.all_tables(tuple(Status))
        assert {record.status for record in records} >= {Status.OVER, Status.PLAYING, Status.LOBBY}
        for record in records:
            again = await folded(store, record)
            assert json.loads(record.options).items() <= json.loads(again.options).items()
            assert replace(again, options=record.options) == record
            assert await folded(store, again) == again, "written once by this version it stays as it is"
    finally:
        await store.close()


def test_a_log_that_does_not_fit_its_record_is_not_read() -> None:
    record = TableRecord(
        "abc234",
        CHAT,
        "palma",
        ANA.key,
        bytes(32),
        (SeatRecord("D"), SeatRecord("J")),
        status=Status.PLAYING,
        plies=1,
    )
    with pytest.raises(ValueError, match="its log has 0 entries, not 1"):
        table_of(record, ())
    assert fault_of(record, []) == "its log has 0 entries, not 1"
    with pytest.raises(ValueError, match="nonsense"):
        table_of(record, (MoveRecord(0, 1, "nonsense", 0, None, 0.0),))
    with pytest.raises(ValueError, match="no text"):
        table_of(replace(record, damaged=True), ())
    begun = table_of(replace(record, plies=0, rules='{"preset":"classic"}'), ())
    assert isinstance(begun, StartedTable)
