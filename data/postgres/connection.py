"""Run statements on a PostgreSQL server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import asyncpg

from data.postgres.dialect import numbered
from data.postgres.server import Doing, Server
from data.roles.rows import Row, Value, checked
from data.roles.statements import Statements, Steps, Values, Work, log_statement

T = TypeVar("T")
Lists = Mapping[str, Sequence[Value]]
"""Columns of several rows at once, which go into one statement."""
_ALONE = """
SELECT pg_advisory_xact_lock(hashtextextended('palmares ' || word, 0)) FROM unnest(CAST($1 AS TEXT[])) AS word
"""
_LAST_MESSAGE = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM messages_id_seq"
_GO_ON_AFTER = (
    "SELECT setval('messages_id_seq', greatest(:message, 1), :message > 0)",
    *(
        f"SELECT setval('{table}_{column}_seq', coalesce(max({column}), 0) + 1, false) FROM {table}"  # noqa: S608
        for table, column in (("tables", "seq"), ("boards", "id"), ("callers", "id"), ("quarantine", "id"))
    ),
)
_PROBE = "UPDATE migrations SET name = name WHERE version = 1"
# What the statements that forget somebody have touched. Without TRUNCATE no table is locked against play, and with
# SKIP_LOCKED nobody waits for the server's own autovacuum, nor several processes for each other.
_VACUUM = "VACUUM (SKIP_LOCKED, TRUNCATE FALSE)"
_TOUCHED = (
    *("people", "seats", "tables", "callers", "blocks", "places", "boards", "chats", "analysis_orders", "insight"),
    *(
        "puzzle_answers",
        "puzzle_streaks",
        "puzzles",
        "puzzle_posts",
        "day_games",
        "result_seats",
        "rating_changes",
        "ratings",
    ),
    *("appointments", "appointment_guests", "seekers", "sent_pictures"),
    *("challenges", "meetings", "chat_records", "honours", "message_people", "messages", "restrictions"),
    *("tournaments", "tournament_people", "tournament_posts", "seasons", "closed_seasons"),
)


class PostgresConnection(Statements):
    """A server that runs statements; a single one is one round trip and commits by itself."""

    def __init__(self, server: Server, wordings: Mapping[str, str]) -> None:
        """Take over an open server, and the mapping of statements to PostgreSQL's words."""
        self._server = server
        self._wordings = wordings
        self._left: list[str] = []
        """The tables that `clean` has not come to yet."""

    async def close(self) -> None:
        """Wait for running statements, then disconnect; safe to call again."""
        await self._server.close()

    async def probe(self) -> None:
        """Write without changing anything; raises StoreFailed or StoreError if that fails."""
        await self._write(_PROBE, {})

    async def tidy(self) -> None:
        """Do nothing: a server manages its own files."""

    async def clean(self) -> bool:
        """Vacuum the next table; return whether there is another.

        New rows then overwrite deleted ones. The server's log and backups are not touched.
        """
        self._left = self._left or list(_TOUCHED)
        await self._vacuum(self._left.pop(0))
        return bool(self._left)

    async def rewrite(self) -> None:
        """Vacuum all tables; rewriting them is left to the server's own tools."""
        while await self.clean():
            pass

    async def _vacuum(self, table: str) -> None:
        statement, pooled = f"{_VACUUM} {table}", await self._server.is_pooled()

        async def work(connection: asyncpg.Connection, _: Doing) -> None:
            if pooled:  # the setting would stay for the connection's next user
                await connection.execute(statement, timeout=3600)
                return
            await connection.execute("SET statement_timeout = 0")
            try:
                await connection.execute(statement, timeout=3600)
            finally:
                await connection.execute("RESET statement_timeout")

        await self._server.do(work)

    async def last_message(self) -> int:
        """Return the highest number that a web page's message ever had."""
        ((last,),) = await self._read(_LAST_MESSAGE, {})
        return int(last)

    async def go_on_after(self, message: int) -> None:
        """Set all sequences behind their rows; messages continue after `message`."""

        def work() -> Steps[None]:
            for statement in _GO_ON_AFTER:
                yield statement, {"message": message}

        await self._atomically(work)

    async def _read(self, statement: str, values: Values) -> Sequence[Row]:
        """Run one statement on one snapshot; returns no rows if a value cannot be stored."""
        try:
            checked(values)
        except ValueError:
            return []  # nothing of that name can have been stored

        async def work(connection: asyncpg.Connection, _: Doing) -> Sequence[Row]:
            return await self._rows(connection, statement, values)

        return await self._server.do(work)

    async def _write(self, statement: str, values: Values) -> Sequence[Row]:
        """Run one statement as a transaction; raises ValueError for values that cannot be stored."""
        values = checked(values)

        async def work(connection: asyncpg.Connection, doing: Doing) -> Sequence[Row]:
            doing.sent = True
            return await self._rows(connection, statement, values)

        return await self._server.do(work)

    async def _write_lists(self, statement: str, values: Values, lists: Lists) -> Sequence[Row]:
        """Run one statement with lists among its parameters; all values have been checked."""

        async def work(connection: asyncpg.Connection, doing: Doing) -> Sequence[Row]:
            doing.sent = True
            return await self._rows(connection, statement, {**values, **lists})

        return await self._server.do(work)

    async def _atomically(self, work: Work[T], *alone: str) -> T:
        """Run several statements as one transaction; nothing is written before the commit is sent."""

        async def transaction(connection: asyncpg.Connection, doing: Doing) -> T:
            doing.sent = False
            transaction = connection.transaction()
            await transaction.start()
            try:
                if alone:
                    await connection.execute(_ALONE, sorted(alone))
                result = await self._done(connection, work)
            except BaseException:
                if not connection.is_closed():
                    await transaction.rollback()
                raise
            doing.sent = True
            await transaction.commit()
            return result

        return await self._server.do(transaction)

    async def _done(self, connection: asyncpg.Connection, work: Work[T]) -> T:
        """Run the statements of a transaction in order."""
        steps = work()
        try:
            statement, values = next(steps)
            while True:
                if isinstance(values, Mapping):
                    rows = await self._rows(connection, statement, values)
                else:
                    await self._each(connection, statement, values)
                    rows = ()
                statement, values = steps.send(rows)
        except StopIteration as end:
            result: T = end.value
            return result

    async def _rows(
        self, connection: asyncpg.Connection, statement: str, values: Mapping[str, object]
    ) -> Sequence[Row]:
        log_statement(statement)
        words, names = self._said(statement)
        found: list[Any] = await connection.fetch(words, *[values[name] for name in names])
        return [tuple(row) for row in found]

    def _said(self, statement: str) -> tuple[str, Sequence[str]]:
        """Return a statement in PostgreSQL's words, and its parameters' names in order."""
        return numbered(self._wordings.get(statement, statement))

    async def _each(self, connection: asyncpg.Connection, statement: str, values: Sequence[Values]) -> None:
        if values:
            log_statement(statement)
            words, names = self._said(statement)
            await connection.executemany(words, [[line[name] for name in names] for line in values])
