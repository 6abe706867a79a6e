"""Check a file's rows, and change rows that triggers protect."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from data.roles.checking import Checking
from data.roles.damage import Damaged
from data.roles.rows import Row, Value
from data.roles.statements import Steps
from data.sqlite.connection import SqliteConnection

_ROWS = 500
_TRIGGERS = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = :table"


class SqliteChecking(SqliteConnection, Checking):
    """Checks the rows of a file."""

    async def _show_all(self, statement: str, judge: Callable[[Row], None]) -> None:
        async with self._turn(), self._database.execute(statement) as cursor:
            while rows := await cursor.fetchmany(_ROWS):
                for row in rows:
                    judge(row)

    def _same(self, name: str, value: object, parameter: str) -> str:
        if value is None:
            return f"{name} IS NULL"
        return f"CAST({name} AS BLOB) = :{parameter}" if isinstance(value, Damaged) else f"{name} = :{parameter}"

    def _unguarded(self, table: str, statement: str, values: Mapping[str, Value]) -> Steps[None]:
        triggers = (yield _TRIGGERS, {"table": table}) if table == "moves" else ()
        for name, _ in triggers:
            yield f"DROP TRIGGER {name}", {}
        yield statement, values
        for _, sql in triggers:
            yield sql, {}
