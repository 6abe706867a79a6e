"""The text of a game, as `exporting` writes it, made a table again: a past game that counts for nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256

from bot.core.domain import table_codes
from bot.core.domain.dice_mixing import MIX_LENGTH
from bot.core.domain.table import opened
from bot.core.domain.table_options import HOLES, MOST_POINTS, TableOptions
from bot.core.features.export.game_export import export
from bot.core.messages.requests import NAME_LENGTH
from bot.core.services.signing import check_signature, fits
from data.records import OPEN, ChatKey, MoveRecord, PersonKey, SeatRecord, Status, TableRecord
from data.store import Store, TableExists
from engine import players
from engine.notation import Record, seat_labels
from engine.verify import Check, check, signed

NOBODY = PersonKey("import", "")
SHELF = ChatKey("import", "")
"""Where games are that belong to no chat."""
Past = tuple[TableRecord, Sequence[MoveRecord]]
"""A game that is over, and its whole log."""

_CODE = re.compile(r"[a-z0-9]{6}")


class CannotImport(Exception):
    """Why a text cannot become a table: the line, counted from 1, and the header that is not as we write it."""

    def __init__(self, record: Record, header: str, why: str) -> None:
        self.line = record.lines.get(header, 1)
        self.header = header
        super().__init__(f"line {self.line}: its {header} {why}")


class Known(Exception):
    """A game that is stored already; `code` is its table's, and `same` tells whether it is as it was brought."""

    def __init__(self, code: str, *, same: bool = True) -> None:
        super().__init__(f"the game {code} is stored already")
        self.code = code
        self.same = same


def checks_of(record: Record) -> tuple[Check, ...]:
    """Check all of a record, its signature too."""
    return signed(check(record), check_signature(record))


def table_of(record: Record, chat: ChatKey = SHELF, *, key: bytes | None = None) -> Past:
    """Make a record a table and its log again; `key` is this bot's public key.

    Raises CannotImport, and EngineError for a game that cannot be.
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
    options = TableOptions(
        auto=bool(record.automations),
        contributions=list(record.contributions),
        mixers=[["", "", name] for name in mixers],
        stakes=dict(record.stakes),
        started=1,
        ended=2,
        rated=False,
        imported=True,
        dice=record.dice,
        demonstration=record.demonstration,
        counted=list(record.counted),
        signature=signature,
        own=bool(signature) and record.key == key,
    )
    result = match.result
    told = None if result is None else {"places": list(result.places), "reason": result.reason}
    if told is None and record.places:
        told = {"places": list(record.places), "reason": str(record.ended)[:NAME_LENGTH]}
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


async def keep(store: Store, past: Past) -> str:
    """Store a past game and return its code; raises Known if it is there already.

    A text that somebody forged may have come first, under the same code and with the same seed. So a game that is not
    the one stored gets a code that follows from all of its text; but of a game that was played here nothing else is
    believed.
    """
    table, moves = past
    with suppress(TableExists):
        await store.add_past(table, moves)
        return table.id
    there, text = await store.table(table.id), _text(table, moves)
    if there is not None and there.seed == table.seed:
        log = await store.moves(there.id)
        if not TableOptions.load(there.options).imported:
            raise Known(table.id, same=_same(there, log, table, moves))
        if _text(there, log) == text:
            raise Known(table.id)
    other = table_codes.written(sha256(text.encode()).digest()[: table_codes.LENGTH])
    options = replace(TableOptions.load(table.options), known_as=table.id).dump()
    try:
        await store.add_past(replace(table, id=other, options=options), moves)
    except TableExists:
        raise Known(other) from None
    return other


def _same(there: TableRecord, log: Sequence[MoveRecord], brought: TableRecord, moves: Sequence[MoveRecord]) -> bool:
    """Whether a game that was played here is over, and went as its text says."""
    return (
        there.status not in OPEN
        and [seat.colours for seat in there.seats] == [seat.colours for seat in brought.seats]
        and [move.move for move in log] == [move.move for move in moves]
    )


def _text(table: TableRecord, moves: Sequence[MoveRecord]) -> str:
    """What a past game says; nothing if it cannot be read."""
    try:
        return export(opened(table, tuple(moves)))
    except ValueError:
        return ""


def _ours(record: Record, seats: int, names: Sequence[str]) -> None:
    """Refuse what no export of ours says: `engine.verify` lets other programs write otherwise."""
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
    return SeatRecord(letters, computer=name) if name in players.names() else SeatRecord(letters, name=name)


def _moment(date: str | None) -> float:
    """When it was played: never in days to come, where it would stand before all that is played now."""
    now = datetime.now(UTC).timestamp()
    try:
        return min(now, datetime.fromisoformat(f"{date}T00:00:00+00:00").timestamp())
    except ValueError:
        return now
