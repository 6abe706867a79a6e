"""Reword the statements that show and move a table's places, for PostgreSQL."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.roles import chats, places

_KEY = "platform, chat, thread"
_CHATS = f"SELECT {_KEY} FROM tables WHERE id = :table UNION SELECT {_KEY} FROM places WHERE table_id = :table"

# JSON columns are returned as their text.
SHOWING = f"""
SELECT version, {_KEY},
       (SELECT coalesce(json_agg(json_build_array(
            table_id, {_KEY}, message, version, live, called, face, since)), '[]')
        FROM (SELECT * FROM boards WHERE table_id = :table ORDER BY id) AS shown),
       (SELECT coalesce(json_agg(json_build_array({_KEY}, person_platform, person_user)), '[]')
        FROM places WHERE table_id = :table),
       (SELECT coalesce(json_agg(json_build_array({_KEY}, language, CAST(settings AS TEXT))), '[]')
        FROM ({_CHATS}) AS mine JOIN chats USING ({_KEY})),
       (SELECT coalesce(json_agg(json_build_array(platform, user, name, language, CAST(settings AS TEXT))), '[]')
        FROM (SELECT DISTINCT person_platform AS platform, person_user AS user FROM seats WHERE table_id = :table)
             AS seated JOIN people USING (platform, user)),
       (SELECT coalesce(json_agg(json_build_array({_KEY})), '[]')
        FROM ({_CHATS}) AS mine
        WHERE EXISTS (SELECT 1 FROM boards JOIN tables ON tables.id = boards.table_id
                      WHERE boards.platform = mine.platform AND boards.chat = mine.chat
                        AND boards.thread = mine.thread AND boards.live = 1 AND boards.table_id <> :table
                        AND tables.status IN ('lobby', 'playing')))
FROM tables WHERE id = :table
"""

# What the new chat has already is taken to be the row itself.
_MOVED = f"""
WITH gone AS (
    DELETE FROM places WHERE platform = :platform AND chat = :chat AND thread = :thread
    RETURNING table_id, person_platform, person_user
)
INSERT INTO places (table_id, {_KEY}, person_platform, person_user)
SELECT table_id, :new_platform, :new_chat, :new_thread, person_platform, person_user FROM gone
ON CONFLICT (table_id, person_platform, person_user, {_KEY}) DO UPDATE SET platform = excluded.platform
RETURNING table_id
"""

WORDINGS = {places.SHOWING: SHOWING, chats.MOVE_PLACES: _MOVED}
