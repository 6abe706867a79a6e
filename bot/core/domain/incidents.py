"""What happens to the people at a table beside the moves: noted with it, so that every chat that shows it can tell.

In play a seat says whom it was about. Who was sent away from a lobby has no seat any more: their key and name are
noted, and forgotten with everything else of theirs.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.table import AnyTable, StartedTable, Table
from bot.core.domain.table_values import Incident, IncidentKind

MOST = 12
"""So many are remembered of a table."""


def of(table: Table) -> tuple[Incident, ...]:
    """Return what happened at a table, oldest first, as far as this version knows it."""
    return tuple(incident for incident in table.incidents if incident.kind in tuple(IncidentKind))


def noted(table: AnyTable, *incidents: Incident) -> AnyTable:
    """Return the table with what has happened; the oldest beyond MOST are forgotten."""
    return replace(table, incidents=(*table.incidents, *incidents)[-MOST:])


def by_ply(table: StartedTable) -> dict[int, list[Incident]]:
    """Return what happened in play by the number of the ply that came next, or would come."""
    plies: dict[int, list[Incident]] = {}
    for incident in of(table):
        if table.started is not None and incident.version > table.started and 0 <= incident.seat < len(table.seats):
            plies.setdefault(table.plies_since(incident.version), []).append(incident)
    return plies
