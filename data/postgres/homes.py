"""Store the server of each Discord channel, which decides the connection that receives its events.

Private chats belong to no server, which counts as server 0; they are not stored.
"""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.roles.statements import Statements

HOME = "SELECT guild FROM discord_homes WHERE chat = :chat"

NOTE_HOME = """
INSERT INTO discord_homes (chat, guild) VALUES (:chat, :guild)
ON CONFLICT (chat) DO UPDATE SET guild = excluded.guild WHERE discord_homes.guild <> excluded.guild
"""


def gateway_shard(chat: str, count: str) -> str:
    """Return the SQL for the gateway shard of a Discord chat, from SQL for its id and the number of shards.

    A column needs its table's name: `tables.chat`. The shard is 0 for private and unknown chats.
    """
    return f"((coalesce((SELECT guild FROM discord_homes AS home WHERE home.chat = {chat}), 0) >> 22) % {count})"


class Homes(Statements):
    """The servers of Discord channels."""

    async def note_home(self, chat: str, guild: int) -> None:
        """Store the server of a chat."""
        await self._write(NOTE_HOME, {"chat": chat, "guild": guild})

    async def home(self, chat: str) -> int | None:
        """Return the server of a chat; None if it has none or is unknown."""
        rows = await self._read(HOME, {"chat": chat})
        return int(rows[0][0]) if rows else None
