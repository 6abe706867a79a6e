"""Reword the statements that read and delete a person's data, for PostgreSQL."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import re

from data.postgres.dialect import listed, reworded
from data.roles import forgetting, privacy
from data.roles.privacy import PERSON

_DATE = "DATE '1970-01-01' + CAST(least(greatest(day, 0), 2900000) AS INTEGER)"
_DAY = ("date(day * 86400, 'unixepoch')", f"to_char({_DATE}, 'YYYY-MM-DD')")
_LISTED = "one.value ->> 0 = :platform AND one.value ->> 1 = :user"


def _elements(path: str) -> str:
    """Return the SQL of a list in a table's options, with each element's number from 1."""
    return f"tables, jsonb_path_query(readable(options), '$.{path}[*]') WITH ORDINALITY AS one(value, number)"


def _plain(statement: str) -> str:
    """Translate a statement that only builds JSON from columns."""
    for ours, theirs in (
        ("json_object(", "json_build_object("),
        ("json_array(", "json_build_array("),
        ("json_quote(", "to_json("),
        ("json(iif(solved, 'true', 'false'))", "solved = 1"),
        _DAY,
    ):
        statement = statement.replace(ours, theirs)
    return re.sub(r"json\(CASE WHEN json_valid\((\w+)\) THEN \1 END\)", r"\1", statement)


ABOUT = {
    **{name: _plain(statement) for name, statement in privacy.ABOUT.items()},
    "words": f"""
        SELECT json_build_object('table', tables.id, 'name', one.value -> 2,
                                 'words', readable(options) -> 'contributions' -> CAST(number - 1 AS INTEGER))
        FROM {_elements("mixers")} WHERE {_LISTED} ORDER BY seq
    """,
    **{
        name: f"SELECT to_json(tables.id) FROM {_elements(name)} WHERE {_LISTED} ORDER BY seq"
        for name in ("invited", "barred", "called")
    },
    "words_made_void": f"""
        SELECT json_build_object('table', tables.id, 'name', one.value -> 2)
        FROM {_elements("voided")} WHERE {_LISTED} ORDER BY seq
    """,
    "asked_to_play": f"""
        SELECT json_build_object('table', tables.id, 'name', one.value -> 3)
        FROM {_elements("offered")} WHERE one.value ->> 1 = :platform AND one.value ->> 2 = :user ORDER BY seq
    """,
    "sent_away": f"""
        SELECT json_build_object('table', tables.id, 'name', one.value -> 5)
        FROM {_elements("incidents")} WHERE one.value ->> 3 = :platform AND one.value ->> 4 = :user ORDER BY seq
    """,
    "messages": """
        SELECT json_build_object('chat', chat, 'at', at, 'body', body) FROM messages
        WHERE platform = :platform AND readable(body) #>> '{author,user}' = :user ORDER BY id
    """,
    "set_aside": f"""
        SELECT json_build_object('of', source, 'column', part, 'why', why, 'at', at) FROM quarantine
        WHERE position('"' || :user || '"' IN place) > 0
           OR EXISTS (SELECT 1 FROM people WHERE {PERSON} AND name <> '' AND position(name IN held) > 0)
        ORDER BY id
    """,
}

_NAMED = (
    "EXISTS (SELECT 1 FROM json_tree(CASE WHEN json_valid(options) THEN options END) AS one "
    "WHERE one.type = 'text' AND one.atom = :user)",
    "jsonb_path_exists(readable(options), '$.** ? (@ == $text)', jsonb_build_object('text', CAST(:user AS TEXT)))",
)
TABLES_OF, TABLES_SINCE = (reworded(each, _NAMED) for each in (forgetting.TABLES_OF, forgetting.TABLES_SINCE))

_NAMES, _IMPORTED = listed("names")[1], listed("imported")[1]

IMPORTED_OF = f"""
SELECT tables.id FROM tables
WHERE coalesce(readable(options) ->> 'imported', 'false') NOT IN ('false', '0')
  AND ((host_platform = :platform AND host_user = :user) OR (platform, chat, thread) IN ({forgetting.CHATS_OF}))
  AND (EXISTS (SELECT 1 FROM seats WHERE table_id = tables.id AND name IN ({_NAMES}))
       OR EXISTS (SELECT 1 FROM jsonb_path_query(readable(options), '$.mixers[*]') AS mixer(value)
                  WHERE mixer.value ->> 2 IN ({_NAMES})))
ORDER BY tables.seq
"""

BLANK_SEATS = f"""
UPDATE seats SET person_platform = :new_platform, person_user = :new_user, name = ''
WHERE table_id IN ({_IMPORTED}) AND name IN ({_NAMES}) AND person_platform IS NULL AND computer IS NULL
"""

BLANK_MIXERS = f"""
UPDATE tables
SET options = CAST(jsonb_set(readable(options), '{{mixers}}', (
    SELECT coalesce(jsonb_agg(jsonb_build_array(
        mixer.value -> 0, mixer.value -> 1,
        CASE WHEN mixer.value ->> 2 IN ({_NAMES}) THEN CAST('""' AS JSONB) ELSE mixer.value -> 2 END
    ) ORDER BY number), '[]')
    FROM jsonb_path_query(readable(options), '$.mixers[*]') WITH ORDINALITY AS mixer(value, number)
)) AS JSON)
WHERE id IN ({_IMPORTED})
"""

FORGET_SET_ASIDE = """
DELETE FROM quarantine
WHERE position(:user IN place) > 0 OR position(:user IN held) > 0
   OR EXISTS (SELECT 1 FROM json_array_elements_text(CAST(:names AS JSON)) AS one(value)
              WHERE position(one.value IN held) > 0)
   OR EXISTS (SELECT 1 FROM json_array_elements_text(CAST(:tables AS JSON)) AS one(value)
              WHERE position(one.value IN place) > 0)
"""

_ANSWER = (
    "instr(nonce, ':' || rtrim(rtrim(:user, '0123456789'), '-') || ':')",
    "position(':' || rtrim(rtrim(:user, '0123456789'), '-') || ':' IN nonce) > 0",
)

BLANK = """
UPDATE messages
SET body = json_build_object('author', NULL, 'kind', 'bot', 'lines', CAST('[[["…","plain",null]]]' AS JSON),
                             'rows', CAST('[]' AS JSON), 'picture', NULL, 'board', readable(body) -> 'board'),
    picture = NULL, revision = revision + 1,
    nonce = CASE WHEN nonce LIKE 'bot:%' THEN nonce ELSE 'gone:' || id END
WHERE id IN (SELECT message_id FROM message_people WHERE platform = :platform AND user = :user LIMIT :most)
RETURNING platform, chat, thread, id, body -> 'board' ->> 0, body -> 'board' ->> 1,
          CASE WHEN nonce ~ '^bot:.{6}:[0-9]' AND nonce !~ ':[cq]$' THEN nonce END
"""

_TABLES = listed("tables")
WORDINGS = {
    **{statement: ABOUT[name] for name, statement in privacy.ABOUT.items() if statement != ABOUT[name]},
    forgetting.TABLES_OF: TABLES_OF,
    forgetting.TABLES_SINCE: TABLES_SINCE,
    forgetting.IMPORTED_OF: IMPORTED_OF,
    forgetting.ANSWERS: reworded(forgetting.ANSWERS, _ANSWER),
    forgetting.VOID_NONCES: reworded(forgetting.VOID_NONCES, _ANSWER),
    forgetting.BLANK: BLANK,
    **{each: reworded(each, _TABLES) for each in (*forgetting.NEXT_VERSION, *forgetting.RENAME_AT_TABLES)},
    forgetting.BLANK_SEATS: BLANK_SEATS,
    forgetting.BLANK_MIXERS: BLANK_MIXERS,
    forgetting.FORGET_SET_ASIDE: FORGET_SET_ASIDE,
}
