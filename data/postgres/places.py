"""Say how PostgreSQL reads at once how a table is shown."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.postgres.dialect import reworded
from data.roles import chats, places

_BOARDS = "table_id, platform, chat, thread, message, version, live, called, face"
_PLACES = "platform, chat, thread, person_platform, person_user"
_CHATS = "platform, chat, thread, language, settings"
_PEOPLE = "platform, user, name, language, settings"
_KEY = "platform, chat, thread"


def _gathered(columns: str) -> tuple[str, str]:
    """Return how both say a list of rows; what is JSON is told as the text that it is."""
    told = columns.replace("settings", "CAST(settings AS TEXT)")
    return f"json_group_array(json_array({columns}))", f"coalesce(json_agg(json_build_array({told})), '[]')"


SHOWING = reworded(
    places.SHOWING,
    *map(_gathered, (_BOARDS, _PLACES, _CHATS, _PEOPLE, _KEY)),
    ("WHERE table_id = :table ORDER BY id)),", "WHERE table_id = :table ORDER BY id) AS shown),"),
    ("FROM (SELECT platform, chat, thread FROM tables WHERE id = :table\n              UNION SELECT platform, chat, "
     "thread FROM places WHERE table_id = :table)\n             CROSS JOIN chats",
     "FROM (SELECT platform, chat, thread FROM tables WHERE id = :table\n              UNION SELECT platform, chat, "
     "thread FROM places WHERE table_id = :table) AS mine\n             JOIN chats"),
    ("WHERE table_id = :table)\n             CROSS JOIN people", "WHERE table_id = :table) AS seated\n JOIN people"),
    ("boards CROSS JOIN tables ON", "boards JOIN tables ON"),
)  # fmt: skip

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
