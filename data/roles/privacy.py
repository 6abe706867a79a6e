"""Read all that is stored of one person, to show it to them, and forget it.

A table that names people needs an entry in both, in ABOUT and in FORGET.
"""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from data.records import BlankedRecord, ChatKey, ForgottenRecord, PersonKey
from data.roles.archives import Archives
from data.roles.rows import Row, Value, checked
from data.roles.statements import Steps


def _readable(column: str) -> str:
    """Write the SQL of a JSON column, NULL where it is damaged: one that is malformed would end the statement."""
    return f"CASE WHEN json_valid({column}) THEN {column} END"


_OPTIONS, _BODY = _readable("options"), _readable("body")
_PERSON = "platform = :platform AND user = :user"
_SEATED = "seats.person_platform = :platform AND seats.person_user = :user"
# A private chat has the person's own id, or one that the platform has told: then it is `private`.
_ALONE = "platform = :platform AND chat IN (:user, :private)"
_LISTED = "json_extract(one.value, '$[0]') = :platform AND json_extract(one.value, '$[1]') = :user"
_ASKED = "json_extract(one.value, '$[1]') = :platform AND json_extract(one.value, '$[2]') = :user"
_HAPPENED = "json_extract(one.value, '$[3]') = :platform AND json_extract(one.value, '$[4]') = :user"

ABOUT = {
    "person": f"""
        SELECT json_object('name', name, 'language', language, 'settings', json({_readable("settings")}))
        FROM people WHERE {_PERSON}
    """,
    "seats": f"""
        SELECT json_object('table', seats.table_id, 'seat', seat, 'colours', colours, 'name', name,
                           'computer', computer, 'game', game, 'status', status, 'chat', chat, 'thread', thread,
                           'created', created, 'result', json({_readable("result")}))
        FROM seats JOIN tables ON tables.id = seats.table_id WHERE {_SEATED} ORDER BY created, seq, seat
    """,
    "moves": f"""
        SELECT json_array(moves.table_id, ply, move, at)
        FROM seats JOIN moves ON moves.table_id = seats.table_id AND moves.seat = seats.seat
        WHERE {_SEATED} AND automation IS NULL ORDER BY moves.table_id, ply
    """,
    "hosted": "SELECT json_quote(id) FROM tables WHERE host_platform = :platform AND host_user = :user ORDER BY seq",
    "words": f"""
        SELECT json_object('table', tables.id, 'name', json_extract(one.value, '$[2]'),
                           'words', json_extract({_OPTIONS}, '$.contributions[' || one.key || ']'))
        FROM tables, json_each({_OPTIONS}, '$.mixers') AS one WHERE {_LISTED} ORDER BY seq
    """,
    "invited": f"SELECT json_quote(tables.id) FROM tables, json_each({_OPTIONS}, '$.invited') AS one WHERE {_LISTED}",
    "barred": f"SELECT json_quote(tables.id) FROM tables, json_each({_OPTIONS}, '$.barred') AS one WHERE {_LISTED}",
    "words_made_void": f"""
        SELECT json_object('table', tables.id, 'name', json_extract(one.value, '$[2]'))
        FROM tables, json_each({_OPTIONS}, '$.voided') AS one WHERE {_LISTED} ORDER BY seq
    """,
    "asked_to_play": f"""
        SELECT json_object('table', tables.id, 'name', json_extract(one.value, '$[3]'))
        FROM tables, json_each({_OPTIONS}, '$.offered') AS one WHERE {_ASKED} ORDER BY seq
    """,
    "sent_away": f"""
        SELECT json_object('table', tables.id, 'name', json_extract(one.value, '$[5]'))
        FROM tables, json_each({_OPTIONS}, '$.incidents') AS one WHERE {_HAPPENED} ORDER BY seq
    """,
    "callers": f"""
        SELECT json_object('chat', chat, 'thread', thread, 'name', name) FROM callers WHERE {_PERSON} ORDER BY id
    """,
    "called": f"SELECT json_quote(tables.id) FROM tables, json_each({_OPTIONS}, '$.called') AS one WHERE {_LISTED}",
    "places": f"""
        SELECT json_object('table', table_id, 'platform', platform, 'chat', chat, 'thread', thread)
        FROM places WHERE (person_platform = :platform AND person_user = :user) OR ({_ALONE}) ORDER BY table_id
    """,
    "private_chats": f"""
        SELECT json_object('chat', chat, 'thread', thread, 'language', language,
                           'settings', json({_readable("settings")}))
        FROM chats WHERE {_ALONE} ORDER BY chat, thread
    """,
    "boards": f"""
        SELECT json_object('chat', chat, 'table', table_id, 'message', message, 'version', version)
        FROM boards WHERE {_ALONE} ORDER BY id
    """,
    "results": f"""
        SELECT json_object('table', table_id, 'seat', seat, 'place', place, 'left', gone, 'captures', captures,
                           'losses', losses, 'sixes', sixes, 'throws', throws, 'longest', longest, 'behind', behind)
        FROM result_seats WHERE {_PERSON} ORDER BY table_id, seat
    """,
    "rating_changes": f"""
        SELECT json_object('table', table_id, 'before', json_array(mu_before, sigma_before),
                           'after', json_array(mu, sigma))
        FROM rating_changes WHERE {_PERSON} ORDER BY table_id
    """,
    "ratings": f"""
        SELECT json_object('game', game, 'family', family, 'mean', mu, 'deviation', sigma, 'first game', first_at,
                           'last game', last_at)
        FROM ratings WHERE {_PERSON} ORDER BY game, family
    """,
    "meetings": f"""
        SELECT json_object('game', game, 'family', family, 'games', games, 'mean moved', gained, 'precision', learnt)
        FROM meetings WHERE {_PERSON} ORDER BY game, family, other_platform, other_user
    """,
    "luck_and_errors": """
        SELECT json_object('chat', chat, 'game', game, 'family', family, 'games', games, 'rolls', throws,
                           'luck', luck, 'choices', choices, 'given away', error)
        FROM insight WHERE player_platform = :platform AND player_user = :user ORDER BY chat, game, family
    """,
    "analyses_asked_for": f"""
        SELECT json_object('table', table_id, 'chat', chat, 'at', at) FROM analysis_orders WHERE {_PERSON}
        ORDER BY at
    """,
    "puzzle_answers": f"""
        SELECT json_object('chat', chat, 'thread', thread, 'day', date(day * 86400, 'unixepoch'), 'move', move,
                           'right', json(iif(solved, 'true', 'false')))
        FROM puzzle_answers WHERE {_PERSON} ORDER BY day, chat, thread
    """,
    "puzzle_streaks": f"""
        SELECT json_object('chat', chat, 'thread', thread, 'last day', date(day * 86400, 'unixepoch'), 'days', days,
                           'longest', longest)
        FROM puzzle_streaks WHERE {_PERSON} ORDER BY chat, thread
    """,
    "named": f"""
        SELECT json_object('chat', chat, 'message', id) FROM messages
        WHERE id IN (SELECT message_id FROM message_people WHERE {_PERSON}) ORDER BY id
    """,
    "messages": f"""
        SELECT json_object('chat', chat, 'at', at, 'body', json({_BODY})) FROM messages
        WHERE platform = :platform AND json_extract({_BODY}, '$.author.user') = :user ORDER BY id
    """,
}
"""What is stored of a person, each row as JSON."""

ARCHIVED_SEATS = f"""
SELECT archived_logs.table_id, file, start, size, plies, seat, seats.table_id
FROM seats JOIN archived_logs ON archived_logs.table_id = seats.table_id
WHERE {_SEATED} ORDER BY archived_logs.table_id, seat
"""

TABLES_OF = f"""
SELECT id FROM tables
WHERE (host_platform = :platform AND host_user = :user)
   OR ({_ALONE})
   OR id IN (SELECT table_id FROM seats WHERE {_SEATED})
   OR EXISTS (SELECT 1 FROM json_tree({_OPTIONS}) AS one WHERE one.type = 'text' AND one.atom = :user)
ORDER BY seq
"""

NAMES_OF = f"SELECT name FROM people WHERE {_PERSON} UNION SELECT name FROM seats WHERE {_SEATED}"
"""The names by which somebody is stored, with their key: those by which an imported game may name them."""

# An imported game names people in words only. Who is forgotten has those taken out that are the very names by which
# they are stored: in games that they brought in, and in those of chats where they have sat or written.
IMPORTED_OF = f"""
SELECT DISTINCT tables.id FROM tables
WHERE json_extract({_OPTIONS}, '$.imported')
  AND ((host_platform = :platform AND host_user = :user)
       OR (platform, chat, thread) IN (
           SELECT other.platform, other.chat, other.thread
           FROM seats JOIN tables AS other ON other.id = seats.table_id WHERE {_SEATED}
           UNION SELECT platform, chat, thread FROM tables WHERE host_platform = :platform AND host_user = :user
           UNION SELECT platform, chat, thread FROM places WHERE person_platform = :platform AND person_user = :user
           UNION SELECT platform, chat, thread FROM callers WHERE {_PERSON}
           UNION SELECT messages.platform, messages.chat, messages.thread
           FROM message_people JOIN messages ON messages.id = message_people.message_id
           WHERE message_people.platform = :platform AND message_people.user = :user
       ))
  AND (EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND name IN (SELECT value FROM json_each(:names)))
       OR EXISTS (SELECT 1 FROM json_each({_OPTIONS}, '$.mixers') AS mixer
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
    f"""
    UPDATE boards SET version = version + 1
    WHERE table_id IN (SELECT id FROM tables WHERE id IN ({_THESE}) AND status NOT IN ('lobby', 'playing'))
    """,
)

# A person who is forgotten goes on under another key, so that everybody else's numbers stay.
_RENAME_PLAYER = (
    *(
        f"UPDATE {name} SET platform = :new_platform, user = :new_user WHERE platform = :platform AND user = :user"
        for name in ("result_seats", "rating_changes", "ratings", "meetings")
    ),
    """
UPDATE meetings SET other_platform = :new_platform, other_user = :new_user
WHERE other_platform = :platform AND other_user = :user
""",
)

# What others have said, and named them in, is theirs.
FORGET = (
    f"DELETE FROM people WHERE {_PERSON}",
    f"""
    UPDATE seats SET person_platform = :new_platform, person_user = :new_user, name = '' WHERE {_SEATED}
    """,
    """
    UPDATE tables SET host_platform = :new_platform, host_user = :new_user
    WHERE host_platform = :platform AND host_user = :user
    """,
    f"UPDATE tables SET chat = :new_user WHERE {_ALONE}",
    f"DELETE FROM callers WHERE {_PERSON}",
    f"DELETE FROM callers WHERE {_ALONE}",
    "DELETE FROM places WHERE person_platform = :platform AND person_user = :user",
    f"DELETE FROM places WHERE {_ALONE}",
    f"DELETE FROM boards WHERE {_ALONE}",
    f"DELETE FROM chats WHERE {_ALONE}",
    f"DELETE FROM analysis_orders WHERE ({_PERSON}) OR ({_ALONE})",
    f"DELETE FROM insight WHERE (player_platform = :platform AND player_user = :user) OR ({_ALONE})",
    *(f"DELETE FROM {name} WHERE ({_PERSON}) OR ({_ALONE})" for name in ("puzzle_answers", "puzzle_streaks")),
    *(f"DELETE FROM {name} WHERE {_ALONE}" for name in ("puzzles", "puzzle_posts")),
    *_RENAME_PLAYER,
    "DELETE FROM message_people WHERE platform = :platform AND user = :user",
    # What the bot answered to somebody is stored under the browser that asked, the first part of a web person's key.
    """
    UPDATE messages SET nonce = 'gone:' || id
    WHERE platform = :platform AND instr(nonce, ':' || rtrim(rtrim(:user, '0123456789'), '-') || ':')
    """,
    """
    UPDATE seats SET person_platform = :new_platform, person_user = :new_user, name = ''
    WHERE table_id IN (SELECT value FROM json_each(:imported)) AND name IN (SELECT value FROM json_each(:names))
      AND person_platform IS NULL AND computer IS NULL
    """,
    """
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
    """,
)

# By key, never by words. They are emptied and not taken away: whoever shows them draws the boards among them anew.
BLANK = f"""
UPDATE messages
SET body = json_object('author', NULL, 'kind', 'bot', 'lines', json('[[["…","plain",null]]]'), 'rows', json('[]'),
                       'picture', NULL, 'board', json_extract({_BODY}, '$.board')),
    picture = NULL, revision = revision + 1,
    nonce = CASE WHEN nonce GLOB 'bot:*' THEN nonce ELSE 'gone:' || id END
WHERE id IN (SELECT message_id FROM message_people WHERE {_PERSON})
RETURNING platform, chat, thread, id, json_extract(body, '$.board[0]'), json_extract(body, '$.board[1]'),
          CASE WHEN nonce GLOB 'bot:??????:[0-9]*' AND nonce NOT GLOB '*:[cq]' THEN nonce END
"""


class Privacy(Archives):
    """What a store knows of each person."""

    async def about(self, person: PersonKey, private: ChatKey | None = None) -> dict[str, list[Any]]:
        """Return all that is stored of a person, by the name of what it is, as JSON values."""
        values = _values(person, private)
        told = {
            name: [json.loads(row[0]) for row in await self._read(statement, values)]
            for name, statement in ABOUT.items()
        }
        async for (seat, table), log in self._logs(await self._read(ARCHIVED_SEATS, values)):
            mine = (move for move in log if move.seat == seat and move.automation is None)
            told["moves"] += [[table, move.ply, move.move, move.at] for move in mine]
        return told

    async def tables_of(self, person: PersonKey, private: ChatKey | None = None) -> list[str]:
        """Return the ids of the tables that name a person, oldest first."""
        return [row[0] for row in await self._read(TABLES_OF, _values(person, private))]

    async def forget(
        self, person: PersonKey, alias: PersonKey, options: Mapping[str, str], private: ChatKey | None = None
    ) -> ForgottenRecord:
        """Put an alias in a person's place, and forget the rest; `options` are the new options of tables by id.

        Returns the tables that named the person, each one version up, and the web messages that were emptied.
        """
        moving: dict[str, Value] = {"new_platform": alias.platform, "new_user": alias.user}
        values = checked({**_values(person, private), **moving})

        def work() -> Steps[ForgottenRecord]:
            names = [row[0] for row in (yield NAMES_OF, values) if row[0]]
            values["names"] = json.dumps(names)
            tables = [row[0] for row in (yield TABLES_OF, values)]
            imported = [row[0] for row in (yield IMPORTED_OF, values)]
            values["tables"] = json.dumps([*tables, *imported])
            values["imported"] = json.dumps(imported)
            for table, text in options.items():
                yield SAVE_OPTIONS, checked({"id": table, "options": text})
            blanked = [_blanked(row) for row in (yield BLANK, values)]
            for statement in (*NEXT_VERSION, *FORGET):
                yield statement, values
            return ForgottenRecord(tuple(dict.fromkeys((*tables, *imported))), tuple(blanked))

        return await self._atomically(work)


def _values(person: PersonKey, private: ChatKey | None) -> dict[str, Value]:
    ours = private is not None and private.platform == person.platform
    alone = private.chat if private is not None and ours else person.user
    return {"platform": person.platform, "user": person.user, "private": alone}


def _blanked(row: Row) -> BlankedRecord:
    """Read an emptied message; which board it is, it says itself, or, if it is of an older version, its nonce."""
    platform, chat, thread, message, table, version, nonce = row
    if table is None and nonce is not None:
        _, table, version = nonce.split(":")[:3]
    return BlankedRecord(ChatKey(platform, chat, thread), str(message), table, int(version or 0))
