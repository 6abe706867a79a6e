"""Name the build that runs: its version, commit and database schemas."""

from __future__ import annotations

import sqlite3
import subprocess
from functools import cache
from pathlib import Path
from platform import python_version

from bot import __version__
from data.migrations import POSTGRES, migrations

COMMIT_FILE = Path(__file__).with_name("commit.txt")
"""Written by the build of a wheel or sdist; a checkout has none."""


def version() -> str:
    """Describe the program in one line, for `--version`, the log and reports."""
    parts = (
        *((f"commit {found}",) if (found := commit()) else ()),
        f"schema {sqlite_schema()}, PostgreSQL schema {postgres_schema()}",
        f"Python {python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
    )
    return f"palmares {__version__} ({', '.join(parts)})"


@cache
def commit() -> str | None:
    """Return the commit the program was built from, or the checkout's; None if neither is known."""
    if COMMIT_FILE.is_file():
        return COMMIT_FILE.read_text("ascii").strip() or None
    return checked_out(Path(__file__).parents[1])


def checked_out(root: Path) -> str | None:
    """Return the commit checked out in a folder, shortened to 12 digits; None if it is not a repository."""
    if not (root / ".git").exists():  # git would search the folders above
        return None
    command = ["git", "-C", str(root), "rev-parse", "--short=12", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=5)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()


@cache
def sqlite_schema() -> int:
    """Return the number of the newest migration for SQLite."""
    return migrations()[-1].version


@cache
def postgres_schema() -> int:
    """Return the number of the newest migration for PostgreSQL."""
    return migrations(POSTGRES)[-1].version
