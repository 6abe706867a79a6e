"""Convert records to database rows and back; values are validated here before every write."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from data.records import (
    BoardRecord,
    ChatKey,
    ChatRecord,
    MessageRecord,
    MoveRecord,
    PersonKey,
    PersonRecord,
    SeatRecord,
    Status,
    TableRecord,
    TableSubscription,
)

Value = str | int | float | bytes | memoryview | None
Row = Sequence[Any]

_INT_BOUND = 2**63


def checked(values: Mapping[str, Value]) -> dict[str, Value]:
    """Return the values of a row if every database can store them.

    Raises ValueError for text with a NUL or half a surrogate pair, integers beyond 64 bits, and times that are
    not numbers.
    """
    for name, value in values.items():
        if isinstance(value, str):
            _check_text(name, value)
        elif isinstance(value, int):
            if not -_INT_BOUND <= value < _INT_BOUND:
                raise ValueError(f"{name} does not fit into 64 bits")
        elif isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"{name} must be a finite number, not {value}")
    return dict(values)


def _check_text(name: str, text: str) -> None:
    if "\0" in text:
        raise ValueError(f"{name} must not contain a NUL character")
    if text.isascii():  # most text is, and this check is quick
        return
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} must be well-formed text, without half a surrogate pair") from None


IN_CHAT = "platform = :platform AND chat = :chat AND thread = :thread"
"""The condition of the rows of one chat; `chat_values` has its parameters."""
IN_CHANNEL = "platform = :platform AND chat = :chat AND :thread IN ('', thread)"
"""The condition of the rows of one chat and, where that is a channel, of its threads; parameters as above."""


def carried(table: str, *rest: str) -> str:
    """Return the statement that moves rows from one chat to another, except rows that the new chat has.

    `rest` are the key columns besides the chat. Parameters: the old chat's, and `new_platform`, `new_chat` and
    `new_thread`.
    """
    same = "".join(f" AND there.{column} = {table}.{column}" for column in rest)
    return f"""
    UPDATE {table} SET platform = :new_platform, chat = :new_chat, thread = :new_thread
    WHERE {IN_CHAT} AND NOT EXISTS (
        SELECT 1 FROM {table} AS there
        WHERE there.platform = :new_platform AND there.chat = :new_chat AND there.thread = :new_thread{same}
    )
    """


def chat_values(chat: ChatKey) -> dict[str, Value]:
    """Return a chat's columns."""
    return {"platform": chat.platform, "chat": chat.chat, "thread": chat.thread}


def table_values(table: TableRecord) -> dict[str, Value]:
    """Return a table's columns, without its seats; raises ValueError for invalid values."""
    if table.damaged:
        raise ValueError(f"table {table.id} is damaged: what is left of it must not be written over it")
    if len(table.seed) != 32:
        raise ValueError(f"a table's seed must have 32 bytes, not {len(table.seed)}")
    return checked(
        {
            "id": table.id,
            **chat_values(table.chat),
            "game": table.game,
            "host_platform": table.host.platform,
            "host_user": table.host.user,
            "seed": memoryview(table.seed),  # unlike bytes, a view does not show its content in a driver's debug log
            "rules": table.rules,
            "teams": table.teams,
            "options": table.options,
            "status": table.status.value,
            "version": table.version,
            "plies": table.plies,
            "snapshot": table.snapshot,
            "anchor": table.anchor,
            "result": table.result,
            "created": float(table.created),
            "updated": float(table.updated),
            "due": None if table.due is None else float(table.due),
            "back": float(table.back),
        }
    )


def seat_values(table: TableRecord) -> list[dict[str, Value]]:
    """Return the columns of a table's seats, one mapping each."""
    return [
        checked(
            {
                "table": table.id,
                "seat": number,
                "colours": seat.colours,
                "person_platform": seat.person.platform if seat.person else None,
                "person_user": seat.person.user if seat.person else None,
                "name": seat.name,
                "computer": seat.computer,
                "late": seat.late,
            }
        )
        for number, seat in enumerate(table.seats)
    ]


def seats_differ(stored: str, seats: Sequence[Mapping[str, Value]]) -> bool:
    """Tell whether the seats listed as JSON in a row differ from those of `seat_values`."""
    before = sorted(json.loads(stored), key=lambda seat: int(seat[0]))
    return before != [[value for column, value in seat.items() if column != "table"] for seat in seats]


def move_values(table: TableRecord, expected: int, moves: Sequence[MoveRecord]) -> list[dict[str, Value]]:
    """Return the columns of the moves that an update appends.

    Raises ValueError unless they start after version `expected`, are consecutive, and end at `table`.
    """
    if table.version != expected + 1:
        raise ValueError(f"a table of version {expected} can only become version {expected + 1}, not {table.version}")
    first = table.plies - len(moves)
    for ply, move in enumerate(moves, start=first):
        if move.ply != ply:
            raise ValueError(f"a log that ends at {table.plies} plies needs ply {ply} here, not {move.ply}")
        if move.version != table.version:
            raise ValueError(f"ply {ply} says it makes version {move.version}, the table says {table.version}")
    return [
        checked(
            {
                "table": table.id,
                "ply": move.ply,
                "version": move.version,
                "move": move.move,
                "seat": move.seat,
                "automation": move.automation,
                "at": float(move.at),
            }
        )
        for move in moves
    ]


def board_values(board: BoardRecord) -> dict[str, Value]:
    """Return the columns that identify a board message."""
    return {"table": board.table, **chat_values(board.chat), "message": board.message}


def place_values(place: TableSubscription) -> dict[str, Value]:
    """Return the columns of a place; an empty person means nobody."""
    person = place.person or PersonKey("", "")
    columns = {"table": place.table, **chat_values(place.chat)}
    return checked({**columns, "person_platform": person.platform, "person_user": person.user})


def table_record(row: Row, seats: Sequence[Row], *, damaged: bool) -> TableRecord:
    """Return a table from its row and its seats' rows; seats with gaps count as damage."""
    seated = sorted(seats, key=lambda seat: int(seat[0]))
    gaps = [seat[0] for seat in seated] != list(range(len(seated)))
    return TableRecord(
        id=row[0],
        chat=ChatKey(row[1], row[2], row[3]),
        game=row[4],
        host=PersonKey(row[5], row[6]),
        seed=bytes(row[7]),
        seats=tuple(_seat_record(seat) for seat in seated),
        rules=row[8],
        teams=row[9],
        options=row[10],
        status=Status(row[11]),
        version=row[12],
        plies=row[13],
        snapshot=row[14],
        anchor=row[15],
        result=row[16],
        created=row[17],
        updated=row[18],
        due=row[19],
        owed=row[20],
        back=row[21],
        damaged=gaps or damaged,
    )


def _seat_record(seat: Row) -> SeatRecord:
    _, colours, platform, user, name, computer, late = seat
    person = None if platform is None or user is None else PersonKey(platform, user)
    return SeatRecord(colours, person, name, computer, late)


def board_record(row: Row) -> BoardRecord:
    """Return a board message from its row."""
    chat = ChatKey(row[1], row[2], row[3])
    return BoardRecord(row[0], chat, row[4], row[5], bool(row[6]), bool(row[7]), row[8], row[9])


def place_record(table: str, row: Row) -> TableSubscription:
    """Return a place from its row; an empty person means nobody."""
    person = PersonKey(row[3], row[4]) if row[3] else None
    return TableSubscription(table, ChatKey(row[0], row[1], row[2]), person)


def person_record(key: PersonKey, row: Row) -> PersonRecord:
    """Return a person from the rest of their row."""
    name, language, settings = row
    return PersonRecord(key, name, language, settings)


def chat_record(key: ChatKey, row: Row) -> ChatRecord:
    """Return a chat's settings from the rest of its row."""
    language, settings = row
    return ChatRecord(key, language, settings)


def message_record(row: Row) -> MessageRecord:
    """Return a web chat's message from its row."""
    return MessageRecord(row[0], ChatKey(row[1], row[2], row[3]), row[4], row[5], row[6], row[7])
