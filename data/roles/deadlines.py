"""Find the tables that are due, and postpone them by what an outage took."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.records import OutageRecord
from data.roles.reading import Form, Reading
from data.roles.rows import Value, checked
from data.roles.statements import Steps, bounded

# Word for word the condition of the partial index.
DUE_TABLES = "SELECT id, version FROM tables WHERE due IS NOT NULL AND due <= :now ORDER BY due LIMIT :limit"

# The last due come first: those of a page are then due later than all that is still to come.
_DUE_BEFORE = "due IS NOT NULL AND due <= :moment AND (due < :moment OR seq < :seq)"
PAGE_BY_DUE = f"SELECT due, seq FROM tables WHERE {_DUE_BEFORE} ORDER BY due DESC, seq DESC LIMIT 1 OFFSET :rest"

# Once for each outage, whatever is killed meanwhile: `back` says up to when a table has its time. The condition on
# the status is such that no index is used for it: the page is found by when its tables are due.
GIVE_BACK = f"""
UPDATE tables
SET due = due + (:ended - max(:began, updated, back)), owed = owed + (:ended - max(:began, updated, back)),
    back = :ended
WHERE {_DUE_BEFORE} AND due >= :edge AND (due > :edge OR seq >= :edge_seq)
  AND CASE status WHEN 'lobby' THEN 1 WHEN 'playing' THEN 1 ELSE 0 END = 1 AND updated < :ended AND back < :ended
"""

DUE_FORM = Form("tables", "id version", key="id")

_FIRST, _LAST = -1e300, 1e300
"""Moments before and after all others."""


class Deadlines(Reading):
    """Tables by the time at which they are due."""

    async def due_tables(self, now: float, limit: int) -> list[tuple[str, int]]:
        """Return the ids and versions of at most `limit` due tables, longest overdue first.

        The cost grows with the rows found only.
        """
        rows = await self._read(DUE_TABLES, {"now": float(now), "limit": bounded(limit)})
        return [(row[0], row[1]) for row in await self._sound(DUE_FORM, rows)]

    async def give_time_back(
        self, outage: OutageRecord, limit: int, before: tuple[float, int] | None = None
    ) -> tuple[float, int] | None:
        """Postpone the due times on a page of open tables by an outage, and note what each table is owed.

        Latest due first. A table that has its time already is skipped, so calling again is safe. Returns where the
        next page begins, None after the last.
        """
        moment, seq = before if before is not None else (_LAST, 0)
        page: dict[str, Value] = {"moment": moment, "seq": seq}

        def shifted() -> Steps[tuple[float, int] | None]:
            edges = yield PAGE_BY_DUE, {**page, "rest": bounded(limit) - 1}
            edge, edge_seq = edges[0] if edges else (_FIRST, 0)
            span = {"began": outage.began, "ended": outage.ended, "edge": edge, "edge_seq": edge_seq}
            yield GIVE_BACK, checked({**page, **span})
            return (edge, edge_seq) if edges else None

        return await self._atomically(shifted)
