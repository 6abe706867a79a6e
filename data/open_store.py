"""Open the store that a database's address names, as it stands in the settings."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from data.sqlite.migrations import MEMORY
from data.sqlite.store import open_sqlite
from data.store import Store, UnusableDatabase

_HOW = "write it as sqlite:///games.sqlite3 (relative) or sqlite:////srv/games.sqlite3 (absolute)"


def sqlite_path(database_url: str) -> str:
    """Return the path that a `sqlite:///…` address names.

    Raises ValueError for what is no address of a file, and UnusableDatabase for a database this version cannot serve.
    No message repeats the address, since there may be a password in it.
    """
    scheme, separator, rest = database_url.strip().partition("://")
    if not separator:
        raise ValueError(f"a database's address needs a scheme; {_HOW}")
    kind = scheme.lower().partition("+")[0]
    if kind in {"postgresql", "postgres"}:
        raise UnusableDatabase(f"PostgreSQL is not supported by this version; use SQLite: {_HOW}")
    if scheme.lower() != "sqlite":
        raise ValueError(f"databases of this kind are not supported; {_HOW}")
    path = unquote(rest.removeprefix("/"))
    if path.partition("/")[0].startswith("~"):
        raise ValueError(f"{path.partition('/')[0]} stands for no folder here: write your home folder out; {_HOW}")
    if not rest.startswith("/") or not path or path.endswith("/") or "?" in rest or "#" in rest:
        raise ValueError(f"this is not the address of an SQLite file; {_HOW}")
    return path


async def open_store(database_url: str, *, alone: bool = False) -> Store:
    """Open the store of a database's address; a missing folder is made, readable only by its owner.

    `alone` is for a bot, of which a database bears one: DatabaseInUse if there is another.
    Raises as `sqlite_path` does, and UnusableDatabase when the database cannot be used.
    """
    path = sqlite_path(database_url)
    if path != MEMORY:
        make_folder(path)
    return await open_sqlite(path, alone=alone)


def make_folder(path: str) -> None:
    """Make the folder of a database, readable only by its owner; raises UnusableDatabase."""
    try:
        Path(path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise UnusableDatabase(f"the folder of the database {path!r} cannot be made: {error}") from error
