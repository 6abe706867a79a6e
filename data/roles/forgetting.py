"""Delete all that is stored about one person, a few rows at a time, so that play goes on.

Rows that no index finds are searched on a separate connection; each transaction then changes few rows.
"""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from data.records import BlankedRecord, ChatKey, ForgottenRecord, PersonKey, TracesRecord
from data.roles.ladders import ACCOUNT
from data.roles.privacy import ALONE, BODY, OPTIONS, PERSON, SEATED, Privacy, values_of
from data.roles.rows import Row, Value, checked
from data.roles.statements import Steps, Values
from data.roles.tournaments import FORGET_TOURNAMENTS

T = TypeVar("T")

_NAMED = "EXISTS (SELECT 1 FROM json_tree(" + OPTIONS + ") AS one WHERE one.type = 'text' AND one.atom = :user)"

TABLES_OF = f"""
SELECT id FROM tables
WHERE (host_platform = :platform AND host_user = :user)
   OR ({ALONE})
   OR id IN (SELECT table_id FROM seats WHERE {SEATED})
   OR {_NAMED}
ORDER BY seq
"""

# What may have come since a look at all tables: read off indexes.
NEWEST = "SELECT coalesce(max(updated), 0) FROM tables"
TABLES_SINCE = f"""
SELECT id FROM tables WHERE {ALONE}
UNION SELECT table_id FROM seats WHERE {SEATED}
UNION SELECT id FROM tables
WHERE updated >= :since AND ((host_platform = :platform AND host_user = :user) OR {_NAMED})
"""

# What the bot answered to somebody is stored under the browser that asked, the first part of a web person's key.
_ANSWER = "platform = :platform AND instr(nonce, ':' || rtrim(rtrim(:user, '0123456789'), '-') || ':')"
NEWEST_MESSAGE = "SELECT coalesce(max(id), 0) FROM messages"
ANSWERS = f"SELECT id FROM messages WHERE {_ANSWER}"
DROP_NONCE = "UPDATE messages SET nonce = 'gone:' || id WHERE id = :message"

NAMES_OF = f"SELECT name FROM people WHERE {PERSON} UNION SELECT name FROM seats WHERE {SEATED}"
"""The names by which somebody is stored, with their key: those by which an imported game may name them."""

CHATS_OF = f"""
SELECT other.platform, other.chat, other.thread
FROM seats JOIN tables AS other ON other.id = seats.table_id WHERE {SEATED}
UNION SELECT platform, chat, thread FROM tables WHERE host_platform = :platform AND host_user = :user
UNION SELECT platform, chat, thread FROM places WHERE person_platform = :platform AND person_user = :user
UNION SELECT platform, chat, thread FROM callers WHERE {PERSON}
UNION SELECT messages.platform, messages.chat, messages.thread
FROM message_people JOIN messages ON messages.id = message_people.message_id
WHERE message_people.platform = :platform AND message_people.user = :user
"""
"""The chats where somebody has sat or written."""

# An imported game names people in words only. If a person is forgotten, their stored names are taken out of the games
# that they imported, and of those of chats where they have sat or written.
IMPORTED_OF = f"""
SELECT DISTINCT tables.id FROM tables
WHERE json_extract({OPTIONS}, '$.imported')
  AND ((host_platform = :platform AND host_user = :user)
       OR (platform, chat, thread) IN ({CHATS_OF}))
  AND (EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND name IN (SELECT value FROM json_each(:names)))
       OR EXISTS (SELECT 1 FROM json_each({OPTIONS}, '$.mixers') AS mixer
                  WHERE json_extract(mixer.value, '$[2]') IN (SELECT value FROM json_each(:names))))
ORDER BY tables.seq
"""

SAVE_OPTIONS = "UPDATE tables SET options = :options WHERE id = :id"

_THESE = "SELECT value FROM json_each(:tables)"

# The new version makes stale whatever is known of these tables, in any process; so nobody is written back. A board of
# a game that is over is not shown again for it.
NEXT_VERSION = (
    f"UPDATE tables SET version = version + 1 WHERE id IN ({_THESE})",
    f"UPDATE boards SET face = '' WHERE table_id IN ({_THESE})",
    f"DELETE FROM sent_pictures WHERE shows IN ({_THESE})",
    f"""
    UPDATE boards SET version = version + 1
    WHERE table_id IN (SELECT id FROM tables WHERE id IN ({_THESE}) AND status NOT IN ('lobby', 'playing'))
    """,
)

# A person who is forgotten goes on under another key, so that everybody else's numbers stay. Only how many opponents
# count for the leaderboard of all chats is fewer by them.
_MET = """
SELECT DISTINCT mine.game, mine.family, mine.other_platform, mine.other_user
FROM ratings JOIN meetings AS mine ON mine.game = ratings.game AND mine.family = ratings.family
                                  AND mine.platform = ratings.platform AND mine.user = ratings.user
WHERE ratings.platform = {0} AND ratings.user = {1}
"""
MET_BY = _MET.format(":platform", ":user")
RENAME_PAIR = (
    """
    UPDATE meetings SET platform = :new_platform, user = :new_user
    WHERE game = :game AND family = :family AND platform = :platform AND user = :user
      AND other_platform = :other_platform AND other_user = :other_user
    """,
    """
    UPDATE meetings SET other_platform = :new_platform, other_user = :new_user
    WHERE game = :game AND family = :family AND platform = :other_platform AND user = :other_user
      AND other_platform = :platform AND other_user = :user
    """,
)
_RENAME_PLAYER = (
    *(
        f"UPDATE {name} SET platform = :new_platform, user = :new_user WHERE {PERSON}"
        for name in ("result_seats", "rating_changes")
    ),
    """
    UPDATE honours SET player_platform = :new_platform, player_user = :new_user
    WHERE player_platform = :platform AND player_user = :user
    """,
    f"""
    UPDATE meetings SET other_platform = :new_platform, other_user = :new_user
    FROM ({MET_BY}) AS met
    WHERE meetings.game = met.game AND meetings.family = met.family AND meetings.platform = met.other_platform
      AND meetings.user = met.other_user AND meetings.other_platform = :platform AND meetings.other_user = :user
    """,
    """
    UPDATE meetings SET platform = :new_platform, user = :new_user
    FROM (SELECT game, family FROM ratings WHERE platform = :platform AND user = :user) AS ladders
    WHERE meetings.game = ladders.game AND meetings.family = ladders.family
      AND meetings.platform = :platform AND meetings.user = :user
    """,
    f"""
    UPDATE ratings SET platform = :new_platform, user = :new_user, sorted_by = '1', version = version + 1
    WHERE {PERSON}
    """,
    f"""
    UPDATE ratings SET version = version + 1, people = (
        SELECT count(DISTINCT meetings.other_platform || ' ' || {ACCOUNT.format("meetings.other_user")}) FROM meetings
        WHERE meetings.game = ratings.game AND meetings.family = ratings.family
          AND meetings.platform = ratings.platform AND meetings.user = ratings.user
          AND meetings.other_platform NOT IN ('computer', 'former')
    )
    WHERE (game, family, platform, user) IN ({_MET.format(":new_platform", ":new_user")})
    """,
)

# What a damaged row held is only for repairs: deleting too much of it is better than too little.
FORGET_SET_ASIDE = """
DELETE FROM quarantine
WHERE instr(place, :user) > 0 OR instr(held, :user) > 0
   OR EXISTS (SELECT 1 FROM json_each(:names) AS one WHERE instr(held, one.value) > 0)
   OR EXISTS (SELECT 1 FROM json_each(:tables) AS one WHERE instr(place, one.value) > 0)
"""

BLANK_SEATS = """
UPDATE seats SET person_platform = :new_platform, person_user = :new_user, name = ''
WHERE table_id IN (SELECT value FROM json_each(:imported)) AND name IN (SELECT value FROM json_each(:names))
  AND person_platform IS NULL AND computer IS NULL
"""
BLANK_MIXERS = """
UPDATE tables
SET options = json_set(options, '$.mixers', (
    SELECT json_group_array(json_array(
        json_extract(mixer.value, '$[0]'), json_extract(mixer.value, '$[1]'),
        CASE WHEN json_extract(mixer.value, '$[2]') IN (SELECT value FROM json_each(:names)) THEN ''
             ELSE json_extract(mixer.value, '$[2]') END
    ))
    FROM (SELECT value FROM json_each(options, '$.mixers') ORDER BY key) AS mixer
))
WHERE id IN (SELECT value FROM json_each(:imported))
"""

# What others have said, and named them in, is theirs.
RENAME_AT_TABLES = (
    f"""
    UPDATE seats SET person_platform = :new_platform, person_user = :new_user, name = ''
    WHERE {SEATED} AND table_id IN ({_THESE})
    """,
    f"""
    UPDATE tables SET host_platform = :new_platform, host_user = :new_user
    WHERE host_platform = :platform AND host_user = :user AND id IN ({_THESE})
    """,
    f"UPDATE tables SET chat = :new_user WHERE {ALONE} AND id IN ({_THESE})",
)
FORGET_AT_TABLES = (*RENAME_AT_TABLES, BLANK_SEATS, BLANK_MIXERS)
"""For some tables at a time: those of `tables`, and of `imported`, which name people in words only."""

VOID_NONCES = f"UPDATE messages SET nonce = 'gone:' || id WHERE id > :message AND {_ANSWER}"
FORGET_ELSEWHERE = (
    f"DELETE FROM people WHERE {PERSON}",
    f"UPDATE restrictions SET reason = '', at = 0 WHERE {PERSON}",  # what was decided lasts
    f"DELETE FROM callers WHERE {PERSON}",
    f"DELETE FROM callers WHERE {ALONE}",
    f"DELETE FROM blocks WHERE {PERSON}",
    "DELETE FROM blocks WHERE platform = :platform AND other = :user",
    "DELETE FROM challenges WHERE platform = :platform AND (user = :user OR guest = :user)",
    f"DELETE FROM challenges WHERE {ALONE}",
    # the messages are changed at the next look
    f"""
    UPDATE appointments SET due = 0, version = version + 1
    WHERE id IN (SELECT appointment FROM appointment_guests WHERE {PERSON})
    """,
    f"DELETE FROM appointment_guests WHERE {PERSON}",
    f"DELETE FROM appointment_guests WHERE appointment IN (SELECT id FROM appointments WHERE {ALONE})",
    f"DELETE FROM appointments WHERE {ALONE}",
    f"UPDATE appointments SET user = '', name = '', due = 0, version = version + 1 WHERE {PERSON}",  # others may come
    f"DELETE FROM seekers WHERE {PERSON}",
    "DELETE FROM places WHERE person_platform = :platform AND person_user = :user",
    f"DELETE FROM places WHERE {ALONE}",
    f"DELETE FROM boards WHERE {ALONE}",
    f"DELETE FROM chats WHERE {ALONE}",
    *(f"DELETE FROM {name} WHERE {where}" for name in ("analysis_orders",) for where in (PERSON, ALONE)),
    "DELETE FROM insight WHERE player_platform = :platform AND player_user = :user",
    f"DELETE FROM insight WHERE {ALONE}",
    f"DELETE FROM chat_records WHERE {ALONE}",
    *(f"DELETE FROM {name} WHERE {ALONE}" for name in ("honours", "seasons", "closed_seasons")),
    *(
        f"DELETE FROM {name} WHERE {where}"
        for name in ("puzzle_answers", "puzzle_streaks")
        for where in (PERSON, ALONE)
    ),
    *(f"DELETE FROM {name} WHERE {ALONE}" for name in ("puzzles", "puzzle_posts", "day_games")),
    *FORGET_TOURNAMENTS,
    f"DELETE FROM tournament_posts WHERE {ALONE}",
    *_RENAME_PLAYER,
    "DELETE FROM message_people WHERE platform = :platform AND user = :user",
    VOID_NONCES,
)
FORGET = (FORGET_SET_ASIDE, *FORGET_AT_TABLES, *FORGET_ELSEWHERE)

TABLES_AT_ONCE, MESSAGES_AT_ONCE, PAIRS_AT_ONCE = 50, 20, 2
"""How many are changed in one transaction: play goes on between two.

A message may have a picture of 100 KB, and a pair of players a row for each of their games.
"""

# By key, never by words. They are emptied and not deleted: the platform then draws the boards among them again.
BLANK = f"""
UPDATE messages
SET body = json_object('author', NULL, 'kind', 'bot', 'lines', json('[[["…","plain",null]]]'), 'rows', json('[]'),
                       'picture', NULL, 'board', json_extract({BODY}, '$.board')),
    picture = NULL, revision = revision + 1,
    nonce = CASE WHEN nonce GLOB 'bot:*' THEN nonce ELSE 'gone:' || id END
WHERE id IN (SELECT message_id FROM message_people WHERE {PERSON} LIMIT :most)
RETURNING platform, chat, thread, id, json_extract(body, '$.board[0]'), json_extract(body, '$.board[1]'),
          CASE WHEN nonce GLOB 'bot:??????:[0-9]*' AND nonce NOT GLOB '*:[cq]' THEN nonce END
"""

UNNAME = "DELETE FROM message_people WHERE message_id = :message AND platform = :platform AND user = :user"


class Forgetting(Privacy):
    """Replaces a person by an alias, and deletes the rest."""

    async def tables_of(self, person: PersonKey, private: ChatKey | None = None) -> list[str]:
        """Return the ids of the tables that name a person, oldest first."""
        return [row[0] for row in await self._scan(TABLES_OF, values_of(person, private))]

    async def traces(self, person: PersonKey, private: ChatKey | None = None) -> TracesRecord:
        """Search whole tables for where a person is named, without keeping other statements waiting."""
        values = values_of(person, private)
        names = [row[0] for row in await self._read(NAMES_OF, values) if row[0]]
        ((since,),) = await self._read(NEWEST, {})
        ((message,),) = await self._read(NEWEST_MESSAGE, {})
        asked = {**values, "names": json.dumps(names)}
        found = [tuple(row[0] for row in await self._scan(each, asked)) for each in (TABLES_OF, IMPORTED_OF, ANSWERS)]
        return TracesRecord(found[0], found[1], found[2], tuple(names), since, message)

    async def forget(
        self,
        person: PersonKey,
        alias: PersonKey,
        options: Mapping[str, str],
        private: ChatKey | None = None,
        traces: TracesRecord | None = None,
    ) -> ForgottenRecord:
        """Replace a person by an alias and delete the rest; `options` are the new options of tables, by id.

        `traces` saves searching if they were just read. An interrupted run is completed by the next one. Returns
        the tables that named the person, each one version up, and the web messages that were emptied: those they
        wrote or are named in. Boards of finished games do not fall behind.
        """
        moving: dict[str, Value] = {"new_platform": alias.platform, "new_user": alias.user}
        values = checked({**values_of(person, private), **moving})
        traces = traces or await self.traces(person, private)
        values |= {"names": json.dumps(traces.names), "since": traces.since, "message": traces.message}
        tables, imported, answers = traces.tables, traces.imported, traces.answers
        blanked = await self._blank(values)
        for messages in _parts(answers, TABLES_AT_ONCE):
            await self._atomically(partial(_without_nonces, messages))
        found = list(dict.fromkeys((*tables, *imported)))
        for some in _parts(found, TABLES_AT_ONCE):
            await self._atomically(partial(_forgotten_at, some, {*imported} & {*some}, options, values))

        for met in _parts(await self._read(MET_BY, values), PAIRS_AT_ONCE):
            await self._atomically(partial(_renamed_pairs, met, values))

        def rest() -> Steps[list[str]]:
            late = [row[0] for row in (yield TABLES_SINCE, values)]
            yield from _forgotten_at(late, (), options, values)
            yield FORGET_SET_ASIDE, {**values, "tables": json.dumps([*found, *late])}
            for statement in FORGET_ELSEWHERE:
                yield statement, values
            return late

        late = await self._atomically(rest)
        return ForgottenRecord(tuple(dict.fromkeys((*found, *late))), tuple(blanked))

    async def _blank(self, values: Values) -> list[BlankedRecord]:
        """Empty the messages that name a person, a few at a time; return them all."""

        def some() -> Steps[list[BlankedRecord]]:
            rows = yield BLANK, {**values, "most": MESSAGES_AT_ONCE}
            of_person = {name: values[name] for name in ("platform", "user")}
            yield UNNAME, [{"message": row[3], **of_person} for row in rows]
            return [_blanked(row) for row in rows]

        blanked: list[BlankedRecord] = []
        while found := await self._atomically(some):
            blanked += found
        return blanked


def _forgotten_at(
    tables: Collection[str], imported: Collection[str], options: Mapping[str, str], values: Values
) -> Steps[None]:
    """Replace the person by the alias at some tables."""
    these = {**values, "tables": json.dumps([*tables]), "imported": json.dumps([*imported])}
    for table in tables:
        if table in options:
            yield SAVE_OPTIONS, checked({"id": table, "options": options[table]})
    for statement in (*NEXT_VERSION, *FORGET_AT_TABLES):
        yield statement, these


def _renamed_pairs(met: Sequence[Row], values: Values) -> Steps[None]:
    """Rename the person in what their games against some opponents have done."""
    names = ("game", "family", "other_platform", "other_user")
    for statement in RENAME_PAIR:
        yield statement, [{**values, **dict(zip(names, row, strict=True))} for row in met]


def _without_nonces(messages: Sequence[int]) -> Steps[None]:
    yield DROP_NONCE, [{"message": message} for message in messages]


def _parts(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (items[at : at + size] for at in range(0, len(items), size))


def _blanked(row: Row) -> BlankedRecord:
    """Read an emptied message; its body names the board, in older versions its nonce."""
    platform, chat, thread, message, table, version, nonce = row
    if table is None and nonce is not None:
        _, table, version = nonce.split(":")[:3]
    return BlankedRecord(ChatKey(platform, chat, thread), str(message), table, int(version or 0))
