"""Check every row of the database, and repair or delete corrupt ones; for tools."""

# ruff: noqa: S608 - the names are our own form's

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from data.records import DamageRecord
from data.roles.columns import REFERENCES, TABLES, Column
from data.roles.damage import Damaged
from data.roles.reading import Reading, damage_of, place_of, shown
from data.roles.rows import Row, Value
from data.roles.statements import Steps

GONE = "names a row of {} that is not there"
Look = Callable[[str, Mapping[str, object]], Iterator[tuple[str, str]]]
"""Looks into a row of a table whose columns are sound; yields which column makes no sense, and why."""


REPAIRABLE: Mapping[str, frozenset[str]] = {
    "people": frozenset({"name", "language", "settings"}),
    "chats": frozenset({"language", "settings"}),
    "callers": frozenset({"name"}),
    "blocks": frozenset({"name", "since"}),
    "tables": frozenset({"created", "updated", "due", "owed", "back", "anchor", "seq"}),
    "seats": frozenset({"name", "late"}),
    "moves": frozenset({"at"}),
    "boards": frozenset({"face", "called", "since"}),
    "messages": frozenset({"at", "nonce", "revision", "picture"}),
    "restrictions": frozenset({"reason", "at"}),
    "tournaments": frozenset({"host_name", "created", "due"}),
    "tournament_people": frozenset({"name"}),
    "tournament_posts": frozenset({"mark", "message", "face", "claimed", "sending"}),
}
"""The columns in which the usual value does as well."""
_OF_RESULTS = ("rating_changes", "result_seats")
_OF_TABLES = (
    *_OF_RESULTS, "tournament_tables",
    "results", "analysis_orders", "analyses", "boards", "places", "moves", "archived_logs", "seats",
)  # fmt: skip
WHOLE: Mapping[str, tuple[str, str, Sequence[str]]] = {
    **dict.fromkeys(("tables", "seats", "moves", "archived_logs"), ("tables", "id", _OF_TABLES)),
    **dict.fromkeys(("results", *_OF_RESULTS), ("results", "table_id", _OF_RESULTS)),
    "tournaments": ("tournaments", "id", ("tournament_people", "tournament_tables", "tournament_posts")),
}
"""Of which rows nothing is left without one of them: the row that all name, its key, and what names it."""
_NAMING = {"tournaments": "tournament"}
"""The column that names a row of a table, where it isn't `table_id`."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in a column of a row: its description, and the columns that name the row."""

    damage: DamageRecord
    key: tuple[tuple[str, object], ...]

    def __str__(self) -> str:
        place = ", ".join(f"{name} {shown(value)!r}" for name, value in self.key)
        return f"{self.damage.source}, row {place}: column {self.damage.part} {self.damage.why}"


class Checking(Reading):
    """Checks every row."""

    @property
    def _all_tables(self) -> Mapping[str, Mapping[str, Column]]:
        return TABLES

    async def faults(self, look: Look) -> list[Fault]:
        """Return the faults of all rows."""
        found: list[Fault] = []
        for table, columns in self._all_tables.items():
            names = [name for name, column in columns.items() if column.key] or list(columns)

            def judge(
                row: Row, table: str = table, columns: Mapping[str, Column] = columns, names: list[str] = names
            ) -> None:
                values = dict(zip(columns, row, strict=True))
                key = {name: values[name] for name in names}
                wrong = [column for column in columns.values() if not column.fits(values[column.name])]
                faults = [damage_of(table, key, column, values[column.name]) for column in wrong]
                if not wrong:
                    faults = [
                        DamageRecord(table, place_of(key), part, shown(values.get(part, "")), why, 0.0)
                        for part, why in look(table, values)
                    ]
                found.extend(Fault(fault, tuple(key.items())) for fault in faults)

            await self._show_all(f"SELECT {', '.join(columns)} FROM {table}", judge)
        return found + [fault for reference in REFERENCES for fault in await self._lost(*reference)]

    async def _lost(self, table: str, columns: Sequence[str], other: str, theirs: Sequence[str]) -> list[Fault]:
        """Return the rows that refer to a missing row of another table."""
        found: list[Fault] = []
        names = [name for name, column in TABLES[table].items() if column.key]
        same = " AND ".join(f"other.{a} = {table}.{b}" for a, b in zip(theirs, columns, strict=True))
        statement = (
            f"SELECT {', '.join(names)} FROM {table} WHERE NOT EXISTS (SELECT 1 FROM {other} AS other WHERE {same})"
        )

        def judge(row: Row) -> None:
            key = dict(zip(names, row, strict=True))
            held = shown(key.get(columns[-1], ""))
            damage = DamageRecord(table, place_of(key), columns[-1], held, GONE.format(other), 0.0)
            found.append(Fault(damage, tuple(key.items())))

        await self._show_all(statement, judge)
        return found

    async def repair(self, fault: Fault) -> str:
        """Replace unreadable values by their defaults, or delete the row if there is no default; say which.

        The old values are quarantined first. Rows that refer to a deleted row go too: with a table, all that belongs
        to it.
        """
        source, part = fault.damage.source, fault.damage.part
        key = dict(fault.key)
        await self._set_aside(fault.damage)
        if part in REPAIRABLE.get(source, ()):
            usual = self._all_tables[source][part].usual
            await self._change(source, f"UPDATE {source} SET {part} = :usual WHERE {{}}", fault.key, {"usual": usual})
            return "has the usual value now"
        whole = WHOLE.get(source)
        if whole is None or (code := key.get("table_id", key.get("id"))) is None or isinstance(code, Damaged):
            await self._change(source, f"DELETE FROM {source} WHERE {{}}", fault.key, {})
            return "its row is dropped"
        parent, name, children = whole
        for child in children:
            await self._change(
                child, f"DELETE FROM {child} WHERE {{}}", [(_NAMING.get(parent, "table_id"), code)], {}
            )
        await self._change(parent, f"DELETE FROM {parent} WHERE {{}}", [(name, code)], {})
        return f"all of {parent}, row {code}, is dropped"

    async def _change(
        self, table: str, statement: str, key: Sequence[tuple[str, object]], values: Mapping[str, Value]
    ) -> None:
        where, named = self._where(key)

        def work() -> Steps[None]:
            yield from self._unguarded(table, statement.format(where), {**named, **values})

        await self._atomically(work)

    def _where(self, key: Sequence[tuple[str, object]]) -> tuple[str, dict[str, Value]]:
        """Return the condition that finds a row by its key, even a corrupt one, and its parameters."""
        conditions, values = [], {}
        for number, (name, value) in enumerate(key):
            conditions.append(self._same(name, value, f"key_{number}"))
            if value is not None:
                values[f"key_{number}"] = value.stored if isinstance(value, Damaged) else value
        return " AND ".join(conditions), values  # type: ignore[return-value]

    @abstractmethod
    def _same(self, name: str, value: object, parameter: str) -> str:
        """Return the condition that a column equals a value, even a corrupt one; `parameter` names the value."""

    @abstractmethod
    async def _show_all(self, statement: str, judge: Callable[[Row], None]) -> None:
        """Call `judge` with every row of a statement, in a stream."""

    @abstractmethod
    def _unguarded(self, table: str, statement: str, values: Mapping[str, Value]) -> Steps[None]:
        """Run a statement with the triggers off that keep logs from changing."""
