"""Make tables at which people sit."""

from __future__ import annotations

from bot.core.domain.table import Table
from data.records import ChatKey, PersonKey, SeatRecord
from tests.fakes.room import ANA, BEA, CAI, DAN, Room


def seated(*holders: str | None, teams: list[list[int]] | None = None) -> Table:
    seats = tuple(
        SeatRecord(colour, PersonKey("web", holder) if holder else None, holder or "", None if holder else "greedy")
        for colour, holder in zip("YBRG", holders, strict=False)
    )
    return Table(
        id="t", chat=ChatKey("web", "a"), game="parchis", host=ANA.key, seed=bytes(32), seats=seats,
        teams=None if teams is None else tuple(map(tuple, teams)),
    )  # fmt: skip


async def parchis(place: Room, line: str = "/play parchis") -> str:
    code = await place.opened(line)
    for who in (BEA, CAI, DAN):
        await place.say(who, "/join")
    await place.say(ANA, "/start")
    return code
