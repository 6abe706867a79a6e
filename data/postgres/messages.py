"""Reword the statements that find messages with open tables, for PostgreSQL."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.roles import messages
from data.roles.messages import COLUMNS
from data.roles.rows import IN_CHAT

# The web page's messages have numbers; messages of other chats that show the same tables may have any id.
_STANDING = """
SELECT CAST(boards.message AS BIGINT) FROM boards JOIN tables ON tables.id = boards.table_id
WHERE boards.platform = :platform AND boards.chat = :chat AND boards.thread = :thread AND boards.live = 1
  AND boards.message ~ '^[0-9]{1,18}$' AND tables.status IN ('lobby', 'playing')
ORDER BY boards.id DESC LIMIT 100
"""

WORDINGS = {
    messages.MESSAGES: f"""
        SELECT {COLUMNS} FROM messages
        WHERE {IN_CHAT} AND (
            id >= (SELECT min(id)
                   FROM (SELECT id FROM messages WHERE {IN_CHAT} ORDER BY id DESC LIMIT :limit) AS newest)
            OR id IN ({_STANDING})
        )
        ORDER BY id
    """,
    messages.PRUNE_MESSAGES: f"""
        DELETE FROM messages
        WHERE {IN_CHAT} AND id <= (SELECT id FROM messages WHERE {IN_CHAT} ORDER BY id DESC LIMIT 1 OFFSET :keep)
          AND id NOT IN ({_STANDING})
        RETURNING id
    """,
}
