"""Make tables whose game is over."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from bot.core.domain.table import StartedTable, Table
from bot.core.domain.table_values import TableResult
from data.records import ChatKey, MoveRecord, PersonKey, SeatRecord, Status
from engine.match import Match
from tests.fakes.played_matches import played

Teams = tuple[tuple[int, ...], ...]
ANA = PersonKey("web", "ana")


@lru_cache(maxsize=32)
def _match(game: str, rules: str, seats: tuple[str, ...], level: str, teams: Teams | None) -> Match[Any]:
    return played(game, json.loads(rules), list(seats), seed=6, level=level, teams=teams)


def finished(
    game: str, rules: dict[str, object], seats: list[str], level: str = "greedy", teams: Teams | None = None
) -> StartedTable:
    """Play a game to its end, a move a minute."""
    match = _match(game, json.dumps(rules), tuple(seats), level, teams)
    result = match.result
    assert result is not None
    sitting = tuple(
        SeatRecord(colours, ANA, "Ana") if place == 1 else SeatRecord(colours, computer="greedy")
        for colours, place in zip(seats, result.places, strict=True)
    )
    table = Table(
        id="abc234", chat=ChatKey("web", "room"), game=game, host=ANA, seed=bytes(32), seats=sitting, rules=rules,
        teams=teams, status=Status.OVER, result=TableResult(tuple(result.places), result.reason),
    )  # fmt: skip
    log = tuple(MoveRecord(ply, ply + 1, move, 0, None, 60.0 * ply) for ply, move in enumerate(match.moves))
    return table.with_match(match, log)
