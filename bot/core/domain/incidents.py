"""What happens to people at a table apart from moves, stored with it so that every chat can show it.

In play a seat says whom it was about; for a lobby, the person's key and name are stored, and deleted with their data.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.table import AnyTable, StartedTable, Table
from bot.core.domain.table_values import Incident, IncidentKind

MOST = 12
"""The number of incidents kept of a table."""


def of(table: Table) -> tuple[Incident, ...]:
    """Return a table's incidents, oldest first, as far as this version knows them."""
    return tuple(incident for incident in table.incidents if incident.kind in tuple(IncidentKind))


def noted(table: AnyTable, *incidents: Incident) -> AnyTable:
    """Return the table with more incidents; the oldest beyond MOST are dropped."""
    return replace(table, incidents=(*table.incidents, *incidents)[-MOST:])


def by_ply(table: StartedTable) -> dict[int, list[Incident]]:
    """Return the incidents in play by the number of the ply that comes next."""
    plies: dict[int, list[Incident]] = {}
    for incident in of(table):
        if table.started is not None and incident.version > table.started and 0 <= incident.seat < len(table.seats):
            plies.setdefault(table.plies_since(incident.version), []).append(incident)
    return plies
