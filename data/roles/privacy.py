"""Read all that is stored about one person.

A table that names people needs an entry here, in ABOUT, and in `forgetting.FORGET`.
"""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from data.records import ChatKey, PersonKey
from data.roles.archives import Archives
from data.roles.rows import Row, Value


def readable_json(column: str) -> str:
    """Return the SQL of a JSON column that is NULL if malformed, which would abort the statement."""
    return f"CASE WHEN json_valid({column}) THEN {column} END"


OPTIONS, BODY = readable_json("options"), readable_json("body")
PERSON = "platform = :platform AND user = :user"
SEATED = "seats.person_platform = :platform AND seats.person_user = :user"
# A private chat has the person's own id, or one that the platform has told: then it is `private`.
ALONE = "platform = :platform AND chat IN (:user, :private)"
_LISTED = "json_extract(one.value, '$[0]') = :platform AND json_extract(one.value, '$[1]') = :user"
_ASKED = "json_extract(one.value, '$[1]') = :platform AND json_extract(one.value, '$[2]') = :user"
_HAPPENED = "json_extract(one.value, '$[3]') = :platform AND json_extract(one.value, '$[4]') = :user"

ABOUT = {
    "person": f"""
        SELECT json_object('name', name, 'language', language, 'settings', json({readable_json("settings")}))
        FROM people WHERE {PERSON}
    """,
    "seats": f"""
        SELECT json_object('table', seats.table_id, 'seat', seat, 'colours', colours, 'name', name,
                           'computer', computer, 'game', game, 'status', status, 'chat', chat, 'thread', thread,
                           'created', created, 'result', json({readable_json("result")}))
        FROM seats JOIN tables ON tables.id = seats.table_id WHERE {SEATED} ORDER BY created, seq, seat
    """,
    "moves": f"""
        SELECT json_array(moves.table_id, ply, move, at)
        FROM seats JOIN moves ON moves.table_id = seats.table_id AND moves.seat = seats.seat
        WHERE {SEATED} AND automation IS NULL ORDER BY moves.table_id, ply
    """,
    "hosted": "SELECT json_quote(id) FROM tables WHERE host_platform = :platform AND host_user = :user ORDER BY seq",
    "words": f"""
        SELECT json_object('table', tables.id, 'name', json_extract(one.value, '$[2]'),
                           'words', json_extract({OPTIONS}, '$.contributions[' || one.key || ']'))
        FROM tables, json_each({OPTIONS}, '$.mixers') AS one WHERE {_LISTED} ORDER BY seq
    """,
    "invited": f"SELECT json_quote(tables.id) FROM tables, json_each({OPTIONS}, '$.invited') AS one WHERE {_LISTED}",
    "barred": f"SELECT json_quote(tables.id) FROM tables, json_each({OPTIONS}, '$.barred') AS one WHERE {_LISTED}",
    "words_made_void": f"""
        SELECT json_object('table', tables.id, 'name', json_extract(one.value, '$[2]'))
        FROM tables, json_each({OPTIONS}, '$.voided') AS one WHERE {_LISTED} ORDER BY seq
    """,
    "asked_to_play": f"""
        SELECT json_object('table', tables.id, 'name', json_extract(one.value, '$[3]'))
        FROM tables, json_each({OPTIONS}, '$.offered') AS one WHERE {_ASKED} ORDER BY seq
    """,
    "sent_away": f"""
        SELECT json_object('table', tables.id, 'name', json_extract(one.value, '$[5]'))
        FROM tables, json_each({OPTIONS}, '$.incidents') AS one WHERE {_HAPPENED} ORDER BY seq
    """,
    "restrictions": f"""
        SELECT json_object('banned', banned, 'name hidden', hidden, 'reason', reason, 'at', at)
        FROM restrictions WHERE {PERSON}
    """,
    "callers": f"""
        SELECT json_object('chat', chat, 'thread', thread, 'name', name) FROM callers WHERE {PERSON} ORDER BY id
    """,
    "blocked": f"""
        SELECT json_object('person', other, 'name', name, 'since', since) FROM blocks WHERE {PERSON}
        ORDER BY since, other
    """,
    "challenges": f"""
        SELECT json_object('chat', chat, 'thread', thread, 'by', user, 'name', name, 'to', guest, 'guest', guest_name,
                           'state', state, 'created', created, 'options', json({OPTIONS}))
        FROM challenges WHERE platform = :platform AND (user = :user OR guest = :user) ORDER BY created, id
    """,
    "appointments": f"""
        SELECT json_object('chat', chat, 'thread', thread, 'name', name, 'state', state, 'created', created,
                           'starts', starts, 'options', json({OPTIONS}))
        FROM appointments WHERE {PERSON} ORDER BY starts, id
    """,
    "appointment_answers": f"""
        SELECT json_object('appointment', appointment, 'name', name, 'comes', comes, 'since', since)
        FROM appointment_guests WHERE {PERSON} ORDER BY since, appointment
    """,
    "seeking": f"""
        SELECT json_object('chat', at_chat, 'thread', at_thread, 'name', name, 'since', since, 'state', state,
                           'wish', wish)
        FROM seekers WHERE {PERSON}
    """,
    "called": f"SELECT json_quote(tables.id) FROM tables, json_each({OPTIONS}, '$.called') AS one WHERE {_LISTED}",
    "places": f"""
        SELECT json_object('table', table_id, 'platform', platform, 'chat', chat, 'thread', thread)
        FROM places WHERE (person_platform = :platform AND person_user = :user) OR ({ALONE}) ORDER BY table_id
    """,
    "private_chats": f"""
        SELECT json_object('chat', chat, 'thread', thread, 'language', language,
                           'settings', json({readable_json("settings")}))
        FROM chats WHERE {ALONE} ORDER BY chat, thread
    """,
    "boards": f"""
        SELECT json_object('chat', chat, 'table', table_id, 'message', message, 'version', version)
        FROM boards WHERE {ALONE} ORDER BY id
    """,
    "results": f"""
        SELECT json_object('table', table_id, 'seat', seat, 'place', place, 'left', gone, 'captures', captures,
                           'losses', losses, 'sixes', sixes, 'throws', throws, 'longest', longest, 'behind', behind)
        FROM result_seats WHERE {PERSON} ORDER BY table_id, seat
    """,
    "rating_changes": f"""
        SELECT json_object('table', table_id, 'before', json_array(mu_before, sigma_before),
                           'after', json_array(mu, sigma))
        FROM rating_changes WHERE {PERSON} ORDER BY table_id
    """,
    "ratings": f"""
        SELECT json_object('game', game, 'family', family, 'games', games, 'wins', wins, 'opponents', people,
                           'mean', mu, 'deviation', sigma, 'first game', first_at, 'last game', last_at)
        FROM ratings WHERE {PERSON} ORDER BY game, family
    """,
    "meetings": """
        SELECT json_object('game', mine.game, 'family', mine.family, 'table', mine.table_id, 'games', mine.games,
                           'mean moved', mine.gained, 'precision', mine.learnt)
        FROM ratings JOIN meetings AS mine ON mine.game = ratings.game AND mine.family = ratings.family
             AND mine.platform = ratings.platform AND mine.user = ratings.user
        WHERE ratings.platform = :platform AND ratings.user = :user
        ORDER BY mine.game, mine.family, mine.at, mine.table_id, mine.other_platform, mine.other_user
    """,
    "luck_and_errors": """
        SELECT json_object('chat', chat, 'game', game, 'family', family, 'games', games, 'rolls', throws,
                           'luck', luck, 'choices', choices, 'given away', error,
                           'games without luck', adjusted_games, 'result without luck', adjusted)
        FROM insight WHERE player_platform = :platform AND player_user = :user ORDER BY chat, game, family
    """,
    "honours": f"""
        SELECT json_object('chat', chat, 'kind', kind, 'event', event, 'place', place, 'at', at, 'title', title,
                           'detail', json({readable_json("detail")}))
        FROM honours WHERE player_platform = :platform AND player_user = :user ORDER BY at, kind, event, chat
    """,
    "analyses_asked_for": f"""
        SELECT json_object('table', table_id, 'chat', chat, 'at', at) FROM analysis_orders WHERE {PERSON}
        ORDER BY at
    """,
    "puzzle_answers": f"""
        SELECT json_object('chat', chat, 'thread', thread, 'day', date(day * 86400, 'unixepoch'), 'move', move,
                           'right', json(iif(solved, 'true', 'false')))
        FROM puzzle_answers WHERE {PERSON} ORDER BY day, chat, thread
    """,
    "puzzle_streaks": f"""
        SELECT json_object('chat', chat, 'thread', thread, 'last day', date(day * 86400, 'unixepoch'), 'days', days,
                           'longest', longest)
        FROM puzzle_streaks WHERE {PERSON} ORDER BY chat, thread
    """,
    "tournaments": f"""
        SELECT json_object('tournament', tournament, 'name', name, 'platform', at_platform, 'chat', at_chat,
                           'thread', at_thread)
        FROM tournament_people WHERE {PERSON} ORDER BY tournament
    """,
    "hosted_tournaments": """
        SELECT json_object('tournament', id, 'name', host_name) FROM tournaments
        WHERE host_platform = :platform AND host_user = :user ORDER BY id
    """,
    "named": f"""
        SELECT json_object('chat', chat, 'message', id) FROM messages
        WHERE id IN (SELECT message_id FROM message_people WHERE {PERSON}) ORDER BY id
    """,
    "messages": f"""
        SELECT json_object('chat', chat, 'at', at, 'body', json({BODY})) FROM messages
        WHERE platform = :platform AND json_extract({BODY}, '$.author.user') = :user ORDER BY id
    """,
    "set_aside": f"""
        SELECT json_object('of', source, 'column', part, 'why', why, 'at', at) FROM quarantine
        WHERE instr(place, '"' || :user || '"') > 0
           OR EXISTS (SELECT 1 FROM people WHERE {PERSON} AND name <> '' AND instr(held, name) > 0)
        ORDER BY id
    """,
}
"""What is stored of a person, each row as JSON."""

ARCHIVED_SEATS = f"""
SELECT archived_logs.table_id, file, start, size, plies, seat, seats.table_id
FROM seats JOIN archived_logs ON archived_logs.table_id = seats.table_id
WHERE {SEATED} ORDER BY archived_logs.table_id, seat
"""


class Privacy(Archives):
    """All that is stored about a person."""

    async def about(self, person: PersonKey, private: ChatKey | None = None) -> dict[str, list[Any]]:
        """Return all that is stored about a person, by kind, as JSON values.

        It includes chats private to them: those with the person's own id, and `private` if the platform names one.
        """
        values = values_of(person, private)
        told: dict[str, list[Any]] = {}
        for name, statement in ABOUT.items():
            told[name] = []
            with suppress(ValueError):  # a server cannot compute the export of damaged values
                told[name] = list(_told(await self._scan(statement, values)))
        async for (seat, table), log in self._logs(await self._scan(ARCHIVED_SEATS, values)):
            mine = (move for move in log if move.seat == seat and move.automation is None)
            told["moves"] += [[table, move.ply, move.move, move.at] for move in mine]
        return told


def _told(rows: Iterable[Row]) -> Iterator[Any]:
    """Yield rows as JSON values; corrupt ones are skipped."""
    for row in rows:
        with suppress(ValueError):
            yield json.loads(row[0])


def values_of(person: PersonKey, private: ChatKey | None) -> dict[str, Value]:
    ours = private is not None and private.platform == person.platform
    alone = private.chat if private is not None and ours else person.user
    return {"platform": person.platform, "user": person.user, "private": alone}
