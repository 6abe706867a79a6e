"""Store who has blocked whom. Both are of one platform."""

from __future__ import annotations

import json
from collections.abc import Collection

from data.records import BlockRecord, PersonKey
from data.roles.reading import Form, Reading
from data.roles.rows import checked
from data.roles.statements import Steps

COUNT_OTHERS = "SELECT count(*) FROM blocks WHERE platform = :platform AND user = :user AND other <> :other"

SAVE_BLOCK = """
INSERT INTO blocks (platform, user, other, name, since) VALUES (:platform, :user, :other, :name, :since)
ON CONFLICT (platform, user, other) DO UPDATE SET name = excluded.name
"""

DROP_BLOCK = "DELETE FROM blocks WHERE platform = :platform AND user = :user AND other = :other RETURNING other"

BLOCKS = "SELECT other, name, since FROM blocks WHERE platform = :platform AND user = :user ORDER BY since, other"

BLOCKERS = """
SELECT user FROM blocks
WHERE platform = :platform AND other = :other AND user IN (SELECT value FROM json_each(:people))
"""

_FORM = Form("blocks", "other ~name ~since", key="platform user other")
_BLOCKERS_FORM = Form("blocks", "user", key="platform user other")


class Blocks(Reading):
    """Blocks between people."""

    async def save_block(self, block: BlockRecord, *, limit: int) -> bool:
        """Add a block; return False if the person has blocked `limit` others already.

        A second time only updates the name. Raises ValueError for people of two platforms.
        """
        person = {"platform": block.person.platform, "user": block.person.user, "other": block.other.user}
        values = checked({**person, "name": block.name, "since": block.since})
        if block.other.platform != block.person.platform:
            raise ValueError("both must be of the same platform")

        def save() -> Steps[bool]:
            ((others,),) = yield COUNT_OTHERS, person
            if others >= limit:
                return False
            yield SAVE_BLOCK, values
            return True

        return await self._atomically(save, f"blocks {block.person.platform} {block.person.user}")

    async def drop_block(self, person: PersonKey, other: PersonKey) -> bool:
        """Remove a block; return whether there was one."""
        values = {"platform": person.platform, "user": person.user, "other": other.user}
        return person.platform == other.platform and bool(await self._write(DROP_BLOCK, values))

    async def blocks(self, person: PersonKey) -> list[BlockRecord]:
        """Return a person's blocks, the oldest first."""
        values = {"platform": person.platform, "user": person.user}
        rows = await self._sound(_FORM, await self._read(BLOCKS, values), **values)
        return [BlockRecord(person, PersonKey(person.platform, row[0]), row[1], row[2]) for row in rows]

    async def blockers(self, other: PersonKey, people: Collection[PersonKey]) -> frozenset[PersonKey]:
        """Return which of these people have blocked `other`: one query, none for people of other platforms only."""
        users = [person.user for person in people if person.platform == other.platform and person != other]
        if not users:
            return frozenset()
        values = {"platform": other.platform, "other": other.user}
        rows = await self._read(BLOCKERS, {**values, "people": json.dumps(users)})
        found = await self._sound(_BLOCKERS_FORM, rows, **values)
        return frozenset(PersonKey(other.platform, row[0]) for row in found)
