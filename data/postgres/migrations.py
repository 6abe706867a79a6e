"""Migrate the schema of a PostgreSQL database, one process at a time.

Missing steps run in one transaction under a server-side lock, so a kill leaves the old schema or the new.
"""

from __future__ import annotations

from collections.abc import Sequence

import asyncpg

from data.errors import UnusableDatabase
from data.migrations import POSTGRES, Migration, migrations
from data.postgres.address import forgiving
from data.postgres.server import Server

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('palmares migrations ' || current_schema(), 0))"
_TABLES = "SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema()"
_HAS_MIGRATIONS = f"{_TABLES} AND table_name = 'migrations'"
_MIGRATIONS = "SELECT version, name, checksum FROM migrations ORDER BY version"
_CREATE = """
CREATE TABLE IF NOT EXISTS migrations (
    version  BIGINT PRIMARY KEY,
    name     TEXT COLLATE "C" NOT NULL,
    checksum TEXT COLLATE "C" NOT NULL,
    applied  BIGINT NOT NULL
)
"""
_ADD = """
INSERT INTO migrations (version, name, checksum, applied)
VALUES ($1, $2, $3, CAST(extract(epoch FROM now()) AS BIGINT))
"""
OLDEST = 14
"""The oldest server that has what our statements use."""


async def migrate(server: Server, steps: Sequence[Migration] | None = None, *, create: bool = True) -> None:
    """Run the missing migrations; raises UnusableDatabase, having changed nothing, or as asyncpg does.

    Without `create`, an empty database is refused.
    """
    steps = migrations(POSTGRES) if steps is None else steps
    connection = await server.connect()
    try:
        await _check_server(connection)
        await forgiving(connection)
        if await _applied(connection, steps, create=create) == len(steps):
            return
        async with connection.transaction():
            await connection.execute("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
            await connection.execute(_LOCK, timeout=3600)
            # Asked again inside the lock: another process may have been doing the same.
            for step in steps[await _applied(connection, steps, create=create) :]:
                await connection.execute(_CREATE)
                await connection.execute(step.sql, timeout=3600)
                await connection.execute(_ADD, step.version, step.name, step.checksum)
    finally:
        await connection.close()


async def _check_server(connection: asyncpg.Connection) -> None:
    version = connection.get_server_version()
    if version.major < OLDEST:
        raise UnusableDatabase(f"PostgreSQL {OLDEST} or newer is needed; this is {version.major}")
    encoding = await connection.fetchval("SHOW server_encoding")
    if encoding != "UTF8":
        raise UnusableDatabase(f"the database must be in UTF8, not {encoding}: create it with ENCODING 'UTF8'")
    if await connection.fetchval("SELECT current_schema()") is None:
        raise UnusableDatabase("the database has no schema of the name in its search_path")


async def _applied(connection: asyncpg.Connection, steps: Sequence[Migration], *, create: bool) -> int:
    """Count the applied migrations; raises UnusableDatabase unless they are the first of ours."""
    if not await connection.fetchval(_HAS_MIGRATIONS):
        if not await connection.fetchval(_TABLES):
            if not create:
                raise UnusableDatabase("there is no game in this database: no bot has ever used it")
            return 0
        if not await connection.fetchval(_HAS_MIGRATIONS):  # another process may just have made all of them
            raise UnusableDatabase("this is not a database of this program: there are other tables in it")
    try:
        done: list[tuple[int, str, str]] = [tuple(row) for row in await connection.fetch(_MIGRATIONS)]
    except asyncpg.UndefinedColumnError:
        raise UnusableDatabase("this is not a database of this program: its migrations are another's") from None
    if len(done) > len(steps):
        raise UnusableDatabase(
            f"the database is from a newer version of this program: it has form {len(done)}, this version knows "
            f"{len(steps)}"
        )
    for step, (version, name, checksum) in zip(steps, done, strict=False):
        if (step.version, step.checksum) != (version, checksum):
            raise UnusableDatabase(f"the database was made by another text of migration {version:04d} ({name})")
    return len(done)
