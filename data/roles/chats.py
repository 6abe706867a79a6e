"""Store the settings of chats, and move a chat to another key with all that belongs to it."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.records import ChatKey, ChatRecord
from data.roles.analyses import MOVE_INSIGHT
from data.roles.appointments import MOVE_APPOINTMENTS
from data.roles.challenges import DROP_CHALLENGES_OF_CHAT
from data.roles.chat_records import MOVE_CHAT_RECORDS
from data.roles.day_games import MOVE_DAY_GAMES
from data.roles.honours import MOVE_HONOURS
from data.roles.puzzles import MOVE_PUZZLES
from data.roles.reading import Form, Reading
from data.roles.rows import IN_CHAT, carried, chat_record, chat_values, checked
from data.roles.seasons import MOVE_SEASONS
from data.roles.seekers import MOVE_SEEKERS
from data.roles.statements import Steps
from data.roles.tables import open_tables_of
from data.roles.tournaments import MOVE_TOURNAMENTS

CHAT = f"SELECT language, settings FROM chats WHERE {IN_CHAT}"

SAVE_CHAT = """
INSERT INTO chats (platform, chat, thread, language, settings)
VALUES (:platform, :chat, :thread, :language, :settings)
ON CONFLICT (platform, chat, thread) DO UPDATE SET language = excluded.language, settings = excluded.settings
"""

_NEW = "platform = :new_platform, chat = :new_chat, thread = :new_thread"

# Settings of the new chat stay: then the old ones are not moved, and go with the next statement.
MOVE_CHAT = (
    carried("chats"),
    f"DELETE FROM chats WHERE {IN_CHAT}",
    carried("callers", "user"),
    f"DELETE FROM callers WHERE {IN_CHAT}",
    f"DELETE FROM boards WHERE {IN_CHAT}",
    f"DELETE FROM analysis_orders WHERE {IN_CHAT}",  # its message stayed behind
    DROP_CHALLENGES_OF_CHAT,  # so did theirs
    MOVE_APPOINTMENTS,
    MOVE_SEEKERS,
    *MOVE_INSIGHT,
    *MOVE_CHAT_RECORDS,
    *MOVE_HONOURS,
    *MOVE_SEASONS,
    *MOVE_PUZZLES,
    *MOVE_DAY_GAMES,
    *MOVE_TOURNAMENTS,
)

# The new version makes stale whatever was under way when the chat moved, in any process.
MOVE_TABLES = f"UPDATE tables SET {_NEW}, version = version + 1 WHERE {IN_CHAT} RETURNING seq, id"

MOVE_PLACES = f"UPDATE OR REPLACE places SET {_NEW} WHERE {IN_CHAT} RETURNING table_id"


_FORM = Form("chats", "~language ~settings", key="platform chat thread")


class Chats(Reading):
    """The settings of chats."""

    async def chat(self, key: ChatKey) -> ChatRecord | None:
        """Return a chat's settings, None if never saved."""
        values = chat_values(key)
        found = await self._sound(_FORM, await self._read(CHAT, values), **values)
        return chat_record(key, found[0]) if found else None

    async def save_chat(self, chat: ChatRecord) -> None:
        """Add or replace a chat's settings."""
        values = chat_values(chat.key)
        await self._write(SAVE_CHAT, {**values, "language": chat.language, "settings": chat.settings})

    async def move_chat(self, old: ChatKey, new: ChatKey) -> list[str]:
        """Move a chat to another key; return the ids of its tables, oldest first, then of tables only shown there.

        Each of its tables goes one version up. Board messages stay in the old chat and are forgotten. The waitlist
        moves along; settings too, unless the new chat has its own.
        """
        moving = {f"new_{name}": value for name, value in chat_values(new).items()}
        values = checked({**chat_values(old), **moving})
        if old == new:
            return []

        def move() -> Steps[list[str]]:
            for statement in MOVE_CHAT:
                yield statement, values
            moved = sorted((yield MOVE_TABLES, values), key=lambda row: int(row[0]))
            shown = yield MOVE_PLACES, values
            return list(dict.fromkeys((*(row[1] for row in moved), *(row[0] for row in shown))))

        return await self._atomically(move, *map(open_tables_of, (old, new)))
