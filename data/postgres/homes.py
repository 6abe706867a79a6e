"""Keep to which server each channel of Discord belongs: by that Discord chooses the connection on which it is heard.

A private chat belongs to none, which counts as server 0; nothing is kept of it.
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
    """Return the expression for the gateway shard of a chat of Discord, of expressions for its id and their number.

    A column needs its table's name before it: `tables.chat`. The shard is 0 for private chats, and for those of which
    nobody has heard.
    """
    return f"((coalesce((SELECT guild FROM discord_homes AS home WHERE home.chat = {chat}), 0) >> 22) % {count})"


class Homes(Statements):
    """The homes of a store's chats."""

    async def note_home(self, chat: str, guild: int) -> None:
        """Note to which server a chat belongs."""
        await self._write(NOTE_HOME, {"chat": chat, "guild": guild})

    async def home(self, chat: str) -> int | None:
        """Return the server of a chat, None without one, or where nobody has heard of the chat."""
        rows = await self._read(HOME, {"chat": chat})
        return int(rows[0][0]) if rows else None
