"""Store the roll of honours: who reached which place in the seasons, cups and leagues of a chat.

An event ends with one call of `award`, with all its places; a second call changes nothing. So whatever ends an event
may call it again after a crash, and several processes may call it at once.
"""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from data.records import ChatKey, PersonKey
from data.roles.reading import Form, Reading
from data.roles.rows import Row, Value, chat_values, checked
from data.roles.statements import Steps, bounded
from data.season_records import HonourKind, HonourRecord

_EVENT = "platform = :platform AND chat = :chat AND kind = :kind AND event = :event"

AWARDED = f"SELECT 1 FROM honours WHERE {_EVENT} LIMIT 1"

AWARD = """
INSERT INTO honours (platform, chat, kind, event, player_platform, player_user, place, at, title, detail)
VALUES (:platform, :chat, :kind, :event, :player_platform, :player_user, :place, :at, :title, :detail)
ON CONFLICT (platform, chat, kind, event, player_platform, player_user) DO NOTHING
"""

DROP_HONOURS = f"DELETE FROM honours WHERE {_EVENT}"

_HONOURS = """
SELECT honours.platform, honours.chat, kind, event, player_platform, player_user, place, at, title, detail,
       people.name, coalesce(people.settings, '{{}}')
FROM honours
LEFT JOIN people ON people.platform = honours.player_platform AND people.user = honours.player_user
WHERE {where}
ORDER BY at DESC, kind, event, place, player_platform, player_user LIMIT :limit
"""

_HERE = "honours.platform = :platform AND honours.chat = :chat"
HONOURS_OF_CHAT = _HONOURS.format(where=f"{_HERE} AND place <= 3")
HONOURS_OF_EVENT = _HONOURS.format(where=f"{_HERE} AND kind = :kind AND event = :event")
HONOURS_OF = _HONOURS.format(where="player_platform = :platform AND player_user = :user AND place <= 3")

_PAIRS = "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:players)"
TITLES = f"""
SELECT player_platform, player_user, count(*) FROM honours
WHERE platform = :platform AND chat = :chat AND place = 1
  AND (player_platform, player_user) IN ({_PAIRS})
GROUP BY player_platform, player_user
"""

_WHOLE = "platform = :platform AND chat = :chat AND :chat <> :new_chat"
# Where both chats have an honour of the same event, that of the new chat stays.
MOVE_HONOURS = (
    f"""
    UPDATE honours SET platform = :new_platform, chat = :new_chat
    WHERE {_WHOLE} AND NOT EXISTS (
        SELECT 1 FROM honours AS there
        WHERE there.platform = :new_platform AND there.chat = :new_chat AND there.kind = honours.kind
          AND there.event = honours.event
    )
    """,
    f"DELETE FROM honours WHERE {_WHOLE}",
)

MOST = 1000
"""The number of honours read at once."""

_FORM = Form(
    "honours",
    "platform chat kind event player_platform player_user place at ~title ~detail ~people.name? ~people.settings",
    key="platform chat kind event player_platform player_user",
)
_TITLES_FORM = Form("honours", "player_platform player_user -", key="platform chat player_platform player_user")


class HonoursOfChats(Reading):
    """The roll of honours of each chat, whatever the thread."""

    async def award(self, honours: Sequence[HonourRecord]) -> bool:
        """Add all honours of one event in one chat, in one transaction; return False if the event had some.

        Raises ValueError if they are of several chats or events. An event of several chats is awarded once in each.
        """
        if len({(one.chat.platform, one.chat.chat, one.kind, one.event) for one in honours}) > 1:
            raise ValueError("the honours are of several events")

        def put() -> Steps[bool]:
            if not honours or (yield AWARDED, event_values(honours[0])):
                return False
            for honour in honours:
                yield AWARD, honour_values(honour)
            return True

        return await self._atomically(put, *{f"honours {one.chat.platform} {one.chat.chat}" for one in honours})

    async def honours_of_chat(self, chat: ChatKey, limit: int = MOST) -> list[HonourRecord]:
        """Return the newest first, second and third places of a chat: the latest event first, its places in order."""
        return await self._honours(HONOURS_OF_CHAT, {**chat_values(chat), "limit": bounded(limit)})

    async def honours_of_event(self, chat: ChatKey, kind: HonourKind, event: str) -> list[HonourRecord]:
        """Return all honours of an event, its places in order."""
        values: dict[str, Value] = {**chat_values(chat), "kind": kind.value, "event": event, "limit": MOST}
        return await self._honours(HONOURS_OF_EVENT, values)

    async def honours_of(self, player: PersonKey, limit: int = MOST) -> list[HonourRecord]:
        """Return the newest first, second and third places of a person in all chats."""
        values: dict[str, Value] = {"platform": player.platform, "user": player.user, "limit": bounded(limit)}
        return await self._honours(HONOURS_OF, values)

    async def titles(self, chat: ChatKey, players: Collection[PersonKey]) -> dict[PersonKey, int]:
        """Return how often each of these people came first in an event of the chat, for those who did."""
        listed = json.dumps([[player.platform, player.user] for player in players])
        rows = await self._read(TITLES, {**chat_values(chat), "players": listed})
        return {
            PersonKey(row[0], row[1]): row[2] for row in await self._sound(_TITLES_FORM, rows, **chat_values(chat))
        }

    async def _honours(self, statement: str, values: dict[str, Value]) -> list[HonourRecord]:
        found = await self._sound(_FORM, await self._read(statement, values))
        return [_honour(row) for row in found if row[2] in tuple(HonourKind)]


def event_values(honour: HonourRecord) -> dict[str, Value]:
    """Return the columns that identify an honour's event."""
    values = {**chat_values(honour.chat), "kind": honour.kind.value, "event": honour.event}
    return checked(values)


def honour_values(honour: HonourRecord) -> dict[str, Value]:
    """Return the columns of an honour; raises ValueError for invalid values."""
    if not isinstance(json.loads(honour.detail), dict):
        raise ValueError("the detail of an honour must be a JSON object")  # noqa: TRY004 - as of any value
    return checked(
        {
            **event_values(honour),
            "player_platform": honour.player.platform,
            "player_user": honour.player.user,
            "place": honour.place,
            "at": float(honour.at),
            "title": honour.title,
            "detail": honour.detail,
        }
    )


def _honour(row: Row) -> HonourRecord:
    platform, chat, kind, event, player_platform, player_user, *rest = row
    return HonourRecord(
        ChatKey(platform, chat), HonourKind(kind), event, PersonKey(player_platform, player_user), *rest
    )
