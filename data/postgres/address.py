"""Connect to a PostgreSQL server, directly or through a pooler such as pgbouncer.

A pooler in transaction mode keeps nothing between transactions: no settings, no prepared statements, no `LISTEN`.
"""

from __future__ import annotations

import logging
import os
from typing import Any
from urllib.parse import parse_qs, urlsplit

import asyncpg

from data.errors import UnusableDatabase
from data.roles.damage import decode

CONNECTING, COMMAND = 5.0, 12.0
"""Seconds for a connection to be made, and for an answer to come; the server itself gives up before that."""
STATEMENTS = 400
"""How many prepared statements a connection keeps: all there are."""
NAME = "application_name"
SETTINGS = {
    NAME: "palmares",
    "statement_timeout": "10s",
    "lock_timeout": "5s",
    "idle_in_transaction_session_timeout": "15s",
    "tcp_keepalives_idle": "10",  # a machine that is gone keeps no lock for longer than half a minute
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "jit": "off",  # compiling takes longer than any of our statements
}
"""What each connection asks of the server, unless the address says otherwise."""
_OURS = {"host", "port", "database", "dbname", "user", "password", "passfile", "service", "servicefile"}
_ALSO_OURS = ("ssl", "direct_tls", "target_session_attrs", "krbsrvname", "gsslib")
"""What in an address is for the driver; the rest it asks of the server."""
_FILES = ("sslrootcert", "sslcert", "sslkey", "sslcrl")
_WHO = "SELECT pg_backend_pid(), current_setting('statement_timeout')"

_log = logging.getLogger(__name__)


async def forgiving(connection: asyncpg.Connection) -> None:
    """Have a connection read invalid UTF-8 as Damaged text, so that it affects only its own row."""
    for kind in ("text", "json"):
        await connection.set_type_codec(
            kind, schema="pg_catalog", encoder=str.encode, decoder=decode, format="binary"
        )


class Address:
    """The address of a database, and how to connect to it."""

    def __init__(self, url: str) -> None:
        """Parse a `postgresql://…` address; raises ValueError if that fails."""
        self.url = url
        asked = parse_qs(urlsplit(url).query)
        self._asked = frozenset(name for name in asked if name not in _OURS and not name.startswith(_ALSO_OURS))
        self._files = {name: file for name in _FILES for file in asked.get(name, ())}
        self._pooled: bool | None = None

    async def connect(self) -> asyncpg.Connection:
        """Connect; raises as asyncpg does, and UnusableDatabase."""
        return await asyncpg.connect(self.url, **await self.options())

    async def options(self) -> dict[str, Any]:
        """Return the connection options beyond the address; raises as asyncpg does, and UnusableDatabase."""
        pooled = await self.is_pooled()
        settings = {name: value for name, value in SETTINGS.items() if name not in self._asked}
        return {
            "timeout": CONNECTING,
            "command_timeout": COMMAND,
            # Without a cache a statement is read by the server in the same breath in which it is run.
            "statement_cache_size": 0 if pooled else STATEMENTS,
            "server_settings": {NAME: SETTINGS[NAME]} if pooled else settings,
        }

    async def is_pooled(self) -> bool:
        """Tell whether a pooler answers at the address; asked once.

        A pooler reports its own process id instead of the server's. Raises as asyncpg does, and UnusableDatabase
        if the address has settings that a pooler would lose, or names an unreadable file: the driver's own error for
        that looks like a server that is down.
        """
        if self._pooled is None:
            for name, file in self._files.items():
                if not os.access(file, os.R_OK):
                    raise UnusableDatabase(f"{name} in the address of the database: there is no {file} to be read")
            self._pooled = await self._ask()
        return self._pooled

    async def _ask(self) -> bool:
        try:
            connection = await asyncpg.connect(
                self.url, timeout=CONNECTING, command_timeout=COMMAND, statement_cache_size=0
            )
        except asyncpg.ProtocolViolationError as error:
            if "unsupported startup parameter" in str(error):
                raise self._loses() from None
            raise
        try:
            process, limit = await connection.fetchrow(_WHO)
            pooled = bool(process != connection.get_server_pid())
        finally:
            await connection.close()
        if pooled and self._asked - {NAME}:
            raise self._loses()
        if pooled and limit == "0":
            _log.warning(
                "a pooler answers for the database's server, which has no limits of time: set them for the role, as "
                "in ALTER ROLE … SET statement_timeout = '10s'; docs/hosting/postgresql.md lists all"
            )
        return pooled

    def _loses(self) -> UnusableDatabase:
        return UnusableDatabase(
            f"a pooler answers there, which keeps no settings of a connection: take {', '.join(sorted(self._asked))} "
            "out of the address and set it for the role, as in ALTER ROLE … SET search_path = games"
        )
