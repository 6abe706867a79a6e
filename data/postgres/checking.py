"""Check a server's rows, and change rows that triggers protect."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import asyncpg

from data.postgres.connection import PostgresConnection
from data.postgres.server import Doing
from data.roles.checking import Checking
from data.roles.columns import SERVER_TABLES, TABLES, Column
from data.roles.damage import Damaged
from data.roles.rows import Row, Value
from data.roles.statements import Steps

_ROWS = 500


class PostgresChecking(PostgresConnection, Checking):
    """Checks the rows of a server's database."""

    @property
    def _all_tables(self) -> Mapping[str, Mapping[str, Column]]:
        return {**TABLES, **SERVER_TABLES}

    async def _show_all(self, statement: str, judge: Callable[[Row], None]) -> None:
        words, _ = self._said(statement)

        async def work(connection: asyncpg.Connection, doing: Doing) -> None:
            async with connection.transaction(readonly=True):
                cursor = await connection.cursor(words)
                while rows := await cursor.fetch(_ROWS):
                    doing.sent = True  # begun again, it would tell twice of what it has told
                    for row in rows:
                        judge(tuple(row))

        await self._server.do(work)

    def _same(self, name: str, value: object, parameter: str) -> str:
        if value is None:
            return f"{name} IS NULL"
        column = f"textsend({name})" if isinstance(value, Damaged) else name
        return f"{column} = :{parameter}"

    def _unguarded(self, table: str, statement: str, values: Mapping[str, Value]) -> Steps[None]:
        if table == "moves":
            yield "ALTER TABLE moves DISABLE TRIGGER moves_never_change", {}
        yield statement, values
        if table == "moves":
            yield "ALTER TABLE moves ENABLE TRIGGER moves_never_change", {}
