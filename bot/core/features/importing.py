"""The text of a game, as `exporting` writes it, made a table again: a past game that counts for nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime

from bot.core.desk import NAME_LENGTH
from bot.core.lobby import MIX_LENGTH
from bot.core.options import HOLES, STAKES, Options
from data.records import ChatKey, MoveRecord, PersonKey, SeatRecord, Status, TableRecord
from engine import players
from engine.notation import Record, seat_labels

NOBODY = PersonKey("import", "")
SHELF = ChatKey("import", "")
"""Where games are that belong to no chat."""

_CODE = re.compile(r"[a-z0-9]{6}")


class CannotImport(Exception):
    """Why a text cannot become a table."""


def table_of(record: Record, chat: ChatKey = SHELF) -> tuple[TableRecord, list[MoveRecord]]:
    """The table and its log; raises CannotImport, and EngineError for a game that cannot be."""
    if record.seed is None or not record.game_id:
        raise CannotImport("only a game that is over, with its Id and its Seed, can be imported")
    match = record.match()
    seats = seat_labels(match)
    at = _moment(record.date)
    names = record.players or ("",) * len(seats)
    mixers = record.extra.get("Contributors") or [""] * len(record.contributions)
    stakes = record.extra.get("Stakes") or {}
    _ours(record, len(seats), names, mixers, stakes)
    options = Options(
        auto=bool(record.automations),
        contributions=list(record.contributions),
        mixers=[["", "", str(name)] for name in mixers],
        stakes=dict(stakes),
        started=1,
        ended=2,
        rated=False,
        imported=True,
    )
    places = _places(record, len(seats))
    result = match.result
    told = None if result is None else {"places": list(result.places), "reason": result.reason}
    if told is None and places:
        told = {"places": places, "reason": str(record.extra.get("Ended", ""))[:NAME_LENGTH]}
    table = TableRecord(
        id=record.game_id,
        chat=chat,
        game=record.game,
        host=NOBODY,
        seed=record.seed,
        seats=tuple(_seat(letters, name) for letters, name in zip(seats, names, strict=True)),
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


def _ours(record: Record, seats: int, names: Sequence[str], mixers: object, stakes: object) -> None:
    """Refuses what no export of ours says: `engine.verify` looks at the moves and throws only."""
    said = record.contributions
    if not _CODE.fullmatch(record.game_id or ""):
        raise CannotImport("its Id is not the code of a table")
    if len(names) != seats or any(len(name) > NAME_LENGTH for name in names):
        raise CannotImport(f"its Players are not a name of at most {NAME_LENGTH} signs for each seat")
    if any(len(words) > MIX_LENGTH for words in said):
        raise CannotImport(f"its Contributions are longer than {MIX_LENGTH} signs")
    if (
        not isinstance(mixers, list)
        or len(mixers) != len(said)
        or any(len(str(name)) > NAME_LENGTH for name in mixers)
    ):
        raise CannotImport("its Contributors are not a name for each contribution")
    if not isinstance(stakes, dict) or not all(hole in HOLES and stakes[hole] in STAKES for hole in stakes):
        raise CannotImport("its Stakes are not points of holes")


def _places(record: Record, seats: int) -> list[int]:
    """The places of a game that its moves do not end, if it has any."""
    told = record.extra.get("Places")
    if told is None:
        return []
    places = [int(place) for place in re.findall(r"[1-9]", str(told))]
    if str(told) != "/".join(map(str, places)) or len(places) != seats or max(places) > seats:
        raise CannotImport("its Places are not a place for each seat")
    return places


def _seat(letters: str, name: str) -> SeatRecord:
    return SeatRecord(letters, computer=name) if name in players.names() else SeatRecord(letters, name=name)


def _moment(date: str | None) -> float:
    """When it was played: never in days to come, where it would stand before all that is played now."""
    now = datetime.now(UTC).timestamp()
    try:
        return min(now, datetime.fromisoformat(f"{date}T00:00:00+00:00").timestamp())
    except ValueError:
        return now
