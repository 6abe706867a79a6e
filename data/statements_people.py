"""Every SQL statement about what is stored of one person: to show it to them, and to forget it.

A table that names people needs an entry in both.
"""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.statements_results import RENAME_PLAYER


def _readable(column: str) -> str:
    """A JSON column, NULL where the row is damaged: one that is malformed would end the whole statement."""
    return f"CASE WHEN json_valid({column}) THEN {column} END"


_OPTIONS, _BODY = _readable("options"), _readable("body")
_PERSON = "platform = :platform AND user = :user"
_SEATED = "seats.person_platform = :platform AND seats.person_user = :user"
_LISTED = "json_extract(one.value, '$[0]') = :platform AND json_extract(one.value, '$[1]') = :user"
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
    "sent_away": f"""
        SELECT json_object('table', tables.id, 'name', json_extract(one.value, '$[5]'))
        FROM tables, json_each({_OPTIONS}, '$.incidents') AS one WHERE {_HAPPENED} ORDER BY seq
    """,
    "callers": f"""
        SELECT json_object('chat', chat, 'thread', thread, 'name', name) FROM callers WHERE {_PERSON} ORDER BY id
    """,
    "places": """
        SELECT json_object('table', table_id, 'platform', platform, 'chat', chat, 'thread', thread)
        FROM places WHERE person_platform = :platform AND person_user = :user ORDER BY table_id
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
        SELECT json_object('game', game, 'family', family, 'mean', mu, 'deviation', sigma)
        FROM ratings WHERE {_PERSON} ORDER BY game, family
    """,
    "meetings": f"""
        SELECT json_object('game', game, 'family', family, 'games', games, 'mean moved', gained, 'precision', learnt)
        FROM meetings WHERE {_PERSON} ORDER BY game, family, other_platform, other_user
    """,
    "messages": f"""
        SELECT json_object('chat', chat, 'at', at, 'body', json({_BODY})) FROM messages
        WHERE platform = :platform AND json_extract({_BODY}, '$.author.user') = :user ORDER BY id
    """,
}
"""What is stored of a person, each row as JSON."""

TABLES_OF = f"""
SELECT id FROM tables
WHERE (host_platform = :platform AND host_user = :user)
   OR (platform = :platform AND chat = :user)
   OR id IN (SELECT table_id FROM seats WHERE {_SEATED})
   OR EXISTS (SELECT 1 FROM json_tree({_OPTIONS}) AS one WHERE one.type = 'text' AND one.atom = :user)
ORDER BY seq
"""

NAMES_OF = f"SELECT name FROM people WHERE {_PERSON} UNION SELECT name FROM seats WHERE {_SEATED}"

SAVE_OPTIONS = "UPDATE tables SET options = :options WHERE id = :id"

_THESE = "SELECT value FROM json_each(:tables)"

# The new version makes stale whatever is known of these tables, in any process; so nobody is written back. A board of
# a game that is over is not shown again for it.
NEXT_VERSION = (
    f"UPDATE tables SET version = version + 1 WHERE id IN ({_THESE})",
    f"""
    UPDATE boards SET version = version + 1
    WHERE table_id IN (SELECT id FROM tables WHERE id IN ({_THESE}) AND status NOT IN ('lobby', 'playing'))
    """,
)

# A private chat may have the person's own id. What others have said, and named them in, is theirs.
FORGET = (
    f"DELETE FROM people WHERE {_PERSON}",
    f"""
    UPDATE seats SET person_platform = :new_platform, person_user = :new_user, name = '' WHERE {_SEATED}
    """,
    """
    UPDATE tables SET host_platform = :new_platform, host_user = :new_user
    WHERE host_platform = :platform AND host_user = :user
    """,
    "UPDATE tables SET chat = :new_user WHERE platform = :platform AND chat = :user",
    f"DELETE FROM callers WHERE {_PERSON}",
    "DELETE FROM callers WHERE platform = :platform AND chat = :user",
    "DELETE FROM places WHERE person_platform = :platform AND person_user = :user",
    "DELETE FROM places WHERE platform = :platform AND chat = :user",
    "DELETE FROM boards WHERE platform = :platform AND chat = :user",
    "DELETE FROM chats WHERE platform = :platform AND chat = :user",
    *RENAME_PLAYER,
    f"""
    DELETE FROM messages
    WHERE platform = :platform AND (
        json_extract({_BODY}, '$.author.user') = :user
        OR json_extract({_BODY}, '$.author.user') IS NULL AND EXISTS (
            SELECT 1 FROM json_tree({_BODY}) AS part, json_each(:names) AS name
            WHERE part.type = 'text' AND instr(part.atom, name.value)
        )
    )
    """,
)

VACUUM = "VACUUM"

EMPTY_LOG = "PRAGMA wal_checkpoint(TRUNCATE)"
