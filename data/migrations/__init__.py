"""Read the migrations: numbered files of SQL, a folder per database."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

SQLITE = Path(__file__).parent
POSTGRES = SQLITE / "postgres"


@dataclass(frozen=True, slots=True)
class Migration:
    """A migration: `0001__first_tables.sql` is version 1."""

    version: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        """Return the digest that shows whether the file changed after it ran."""
        return hashlib.sha256(self.sql.encode()).hexdigest()


def migrations(folder: Path = SQLITE) -> tuple[Migration, ...]:
    """Return the migrations of this version, in order; raises ValueError for a missing number."""
    steps = []
    for version, path in enumerate(sorted(folder.glob("*.sql")), start=1):
        number, _, name = path.stem.partition("__")
        if int(number) != version:
            raise ValueError(f"{path.name} stands where migration {version:04d} belongs")
        steps.append(Migration(version, name, path.read_text(encoding="utf-8")))
    return tuple(steps)
