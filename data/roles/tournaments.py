"""Store tournaments, who is in them, their tables, and where they are shown."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from collections.abc import Sequence

from data.event_records import EntrantRecord, TournamentPost, TournamentRecord
from data.records import ChatKey, PersonKey
from data.roles.reading import Form, Reading
from data.roles.rows import IN_CHAT, Value, carried, chat_values, checked
from data.roles.statements import Steps, bounded

_COLUMNS = "id, platform, chat, thread, host_platform, host_user, host_name, seed, version, created, due, body"

CREATE_TOURNAMENT = f"""
INSERT INTO tournaments ({_COLUMNS})
VALUES (:id, :platform, :chat, :thread, :host_platform, :host_user, :host_name, :seed, :version, :created, :due,
        :body)
ON CONFLICT (id) DO NOTHING RETURNING id
"""

TOURNAMENT = f"SELECT {_COLUMNS} FROM tournaments WHERE id = :tournament"

SAVE_TOURNAMENT = """
UPDATE tournaments SET version = :version, due = :due, body = :body
WHERE id = :tournament AND version = :seen RETURNING id
"""

LOOK_AT_TOURNAMENT = "UPDATE tournaments SET due = :due WHERE id = :tournament AND version = :version"

SAVE_ENTRANT = """
INSERT INTO tournament_people (tournament, number, platform, user, name, at_platform, at_chat, at_thread)
VALUES (:tournament, :number, :platform, :user, :name, :at_platform, :at_chat, :at_thread)
ON CONFLICT (tournament, number) DO UPDATE SET
    platform = excluded.platform, user = excluded.user, name = excluded.name,
    at_platform = excluded.at_platform, at_chat = excluded.at_chat, at_thread = excluded.at_thread
"""

ENTRANTS = """
SELECT number, platform, user, name, at_platform, at_chat, at_thread FROM tournament_people
WHERE tournament = :tournament ORDER BY number
"""

OF_CHAT = """
SELECT tournament FROM tournament_posts JOIN tournaments ON tournaments.id = tournament_posts.tournament
WHERE tournament_posts.platform = :platform AND tournament_posts.chat = :chat AND tournament_posts.thread = :thread
ORDER BY tournaments.created DESC, tournament LIMIT :limit
"""

OF_PERSON = """
SELECT tournament FROM tournament_people JOIN tournaments ON tournaments.id = tournament_people.tournament
WHERE tournament_people.platform = :platform AND tournament_people.user = :user
ORDER BY tournaments.created DESC, tournament LIMIT :limit
"""

DUE_TOURNAMENTS = "SELECT id FROM tournaments WHERE due <= :now ORDER BY due LIMIT :limit"

WAKE_TOURNAMENT = """
UPDATE tournaments SET due = :now
WHERE due > :now AND id = (SELECT tournament FROM tournament_tables WHERE table_id = :table AND counted = 0)
"""

_FINISHED = """
SELECT table_id FROM tournament_tables JOIN tables ON tables.id = tournament_tables.table_id
WHERE tournament = :tournament AND counted = 0 AND tables.status IN ('over', 'cancelled')
"""

FINISHED_TABLES = f"{_FINISHED} ORDER BY table_id"

LOOK_AGAIN_AT_TOURNAMENT = f"{LOOK_AT_TOURNAMENT} AND NOT EXISTS ({_FINISHED})"

ADD_TOURNAMENT_TABLE = """
INSERT INTO tournament_tables (table_id, tournament, counted) VALUES (:table, :tournament, 0)
ON CONFLICT (table_id) DO NOTHING
"""

COUNT_TOURNAMENT_TABLE = "UPDATE tournament_tables SET counted = 1 WHERE table_id = :table"

POSTS = """
SELECT platform, chat, thread, mark, message, face, claimed, sending FROM tournament_posts
WHERE tournament = :tournament ORDER BY platform, chat, thread
"""

ADD_POST = """
INSERT INTO tournament_posts (tournament, platform, chat, thread, mark, message, face)
VALUES (:tournament, :platform, :chat, :thread, '', '', '')
ON CONFLICT (tournament, platform, chat, thread) DO NOTHING
"""

CLAIM_POST = f"""
UPDATE tournament_posts SET claimed = :claim, sending = :now
WHERE tournament = :tournament AND {IN_CHAT}
    AND mark = :mark AND message = :message AND claimed = :claimed AND sending = :sending
RETURNING chat
"""

SAVE_POST = f"""
UPDATE tournament_posts SET mark = :mark, message = :message, face = :face, claimed = '', sending = 0
WHERE tournament = :tournament AND {IN_CHAT} AND claimed = :claimed AND sending = :sending
"""

FREE_POST = f"""
UPDATE tournament_posts SET claimed = :claimed, sending = :sending
WHERE tournament = :tournament AND {IN_CHAT} AND claimed = :claim AND sending = :now
"""

DROP_POST = f"DELETE FROM tournament_posts WHERE tournament = :tournament AND {IN_CHAT}"

_AT = "at_platform = :platform AND at_chat = :chat AND at_thread = :thread"
MOVE_TOURNAMENTS = (
    f"""
    UPDATE tournaments SET platform = :new_platform, chat = :new_chat, thread = :new_thread, version = version + 1
    WHERE {IN_CHAT}
    """,
    f"""
    UPDATE tournament_people SET at_platform = :new_platform, at_chat = :new_chat, at_thread = :new_thread
    WHERE {_AT}
    """,
    carried("tournament_posts", "tournament"),
    f"DELETE FROM tournament_posts WHERE {IN_CHAT}",
)

FORGET_TOURNAMENTS = (
    """
    UPDATE tournaments SET version = version + 1
    WHERE id IN (SELECT tournament FROM tournament_people WHERE platform = :platform AND user = :user)
    """,
    """
    UPDATE tournament_people SET platform = :new_platform, user = :new_user, name = '', at_platform = :new_platform,
        at_chat = '', at_thread = ''
    WHERE platform = :platform AND user = :user
    """,
    """
    UPDATE tournaments SET host_platform = :new_platform, host_user = :new_user, host_name = '', version = version + 1
    WHERE host_platform = :platform AND host_user = :user
    """,
)

_FORM = Form("tournaments", _COLUMNS.replace(",", ""), key="id")
_ENTRANT_FORM = Form(
    "tournament_people", "number platform user ~name at_platform at_chat at_thread", key="tournament number"
)
_POST_FORM = Form(
    "tournament_posts",
    "platform chat thread mark message ~face claimed sending",
    key="tournament platform chat thread",
)


class Tournaments(Reading):
    """Tournaments, guarded by their versions."""

    async def create_tournament(self, record: TournamentRecord) -> bool:
        """Add a tournament with its entrants and where it is shown; return False if the id is taken."""
        values = checked(
            {
                "id": record.id,
                **chat_values(record.chat),
                "host_platform": record.host.platform,
                "host_user": record.host.user,
                "host_name": record.host_name,
                "seed": memoryview(record.seed),
                "version": record.version,
                "created": record.created,
                "due": record.due,
                "body": record.body,
            }
        )

        def work() -> Steps[bool]:
            if not (yield CREATE_TOURNAMENT, values):
                return False
            yield SAVE_ENTRANT, _people_values(record.id, record.entrants)
            chats = dict.fromkeys((record.chat, *(one.chat for one in record.entrants)))
            yield ADD_POST, [{"tournament": record.id, **chat_values(chat)} for chat in chats]
            return True

        return await self._atomically(work)

    async def tournament(self, tournament: str) -> TournamentRecord | None:
        """Return a tournament with its entrants in order; None if there is none."""
        asked = {"tournament": tournament}
        rows = await self._sound(_FORM, await self._read(TOURNAMENT, asked), id=tournament)
        if not rows:
            return None
        found = await self._sound(_ENTRANT_FORM, await self._read(ENTRANTS, asked), **asked)
        row = rows[0]
        entrants = tuple(
            EntrantRecord(one[0], PersonKey(one[1], one[2]), one[3], ChatKey(*one[4:7])) for one in found
        )
        chat, host, seed = ChatKey(*row[1:4]), PersonKey(row[4], row[5]), bytes(row[7])
        return TournamentRecord(row[0], chat, host, row[6], seed, row[8], row[9], row[10], row[11], entrants)

    async def save_tournament(
        self, record: TournamentRecord, entrants: Sequence[EntrantRecord] = (), counted: Sequence[str] = ()
    ) -> bool:
        """Write a tournament over its version before, with new or changed entrants and the tables now counted.

        Return False if another change came first. The chats of entrants show it from then on.
        """
        values = checked(
            {
                "tournament": record.id,
                "seen": record.version - 1,
                "version": record.version,
                "due": record.due,
                "body": record.body,
            }
        )
        people = _people_values(record.id, entrants)

        def work() -> Steps[bool]:
            if not (yield SAVE_TOURNAMENT, values):
                return False
            yield SAVE_ENTRANT, people
            yield ADD_POST, [{"tournament": record.id, **chat_values(one.chat)} for one in entrants]
            yield COUNT_TOURNAMENT_TABLE, [{"table": table} for table in counted]
            return True

        return await self._atomically(work)

    async def look_at_tournament(self, tournament: str, version: int, due: float | None) -> None:
        """Move the time to look at a tournament, None for never; not if it has changed.

        Nor is it put off while a finished table waits to be counted.
        """
        statement = LOOK_AT_TOURNAMENT if due is None else LOOK_AGAIN_AT_TOURNAMENT
        await self._write(statement, {"tournament": tournament, "version": version, "due": due})

    async def tournaments_of(self, chat: ChatKey, limit: int) -> list[str]:
        """Return the ids of tournaments that a chat shows or has shown, newest first."""
        rows = await self._read(OF_CHAT, {**chat_values(chat), "limit": bounded(limit)})
        return [str(row[0]) for row in rows]

    async def tournaments_with(self, person: PersonKey, limit: int) -> list[str]:
        """Return the ids of tournaments that a person entered, newest first."""
        values: dict[str, Value] = {"platform": person.platform, "user": person.user, "limit": bounded(limit)}
        return [str(row[0]) for row in await self._read(OF_PERSON, values)]

    async def due_tournaments(self, now: float, limit: int) -> list[str]:
        """Return the ids of at most `limit` due tournaments, longest due first."""
        rows = await self._read(DUE_TOURNAMENTS, {"now": now, "limit": bounded(limit)})
        return [str(row[0]) for row in rows]

    async def wake_tournament(self, table: str, now: float) -> None:
        """Make a table's tournament due now, unless the table is counted, or no tournament's."""
        await self._write(WAKE_TOURNAMENT, {"table": table, "now": now})

    async def add_tournament_table(self, tournament: str, table: str) -> None:
        """Link a table that exists to its tournament; again does nothing."""
        await self._write(ADD_TOURNAMENT_TABLE, {"tournament": tournament, "table": table})

    async def finished_tables(self, tournament: str) -> list[str]:
        """Return the tables of a tournament that are over or cancelled, and not counted yet."""
        return [str(row[0]) for row in await self._read(FINISHED_TABLES, {"tournament": tournament})]

    async def tournament_posts(self, tournament: str) -> list[TournamentPost]:
        """Return the chats that show a tournament."""
        asked = {"tournament": tournament}
        rows = await self._sound(_POST_FORM, await self._read(POSTS, asked), **asked)
        return [TournamentPost(tournament, ChatKey(*row[:3]), *row[3:]) for row in rows]

    async def claim_tournament_post(self, seen: TournamentPost, mark: str, now: float) -> bool:
        """Claim a chat's next post under a mark; return False if its row has changed since it was seen."""
        return bool(await self._write(CLAIM_POST, {**_post_values(seen), "claim": mark, "now": now}))

    async def free_tournament_post(self, seen: TournamentPost, mark: str, now: float) -> None:
        """Give back a claim, made at `now`: the row is again as it was seen."""
        await self._write(FREE_POST, {**_post_values(seen), "claim": mark, "now": now})

    async def save_tournament_post(self, post: TournamentPost) -> None:
        """Store a message and what it shows, and end the claim that `post` names; does nothing after another one."""
        await self._write(SAVE_POST, _post_values(post))

    async def drop_tournament_post(self, post: TournamentPost) -> None:
        """Show a tournament in a chat no longer: nothing can be posted there."""
        await self._write(DROP_POST, {"tournament": post.tournament, **chat_values(post.chat)})


def _post_values(post: TournamentPost) -> dict[str, Value]:
    return {
        "tournament": post.tournament,
        **chat_values(post.chat),
        "mark": post.mark,
        "message": post.message,
        "face": post.face,
        "claimed": post.claimed,
        "sending": post.sending,
    }


def _people_values(tournament: str, entrants: Sequence[EntrantRecord]) -> list[dict[str, Value]]:
    return [
        checked(
            {
                "tournament": tournament,
                "number": one.number,
                "platform": one.person.platform,
                "user": one.person.user,
                "name": one.name,
                "at_platform": one.chat.platform,
                "at_chat": one.chat.chat,
                "at_thread": one.chat.thread,
            }
        )
        for one in entrants
    ]
