"""One table, and many copies of it in as many chats: what a bot that is known everywhere has in its database."""

# ruff: noqa: S608 - the names are our own form's

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from bot.cli.copying import shapes
from bot.core.messages.content import Screen, Text
from bot.core.messages.ports import NOT_TOLD
from data.records import ChatKey
from data.roles.copying import Shape
from tests.fakes.messenger import FakeMessenger
from tests.fakes.room import CHAT, PLATFORM

COPIED = ("tables", "seats", "moves", "boards")
AGO = 86400
"""Seconds by which a copy was opened, and touched last, earlier."""
_NUMBERS = """
WITH RECURSIVE numbers(n) AS (SELECT CAST(:first AS INTEGER) UNION ALL SELECT n + 1 FROM numbers WHERE n < :last)
"""
_GIVEN = ("seq", "id")
"""Numbers that a database gives by itself."""


class Patient(FakeMessenger):
    """A platform that knows all messages of earlier processes."""

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        """Take what is shown."""


class Forgetful(Patient):
    """A platform that takes everything and keeps nothing: of many messages, looking for one would take its time."""

    def __init__(self) -> None:
        super().__init__()
        self._posted = count(1)

    def below(self, chat: ChatKey, message: str) -> int | None:
        return 0

    async def post(self, chat: ChatKey, screen: Screen, *, nonce: str) -> str:
        return f"new{next(self._posted)}"

    async def retire(
        self, chat: ChatKey, message: str, text: Text, *, pictured: bool, told: Mapping[str, Text] = NOT_TOLD
    ) -> None:
        """Take the buttons away."""

    async def delete(self, chat: ChatKey, *messages: str) -> None:
        """Take the messages away."""


async def crowded(store: Any, table: str, tables: int, first: int = 1) -> None:
    """Copy a table of the usual chat until there are `tables` chats, by one statement for each kind of row.

    The copies are numbered from `first` on: fewer than that are there already.
    """
    if tables <= first:
        return
    for shape in shapes():
        if shape.name in COPIED:
            numbers = {"first": first, "last": tables - 1}
            await store._write(_copying(shape), {**numbers, "code": table, "chat": CHAT.chat})


def number(table: str, which: int) -> tuple[str, ChatKey]:
    """Return the code of a copy and its chat; the original is number 0."""
    return (f"{table}{which}", ChatKey(PLATFORM, f"{CHAT.chat}{which}")) if which else (table, CHAT)


def _copying(shape: Shape) -> str:
    own = "id" if shape.name == "tables" else "table_id"
    columns = [column for column in shape.columns if column == own or column not in _GIVEN]
    changed = {own: ":code || n", "chat": ":chat || n", "created": f"created - {AGO}"}
    if shape.name == "tables":
        changed |= {"updated": f"updated - {AGO}", "due": "due + n"}
    values = ", ".join(changed.get(column, column) for column in columns)
    into = f"INSERT INTO {shape.name} ({', '.join(columns)})"
    return f"{into} {_NUMBERS} SELECT {values} FROM numbers CROSS JOIN {shape.name} WHERE {own} = :code"
