"""Say how PostgreSQL computes the shard of a chat, as `data.records.shard_of` does."""

from __future__ import annotations

from data.records import SHARDS


def shard(platform: str, chat: str) -> str:
    """Return the expression for the shard of a chat, of expressions for its platform and its id."""
    return f"CAST(CAST('x' || substr(md5({platform} || ':' || {chat}), 1, 7) AS BIT(28)) AS INTEGER) % {SHARDS}"
