"""Read a table, and store a press, with one PostgreSQL statement each."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from collections.abc import Sequence

from data.errors import StaleTable
from data.postgres.connection import Lists, PostgresConnection
from data.postgres.dialect import gathered, listed, reworded
from data.postgres.server import Unknown
from data.records import MoveRecord, TableRecord, TableSubscription
from data.roles import deadlines, tables
from data.roles.rows import IN_CHAT, Row, Value, checked, move_values, place_values, seat_values, table_values
from data.roles.statements import Values
from data.roles.tables import Tables

SEATS = gathered("seat, colours, person_platform, person_user, name, computer, late")
STATUSES = listed("statuses")

# A parameter in a select list has no type unless it is cast.
CREATE = f"""
INSERT INTO tables (id, platform, chat, thread, game, host_platform, host_user, seed, rules, teams, options, status,
                    version, plies, snapshot, anchor, result, created, updated, due)
SELECT :id, :platform, :chat, :thread, :game, :host_platform, :host_user, CAST(:seed AS BYTEA),
       CAST(:rules AS JSON), CAST(:teams AS JSON), CAST(:options AS JSON), :status,
       CAST(:version AS BIGINT), CAST(:plies AS BIGINT), :snapshot, :anchor, CAST(:result AS JSON),
       CAST(:created AS DOUBLE PRECISION), CAST(:updated AS DOUBLE PRECISION), CAST(:due AS DOUBLE PRECISION)
WHERE (SELECT count(*) FROM tables WHERE {IN_CHAT} AND status IN ('lobby', 'playing')) < :limit
ON CONFLICT (id) DO NOTHING
RETURNING seq
"""
_SELECT = reworded(tables.SELECT_TABLES, SEATS)
_OF_STATUS = reworded(tables.OF_STATUS, STATUSES)

WORDINGS = {
    tables.CREATE: CREATE,
    tables.TABLE: reworded(tables.TABLE, SEATS),
    tables.TABLES: f"{_SELECT} WHERE {tables.SHOWN_IN_CHAT} AND {_OF_STATUS}",
    tables.ALL_TABLES: f"{_SELECT} WHERE {_OF_STATUS}",
    tables.COUNT_TABLES: reworded(tables.COUNT_TABLES, STATUSES),
    tables.UPDATE: reworded(tables.UPDATE, SEATS),
    deadlines.GIVE_BACK: reworded(deadlines.GIVE_BACK, ("max(", "greatest(")),
    tables.PLAYED_BY: """
        SELECT id FROM tables
        WHERE status = 'playing'
          AND id IN (SELECT table_id FROM seats WHERE person_platform = :platform AND person_user = :user)
        ORDER BY seq
    """,
}

_SEAT = "colours, person_platform, person_user, name, computer, late"
_PLACE = "platform, chat, thread"
_HOME = "(:platform, :chat, :thread)"
_THERE = "(:place_platform, :place_chat, :place_thread)"

# All of it is of one table. Nothing else is written unless the first part has found the version and the log that its
# maker has seen; what the last part reads is the table as it was before. Seats are written only where they differ,
# and a person's place where it is another: all parts see the same moment, so none may touch a row of another's.
_CHANGED = f"""
WITH updated AS (
    {tables.CHANGE}
    RETURNING id
), logged AS (
    INSERT INTO moves (table_id, ply, version, move, seat, automation, at)
    SELECT id, :log_end + number - 1, :version, move, seat, automation, at
    FROM updated, unnest(
        CAST(:moves AS TEXT[]), CAST(:move_seats AS BIGINT[]), CAST(:move_automations AS TEXT[]),
        CAST(:move_times AS DOUBLE PRECISION[])
    ) WITH ORDINALITY AS new(move, seat, automation, at, number)
)"""
_SEATED = f""", seated AS (
    INSERT INTO seats (table_id, seat, {_SEAT})
    SELECT id, seat - 1, {_SEAT}
    FROM updated, unnest(
        CAST(:seat_colours AS TEXT[]), CAST(:seat_platforms AS TEXT[]), CAST(:seat_users AS TEXT[]),
        CAST(:seat_names AS TEXT[]), CAST(:seat_computers AS TEXT[]), CAST(:seat_lates AS BIGINT[])
    ) WITH ORDINALITY AS new({_SEAT}, seat)
    WHERE NOT EXISTS (
        SELECT 1 FROM seats AS old
        WHERE old.table_id = :id AND old.seat = new.seat - 1
          AND (old.colours, old.person_platform, old.person_user, old.name, old.computer, old.late)
              IS NOT DISTINCT FROM
              (new.colours, new.person_platform, new.person_user, new.name, new.computer, new.late)
    )
    {tables.OVER_SEAT}
), unseated AS (
    DELETE FROM seats USING updated WHERE seats.table_id = updated.id AND seats.seat >= :seat_count
)"""
_PLACED = f""", left_places AS (
    DELETE FROM places USING updated
    WHERE places.table_id = updated.id AND person_platform = :place_person_platform
      AND person_user = :place_person_user
      AND ({_THERE} = {_HOME} OR (places.platform, places.chat, places.thread) <> {_THERE})
), placed AS (
    INSERT INTO places (table_id, {_PLACE}, person_platform, person_user)
    SELECT id, CAST(:place_platform AS TEXT), :place_chat, :place_thread, :place_person_platform, :place_person_user
    FROM updated WHERE {_THERE} <> {_HOME}
    ON CONFLICT DO NOTHING
)"""
_FOUND = "\nSELECT (SELECT count(*) FROM updated), version, plies FROM tables WHERE id = :id\n"
# Each part costs the server some hundredth of a millisecond, also where it has nothing to do.
STORE = {
    (reseated, placed): f"{_CHANGED}{_SEATED if reseated else ''}{_PLACED if placed else ''}{_FOUND}"
    for reseated in (False, True)
    for placed in (False, True)
}
"""How a press is stored, by whether the seats may be others and whether a place comes with it."""


class PostgresTables(PostgresConnection, Tables):
    """Tables on a server; a press is one round trip."""

    async def update(
        self,
        table: TableRecord,
        *,
        expected: int,
        moves: Sequence[MoveRecord] = (),
        place: TableSubscription | None = None,
        reseated: bool = True,
    ) -> None:
        """Update a table as `Tables.update` does, in one statement."""
        log_end = table.plies - len(moves)
        appended = move_values(table, expected, moves)
        values = {**table_values(table), **checked({"expected": expected, "log_end": log_end})}
        lists = _log(appended)
        if reseated:
            values["seat_count"] = len(table.seats)
            lists |= _seats(table)
        if place is not None:
            values |= {f"place_{name}": value for name, value in place_values(place).items()}
        statement = STORE[reseated, place is not None]
        try:
            progress = await self._store(statement, values, lists)
        except Unknown:
            progress = await self._settle(table, statement, values, lists)
        if progress == [(expected, log_end)]:
            raise StaleTable(f"table {table.id!r} has moved on this very moment")
        if progress is not None:
            self._explain(table, expected, log_end, progress)

    async def _store(self, statement: str, values: Values, lists: Lists) -> Sequence[Row] | None:
        """Store a press; return None, or the version and log length that prevented it."""
        rows = await self._write_lists(statement, values, lists)
        return None if rows and rows[0][0] else [row[1:] for row in rows]

    async def _settle(self, table: TableRecord, statement: str, values: Values, lists: Lists) -> Sequence[Row] | None:
        """Store a press that may be stored already; its version keeps that from happening twice."""
        if await self.table(table.id) == table:
            return None
        progress = await self._store(statement, values, lists)
        return None if progress is not None and await self.table(table.id) == table else progress


def _seats(table: TableRecord) -> dict[str, Sequence[Value]]:
    seats = seat_values(table)
    names = {
        "colours": "colours", "platforms": "person_platform", "users": "person_user", "names": "name",
        "computers": "computer", "lates": "late",
    }  # fmt: skip
    return {f"seat_{name}": [seat[column] for seat in seats] for name, column in names.items()}


def _log(moves: Sequence[Values]) -> dict[str, Sequence[Value]]:
    names = {"moves": "move", "move_seats": "seat", "move_automations": "automation", "move_times": "at"}
    return {name: [move[column] for move in moves] for name, column in names.items()}
