"""A table's game as the text that `engine.notation` writes and `engine.verify` checks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from bot.core.options import Options
from bot.core.play import dice_of, match_of
from bot.core.table import Table
from bot.core.views.rules import staked
from data.records import SeatRecord, Status, TableRecord
from engine.match import Automation
from engine.notation import Record, write

CALLED_OFF = "called off"


def export(table: Table, players: Sequence[str] = (), *, sealed: bool = True) -> str:
    """The text of a game that has begun. Raises Refusal.

    Its seed is in it only once the game is over, or if it is not `sealed`, which nobody may ever read. `players` are
    the names to stand in it, if not those of the seats.
    """
    record, dice = table.record, dice_of(table.record)
    over = record.status in (Status.OVER, Status.CANCELLED)
    game = Record.of(
        match_of(table),
        players=tuple(players or map(_player, record.seats)),
        date=datetime.fromtimestamp(record.created, UTC).date().isoformat(),
        game_id=record.id,
        automations=(Automation.FORCED_MOVE,) if Options.load(record.options).auto else (),
        commitment=dice.commitment,
        contributions=dice.contributions,
        seed=record.seed if over or not sealed else None,
        extra=_mixers(record) | _stakes(record) | (_end(record) if over and match_of(table).result is None else {}),
    )
    return write(game)


def _player(seat: SeatRecord) -> str:
    return seat.name or seat.computer or ""


def _mixers(record: TableRecord) -> dict[str, Any]:
    """Who has said the contributions, in their order."""
    names = [mixer[-1] for mixer in Options.load(record.options).mixers]
    return {"Contributors": names} if names else {}


def _stakes(record: TableRecord) -> dict[str, Any]:
    """The points that the table had agreed for the stakes."""
    points = {hole: Options.load(record.options).stake(hole) for hole in staked(record)}
    return {"Stakes": points} if points else {}


def _end(record: TableRecord) -> dict[str, Any]:
    """Why a game has ended that its moves do not end, and the places if it has any."""
    if not record.result:
        return {"Ended": CALLED_OFF}
    result = json.loads(record.result)
    return {"Ended": result["reason"], "Places": "/".join(map(str, result["places"]))}
