"""Fill a chat with rated games, as if they had been played."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from bot.core.messages.requests import Person
from data.records import ChatKey, PersonRecord, SeatRecord, Status, TableRecord
from data.result_records import ResultRecord, ResultSeat
from tests.fakes.puzzles import look
from tests.fakes.room import ANA, BEA, CAI, CHAT, Room

DAY = 86400.0


def at(*when: int) -> float:
    return datetime(*when, tzinfo=UTC).timestamp()  # type: ignore[arg-type]


START = at(2026, 11, 2, 12)
DECEMBER = at(2026, 12, 1)


async def played(place: Room, *people: Person, captures: int = 0, chat: ChatKey = CHAT) -> str:
    """Store a rated game that has just ended, with these people in order; the winner made some captures."""
    store, now = place.store, place.clock.now()
    code = f"T{len(await store.finished()):05}"
    seats = tuple(SeatRecord("YBRG"[n], one.key, one.name) for n, one in enumerate(people))
    for one in people:
        if await store.person(one.key) is None:
            await store.save_person(PersonRecord(one.key, one.name))
    table = TableRecord(code, chat, "parchis", people[0].key, b"s" * 32, seats, status=Status.OVER, created=now)
    await store.create(replace(table, updated=now), limit=999)
    results = tuple(
        ResultSeat(one.key, side, side + 1, captures=0 if side else captures) for side, one in enumerate(people)
    )
    await store.add_result(ResultRecord(code, "parchis", "dice", now, True, 100, results))
    return code


async def month(place: Room) -> None:
    """Play six games of three people in November: Ana is first, then Bea."""
    place.clock.time = START
    for winners in ((ANA, BEA, CAI), (ANA, CAI, BEA), (BEA, ANA, CAI), (ANA, BEA, CAI), (BEA, CAI, ANA), (ANA, BEA)):
        await played(place, *winners, captures=3 if winners[0] is BEA else 1)
        await look(place, DAY)
