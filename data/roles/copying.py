"""Read and write whole tables in pages, to copy one database to another."""

# ruff: noqa: S608 - the names are our own form's

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from data.roles.rows import Row, Value
from data.roles.statements import Statements, Steps


@dataclass(frozen=True, slots=True)
class Shape:
    """A table of the database: its columns and its key."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]

    def key_of(self, row: Row) -> tuple[Value, ...]:
        """Return the key of a row."""
        return tuple(row[self.columns.index(column)] for column in self.key)


class Copying(Statements):
    """Reads and writes rows as they are."""

    async def page(self, shape: Shape, after: tuple[Value, ...] | None, limit: int) -> Sequence[Row]:
        """Return at most `limit` rows in key order, after a key; None for the first page."""
        key = ", ".join(shape.key)
        names = [f"after_{number}" for number in range(len(shape.key))]
        beyond = "" if after is None else f"WHERE ({key}) > ({', '.join(f':{name}' for name in names)})"
        statement = f"SELECT {', '.join(shape.columns)} FROM {shape.name} {beyond} ORDER BY {key} LIMIT :limit"
        return await self._read(statement, {**dict(zip(names, after or (), strict=False)), "limit": limit})

    async def add_page(self, shape: Shape, rows: Sequence[Row]) -> None:
        """Add rows as they are, all or none; raises ValueError if one exists or cannot be stored."""
        columns = ", ".join(shape.columns)
        statement = f"INSERT INTO {shape.name} ({columns}) VALUES ({', '.join(f':{name}' for name in shape.columns)})"
        lines = [dict(zip(shape.columns, map(_shown_to_nobody, row), strict=True)) for row in rows]

        def add() -> Steps[None]:
            yield statement, lines

        await self._atomically(add)

    @abstractmethod
    async def last_message(self) -> int:
        """Return the highest number that a web page's message ever had."""

    @abstractmethod
    async def go_on_after(self, message: int) -> None:
        """Set the counters of all numbered rows behind their rows; messages continue after `message`."""


def _shown_to_nobody(value: Value) -> Value:
    """Wrap bytes, so that a driver's debug log does not show them: they may be a seed."""
    return memoryview(value) if isinstance(value, bytes) else value
