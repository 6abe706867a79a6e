"""Compute the shard of a chat in PostgreSQL, as `data.records.shard_of` does."""

from __future__ import annotations

from data.records import SHARDS


def shard(platform: str, chat: str) -> str:
    """Return the SQL for the shard of a chat, from SQL for its platform and id."""
    return f"CAST(CAST('x' || substr(md5({platform} || ':' || {chat}), 1, 7) AS BIT(28)) AS INTEGER) % {SHARDS}"
