"""Coordinate processes that share a database, on a separate connection.

It connects on demand and reconnects when lost. No statement here waits for another process's, so no deadlock can
occur.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import asyncpg

from data.coordination import Heard, LeaseKey, Note, ProcessRecord, Roll
from data.errors import DatabaseInUse, StoreFailed
from data.postgres.address import Address
from data.postgres.server import LOST
from data.roles.rows import Row

T = TypeVar("T")
_log = logging.getLogger(__name__)
PATIENCE, JOINING = 3.0, 15.0
"""Seconds in which an answer must come, with a new connection if need be; at the start a busy machine has more."""

# One after another, so that of two who want to be alone one sees the other.
_ONE_BY_ONE = "SELECT pg_advisory_xact_lock(hashtextextended('palmares join ' || current_schema(), 0))"
_OTHERS = """
SELECT bool_or(alone), count(*) FROM processes WHERE name <> $1 AND seen > now() - make_interval(secs => $2)
"""
_JOIN = """
INSERT INTO processes (name, groups, alone, joined, seen)
VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp())
ON CONFLICT (name) DO UPDATE SET groups = excluded.groups, alone = excluded.alone, seen = excluded.seen
"""
_MAKE = """
INSERT INTO leases ("group", number)
SELECT new."group", generate_series(0, new.count - 1)
FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS BIGINT[])) AS new("group", count)
ON CONFLICT DO NOTHING
"""

# All parts see the leases as they were; which of them are kept only that part knows.
_BEAT = """
WITH seen AS (
    INSERT INTO processes (name, groups, joined, seen) VALUES ($1, $2, now(), now())
    ON CONFLICT (name) DO UPDATE SET groups = excluded.groups, seen = excluded.seen
), gone AS (
    DELETE FROM processes WHERE name <> $1 AND seen < now() - interval '5 minutes'
), kept AS (
    UPDATE leases SET until = now() + make_interval(secs => $6)
    FROM unnest(CAST($3 AS TEXT[]), CAST($4 AS BIGINT[]), CAST($5 AS BIGINT[])) AS mine("group", number, term)
    WHERE leases."group" = mine."group" AND leases.number = mine.number AND leases.term = mine.term AND holder = $1
    RETURNING leases."group", leases.number
), held AS (
    SELECT "group", number, holder, until FROM leases WHERE holder <> $1 AND until > now()
)
SELECT (SELECT json_agg(json_build_array(name, groups)) FROM processes
        WHERE name <> $1 AND NOT alone AND seen > now() - make_interval(secs => $6 / 2)),
       (SELECT json_agg(json_build_array("group", number, holder)) FROM held),
       (SELECT json_agg(json_build_array("group", number)) FROM kept),
       (SELECT CAST(extract(epoch FROM min(until) - now()) AS DOUBLE PRECISION) FROM held)
"""

# Who holds a lease is just lengthening it where its row is locked: it is left alone.
_TAKE = """
WITH free AS (
    SELECT "group", number FROM leases
    WHERE "group" = $2 AND number < $4 AND number <> ALL(CAST($6 AS BIGINT[]))
      AND (holder IS NULL OR holder = $1 OR until < now())
    ORDER BY number LIMIT $3 FOR UPDATE SKIP LOCKED
), taken AS (
    UPDATE leases SET holder = $1, term = term + 1, until = now() + make_interval(secs => $5)
    FROM free WHERE leases."group" = free."group" AND leases.number = free.number
    RETURNING leases.number, leases.term
)
SELECT number, term FROM taken
"""
_GIVE_BACK = """
WITH freed AS (
    UPDATE leases SET holder = NULL, until = '-infinity'
    FROM unnest(CAST($2 AS TEXT[]), CAST($3 AS BIGINT[]), CAST($4 AS BIGINT[])) AS mine("group", number, term)
    WHERE leases."group" = mine."group" AND leases.number = mine.number AND leases.term = mine.term AND holder = $1
)
SELECT pg_notify(channel, told) FROM unnest(CAST($5 AS TEXT[]), CAST($6 AS TEXT[])) AS notes(channel, told)
"""
_LEAVE = """
WITH gone AS (
    DELETE FROM processes WHERE name = $1
), freed AS (
    UPDATE leases SET holder = NULL, until = '-infinity' WHERE holder = $1
)
SELECT pg_notify(channel, told) FROM unnest(CAST($2 AS TEXT[]), CAST($3 AS TEXT[])) AS notes(channel, told)
"""
_TELL = """
SELECT pg_notify(channel, told) FROM unnest(CAST($1 AS TEXT[]), CAST($2 AS TEXT[])) AS notes(channel, told)
"""


class PostgresCoordination:
    """Processes and leases on a PostgreSQL server."""

    def __init__(self, address: str, listening: str = "") -> None:
        """Name the server by its `postgresql://…` address; nothing connects yet.

        `listening` is its direct address if the other is a pooler's, which delivers no notes.
        """
        self._address = Address(listening or address)
        self._hears = bool(listening)
        self._told_deaf = False
        self._connection: asyncpg.Connection | None = None
        self._free = asyncio.Lock()
        self._channels: tuple[str, ...] = ()
        self._heard: Heard | None = None

    async def join(self, process: str, groups: Mapping[str, int], *, lasts: float, alone: bool = False) -> None:
        """Register a process with the leases of its groups; raises DatabaseInUse if one runs alone."""

        async def work(connection: asyncpg.Connection) -> None:
            async with connection.transaction():
                await connection.execute(_ONE_BY_ONE)
                somebody_alone, others = await connection.fetchrow(_OTHERS, process, lasts)
                if somebody_alone or (alone and others):
                    raise DatabaseInUse(
                        "another process is using this database: is a bot running, or is it being copied? Stop that "
                        "first, or give this one a database of its own"
                    )
                await connection.execute(_JOIN, process, list(groups), alone)
                await connection.execute(_MAKE, list(groups), list(groups.values()))

        await self._do(work, JOINING)

    async def beat(
        self, process: str, groups: Sequence[str], fencing_tokens: Mapping[LeaseKey, int], *, lasts: float
    ) -> Roll:
        """Send a heartbeat and extend the leases, in one round trip."""
        asked = (process, list(groups), *_columns(fencing_tokens), lasts)
        ((others, holders, kept, rest),) = await self._rows(_BEAT, *asked)
        living = [ProcessRecord(name, frozenset(served)) for name, served in _read(others)]
        return Roll(
            processes=tuple(sorted((*living, ProcessRecord(process, frozenset(groups))), key=lambda one: one.name)),
            holders={LeaseKey(group, number): holder for group, number, holder in _read(holders)},
            kept=frozenset(LeaseKey(group, number) for group, number in _read(kept)),
            rest=rest,
        )

    async def take(
        self, process: str, group: str, most: int, *, count: int, lasts: float, beside: Collection[LeaseKey] = ()
    ) -> dict[LeaseKey, int]:
        """Take free leases of a group; return them with their fencing tokens."""
        known = [lease.number for lease in beside]
        rows = await self._rows(_TAKE, process, group, most, count, lasts, known)
        return {LeaseKey(group, number): fencing_token for number, fencing_token in rows}

    async def give_back(
        self, process: str, fencing_tokens: Mapping[LeaseKey, int], notes: Sequence[Note] = ()
    ) -> None:
        """Free leases, and send notes, in one statement."""
        await self._rows(_GIVE_BACK, process, *_columns(fencing_tokens), *_written(notes))

    async def leave(self, process: str, notes: Sequence[Note] = ()) -> None:
        """Remove a process with its leases, and send notes, in one statement."""
        await self._rows(_LEAVE, process, *_written(notes))

    async def tell(self, notes: Sequence[Note]) -> None:
        """Send notes, in one statement."""
        await self._rows(_TELL, *_written(notes))

    def listen(self, channels: Sequence[str], heard: Heard) -> None:
        """Receive notes, from the next connection on."""
        self._channels, self._heard = tuple(channels), heard

    async def close(self) -> None:
        """Disconnect."""
        async with self._free:
            connection, self._connection = self._connection, None
            if connection is not None:
                with suppress(TimeoutError, *LOST):
                    await connection.close(timeout=PATIENCE)

    # the connection ----------------------------------------------------------------------------------------------

    async def _rows(self, statement: str, *values: object) -> Sequence[Row]:
        return await self._do(lambda connection: connection.fetch(statement, *values))

    async def _do(self, work: Callable[[asyncpg.Connection], Awaitable[T]], patience: float = PATIENCE) -> T:
        """Run work on the connection, one piece at a time; raises StoreFailed."""
        async with self._free:
            try:
                async with asyncio.timeout(patience):
                    return await work(await self._connected())
            except (TimeoutError, asyncpg.PostgresError, *LOST) as error:
                self._let_go()
                raise StoreFailed(f"the database failed: {type(error).__name__}") from None
            except BaseException:
                self._let_go()  # in the middle of an answer
                raise

    def _let_go(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(*LOST):
                connection.terminate()

    async def _connected(self) -> asyncpg.Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = connection = await self._address.connect()
            if self._channels and await self._may_listen():
                for channel in self._channels:
                    await connection.add_listener(channel, self._told)
        return self._connection

    async def _may_listen(self) -> bool:
        """Tell whether notes arrive: behind a pooler, only with a configured listening address."""
        if self._hears or not await self._address.is_pooled():
            return True
        if not self._told_deaf:
            self._told_deaf = True
            _log.warning(
                "a pooler answers for the database's server: what other processes tell is found by looking, later "
                "than it could be; give DATABASE_LISTEN_URL the server's own address"
            )
        return False

    def _told(self, _: object, __: int, channel: str, text: object) -> None:
        if self._heard is not None:
            self._heard(Note(channel, str(text)))


def _columns(fencing_tokens: Mapping[LeaseKey, int]) -> tuple[list[str], list[int], list[int]]:
    """Return leases as columns: groups, numbers, fencing tokens."""
    return (
        [lease.group for lease in fencing_tokens],
        [lease.number for lease in fencing_tokens],
        list(fencing_tokens.values()),
    )


def _written(notes: Sequence[Note]) -> tuple[list[str], list[str]]:
    """Return notes as columns: channels, texts."""
    return [note.channel for note in notes], [note.text for note in notes]


def _read(written: str | None) -> list[Any]:
    """Return the rows of a JSON list; an empty list for None."""
    found: list[Any] = json.loads(written or "[]")
    return found
