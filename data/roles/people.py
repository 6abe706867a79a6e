"""Store people: name, language and settings, as last saved."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import json

from data.records import PersonKey, PersonRecord
from data.roles.ladders import SORTED_BY
from data.roles.reading import Form, Reading
from data.roles.rows import checked, person_record
from data.roles.statements import Steps

PERSON = "SELECT name, language, settings FROM people WHERE platform = :platform AND user = :user"

SAVE_PERSON = """
INSERT INTO people (platform, user, name, language, settings) VALUES (:platform, :user, :name, :language, :settings)
ON CONFLICT (platform, user) DO UPDATE
SET name = excluded.name, language = excluded.language, settings = excluded.settings
"""

# For the leaderboard of all chats, a person's rating repeats two settings and how their name is sorted.
SHOW_IN_RANKINGS = f"""
UPDATE ratings SET hidden = :hidden, listed = :listed, sorted_by = {SORTED_BY}
FROM people
WHERE ratings.platform = :platform AND ratings.user = :user
  AND people.platform = :platform AND people.user = :user
  AND (hidden <> :hidden OR listed <> :listed OR sorted_by <> {SORTED_BY})
"""

_FORM = Form("people", "~name ~language ~settings", key="platform user")


class People(Reading):
    """The people who have spoken to the bot."""

    async def person(self, key: PersonKey) -> PersonRecord | None:
        """Return a person, None if never saved."""
        rows = await self._look_up(PERSON, {"platform": key.platform, "user": key.user})
        found = await self._sound(_FORM, rows, platform=key.platform, user=key.user)
        return person_record(key, found[0]) if found else None

    async def save_person(self, person: PersonRecord) -> None:
        """Add or replace a person."""
        key = {"platform": person.key.platform, "user": person.key.user}
        values = checked({**key, "name": person.name, "language": person.language, "settings": person.settings})
        settings = json.loads(person.settings)
        chosen = settings if isinstance(settings, dict) else {}
        flags = {"hidden": int(chosen.get("ranked") is False), "listed": int(chosen.get("listed") is True)}

        def save() -> Steps[None]:
            yield SAVE_PERSON, values
            yield SHOW_IN_RANKINGS, {**values, **flags}

        await self._atomically(save)
