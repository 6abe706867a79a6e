"""Store the records of each chat's games: the quickest capture, the longest drought, the biggest comeback."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.records import ChatKey
from data.result_records import ChatRecords
from data.roles.reading import Form, Reading
from data.roles.rows import chat_values

CHAT_RECORDS = """
SELECT games, capture, drought, comeback FROM chat_records
WHERE platform = :platform AND chat = :chat AND game = :game
"""

_KEY = "platform, chat, game"
_FIGURES = "games, capture, drought, comeback"
_MERGED = """
    games = chat_records.games + excluded.games,
    capture = CASE WHEN chat_records.capture = 0 OR excluded.capture BETWEEN 1 AND chat_records.capture
                   THEN excluded.capture ELSE chat_records.capture END,
    drought = CASE WHEN excluded.drought > chat_records.drought THEN excluded.drought ELSE chat_records.drought END,
    comeback = CASE WHEN excluded.comeback > chat_records.comeback
                    THEN excluded.comeback ELSE chat_records.comeback END
"""

# A game is one of every chat from which somebody has played it. `WHERE true` keeps the conflict clause apart.
ADD_TO_CHAT_RECORDS = f"""
INSERT INTO chat_records ({_KEY}, {_FIGURES})
SELECT platform, chat, :game, 1, CAST(:capture AS BIGINT), CAST(:drought AS BIGINT), CAST(:comeback AS BIGINT)
FROM (
    SELECT platform, chat FROM tables WHERE id = :table
    UNION SELECT platform, chat FROM places WHERE table_id = :table AND person_user <> ''
) AS chats
WHERE true
ON CONFLICT ({_KEY}) DO UPDATE SET {_MERGED}
"""

# Records are of a chat whatever the thread: they move with the chat itself.
_WHOLE = "platform = :platform AND chat = :chat AND :chat <> :new_chat"
MOVE_CHAT_RECORDS = (
    f"""
    INSERT INTO chat_records ({_KEY}, {_FIGURES})
    SELECT :new_platform, :new_chat, game, {_FIGURES} FROM chat_records WHERE {_WHOLE}
    ON CONFLICT ({_KEY}) DO UPDATE SET {_MERGED}
    """,
    f"DELETE FROM chat_records WHERE {_WHOLE}",
)

_FORM = Form("chat_records", "games capture drought comeback", key="platform chat game")


class RecordsOfChats(Reading):
    """The records of each chat, by game; `Results` adds to them."""

    async def chat_records(self, chat: ChatKey, game: str) -> ChatRecords:
        """Return the records of a chat, whatever the thread, in a game."""
        values = {**chat_values(chat), "game": game}
        rows = await self._sound(_FORM, await self._read(CHAT_RECORDS, values), **values)
        return ChatRecords(*rows[0]) if rows else ChatRecords()
