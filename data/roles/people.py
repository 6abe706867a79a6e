"""Store people: name, language and settings, as last saved."""

from __future__ import annotations

from data.records import PersonKey, PersonRecord
from data.roles.reading import Form, Reading
from data.roles.rows import person_record

PERSON = "SELECT name, language, settings FROM people WHERE platform = :platform AND user = :user"

SAVE_PERSON = """
INSERT INTO people (platform, user, name, language, settings) VALUES (:platform, :user, :name, :language, :settings)
ON CONFLICT (platform, user) DO UPDATE
SET name = excluded.name, language = excluded.language, settings = excluded.settings
"""


_FORM = Form("people", "~name ~language ~settings", key="platform user")


class People(Reading):
    """The people who have spoken to the bot."""

    async def person(self, key: PersonKey) -> PersonRecord | None:
        """Return a person, None if never saved."""
        rows = await self._read(PERSON, {"platform": key.platform, "user": key.user})
        found = await self._sound(_FORM, rows, platform=key.platform, user=key.user)
        return person_record(key, found[0]) if found else None

    async def save_person(self, person: PersonRecord) -> None:
        """Add or replace a person."""
        values = {"platform": person.key.platform, "user": person.key.user, "name": person.name}
        chosen = {"language": person.language, "settings": person.settings}
        await self._write(SAVE_PERSON, {**values, **chosen})
