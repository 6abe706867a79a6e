"""The text of a game, as `exporting` writes it, made a table again: a past game that counts for nothing."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from bot.core.options import Options
from data.records import ChatKey, MoveRecord, PersonKey, SeatRecord, Status, TableRecord
from engine import players
from engine.notation import Record, seat_labels

NOBODY = PersonKey("import", "")
SHELF = ChatKey("import", "")
"""Where games are that belong to no chat."""


class CannotImport(Exception):
    """Why a text cannot become a table."""


def table_of(record: Record, chat: ChatKey = SHELF) -> tuple[TableRecord, list[MoveRecord]]:
    """The table and its log; raises CannotImport, and EngineError for a game that cannot be."""
    if record.seed is None or not record.game_id:
        raise CannotImport("only a game that is over, with its Id and its Seed, can be imported")
    match = record.match()
    at = _moment(record.date)
    names = record.players or ("",) * len(seat_labels(match))
    mixers = record.extra.get("Contributors") or [""] * len(record.contributions)
    options = Options(
        auto=bool(record.automations),
        contributions=list(record.contributions),
        mixers=[["", "", str(name)] for name in mixers],
        stakes=dict(record.extra.get("Stakes") or {}),
        started=1,
        ended=2,
        rated=False,
        imported=True,
    )
    places = record.extra.get("Places")
    result = match.result
    told = None if result is None else {"places": list(result.places), "reason": result.reason}
    if told is None and places:
        told = {"places": [int(place) for place in str(places).split("/")], "reason": record.extra.get("Ended", "")}
    table = TableRecord(
        id=record.game_id,
        chat=chat,
        game=record.game,
        host=NOBODY,
        seed=record.seed,
        seats=tuple(_seat(letters, name) for letters, name in zip(seat_labels(match), names, strict=True)),
        rules=json.dumps(dict(record.rules or {})),
        teams=json.dumps(record.teams),
        options=options.dump(),
        status=Status.CANCELLED if told is None else Status.OVER,
        version=2,
        plies=len(record.moves),
        snapshot=match.game.dump(match.state),
        result=None if told is None else json.dumps({**told, "at": at}),
        created=at,
        updated=at,
    )
    return table, [MoveRecord(ply, 2, move, 0, None, at) for ply, move in enumerate(record.moves)]


def _seat(letters: str, name: str) -> SeatRecord:
    return SeatRecord(letters, computer=name) if name in players.names() else SeatRecord(letters, name=name)


def _moment(date: str | None) -> float:
    try:
        return datetime.fromisoformat(f"{date}T00:00:00+00:00").timestamp()
    except ValueError:
        return datetime.now(UTC).timestamp()
