"""Make tables whose game is over."""

from __future__ import annotations

import json

from bot.core.domain.table import Table
from data.records import ChatKey, MoveRecord, PersonKey, SeatRecord, Status, TableRecord
from tests.fakes.played_matches import played

ANA = PersonKey("web", "ana")


def finished(game: str, rules: dict[str, object], seats: list[str]) -> Table:
    """Play a game to its end, a move a minute."""
    match = played(game, dict(rules), seats, seed=6)
    result = match.result
    assert result is not None
    sitting = tuple(
        SeatRecord(colours, ANA, "Ana") if place == 1 else SeatRecord(colours, computer="greedy")
        for colours, place in zip(seats, result.places, strict=True)
    )
    record = TableRecord(
        "abc234", ChatKey("web", "room"), game, ANA, bytes(32), sitting, json.dumps(rules), status=Status.OVER,
        result=json.dumps({"places": list(result.places), "reason": result.reason}), plies=len(match.plies),
    )  # fmt: skip
    log = tuple(MoveRecord(ply, ply + 1, move, 0, None, 60.0 * ply) for ply, move in enumerate(match.moves))
    return Table(record, match, log)
