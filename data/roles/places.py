"""Store which other chats show a table, and read how a table is shown."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import json

from data.records import ChatKey, PersonKey, TableDisplayRecord, TableSubscription
from data.roles.boards import BOARD_FORM
from data.roles.reading import Form, Reading
from data.roles.rows import (
    IN_CHAT,
    board_record,
    chat_record,
    chat_values,
    person_record,
    place_record,
    place_values,
)
from data.roles.statements import Steps

# Everything in one statement, hence of one moment; the indexes of all are used.
SHOWING = """
SELECT version, platform, chat, thread,
       (SELECT json_group_array(json_array(
            table_id, platform, chat, thread, message, version, live, called, face, since))
        FROM (SELECT * FROM boards WHERE table_id = :table ORDER BY id)),
       (SELECT json_group_array(json_array(platform, chat, thread, person_platform, person_user))
        FROM places WHERE table_id = :table),
       (SELECT json_group_array(json_array(platform, chat, thread, language, settings))
        FROM (SELECT platform, chat, thread FROM tables WHERE id = :table
              UNION SELECT platform, chat, thread FROM places WHERE table_id = :table)
             CROSS JOIN chats USING (platform, chat, thread)),
       (SELECT json_group_array(json_array(platform, user, name, language, settings))
        FROM (SELECT DISTINCT person_platform AS platform, person_user AS user FROM seats WHERE table_id = :table)
             CROSS JOIN people USING (platform, user)),
       (SELECT json_group_array(json_array(platform, chat, thread))
        FROM (SELECT platform, chat, thread FROM tables WHERE id = :table
              UNION SELECT platform, chat, thread FROM places WHERE table_id = :table) AS mine
        WHERE EXISTS (SELECT 1 FROM boards CROSS JOIN tables ON tables.id = boards.table_id
                      WHERE boards.platform = mine.platform AND boards.chat = mine.chat
                        AND boards.thread = mine.thread AND boards.live = 1 AND boards.table_id <> :table
                        AND tables.status IN ('lobby', 'playing')))
FROM tables WHERE id = :table
"""

# A person plays from one chat; from the table's own without a row.
LEAVE_PLACE = """
DELETE FROM places
WHERE table_id = :table AND person_platform = :person_platform AND person_user = :person_user
  AND person_platform <> ''
"""

SAVE_PLACE = f"""
INSERT INTO places (table_id, platform, chat, thread, person_platform, person_user)
SELECT id, :platform, :chat, :thread, :person_platform, :person_user
FROM tables WHERE id = :table AND NOT ({IN_CHAT})
ON CONFLICT DO NOTHING
"""

DROP_PLACES = f"DELETE FROM places WHERE table_id = :table AND {IN_CHAT}"


_HOME_FORM = Form("tables", "~version ~platform ~chat ~thread", key="id")
_PLACE_FORM = Form("places", "platform chat thread person_platform person_user")
_CROWDED_FORM = Form("boards", "platform chat thread")
_CHAT_FORM = Form("chats", "platform chat thread ~language ~settings", key="platform chat thread")
_PERSON_FORM = Form("people", "platform user ~name ~language ~settings", key="platform user")


class Places(Reading):
    """The chats that show a table in addition to its own."""

    async def display(self, table: str) -> TableDisplayRecord | None:
        """Return how a table is shown; None if no table has this id."""
        rows = await self._look_up(SHOWING, {"table": table})
        if not rows:
            return None
        (home,) = await self._sound(_HOME_FORM, [rows[0][:4]], id=table)
        boards, places, chats, people, crowded = map(json.loads, rows[0][4:9])
        return TableDisplayRecord(
            version=home[0],
            chat=ChatKey(*home[1:4]),
            boards=tuple(map(board_record, await self._sound(BOARD_FORM, boards))),
            places=tuple(place_record(table, row) for row in await self._sound(_PLACE_FORM, places, table_id=table)),
            chats=tuple(chat_record(ChatKey(*row[:3]), row[3:]) for row in await self._sound(_CHAT_FORM, chats)),
            people=tuple(
                person_record(PersonKey(*row[:2]), row[2:]) for row in await self._sound(_PERSON_FORM, people)
            ),
            crowded=frozenset(ChatKey(*row) for row in await self._sound(_CROWDED_FORM, crowded)),
        )

    async def save_place(self, place: TableSubscription) -> None:
        """Show a table in another chat, or note from which chat a person plays now: only from the last.

        Writes nothing for the table's own chat, or if the table does not exist.
        """
        values = place_values(place)

        def save() -> Steps[None]:
            yield LEAVE_PLACE, values
            yield SAVE_PLACE, values

        await self._atomically(save)

    async def drop_places(self, table: str, chat: ChatKey) -> None:
        """Stop showing a table in this chat, unless the chat is the table's own."""
        await self._write(DROP_PLACES, {"table": table, **chat_values(chat)})
