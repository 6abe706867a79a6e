"""Queue updates on a server for the process that is responsible for their chats."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from data.inbox import UpdateRecord
from data.postgres.connection import Lists, PostgresConnection

_PUT_IN = """
WITH told AS (
    SELECT shard, number, payload
    FROM unnest(CAST(:shards AS BIGINT[]), CAST(:numbers AS BIGINT[]), CAST(:payloads AS TEXT[]))
         AS told (shard, number, payload)
), crowded AS (
    SELECT shard FROM (SELECT DISTINCT shard FROM told) AS asked
    WHERE (SELECT count(*) FROM (SELECT 1 FROM inbox WHERE inbox.shard = asked.shard LIMIT :most) AS waiting) >= :most
), stored AS (
    INSERT INTO inbox (shard, number, payload)
    SELECT shard, number, payload FROM told WHERE shard NOT IN (SELECT shard FROM crowded)
    ON CONFLICT (shard, number) DO NOTHING
)
SELECT shard FROM crowded
"""

# All parts see the inbox as it was: what is done is among the known. Of no shard more is looked at than is wanted.
_TAKE_OUT = """
WITH gone AS (
    DELETE FROM inbox
    USING unnest(CAST(:done_shards AS BIGINT[]), CAST(:done_numbers AS BIGINT[])) AS done (shard, number)
    WHERE inbox.shard = done.shard AND inbox.number = done.number
)
SELECT waiting.shard, waiting.number, waiting.payload,
       CAST(extract(epoch FROM clock_timestamp() - waiting.taken_in) AS DOUBLE PRECISION)
FROM unnest(CAST(:shards AS BIGINT[])) AS mine (shard)
CROSS JOIN LATERAL (
    SELECT * FROM inbox WHERE inbox.shard = mine.shard AND number <> ALL(CAST(:known AS BIGINT[]))
    ORDER BY number LIMIT :limit
) AS waiting
ORDER BY waiting.number LIMIT :limit
"""

_DEPTH = """
SELECT count(*), CAST(coalesce(extract(epoch FROM clock_timestamp() - min(taken_in)), 0) AS DOUBLE PRECISION)
FROM inbox WHERE shard = ANY(CAST(:shards AS BIGINT[]))
"""


class PostgresInbox(PostgresConnection):
    """The queue of updates."""

    async def put_in(self, updates: Sequence[UpdateRecord], *, most: int) -> set[int]:
        """Store updates, in one statement; return the shards that have no room."""
        lists: Lists = {
            "shards": [update.shard for update in updates],
            "numbers": [update.number for update in updates],
            "payloads": [update.payload for update in updates],
        }
        return {shard for (shard,) in await self._write_lists(_PUT_IN, {"most": most}, lists)}

    async def take_out(
        self, shards: Collection[int], *, done: Collection[tuple[int, int]], known: Collection[int], limit: int
    ) -> list[UpdateRecord]:
        """Delete finished updates and return waiting ones, in one statement."""
        lists: Lists = {
            "shards": list(shards),
            "done_shards": [shard for shard, _ in done],
            "done_numbers": [number for _, number in done],
            "known": [*known, *(number for _, number in done)],
        }
        return [UpdateRecord(*row) for row in await self._write_lists(_TAKE_OUT, {"limit": limit}, lists)]

    async def inbox_depth(self, shards: Collection[int]) -> tuple[int, float]:
        """Return how many updates wait, and the age of the oldest."""
        ((count, age),) = await self._write_lists(_DEPTH, {}, {"shards": list(shards)})
        return count, age
