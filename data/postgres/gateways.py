"""Store what processes with connections to Discord's gateway share.

That is the number of shards, when the next connection may identify itself, and sessions left to be resumed. All times
are the server's.
"""

from __future__ import annotations

from data.coordination import GatewaySession
from data.roles.statements import Statements

AGREE = """
WITH agreed AS (
    INSERT INTO discord_shards (only_one, shards, until)
    VALUES (true, :shards, clock_timestamp() + make_interval(secs => :lasts))
    ON CONFLICT (only_one) DO UPDATE SET shards = excluded.shards, until = excluded.until
    WHERE discord_shards.until < clock_timestamp() OR discord_shards.shards = excluded.shards
    RETURNING shards
)
SELECT shards FROM agreed
UNION ALL SELECT shards FROM discord_shards WHERE NOT EXISTS (SELECT 1 FROM agreed)
"""

TAKE_TURN = """
WITH turn AS (
    INSERT INTO discord_turns (bucket, free)
    VALUES (:bucket, clock_timestamp() + make_interval(secs => :seconds))
    ON CONFLICT (bucket) DO UPDATE SET free = excluded.free
    WHERE discord_turns.free <= excluded.free - make_interval(secs => :seconds)
    RETURNING bucket
)
SELECT CAST(extract(epoch FROM free - clock_timestamp()) AS DOUBLE PRECISION) FROM discord_turns
WHERE bucket = :bucket AND NOT EXISTS (SELECT 1 FROM turn)
UNION ALL SELECT NULL FROM turn
"""

LEAVE_SESSION = """
INSERT INTO discord_sessions (shard, shards, session, sequence, address, left_at)
VALUES (:shard, :shards, :session, :sequence, :address, clock_timestamp())
ON CONFLICT (shard) DO UPDATE
SET shards = excluded.shards, session = excluded.session, sequence = excluded.sequence, address = excluded.address,
    left_at = excluded.left_at
"""

TAKE_SESSION = """
DELETE FROM discord_sessions WHERE shard = :shard
RETURNING shard, shards, session, sequence, address, left_at > clock_timestamp() - make_interval(secs => :good_for)
"""

AGAIN = 0.05
"""Seconds after which a turn that is just over is asked for again."""


class Gateways(Statements):
    """The shared state of connections to Discord's gateway."""

    async def agree_on_shards(self, shards: int, *, lasts: float) -> int:
        """Propose a number of shards; return the one that holds, extended by `lasts` seconds if it is the same.

        A different number only holds if it was asked for in the last `lasts` seconds.
        """
        while True:
            if rows := await self._write(AGREE, {"shards": shards, "lasts": lasts}):
                return int(rows[0][0])

    async def take_turn(self, bucket: int, seconds: float) -> float:
        """Take the turn to identify in a bucket, which then has none for this many seconds.

        Returns 0 if it was taken, and otherwise the seconds after which to ask again.
        """
        rows = await self._write(TAKE_TURN, {"bucket": bucket, "seconds": seconds})
        left = rows[0][0] if rows else AGAIN
        return 0.0 if left is None else max(AGAIN, float(left))

    async def leave_session(self, session: GatewaySession) -> None:
        """Leave a session for the next process that connects its shard."""
        numbers = {"shard": session.shard, "shards": session.shards, "sequence": session.sequence}
        await self._write(LEAVE_SESSION, {**numbers, "session": session.id, "address": session.address})

    async def take_session(self, shard: int, *, good_for: float) -> GatewaySession | None:
        """Take the session left for a shard within `good_for` seconds; None without one."""
        rows = await self._write(TAKE_SESSION, {"shard": shard, "good_for": good_for})
        if not rows or not rows[0][5]:
            return None
        return GatewaySession(*rows[0][:5])
