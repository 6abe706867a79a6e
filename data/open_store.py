"""Open the store that a database's address names."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from data.coordination import Coordination
from data.errors import UnusableDatabase
from data.sqlite.migrations import MEMORY
from data.sqlite.store import open_sqlite
from data.store import Store

_HOW = "write it as sqlite:///games.sqlite3 (relative) or sqlite:////srv/games.sqlite3 (absolute)"
_SERVERS = {"postgresql", "postgres", "postgresql+asyncpg"}


def is_server(database_url: str) -> bool:
    """Tell whether an address names a PostgreSQL database."""
    return database_url.strip().partition("://")[0].lower() in _SERVERS


def server_address(database_url: str) -> str:
    """Return the address of a PostgreSQL database in the driver's form."""
    return f"postgresql://{database_url.strip().partition('://')[2]}"


def sqlite_path(database_url: str) -> str:
    """Return the path that a `sqlite:///…` address names.

    Raises ValueError if it names no file. No message quotes the address, which may have a password.
    """
    scheme, separator, rest = database_url.strip().partition("://")
    if not separator:
        raise ValueError(f"a database's address needs a scheme; {_HOW}")
    if scheme.lower() != "sqlite":
        raise ValueError(f"databases of this kind are not supported; {_HOW}")
    path = unquote(rest.removeprefix("/"))
    if path.partition("/")[0].startswith("~"):
        raise ValueError(f"{path.partition('/')[0]} stands for no folder here: write your home folder out; {_HOW}")
    if not rest.startswith("/") or not path or path.endswith("/") or "?" in rest or "#" in rest:
        raise ValueError(f"this is not the address of an SQLite file; {_HOW}")
    return path


async def open_store(database_url: str, *, alone: bool = False, create: bool = True) -> Store:
    """Open the store of a database's address; creates a missing folder, readable only by its owner.

    `alone` is for a bot: a file serves one, DatabaseInUse if there is another. Bots share a server through
    `open_coordination`. Without `create`, an empty database on a server is refused. Raises as `sqlite_path` does,
    and UnusableDatabase, or DatabaseAway if that may pass.
    """
    if is_server(database_url):
        return await _open_server(server_address(database_url), create=create)
    path = sqlite_path(database_url)
    if path != MEMORY:
        make_folder(path)
    return await open_sqlite(path, alone=alone)


async def _open_server(address: str, *, create: bool) -> Store:
    try:
        from data.postgres.store import open_postgres  # and with it a library that only those need who want it
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        how = "python -m pip install 'palmares[postgres]', or in a checkout '.[postgres]'"
        raise UnusableDatabase(f"a PostgreSQL server needs the library asyncpg: {how}") from None
    return await open_postgres(address, create=create)


def open_coordination(database_url: str, listening_url: str = "") -> Coordination:
    """Return the coordination of processes that share a server; it connects on demand.

    `listening_url` is the server's direct address if the other is a pooler's. Raises UnusableDatabase if it is not
    one.
    """
    from data.postgres.coordination import PostgresCoordination

    if not listening_url:
        return PostgresCoordination(server_address(database_url))
    if not is_server(listening_url):
        raise UnusableDatabase("this is not the address of a PostgreSQL server")
    return PostgresCoordination(server_address(database_url), server_address(listening_url))


def make_folder(path: str) -> None:
    """Create the folder of a database, readable only by its owner; raises UnusableDatabase."""
    try:
        Path(path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise UnusableDatabase(f"the folder of the database {path!r} cannot be made: {error}") from error
