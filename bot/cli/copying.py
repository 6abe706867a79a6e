"""Copy a database into an empty one, file or server, and compare the two row by row: `palmares admin copy …`."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import closing

from bot.cli.database import NoDatabase, database, keeping_others_out
from data.errors import DatabaseInUse, StoreError, UnusableDatabase
from data.open_store import open_store
from data.roles.columns import COUNTED
from data.roles.copying import Copying, Shape
from data.roles.damage import is_damaged
from data.roles.rows import Row, Value
from data.sqlite.migrations import MEMORY, open_database

NAME = "copy"
WRONG = 2
PAGE = 500
"""Rows in memory at once: some have pictures."""


class CannotCopy(StoreError):
    """Why a database cannot be copied, or that the copy differs."""


def shapes() -> tuple[Shape, ...]:
    """Return the tables of both kinds of database, each after those it refers to."""
    with closing(open_database(MEMORY)) as form:
        tables = form.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").fetchall()
        found = []
        for (name,) in tables:
            columns = form.execute("SELECT name, pk FROM pragma_table_info(?)", (name,)).fetchall()
            key = [column for column, place in sorted(columns, key=lambda column: int(column[1])) if place]
            found.append(Shape(name, tuple(column for column, _ in columns), tuple(key)))
    own = {"migrations", *COUNTED}
    return tuple(shape for shape in found if shape.name not in own and not shape.name.startswith("sqlite_"))


async def run(source_url: str, target_url: str) -> int:
    """Copy a database; return the exit code: 0 if the copy is equal, 2 with the reason on standard error."""
    try:
        counts = await _copied(source_url, target_url)
    except (NoDatabase, OSError, StoreError) as error:
        sys.stderr.write(f"{error}\n")
        return WRONG
    for name, count in counts.items():
        sys.stdout.write(f"{name:16}{count:12,}\n")
    sys.stdout.write(f"The {len(counts)} tables with {sum(counts.values()):,} rows are the same, row by row.\n")
    return 0


async def _copied(source_url: str, target_url: str) -> dict[str, int]:
    async with database(source_url, alone=True) as source:
        try:
            target = await open_store(target_url, alone=True)
        except (ValueError, UnusableDatabase) as error:
            raise CannotCopy(f"TARGET: {error}") from error
        try:
            async with keeping_others_out(target_url):
                return await copy(source, target)
        except DatabaseInUse as error:
            raise CannotCopy(f"TARGET: {error}") from error
        finally:
            await target.close()


async def copy(source: Copying, target: Copying) -> dict[str, int]:
    """Copy every row; return the number of rows by table. Nobody else may write to either database meanwhile.

    Raises CannotCopy if the target is not empty, a row is corrupt, or the copy differs.
    """
    tables = shapes()
    for shape in tables:
        if await target.page(shape, None, 1):
            raise CannotCopy(f"the target is not empty: there are rows in its table {shape.name}")
    for shape in tables:
        async for rows in _pages(source, shape):
            for row in rows:
                if is_damaged(row):
                    raise CannotCopy(f"{_named(shape, row)} is corrupt: see `admin check`")
            try:
                await target.add_page(shape, rows)
            except ValueError as error:
                raise CannotCopy(f"{_named(shape, rows[0])}, or one soon after it: {error}") from error
    await target.go_on_after(await source.last_message())
    return {shape.name: await _compared(source, target, shape) for shape in tables}


async def _compared(source: Copying, target: Copying, shape: Shape) -> int:
    """Compare a table row by row; return the number of rows. Raises CannotCopy at the first difference."""
    count, after = 0, None
    while True:
        ours, theirs = await source.page(shape, after, PAGE), await target.page(shape, after, PAGE)
        for row, copied in zip(ours, theirs, strict=False):
            if tuple(row) != tuple(copied):
                raise CannotCopy(f"{_named(shape, row)} differs in the copy")
        if len(ours) != len(theirs):
            raise CannotCopy(f"table {shape.name} has other rows in the copy")
        count += len(ours)
        if len(ours) < PAGE:
            return count
        after = shape.key_of(ours[-1])


async def _pages(store: Copying, shape: Shape) -> AsyncIterator[list[Row]]:
    after: tuple[Value, ...] | None = None
    while rows := list(await store.page(shape, after, PAGE)):
        yield rows
        after = shape.key_of(rows[-1])


def _named(shape: Shape, row: Row) -> str:
    return f"table {shape.name}, row {', '.join(map(repr, shape.key_of(row)))}"
