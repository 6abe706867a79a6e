"""Check rows as they are read; corrupt ones are quarantined and do not affect other rows.

A form lists the columns of a statement's rows. Roles only see rows that fit.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, replace

from data.errors import StoreError
from data.records import DamageRecord
from data.roles.columns import PRIVATE, TABLES, Column
from data.roles.damage import Damaged
from data.roles.rows import Row, Value
from data.roles.statements import Statements, Steps

_log = logging.getLogger(__name__)

KEPT, HELD, KEY = 1000, 2000, 200
"""How many damaged values are set aside, how many characters of each, and of each part of its key."""
LASTS = 90 * 86400.0
"""Seconds after which what was set aside is forgotten."""

# Seen again it is not news, unless the column holds something else by now.
SET_ASIDE = """
INSERT INTO quarantine (source, place, part, held, why, at) VALUES (:source, :place, :part, :held, :why, :at)
ON CONFLICT (source, place, part) DO UPDATE SET held = excluded.held, why = excluded.why, at = excluded.at
WHERE quarantine.held <> excluded.held
RETURNING id
"""

FORGET_OLD = "DELETE FROM quarantine WHERE at < :before OR id <= (SELECT max(id) FROM quarantine) - :kept"

_NAMES = ("source", "place", "part", "held", "why", "at")
QUARANTINE = "SELECT source, place, part, held, why, at FROM quarantine ORDER BY id"


class Form:
    """The columns of a statement's rows, of one table; `people.name` is a column of another."""

    def __init__(self, table: str, names: str, *, key: str = "") -> None:
        """Name the columns in order, and the `key` columns that identify a row.

        `-` is not checked. A corrupt `~` column gets its default and the row is still read. `?` may be NULL, as after
        an outer join.
        """
        self.table = table
        self._key = key.split()
        self._names = [name.lstrip("~").rstrip("?") for name in names.split()]
        columns = [(place, name, self._column(name)) for place, name in enumerate(names.split())]
        self._checked = [(place, column) for place, _, column in columns if column is not None]
        self._quickly = [(place, column.kind.seems or column.kind.fits, column) for place, column in self._checked]
        self._needed = [(place, column) for place, name, column in columns if column is not None and name[0] != "~"]

    def _column(self, name: str) -> Column | None:
        table, _, bare = name.lstrip("~").rstrip("?").rpartition(".")
        if bare == "-":
            return None
        column = TABLES[table or self.table][bare]
        return replace(column, nullable=True) if name.endswith("?") else column

    def fits(self, row: Row) -> bool:
        """Tell whether all columns of a row are valid."""
        # as `Column.seems` does, but without its call: this is done for every row that is read
        for place, seems, column in self._quickly:
            value = row[place]
            if not (column.nullable if value is None else seems(value)):
                return False
        return True

    def serves(self, row: Row) -> bool:
        """Tell whether a row can be read, with defaults for some columns."""
        return all(column.seems(row[place]) for place, column in self._needed)

    def usual(self, row: Row) -> Row:
        """Return a row with corrupt values replaced by defaults."""
        found = list(row)
        for place, column in self._checked:
            if not column.seems(row[place]):
                found[place] = column.usual
        return tuple(found)

    def damages(self, row: Row, known: Mapping[str, object]) -> Iterator[DamageRecord]:
        """Yield the corrupt values of a row; `known` are the values it was asked for by."""
        values: dict[str, object] = {**dict(zip(self._names, row, strict=True)), **known}
        key = {name: values[name] for name in self._key or values if name in values}
        person: dict[str, object] = {name: values[name] for name in ("platform", "user") if name in values}
        for place, column in self._checked:
            if not column.seems(row[place]):
                table = self._names[place].rpartition(".")[0] or self.table
                # a person's own row, whatever row of another table it was read with
                yield damage_of(table, person if table == "people" and len(person) == 2 else key, column, row[place])


def damage_of(table: str, key: Mapping[str, object], column: Column, value: object) -> DamageRecord:
    """Describe a value that its column may not hold."""
    held = "(not shown)" if (table, column.name) in PRIVATE else shown(value)
    why = "is empty" if value is None else column.kind.fault
    return DamageRecord(table, place_of(key), column.name, held, why, time.time())


def _told(damage: DamageRecord) -> str:
    """Name a value for the log: by its table's id, never by a person or chat."""
    key = json.loads(damage.place)
    code = key.get("table_id", key.get("id")) if isinstance(key, dict) else None
    return f"{damage.source}{'' if code is None else f', row {code}'}, column {damage.part},"


def place_of(key: Mapping[str, object]) -> str:
    """Return the key of a row as JSON."""
    return json.dumps({name: value if _plain(value) else shown(value)[:KEY] for name, value in key.items()})


def _plain(value: object) -> bool:
    return value is None or type(value) in (int, float) or (type(value) is str and len(value) <= KEY)


def shown(value: object) -> str:
    """Return any value as text that can be stored and shown; bytes in hexadecimal."""
    if isinstance(value, Damaged):
        value = value.stored.decode(errors="backslashreplace")
    text = bytes(value).hex() if isinstance(value, bytes | memoryview) else str(value)
    return text.encode(errors="replace").decode().replace("\0", "\\0")[:HELD]


class Reading(Statements):
    """A database that checks rows as they are read."""

    _noted: set[tuple[str, str, str]] | None = None
    """What this process has set aside; when that is as much as is kept, no more is."""

    async def _sound(self, form: Form, rows: Iterable[Row], **known: object) -> list[Row]:
        """Return the readable rows and quarantine corrupt values; `known` completes the rows' keys."""
        found = []
        for row in rows:
            if form.fits(row):
                found.append(row)
            elif await self._note(form, row, known):
                found.append(form.usual(row))
        return found

    async def _note(self, form: Form, row: Row, known: Mapping[str, object]) -> bool:
        """Quarantine the corrupt values of a row; return whether the row can be read."""
        for damage in form.damages(row, known):
            await self._set_aside(damage)
        return form.serves(row)

    async def set_aside(self, source: str, key: Mapping[str, object], part: str, why: str, held: str = "") -> None:
        """Quarantine a column that only its reader found corrupt, and log it the first time.

        `source` is the database's table, `key` names the row, `part` the column; `why` is for operators.
        """
        await self._set_aside(DamageRecord(source, place_of(key), part, shown(held), why[:HELD], time.time()))

    async def _set_aside(self, damage: DamageRecord) -> None:
        """Quarantine a value and log it the first time; if it cannot be stored, only log it."""
        name = (damage.source, damage.place, damage.part)
        noted = self._noted = set() if self._noted is None else self._noted
        if name in noted or len(noted) >= KEPT:
            return
        noted.add(name)
        values: dict[str, Value] = dict(zip(_NAMES, astuple(damage), strict=True))
        values["at"] = damage.at or time.time()

        def work() -> Steps[bool]:
            new = yield SET_ASIDE, values
            yield FORGET_OLD, {"before": float(values["at"] or 0) - LASTS, "kept": KEPT}
            return bool(new)

        try:
            new = await self._atomically(work)
        except (StoreError, ValueError):
            new = True
        if new:
            _log.warning("%s cannot be read, see `admin check`: %s", _told(damage), damage.why)

    async def quarantine(self) -> list[DamageRecord]:
        """Return the quarantined values, oldest first: at most 1,000, of the last 90 days."""
        form = Form("quarantine", "~source ~place ~part ~held ~why ~at")
        return [
            DamageRecord(*(row if form.fits(row) else form.usual(row))) for row in await self._read(QUARANTINE, {})
        ]


def sound(form: Form, rows: Sequence[Row]) -> list[Row]:
    """Return the readable rows inside a transaction; nothing is quarantined."""
    return [row if form.fits(row) else form.usual(row) for row in rows if form.serves(row)]
