"""Run a pgbouncer in transaction mode before the tests' PostgreSQL server, in its own folder."""

# ruff: noqa: S603 - our own calls

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import quote

from tests.fakes.postgres_server import LASTING, PostgresServer, die_with_parent, shared, wait_for, whom
from tests.fakes.postgres_server import missing as missing_server

PORT = 6432
PATIENCE = 20.0
ROLE = """
CREATE ROLE pooled LOGIN SUPERUSER;
ALTER ROLE pooled SET statement_timeout = '10s';
ALTER ROLE pooled SET lock_timeout = '5s';
ALTER ROLE pooled SET idle_in_transaction_session_timeout = '15s';
ALTER ROLE pooled SET jit = off;
"""
"""As whom the server is used, with what a connection would else ask for; docs/hosting/postgresql.md has the same."""


def program() -> str | None:
    """Return the path of the program; Debian puts it where only root looks."""
    return shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")


def missing() -> str | None:
    """Return why there can be no pooler, None if there can be one."""
    if reason := missing_server():
        return reason
    return None if program() else "there is no pgbouncer here: Debian's package pgbouncer"


class Pgbouncer:
    """A pooler that hands a connection to the server on after each transaction."""

    def __init__(self, server: PostgresServer, connections: int = 3, **settings: str) -> None:
        """Stand before a server, with this number of connections to each of its databases; it needs the role once."""
        found = program()
        assert found is not None
        self._program = found
        self._as = whom()
        self.folder = Path(tempfile.mkdtemp(prefix="palmares-bouncer-"))
        self._settings = {
            "listen_addr": "",
            "listen_port": str(PORT),
            "unix_socket_dir": str(self.folder),
            "auth_type": "any",
            "pool_mode": "transaction",
            "max_client_conn": "500",
            "default_pool_size": str(connections),
            "server_login_retry": "1",  # seconds; 15 by itself, for which nobody would be let in after a restart
            "logfile": str(self.folder / "log"),
            **settings,
        }
        lines = [
            f"[databases]\n* = host={server.folder} user=pooled",
            "[pgbouncer]",
            *(f"{name} = {value}" for name, value in self._settings.items()),
        ]
        (self.folder / "pgbouncer.ini").write_text("\n".join(lines) + "\n")
        if self._as:
            os.chown(self.folder, self._as["user"], self._as["group"])
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, direct: str) -> str:
        """Return the address of a database through the pooler, of that by which the server itself is reached."""
        return f"{direct.partition('?')[0]}?host={quote(str(self.folder), safe='')}&port={PORT}"

    def start(self) -> None:
        """Start it, and wait until it lets somebody in."""
        self._process = subprocess.Popen(
            [self._program, "-q", self.folder / "pgbouncer.ini"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=die_with_parent,
            **self._as,
        )
        LASTING.add(self._process.pid)
        wait_for(self._process, self._answers, self.folder / "log", PATIENCE)

    def _answers(self) -> bool:
        with socket.socket(socket.AF_UNIX) as door:
            try:
                door.connect(str(self.folder / f".s.PGSQL.{PORT}"))
            except OSError:
                return False
        return True

    def stop(self) -> None:
        """Stop it at once, whatever is under way."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(PATIENCE)
            LASTING.discard(self._process.pid)
            self._process = None

    def remove(self) -> None:
        """Stop it, and take its folder away."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


_shared: list[Pgbouncer] = []


async def shared_pooler() -> Pgbouncer:
    """Return a pooler before the session's own server, started when it is first asked for."""
    if not _shared:
        await shared().run(ROLE)
        pooler = Pgbouncer(shared())
        pooler.start()
        _shared.append(pooler)
    return _shared[0]


def end_shared_pooler() -> None:
    """End it, if it was ever wanted."""
    while _shared:
        _shared.pop().remove()
