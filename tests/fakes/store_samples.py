"""Make records to write, for the store's tests."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from data.records import BoardRecord, ChatKey, MoveRecord, PersonKey, SeatRecord, TableRecord

CHAT = ChatKey("web", "plaza", "7")
ANA = PersonKey("web", "ana")


def table(name: str = "t1", **changes: Any) -> TableRecord:
    """Make a lobby with a person, a computer and an empty seat."""
    seats = (SeatRecord("Y", ANA, "Ana"), SeatRecord("R", None, "Bot", "greedy"), SeatRecord("G"))
    return replace(TableRecord(name, CHAT, "parchis", ANA, b"s" * 32, seats), **changes)


def move(ply: int, version: int, text: str = "6") -> MoveRecord:
    """Make a move of a log."""
    return MoveRecord(ply, version, text, ply % 4, "forced" if ply % 2 else None, 1.5 + ply)


def after(before: TableRecord, moves: int = 1) -> tuple[TableRecord, list[MoveRecord]]:
    """Return a table one version on, with the moves that led there."""
    version, plies = before.version + 1, before.plies + moves
    log = [move(ply, version, f"m{ply}") for ply in range(before.plies, plies)]
    return replace(before, version=version, plies=plies, snapshot=f'{{"plies":{plies}}}'), log


def board(of: str = "t1", message: str = "m1", version: int = 0, *, live: bool = True) -> BoardRecord:
    """Make a board message in the same chat."""
    return BoardRecord(of, CHAT, message, version, live)


NASTY = [
    "Robert'); DROP TABLE tables;--",
    '"',
    "'",
    "%_",
    ":id",
    "?",
    "😀👨‍👩‍👧‍👦",
    "e\u0301",
    "\u202eabc",
    "",
    "a\nb",
    "ñ" * 5000,
]
IMPOSSIBLE = ["a\0b", "\ud800", "x\udfff"]
