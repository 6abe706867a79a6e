"""Keep the people whom this process has read: only it writes to its file, and each press asks for one."""

from __future__ import annotations

from data.records import PersonKey, PersonRecord
from data.roles.people import People
from data.sqlite.connection import SqliteConnection

KNOWN = 5000
"""The most people kept; beyond that, all are read again."""


class SqlitePeople(SqliteConnection, People):
    _people: dict[PersonKey, PersonRecord | None] | None = None

    async def person(self, key: PersonKey) -> PersonRecord | None:
        """Return a person, None if never saved."""
        people = self._people
        if people is None or len(people) >= KNOWN:
            people = self._people = {}
        if key not in people:
            people[key] = await super().person(key)  # if people change meanwhile, this mapping is dropped
        return people[key]

    async def save_person(self, person: PersonRecord) -> None:
        """Add or replace a person."""
        try:
            await super().save_person(person)
        finally:
            self._people_changed()

    def _people_changed(self) -> None:
        """Read people again."""
        self._people = None
