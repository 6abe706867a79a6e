"""Store whom the operator has banned, and whose name is hidden."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import json
from collections.abc import Collection

from data.records import OPEN, PersonKey, PersonRecord, RestrictionRecord
from data.roles.reading import Form, Reading
from data.roles.rows import checked, person_record
from data.roles.statements import Steps, bounded

RESTRICTIONS = """
SELECT platform, user, banned, hidden, reason, at FROM restrictions ORDER BY at, platform, user LIMIT :limit
"""

RESTRICT = """
INSERT INTO restrictions (platform, user, banned, hidden, reason, at)
VALUES (:platform, :user, :banned, :hidden, :reason, :at)
ON CONFLICT (platform, user) DO UPDATE
SET banned = excluded.banned, hidden = excluded.hidden, reason = excluded.reason, at = excluded.at
"""

UNRESTRICT = "DELETE FROM restrictions WHERE platform = :platform AND user = :user"

WAIT_NO_MORE = "DELETE FROM callers WHERE platform = :platform AND user = :user"

# Several people may share an account: `x-1` and `x-2`. A dot is the character after a hyphen.
_WANTED = "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:accounts)"
_OPEN = ", ".join(f"'{status}'" for status in OPEN)
OPEN_SEATS = f"""
WITH wanted (place, who) AS ({_WANTED})
SELECT DISTINCT seats.table_id, seats.person_platform, seats.person_user
FROM wanted
JOIN seats ON seats.person_platform = wanted.place AND (
    seats.person_user = wanted.who
    OR (seats.person_user >= wanted.who || '-' AND seats.person_user < wanted.who || '.')
)
JOIN tables ON tables.id = seats.table_id
WHERE tables.status IN ({_OPEN})
ORDER BY seats.table_id, seats.person_user
"""

CALLED_SO = """
SELECT platform, user, name, language, settings FROM people
WHERE instr(lower(name), lower(:part)) > 0 ORDER BY name, platform, user LIMIT :limit
"""

_FORM = Form("restrictions", "platform user banned hidden ~reason ~at", key="platform user")
_SEAT_FORM = Form("seats", "table_id person_platform person_user", key="table_id")
_PERSON_FORM = Form("people", "platform user ~name ~language ~settings", key="platform user")


class Restrictions(Reading):
    """The operator's restrictions of people, few enough to read at once."""

    async def restrictions(self, limit: int) -> list[RestrictionRecord]:
        """Return at most `limit` restrictions, the oldest first."""
        rows = await self._sound(_FORM, await self._read(RESTRICTIONS, {"limit": bounded(limit)}))
        return [
            RestrictionRecord(PersonKey(platform, user), bool(banned), bool(hidden), reason, at)
            for platform, user, banned, hidden, reason, at in rows
        ]

    async def restrict(self, restriction: RestrictionRecord) -> None:
        """Add or replace a person's restriction; one that restricts nothing is deleted.

        A banned person leaves all waitlists.
        """
        key = {"platform": restriction.person.platform, "user": restriction.person.user}
        values = checked(
            {
                **key,
                "banned": int(restriction.banned),
                "hidden": int(restriction.hidden),
                "reason": restriction.reason,
                "at": float(restriction.at),
            }
        )

        def write() -> Steps[None]:
            if restriction.banned or restriction.hidden:
                yield RESTRICT, values
            else:
                yield UNRESTRICT, key
            if restriction.banned:
                yield WAIT_NO_MORE, key

        await self._atomically(write)

    async def open_seats(self, accounts: Collection[PersonKey]) -> list[tuple[str, PersonKey]]:
        """Return the open tables where people of these accounts sit, each with the person.

        Its cost grows with the games of these people, not with all tables.
        """
        wanted = json.dumps([[one.platform, one.user] for one in accounts])
        rows = await self._sound(_SEAT_FORM, await self._scan(OPEN_SEATS, {"accounts": wanted}))
        return [(table, PersonKey(platform, user)) for table, platform, user in rows]

    async def called_so(self, part: str, limit: int) -> list[PersonRecord]:
        """Return at most `limit` people whose name contains `part`; reads the names of all people."""
        found = await self._scan(CALLED_SO, {"part": part, "limit": bounded(limit)})
        return [person_record(PersonKey(*row[:2]), row[2:]) for row in await self._sound(_PERSON_FORM, found)]
