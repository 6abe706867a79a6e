"""Make tables at which people sit."""

from __future__ import annotations

import json

from data.records import ChatKey, PersonKey, SeatRecord, TableRecord
from tests.fakes.room import ANA, BEA, CAI, DAN, Room


def seated(*holders: str | None, teams: list[list[int]] | None = None) -> TableRecord:
    seats = tuple(
        SeatRecord(colour, PersonKey("web", holder) if holder else None, holder or "", None if holder else "greedy")
        for colour, holder in zip("YBRG", holders, strict=False)
    )
    return TableRecord("t", ChatKey("web", "a"), "parchis", ANA.key, bytes(32), seats, teams=json.dumps(teams))


async def parchis(place: Room, line: str = "/play parchis") -> str:
    await place.say(ANA, line)
    code = (await place.table()).record.id
    for who in (BEA, CAI, DAN):
        await place.say(who, "/join")
    await place.say(ANA, "/start")
    return code
