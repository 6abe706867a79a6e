"""Make tables whose game is over."""

from __future__ import annotations

from bot.core.domain.table import StartedTable, Table
from bot.core.domain.table_values import TableResult
from data.records import ChatKey, MoveRecord, PersonKey, SeatRecord, Status
from tests.fakes.played_matches import played

ANA = PersonKey("web", "ana")


def finished(game: str, rules: dict[str, object], seats: list[str]) -> StartedTable:
    """Play a game to its end, a move a minute."""
    match = played(game, dict(rules), seats, seed=6)
    result = match.result
    assert result is not None
    sitting = tuple(
        SeatRecord(colours, ANA, "Ana") if place == 1 else SeatRecord(colours, computer="greedy")
        for colours, place in zip(seats, result.places, strict=True)
    )
    table = Table(
        id="abc234", chat=ChatKey("web", "room"), game=game, host=ANA, seed=bytes(32), seats=sitting, rules=rules,
        status=Status.OVER, result=TableResult(tuple(result.places), result.reason),
    )  # fmt: skip
    log = tuple(MoveRecord(ply, ply + 1, move, 0, None, 60.0 * ply) for ply, move in enumerate(match.moves))
    return table.with_match(match, log)
