"""Turn an exported text into a table again: a past, unrated game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

from bot.core.domain import table_codes
from bot.core.domain.dice_mixing import MIX_LENGTH
from bot.core.domain.table import Log, StartedTable, Table, open_match
from bot.core.domain.table_values import (
    HOLES,
    MOST_POINTS,
    Dice,
    Hint,
    NamedPerson,
    Origin,
    TableOptions,
    TableResult,
)
from bot.core.features.export.game_export import export
from bot.core.messages.requests import NAME_LENGTH
from bot.core.services.signing import SigningKeys, check_signature, fits
from bot.core.services.table_repository import TableRepository
from data.errors import TableExists
from data.records import OPEN, ChatKey, MoveRecord, PersonKey, SeatRecord, Status
from engine import players
from engine.notation import Record, seat_labels
from engine.verify import Check, check, signed

NOBODY = PersonKey("import", "")
SHELF = ChatKey("import", "")
"""The chat of games that belong to none."""

_CODE = re.compile(r"[a-z0-9]{6}")


class CannotImport(Exception):
    """Why a text cannot become a table: the line, counted from 1, and the unknown header."""

    def __init__(self, record: Record, header: str, why: str) -> None:
        self.line = record.lines.get(header, 1)
        self.header = header
        super().__init__(f"line {self.line}: its {header} {why}")


class Known(Exception):
    """A game that is stored already; `code` is its table's, and `same` whether the text agrees with it."""

    def __init__(self, code: str, *, same: bool = True) -> None:
        super().__init__(f"the game {code} is stored already")
        self.code = code
        self.same = same


def checks_of(record: Record) -> tuple[Check, ...]:
    """Return all checks of a record, including its signature."""
    return signed(check(record), check_signature(record))


def table_of(record: Record, chat: ChatKey = SHELF, *, keys: SigningKeys | None = None) -> StartedTable:
    """Turn a record into a table with its game; `keys` are this bot's.

    Raises CannotImport, and EngineError for an impossible game.
    """
    if record.seed is None or not record.game_id:
        missing = "Id" if record.seed is not None else "Seed"
        raise CannotImport(record, missing, "is missing: only a game that is over can be imported")
    match = record.match()
    seats = seat_labels(match)
    if match.result is None and record.ended is None:
        raise CannotImport(record, "Ended", "is missing, and its moves do not end it")
    at = _moment(record.date)
    names = record.players or ("",) * len(seats)
    mixers = record.contributors or ("",) * len(record.contributions)
    _ours(record, len(seats), names)
    signature = [part.hex() for part in (record.key, record.signature) if part is not None] if fits(record) else []
    result = match.result
    outcome = None if result is None else TableResult(tuple(result.places), result.reason, at)
    if outcome is None and record.places:
        outcome = TableResult(tuple(record.places), str(record.ended)[:NAME_LENGTH], at)
    log = tuple(MoveRecord(ply, 2, move, 0, None, at) for ply, move in enumerate(record.moves))
    return Table(
        id=record.game_id,
        chat=chat,
        game=record.game,
        host=NOBODY,
        seed=record.seed,
        seats=tuple(_seat(letters, name) for letters, name in zip(seats, names, strict=True)),
        rules=dict(record.rules or {}),
        teams=None if record.teams is None else tuple(tuple(team) for team in record.teams),
        options=TableOptions(auto=bool(record.automations), stakes=dict(record.stakes), rated=False),
        dice=Dice(
            version=record.dice,
            contributions=tuple(record.contributions),
            mixers=tuple(NamedPerson(PersonKey("", ""), name) for name in mixers),
            demonstration=record.demonstration,
        ),
        origin=Origin(
            imported=True,
            counted=tuple(record.counted),
            signature=tuple(signature),
            own=bool(signature) and keys is not None and keys.owns(record.key, at),
        ),
        hints=_hints(record, seats),
        started=1,
        ended=2,
        result=outcome,
        status=Status.CANCELLED if outcome is None else Status.OVER,
        version=2,
        created=at,
        updated=at,
    ).with_match(match, log)


def _hints(record: Record, seats: Sequence[str]) -> tuple[Hint, ...]:
    """Return the hints of a record, in the order of the plies; raises CannotImport."""
    if not set(record.hints) <= set(seats):
        raise CannotImport(record, "Hints", "are for somebody without a seat")
    found = [Hint(entry, seats.index(seat)) for seat, entries in record.hints.items() for entry in entries]
    return tuple(sorted(found, key=lambda hint: hint.entry))


async def keep(tables: TableRepository, past: StartedTable) -> str:
    """Store a past game and return its code; raises Known if it is there already.

    A forged text with the same code and seed may have come first. So a game that differs from the stored one gets a
    code that follows from all of its text. For games played here, no other version is accepted.
    """
    with suppress(TableExists):
        await tables.add_past(past)
        return past.id
    stored, text = await tables.stored(past.id), _text(past, past.log)
    if stored is not None and stored[0].seed == past.seed:
        there, log = stored
        if not there.origin.imported:
            raise Known(past.id, same=_same(there, log, past))
        if _text(there, log) == text:
            raise Known(past.id)
    other = table_codes.written(sha256(text.encode()).digest()[: table_codes.LENGTH])
    try:
        await tables.add_past(replace(past, id=other, origin=replace(past.origin, known_as=past.id)))
    except TableExists:
        raise Known(other) from None
    return other


def _same(there: Table, log: Sequence[MoveRecord], brought: StartedTable) -> bool:
    """Return whether a game that was played here is over and agrees with its text."""
    return (
        there.status not in OPEN
        and [seat.colours for seat in there.seats] == [seat.colours for seat in brought.seats]
        and [move.move for move in log] == [move.move for move in brought.log]
    )


def _text(table: Table, log: Log) -> str:
    """Return a past game's text; empty if it cannot be read."""
    try:
        return export(table.with_match(open_match(table, [move.move for move in log]), log))
    except ValueError:
        return ""


def _ours(record: Record, seats: int, names: Sequence[str]) -> None:
    """Refuse what our exports never contain; `engine.verify` accepts more, from other programs."""
    if not _CODE.fullmatch(record.game_id or ""):
        raise CannotImport(record, "Id", "is not the code of a table")
    if len(names) != seats or any(len(name) > NAME_LENGTH for name in names):
        raise CannotImport(record, "Players", f"are not a name of at most {NAME_LENGTH} signs for each seat")
    if any(len(words) > MIX_LENGTH for words in record.contributions):
        raise CannotImport(record, "Contributions", f"are longer than {MIX_LENGTH} signs")
    if any(len(name) > NAME_LENGTH for name in record.contributors):
        raise CannotImport(record, "Contributors", f"are longer than {NAME_LENGTH} signs")
    for header, texts in {
        "Players": names,
        "Contributors": record.contributors,
        "Contributions": record.contributions,
    }.items():
        if any("\ud800" <= char <= "\udfff" for text in texts for char in text):
            raise CannotImport(record, header, "have half a character")
    if any(hole not in HOLES or points > MOST_POINTS for hole, points in record.stakes.items()):
        raise CannotImport(record, "Stakes", "are not points of holes")


def _seat(letters: str, name: str) -> SeatRecord:
    return SeatRecord(letters, computer=name) if players.exists(name) else SeatRecord(letters, name=name)


def _moment(date: str | None) -> float:
    """Return when a game was played; dates in the future are refused, since they would sort first."""
    now = datetime.now(UTC).timestamp()
    try:
        return min(now, datetime.fromisoformat(f"{date}T00:00:00+00:00").timestamp())
    except ValueError:
        return now
