"""Store challenges: one person's offer of a game to another, or to anybody of a chat."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.event_records import ChallengeRecord, ChallengeState
from data.records import ChatKey, PersonKey
from data.roles.reading import Form, Reading
from data.roles.rows import Row, Value, chat_values, checked
from data.roles.statements import Steps, bounded

_COLUMNS = """
id, platform, chat, thread, user, name, guest, guest_name, state, version, created, due, message, table_id, options
"""

CHALLENGE = f"SELECT {_COLUMNS} FROM challenges WHERE id = :id"

_OFFERED = "state IN ('offered', 'later') AND platform = :platform"
OPEN_BETWEEN = f"""
SELECT {_COLUMNS} FROM challenges
WHERE {_OFFERED} AND ((user = :user AND guest = :guest) OR (:guest <> '' AND user = :guest AND guest = :user))
"""

MADE_SINCE = "SELECT count(*) FROM challenges WHERE platform = :platform AND user = :user AND created > :since"

ADD_CHALLENGE = f"""
INSERT INTO challenges ({_COLUMNS})
VALUES (:id, :platform, :chat, :thread, :user, :name, :guest, :guest_name, :state, :version, :created, :due, :message,
        :table_id, :options)
"""

CHANGE_CHALLENGE = """
UPDATE challenges
SET guest = :guest, guest_name = :guest_name, state = :state, version = version + 1, due = :due, message = :message,
    table_id = :table_id
WHERE id = :id AND version = :version
RETURNING id
"""

DUE_CHALLENGES = f"SELECT {_COLUMNS} FROM challenges WHERE due <= :now ORDER BY due LIMIT :limit"

DROP_CHALLENGE = "DELETE FROM challenges WHERE id = :id AND version = :version"

DROP_CHALLENGES_OF_CHAT = """
DELETE FROM challenges WHERE platform = :platform AND chat = :chat AND thread = :thread
"""

_FORM = Form(
    "challenges",
    "id platform chat thread user ~name guest ~guest_name state version created due message table_id options",
    key="id",
)


class Challenges(Reading):
    """Offers of a game. Each change is guarded by the version that its caller has seen."""

    async def add_challenge(self, challenge: ChallengeRecord, *, since: float, most: int) -> bool | None:
        """Add an offer; return False if the pair has an open one, None if the person made `most` after `since`.

        An offer to anybody counts as a pair too.
        """
        values = _values(challenge)
        pair = sorted((challenge.person.user, "" if challenge.guest is None else challenge.guest.user))

        def add() -> Steps[bool | None]:
            if (yield OPEN_BETWEEN, values):
                return False
            ((made,),) = yield MADE_SINCE, {**values, "since": float(since)}
            if made >= most:
                return None
            yield ADD_CHALLENGE, values
            return True

        platform = challenge.chat.platform
        alone = f"challenges {platform} {challenge.person.user}", f"challenge {platform} {pair[0]} {pair[1]}"
        return await self._atomically(add, *alone)

    async def challenge(self, id_: str) -> ChallengeRecord | None:
        """Return a challenge, None if there is none."""
        rows = await self._sound(_FORM, await self._read(CHALLENGE, {"id": id_}))
        return _record(rows[0]) if rows else None

    async def open_challenge(self, person: PersonKey, guest: PersonKey | None) -> ChallengeRecord | None:
        """Return the offer between two people that waits for its answer, who made it; None if there is none."""
        values = {"platform": person.platform, "user": person.user, "guest": "" if guest is None else guest.user}
        rows = await self._sound(_FORM, await self._read(OPEN_BETWEEN, values))
        return _record(rows[0]) if rows else None

    async def change_challenge(self, challenge: ChallengeRecord) -> ChallengeRecord | None:
        """Store a changed challenge if it still has its version; return it one version up, else None."""
        if not await self._write(CHANGE_CHALLENGE, _values(challenge)):
            return None
        return challenge.after(version=challenge.version + 1)

    async def due_challenges(self, now: float, limit: int) -> list[ChallengeRecord]:
        """Return at most `limit` challenges to look at by now, longest overdue first."""
        rows = await self._read(DUE_CHALLENGES, {"now": float(now), "limit": bounded(limit)})
        return [_record(row) for row in await self._sound(_FORM, rows)]

    async def drop_challenge(self, challenge: ChallengeRecord) -> None:
        """Delete a challenge that still has its version."""
        await self._write(DROP_CHALLENGE, {"id": challenge.id, "version": challenge.version})


def _values(one: ChallengeRecord) -> dict[str, Value]:
    if one.guest is not None and not one.guest.platform == one.person.platform == one.chat.platform:
        raise ValueError("both must be of the chat's platform")
    return checked(
        {
            **chat_values(one.chat),
            "id": one.id,
            "user": one.person.user,
            "name": one.name,
            "guest": "" if one.guest is None else one.guest.user,
            "guest_name": one.guest_name,
            "state": one.state.value,
            "version": one.version,
            "created": float(one.created),
            "due": float(one.due),
            "message": one.message,
            "table_id": one.table,
            "options": one.options,
        }
    )


def _record(row: Row) -> ChallengeRecord:
    id_, platform, chat, thread, user, name, guest, guest_name, state, version, created, due, *rest = row
    message, table, options = rest
    return ChallengeRecord(
        id=id_,
        chat=ChatKey(platform, chat, thread),
        person=PersonKey(platform, user),
        name=name,
        guest=PersonKey(platform, guest) if guest else None,
        guest_name=guest_name,
        options=options,
        created=created,
        due=due,
        state=ChallengeState(state) if state in tuple(ChallengeState) else ChallengeState.EXPIRED,
        version=version,
        message=message,
        table=table,
    )
