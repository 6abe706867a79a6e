"""Store which messages show a table, and at which version."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.errors import NoTable
from data.records import BoardRecord, ChatKey
from data.roles.reading import Form, Reading
from data.roles.rows import IN_CHAT, board_record, board_values, chat_values, checked
from data.roles.statements import BrokenReference, bounded

SAVE_BOARD = """
INSERT INTO boards (table_id, platform, chat, thread, message, version, live, called, face, since, wanted)
VALUES (:table, :platform, :chat, :thread, :message, :version, :live, :called, :face, :since,
        coalesce((SELECT version FROM tables WHERE id = :table), 0))
ON CONFLICT (table_id, platform, chat, thread, message) DO UPDATE
SET version = excluded.version, live = excluded.live, face = excluded.face, since = excluded.since
WHERE excluded.version >= boards.version
"""

# The mark of a call stays: the same person need not be called again.
DOUBT_BOARDS = f"""
UPDATE boards SET version = version - 1, face = CASE WHEN face LIKE '%!' THEN '!' ELSE '' END
WHERE table_id = :table AND {IN_CHAT} AND live = 1
"""

DROP_BOARD = f"DELETE FROM boards WHERE table_id = :table AND {IN_CHAT} AND message = :message"

_SELECT = "SELECT table_id, platform, chat, thread, message, version, live, called, face, since FROM boards "

BOARDS = _SELECT + "WHERE table_id = :table ORDER BY id"

# Word for word the condition of the partial index, which holds exactly these rows.
DIRTY_BOARDS = _SELECT + "WHERE live = 1 AND version < wanted ORDER BY id LIMIT :limit"

# What was opened lately is found by an index.
UNSHOWN_TABLES = """
SELECT id FROM tables
WHERE created >= :since AND status IN ('lobby', 'playing')
  AND NOT EXISTS (SELECT 1 FROM boards WHERE table_id = tables.id)
ORDER BY created LIMIT :limit
"""


BOARD_FORM = Form(
    "boards",
    "table_id platform chat thread message version live called face since",
    key="table_id platform chat thread message",
)
_ID_FORM = Form("tables", "id", key="id")


class Boards(Reading):
    """The messages that show tables."""

    async def save_board(self, board: BoardRecord) -> None:
        """Add or update a board message; ignored if the stored version is newer. Raises NoTable.

        If a power cut loses it, the message is stored again when somebody presses there.
        """
        values = {**board_values(board), "version": board.version, "live": int(board.live)}
        values |= {"called": int(board.call), "face": board.face, "since": board.since}
        try:
            await self._note_down(SAVE_BOARD, values)
        except BrokenReference:
            raise NoTable(f"there is no table {board.table!r}") from None

    async def doubt_boards(self, table: str, chat: ChatKey) -> None:
        """Mark a table's live messages in a chat as behind, whatever version is noted.

        For a chat where an older board may have replaced a newer one.
        """
        await self._write(DOUBT_BOARDS, {"table": table, **chat_values(chat)})

    async def drop_board(self, board: BoardRecord) -> None:
        """Delete the entry of a board message that no longer exists."""
        await self._note_down(DROP_BOARD, board_values(board))

    async def boards(self, table: str) -> list[BoardRecord]:
        """Return the messages that show a table, oldest first."""
        rows = await self._read(BOARDS, {"table": table})
        return [board_record(row) for row in await self._sound(BOARD_FORM, rows)]

    async def dirty_boards(self, limit: int) -> list[BoardRecord]:
        """Return at most `limit` live messages whose version is behind their table's, oldest first."""
        rows = await self._read(DIRTY_BOARDS, {"limit": bounded(limit)})
        return [board_record(row) for row in await self._sound(BOARD_FORM, rows)]

    async def unshown_tables(self, since: float, limit: int) -> list[str]:
        """Return at most `limit` open tables without a message that were created since a moment, oldest first."""
        values = checked({"since": float(since), "limit": bounded(limit)})
        return [row[0] for row in await self._sound(_ID_FORM, await self._read(UNSHOWN_TABLES, values))]
