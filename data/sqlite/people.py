"""The part of the SQLite store that knows all that is stored of one person: to show it, and to forget it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import Any

from data.records import BlankedRecord, ChatKey, ForgottenRecord, PersonKey
from data.sqlite import people_statements as statements
from data.sqlite.connection import SqliteConnection
from data.sqlite.rows import Row, Value, checked


class People(SqliteConnection):
    """What is stored of a person."""

    async def about(self, person: PersonKey, private: ChatKey | None = None) -> dict[str, list[Any]]:
        """All of it, by the name of what it is, as JSON values."""
        return {
            name: [json.loads(row[0]) for row in await self._read(statement, _values(person, private))]
            for name, statement in statements.ABOUT.items()
        }

    async def tables_of(self, person: PersonKey, private: ChatKey | None = None) -> list[str]:
        """The ids of the tables that name a person, oldest first."""
        return [row[0] for row in await self._read(statements.TABLES_OF, _values(person, private))]

    async def forget(
        self, person: PersonKey, alias: PersonKey, options: Mapping[str, str], private: ChatKey | None = None
    ) -> ForgottenRecord:
        """Puts an alias in a person's place, and forgets the rest; `options` are the new options of tables by id.

        Gives the tables that named the person, each one version up, and the web messages that were emptied.
        """
        moving: dict[str, Value] = {"new_platform": alias.platform, "new_user": alias.user}
        values = checked({**_values(person, private), **moving})

        def work(connection: sqlite3.Connection) -> ForgottenRecord:
            names = [row[0] for row in connection.execute(statements.NAMES_OF, values) if row[0]]
            values["names"] = json.dumps(names)
            tables = [row[0] for row in connection.execute(statements.TABLES_OF, values)]
            imported = [row[0] for row in connection.execute(statements.IMPORTED_OF, values)]
            values["tables"] = json.dumps([*tables, *imported])
            values["imported"] = json.dumps(imported)
            for table, text in options.items():
                connection.execute(statements.SAVE_OPTIONS, checked({"id": table, "options": text}))
            blanked = [_blanked(row) for row in connection.execute(statements.BLANK, values)]
            for statement in (*statements.NEXT_VERSION, *statements.FORGET):
                connection.execute(statement, values)
            return ForgottenRecord(tuple(dict.fromkeys((*tables, *imported))), tuple(blanked))

        return await self._atomically(work)

    async def wipe(self) -> None:
        """Writes the file anew: without it, what was forgotten can still be read in its unused parts."""
        async with self._turn():
            await self._run(statements.VACUUM, {})
            await self._run(statements.EMPTY_LOG, {})


def _values(person: PersonKey, private: ChatKey | None) -> dict[str, Value]:
    ours = private is not None and private.platform == person.platform
    alone = private.chat if private is not None and ours else person.user
    return {"platform": person.platform, "user": person.user, "private": alone}


def _blanked(row: Row) -> BlankedRecord:
    """An emptied message; which board it is, it says itself, or, if it is of an older version, its nonce."""
    platform, chat, thread, message, table, version, nonce = row
    if table is None and nonce is not None:
        _, table, version = nonce.split(":")[:3]
    return BlankedRecord(ChatKey(platform, chat, thread), str(message), table, int(version or 0))
