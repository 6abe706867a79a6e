"""Store the messages of the local web chat, and the people named in each."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from data.records import ChatKey, MessageRecord, PersonKey
from data.roles.reading import Form, Reading
from data.roles.rows import IN_CHAT, Row, Value, chat_values, checked, message_record
from data.roles.statements import Steps, Work, bounded

COLUMNS = "id, platform, chat, thread, nonce, revision, body, at"

# The empty update makes RETURNING give the row that is there already.
POST_MESSAGE = f"""
INSERT INTO messages (platform, chat, thread, nonce, body, picture, at)
VALUES (:platform, :chat, :thread, :nonce, :body, :picture, :at)
ON CONFLICT (platform, chat, thread, nonce) DO UPDATE SET nonce = excluded.nonce
RETURNING {COLUMNS}
"""

EDIT_MESSAGE = f"""
UPDATE messages
SET body = :body, picture = CASE WHEN :keep_picture = 1 THEN picture ELSE :picture END, revision = revision + 1
WHERE id = :id
RETURNING {COLUMNS}
"""

NAME = """
INSERT INTO message_people (message_id, platform, user) VALUES (:message, :platform, :user) ON CONFLICT DO NOTHING
"""

UNNAME = "DELETE FROM message_people WHERE message_id = :message"

# The messages on which a chat's open tables live; those that a chat watches are bounded by the limit alone.
_STANDING = """
SELECT CAST(boards.message AS INTEGER) FROM boards JOIN tables ON tables.id = boards.table_id
WHERE boards.platform = :platform AND boards.chat = :chat AND boards.thread = :thread AND boards.live = 1
  AND tables.status IN ('lobby', 'playing')
ORDER BY boards.id DESC LIMIT 100
"""

MESSAGES = f"""
SELECT {COLUMNS} FROM messages
WHERE {IN_CHAT} AND (
    id >= (SELECT min(id) FROM (SELECT id FROM messages WHERE {IN_CHAT} ORDER BY id DESC LIMIT :limit) AS newest)
    OR id IN ({_STANDING})
)
ORDER BY id
"""

MESSAGE = f"SELECT {COLUMNS} FROM messages WHERE {IN_CHAT} AND id = :id"

MESSAGE_ANYWHERE = f"SELECT {COLUMNS} FROM messages WHERE id = :id"

PICTURE = "SELECT picture FROM messages WHERE id = :id"

DROP_MESSAGE = f"DELETE FROM messages WHERE {IN_CHAT} AND id = :id RETURNING id"

PRUNE_MESSAGES = f"""
DELETE FROM messages
WHERE {IN_CHAT} AND id <= (SELECT id FROM messages WHERE {IN_CHAT} ORDER BY id DESC LIMIT 1 OFFSET :keep)
  AND id NOT IN ({_STANDING})
RETURNING id
"""


_FORM = Form("messages", "id ~platform ~chat ~thread ~nonce ~revision ~body ~at", key="id")
_PICTURE_FORM = Form("messages", "picture", key="id")


class Messages(Reading):
    """The messages of the local web chat."""

    async def post_message(
        self,
        chat: ChatKey,
        nonce: str,
        body: str,
        picture: bytes | None,
        at: float,
        *,
        people: Collection[PersonKey] = (),
    ) -> MessageRecord:
        """Add a message, or return the one posted with this nonce; `people` wrote it or are named in it."""
        values = {**chat_values(chat), "nonce": nonce, "body": body, "picture": picture, "at": float(at)}
        posted = await self._atomically(_naming(POST_MESSAGE, checked(values), people, keep=True))
        (record,) = await self._records(posted)
        return record

    async def edit_message(
        self,
        message: int,
        body: str,
        picture: bytes | None,
        *,
        keep_picture: bool = False,
        people: Collection[PersonKey] | None = None,
    ) -> MessageRecord | None:
        """Replace a message's body and picture (or keep the picture), one revision up; None if it is gone.

        `people` are those it names now; None keeps those it named.
        """
        values: dict[str, Value] = {
            "id": message,
            "body": body,
            "picture": picture,
            "keep_picture": int(keep_picture),
        }
        work = _naming(EDIT_MESSAGE, checked(values), people or (), keep=people is None)
        edited = await self._atomically(work)
        records = await self._records(edited)
        return records[0] if records else None

    async def messages(self, chat: ChatKey, *, limit: int) -> list[MessageRecord]:
        """Return a chat's newest messages and older ones that show its open tables, oldest first.

        The older ones are live board messages, at most 100.
        """
        rows = await self._read(MESSAGES, {**chat_values(chat), "limit": bounded(limit)})
        return await self._records(rows)

    async def _records(self, rows: Sequence[Row]) -> list[MessageRecord]:
        """Read messages; what is damaged of one is as usual, so that its body is an empty object."""
        return [message_record(row) for row in await self._sound(_FORM, rows)]

    async def message(self, chat: ChatKey, message: int) -> MessageRecord | None:
        """Return a message of the chat; None if it does not exist."""
        records = await self._records(await self._read(MESSAGE, {**chat_values(chat), "id": message}))
        return records[0] if records else None

    async def message_anywhere(self, message: int) -> MessageRecord | None:
        """Return a message of any chat; None if it does not exist."""
        records = await self._records(await self._read(MESSAGE_ANYWHERE, {"id": message}))
        return records[0] if records else None

    async def picture(self, message: int) -> bytes | None:
        """Return a message's picture, None if it has none or is gone."""
        rows = await self._sound(_PICTURE_FORM, await self._read(PICTURE, {"id": message}), id=message)
        return rows[0][0] if rows else None

    async def drop_message(self, chat: ChatKey, message: int) -> bool:
        """Delete a message of the chat; return whether it existed."""
        return bool(await self._write(DROP_MESSAGE, {**chat_values(chat), "id": message}))

    async def prune_messages(self, chat: ChatKey, *, keep: int) -> list[int]:
        """Delete all but a chat's newest messages and those that show open tables; return the deleted ids."""
        gone = await self._write(PRUNE_MESSAGES, {**chat_values(chat), "keep": bounded(keep)})
        return [row[0] for row in gone]


def _naming(
    statement: str, values: Mapping[str, Value], people: Collection[PersonKey], *, keep: bool
) -> Work[Sequence[Row]]:
    """Prepare to write a message, and whom it names; `keep` leaves those whom it named already."""
    named = [checked({"platform": person.platform, "user": person.user}) for person in people]

    def write() -> Steps[Sequence[Row]]:
        written = yield statement, values
        for message in (row[0] for row in written):
            if not keep:
                yield UNNAME, {"message": message}
            yield NAME, [{"message": message, **person} for person in named]
        return written

    return write
