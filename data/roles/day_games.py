"""Store when each chat's next game of the day opens, the last one, and how many had nobody."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.event_records import DayGame
from data.records import ChatKey
from data.roles.reading import Form, Reading
from data.roles.rows import IN_CHAT, carried, chat_values
from data.roles.statements import bounded

SCHEDULE_GAME = """
INSERT INTO day_games (platform, chat, thread, due) VALUES (:platform, :chat, :thread, :due)
ON CONFLICT (platform, chat, thread) DO UPDATE SET due = excluded.due, opens = NULL, idle = 0
"""

UNSCHEDULE_GAME = f"DELETE FROM day_games WHERE {IN_CHAT}"

DUE_GAMES = """
SELECT platform, chat, thread, due, opens, table_id, idle FROM day_games
WHERE platform = :platform AND due <= :now ORDER BY due LIMIT :limit
"""

CLAIM_GAME = f"""
UPDATE day_games SET due = :due, opens = :opens, table_id = :table, idle = :idle
WHERE {IN_CHAT} AND due IS :seen RETURNING chat
"""

MOVE_DAY_GAMES = (carried("day_games"), UNSCHEDULE_GAME)

_FORM = Form("day_games", "platform chat thread due opens table_id idle", key="platform chat thread")


class DayGames(Reading):
    """The games of the day of chats."""

    async def schedule_day_game(self, chat: ChatKey, due: float | None) -> None:
        """Set when a chat's next game of the day opens; None for never."""
        await self._write(UNSCHEDULE_GAME if due is None else SCHEDULE_GAME, {**chat_values(chat), "due": due})

    async def due_day_games(self, platform: str, now: float, limit: int) -> list[DayGame]:
        """Return at most `limit` due games of a platform, longest overdue first.

        The cost grows with the rows found only.
        """
        rows = await self._read(DUE_GAMES, {"platform": platform, "now": now, "limit": bounded(limit)})
        return [DayGame(ChatKey(*row[:3]), *row[3:]) for row in await self._sound(_FORM, rows)]

    async def claim_day_game(self, seen: DayGame, after: DayGame) -> bool:
        """Replace what is stored of a chat's game, if it is still due as it was seen; return whether it was."""
        values = {
            **chat_values(seen.chat),
            "seen": seen.due,
            "due": after.due,
            "opens": after.opens,
            "table": after.table,
            "idle": after.idle,
        }
        return bool(await self._write(CLAIM_GAME, values))
