"""The part of the SQLite store that knows all that is stored of one person: to show it, and to forget it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from data import statements_people as statements
from data.records import PersonKey
from data.rows import Value, checked
from data.sqlite_base import Base

_SHORTEST = 2
"""A name of one letter is in every message, and no trace of anybody."""


class People(Base):
    """What is stored of a person."""

    async def about(self, person: PersonKey) -> dict[str, list[Any]]:
        """All of it, by the name of what it is, as JSON values."""
        return {
            name: [json.loads(row[0]) for row in await self._read(statement, _values(person))]
            for name, statement in statements.ABOUT.items()
        }

    async def tables_of(self, person: PersonKey) -> list[str]:
        """The ids of the tables that name a person, oldest first."""
        return [row[0] for row in await self._read(statements.TABLES_OF, _values(person))]

    async def forget(self, person: PersonKey, alias: PersonKey, options: Mapping[str, str]) -> list[str]:
        """Puts an alias in a person's place, and forgets the rest; `options` are the new options of tables by id.

        Gives the ids of the tables that named the person, each one version up.
        """
        values = checked(
            {
                **_values(person),
                "new_platform": alias.platform,
                "new_user": alias.user,
                "names": _names([person.user]),
            }
        )

        def work(connection: sqlite3.Connection) -> list[str]:
            tables = [row[0] for row in connection.execute(statements.TABLES_OF, values)]
            values["tables"] = json.dumps(tables)
            found = [row[0] for row in connection.execute(statements.NAMES_OF, values)]
            values["names"] = _names([person.user, *found])
            for table, text in options.items():
                connection.execute(statements.SAVE_OPTIONS, checked({"id": table, "options": text}))
            for statement in (*statements.NEXT_VERSION, *statements.FORGET):
                connection.execute(statement, values)
            return tables

        return await self._atomically(work)

    async def wipe(self) -> None:
        """Writes the file anew: without it, what was forgotten can still be read in its unused parts."""
        async with self._turn():
            await self._run(statements.VACUUM, {})
            await self._run(statements.EMPTY_LOG, {})


def _values(person: PersonKey) -> dict[str, Value]:
    return {"platform": person.platform, "user": person.user}


def _names(names: list[str]) -> str:
    return json.dumps([name for name in names if len(name) >= _SHORTEST])
