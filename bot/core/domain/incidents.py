"""What happens to the people at a table beside the moves: noted with it, so that every chat that shows it can tell.

In play a seat says whom it was about. Who was sent away from a lobby has no seat any more: their key and name are
noted, and forgotten with everything else of theirs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.core.domain.table import Table
from bot.core.domain.table_options import TableOptions
from data.records import PersonKey, TableRecord

MOST = 12
"""So many are remembered of a table."""
NO_SEAT = -1


class Kind(StrEnum):
    """What can happen: giving up, being sent away, leaving for good when forgotten, and a chat that is lost."""

    RESIGNED = "resigned"
    KICKED = "kicked"
    LEFT = "left"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Incident:
    """What happened in which version of a table, to whom: a seat, or where it is NO_SEAT a person and their name."""

    version: int
    kind: Kind
    seat: int = NO_SEAT
    person: PersonKey | None = None
    name: str = ""


def of(record: TableRecord) -> tuple[Incident, ...]:
    """Return what happened at a table, oldest first."""
    return tuple(_read(each) for each in TableOptions.load(record.options).incidents if each[1] in tuple(Kind))


def noted(record: TableRecord, *incidents: Incident) -> TableRecord:
    """Return the record with what has happened; the oldest beyond MOST are forgotten."""
    options = TableOptions.load(record.options)
    written = [*options.incidents, *map(_written, incidents)][-MOST:]
    return replace(record, options=replace(options, incidents=written).dump())


def by_ply(table: Table) -> dict[int, list[Incident]]:
    """Return what happened in play by the number of the ply that came next, or would come."""
    found: dict[int, list[Incident]] = {}
    started = TableOptions.load(table.record.options).started
    for incident in of(table.record):
        if started is not None and incident.version > started and 0 <= incident.seat < len(table.record.seats):
            found.setdefault(table.plies_since(incident.version), []).append(incident)
    return found


def without(written: Iterable[list[str | int]], person: PersonKey, alias: PersonKey) -> list[list[str | int]]:
    """Return incidents as `Options` has them, an alias in a person's place."""
    who, other = [person.platform, person.user], [alias.platform, alias.user, ""]
    return [[*each[:3], *other] if list(each[3:5]) == who else list(each) for each in written]


def _written(incident: Incident) -> list[str | int]:
    person = incident.person or PersonKey("", "")
    return [incident.version, incident.kind.value, incident.seat, person.platform, person.user, incident.name]


def _read(written: list[str | int]) -> Incident:
    version, kind, seat, platform, user, name = written
    person = PersonKey(str(platform), str(user)) if platform else None
    return Incident(int(version), Kind(str(kind)), int(seat), person, str(name))
