"""Keep the ladders: each player's rating, and its history in the order of the games.

Games count in the order of the moment at which they ended; those of the same moment in that of their tables' ids. The
state before a game is read from the history, so a game changes only the rows of its players, each under its version.
"""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from data.errors import StaleRatings
from data.records import PersonKey
from data.result_records import (
    COMPUTER,
    CorrectionRecord,
    MeetingRecord,
    OpponentRecord,
    PastRecord,
    RatedBatch,
    RatedRecord,
    RatingChange,
    ResultRecord,
)
from data.roles import correcting
from data.roles.reading import Form, Reading
from data.roles.result_rows import (
    RATED_COLUMNS,
    change_values,
    meeting_values,
    rated_record,
    rated_values,
    result_values,
)
from data.roles.results import RECORDED, added
from data.roles.rows import Value
from data.roles.statements import Steps

Order = tuple[float, str]
_LADDER = "game = :game AND family = :family"
_BEFORE = "(at, table_id) < (:at, :table)"
_THESE = "SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:players)"

RATED = f"SELECT {RATED_COLUMNS} FROM ratings WHERE {_LADDER} AND (platform, user) IN ({_THESE})"

_OWN = f"{_LADDER} AND platform = ratings.platform AND user = ratings.user"
_LAST = "ORDER BY at DESC, table_id DESC LIMIT 1"
PAST = f"""
SELECT platform, user,
       (SELECT mu FROM rating_changes WHERE {_OWN} AND {_BEFORE} {_LAST}),
       (SELECT sigma FROM rating_changes WHERE {_OWN} AND {_BEFORE} {_LAST}),
       (SELECT at FROM rating_changes WHERE {_OWN} AND {_BEFORE} AND stayed = 1 {_LAST}),
       (SELECT at FROM rating_changes WHERE {_OWN} AND table_id <> :table AND stayed = 1 {_LAST})
FROM ratings WHERE {_LADDER} AND (platform, user) IN ({_THESE})
"""

# A pair is [platform, user, other platform, other user].
MEETINGS = f"""
SELECT met.platform, met.user, met.other_platform, met.other_user, met.games, met.at, met.gained, met.learnt,
       met.table_id
FROM (
    SELECT json_extract(value, '$[0]') AS platform, json_extract(value, '$[1]') AS user,
           json_extract(value, '$[2]') AS other_platform, json_extract(value, '$[3]') AS other_user
    FROM json_each(:pairs)
) AS pair CROSS JOIN meetings AS met
WHERE met.game = :game AND met.family = :family AND met.platform = pair.platform AND met.user = pair.user
  AND met.other_platform = pair.other_platform AND met.other_user = pair.other_user
  AND (met.at, met.table_id) = (
      SELECT at, table_id FROM meetings
      WHERE {_LADDER} AND platform = pair.platform AND user = pair.user
        AND other_platform = pair.other_platform AND other_user = pair.other_user AND {_BEFORE} {_LAST}
  )
"""

OPPONENTS = f"""
SELECT met.platform, met.user, met.other_platform, met.other_user, met.known, ratings.first_at,
       CASE WHEN (ratings.latest_at, ratings.latest_table) < (:at, :table) THEN ratings.last_at
            ELSE coalesce((SELECT at FROM rating_changes WHERE {_OWN} AND {_BEFORE} AND stayed = 1 {_LAST}),
                          ratings.first_at) END,
       coalesce(ratings.version, 0),
       CASE WHEN (ratings.latest_at, ratings.latest_table) > (:at, :table) THEN 1 ELSE 0 END
FROM (
    SELECT platform, user, other_platform, other_user, max(CASE WHEN {_BEFORE} THEN 1 ELSE 0 END) AS known
    FROM meetings WHERE {_LADDER} AND (platform, user) IN ({_THESE})
    GROUP BY platform, user, other_platform, other_user
) AS met
LEFT JOIN ratings ON ratings.game = :game AND ratings.family = :family
                 AND ratings.platform = met.other_platform AND ratings.user = met.other_user
"""

VERSIONS = f"""
SELECT count(*), CAST(coalesce(sum(version), 0) AS BIGINT) FROM ratings
WHERE {_LADDER} AND (platform, user) IN ({_THESE})
"""

ADD_CHANGE = """
INSERT INTO rating_changes (table_id, platform, user, game, family, at, won, stayed, mu_before, sigma_before, mu,
                            sigma)
VALUES (:table, :platform, :user, :game, :family, :at, :won, :stayed, :mu_before, :sigma_before, :mu, :sigma)
ON CONFLICT (table_id, platform, user) DO UPDATE SET won = excluded.won, stayed = excluded.stayed,
    mu_before = excluded.mu_before, sigma_before = excluded.sigma_before, mu = excluded.mu, sigma = excluded.sigma
"""

ADD_MEETING = """
INSERT INTO meetings (game, family, platform, user, other_platform, other_user, at, table_id, games, gained, learnt)
VALUES (:game, :family, :platform, :user, :other_platform, :other_user, :at, :table, :games, :gained, :learnt)
ON CONFLICT (game, family, platform, user, other_platform, other_user, at, table_id)
DO UPDATE SET games = excluded.games, gained = excluded.gained, learnt = excluded.learnt
"""

# People without a name come last.
SORTED_BY = "CASE WHEN name <> '' THEN '0' || lower(name) ELSE '1' END"
SETTING = """coalesce((
    SELECT CASE WHEN json_valid(settings) THEN json_type(settings, '$.{0}') = '{1}' END
    FROM people WHERE platform = :platform AND user = :user
), 0)"""
SAVE_RATING = f"""
INSERT INTO ratings (game, family, platform, user, mu, sigma, points, games, wins, people, hidden, listed, sorted_by,
                     first_at, last_at, latest_at, latest_table, version)
VALUES (:game, :family, :platform, :user, :mu, :sigma, :points, :games, :wins, :people,
        {SETTING.format("ranked", "false")}, {SETTING.format("listed", "true")},
        coalesce((SELECT {SORTED_BY} FROM people WHERE platform = :platform AND user = :user), '1'),
        :first_at, :last_at, :latest_at, :latest_table, :version)
ON CONFLICT (game, family, platform, user) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,
    points = excluded.points, games = excluded.games, wins = excluded.wins, people = excluded.people,
    first_at = excluded.first_at, last_at = excluded.last_at, latest_at = excluded.latest_at,
    latest_table = excluded.latest_table, version = excluded.version
WHERE ratings.version = excluded.version - 1
RETURNING version
"""

# One who plays where others play too: in one game from the same chat at least. People of one account (`x-1`, `x-2`)
# count as one, as `PersonKey.account` says.
ACCOUNT = "CASE WHEN rtrim({0}, '0123456789') LIKE '%-' THEN rtrim({0}, '0123456789') ELSE {0} END"
SAME_CHAT = f"""
EXISTS (
    SELECT 1 FROM tables JOIN result_seats AS other ON other.table_id = mine.table_id
    LEFT JOIN places AS my ON my.table_id = mine.table_id AND my.person_platform = mine.platform
        AND my.person_user = mine.user
    LEFT JOIN places AS their ON their.table_id = mine.table_id AND their.person_platform = other.platform
        AND their.person_user = other.user
    WHERE tables.id = mine.table_id AND other.platform <> :computer
      AND (other.platform, {ACCOUNT.format("other.user")}) <> (mine.platform, {ACCOUNT.format("mine.user")})
      AND coalesce(my.platform, tables.platform) = coalesce(their.platform, tables.platform)
      AND coalesce(my.chat, tables.chat) = coalesce(their.chat, tables.chat)
)
"""
NOTE_SHARED = f"""
UPDATE ratings SET shared = 1
WHERE {_LADDER} AND shared = 0 AND (platform, user) IN (
    SELECT mine.platform, mine.user FROM result_seats AS mine WHERE mine.table_id = :table AND {SAME_CHAT}
)
"""

CHANGES = """
SELECT table_id, platform, user, won, mu_before, sigma_before, mu, sigma, stayed FROM rating_changes
WHERE table_id = :table ORDER BY platform, user
"""

_KEY = "game family platform user"
_RATED_FORM = Form("ratings", RATED_COLUMNS.replace(",", ""), key=_KEY)
_PAST_FORM = Form(
    "ratings",
    "platform user rating_changes.mu? rating_changes.sigma? rating_changes.at? rating_changes.at?",
    key="platform user",
)
_PAIR = "platform user other_platform other_user"
_MEETING_FORM = Form("meetings", f"{_PAIR} games at gained learnt table_id", key=f"game family {_PAIR} at table_id")
_OPPONENT_FORM = Form("meetings", f"{_PAIR} - ratings.first_at? ratings.last_at? - -", key=f"game family {_PAIR}")
_CHANGE_FORM = Form(
    "rating_changes",
    "table_id platform user won mu_before sigma_before mu sigma stayed",
    key="table_id platform user",
)


class Ladders(Reading):
    """Ratings and their history; all of them can be computed again from the results."""

    async def rated(self, game: str, family: str, players: Iterable[PersonKey]) -> list[RatedRecord]:
        """Return the ratings of those of these players who have one."""
        values = {"game": game, "family": family}
        rows = await self._read(RATED, {**values, "players": listed(players)})
        return [rated_record(row) for row in await self._sound(_RATED_FORM, rows, **values)]

    async def past(self, game: str, family: str, players: Iterable[PersonKey], order: Order) -> list[PastRecord]:
        """Return the state of these rated players before a game, of which they have a later one."""
        values = _at(game, family, order)
        rows = await self._read(PAST, {**values, "players": listed(players)})
        found = await self._sound(_PAST_FORM, rows, game=game, family=family)
        return [PastRecord(PersonKey(row[0], row[1]), *row[2:]) for row in found]

    async def meetings(
        self, game: str, family: str, pairs: Iterable[tuple[PersonKey, PersonKey]], order: Order
    ) -> list[MeetingRecord]:
        """Return what the games of these pairs had done before a game; those that had none are left out."""
        told = json.dumps([[mine.platform, mine.user, other.platform, other.user] for mine, other in pairs])
        rows = await self._read(MEETINGS, {**_at(game, family, order), "pairs": told})
        return [
            MeetingRecord(game, family, PersonKey(row[0], row[1]), PersonKey(row[2], row[3]), *row[4:])
            for row in await self._sound(_MEETING_FORM, rows, game=game, family=family)
        ]

    async def opponents(
        self, game: str, family: str, players: Iterable[PersonKey], order: Order
    ) -> list[OpponentRecord]:
        """Return all opponents of these players, with what was known of them before a game."""
        rows = await self._read(OPPONENTS, {**_at(game, family, order), "players": listed(players)})
        return [
            OpponentRecord(
                PersonKey(row[0], row[1]),
                PersonKey(row[2], row[3]),
                bool(row[4]),
                row[5],
                row[6],
                row[7],
                bool(row[8]),
            )
            for row in await self._sound(_OPPONENT_FORM, rows, game=game, family=family)
        ]

    async def rating_changes(self, table: str) -> list[RatingChange]:
        """Return the rating changes of a game, by player."""
        rows = await self._sound(_CHANGE_FORM, await self._read(CHANGES, {"table": table}))
        return [
            RatingChange(
                row[0], PersonKey(row[1], row[2]), bool(row[3]), row[4], row[5], row[6], row[7], bool(row[8])
            )
            for row in rows
        ]

    async def add_rated(self, result: ResultRecord, batch: RatedBatch) -> bool:
        """Add a rated game with what it brings, in one transaction; return False if the table had a result.

        Raises StaleRatings if a row that was read has changed. While the ladder is folded again, a game that the
        fold has not reached is only stored. Games that may have to be computed again are marked.
        """
        values = result_values(result)

        def add() -> Steps[bool]:
            if (yield RECORDED, values):
                return False
            folded = yield correcting.FOLDED, values
            if not folded or tuple(folded[0]) >= result.order:
                yield from _unchanged(batch)
                yield from added(result)
                yield from _put(batch)
            else:
                yield from added(result)
            return True

        return await self._atomically(add)

    async def correct(self, correction: CorrectionRecord, batch: RatedBatch | None) -> bool:
        """Store a game that was computed again, and take it off the list unless it was marked meanwhile.

        Without a batch the game no longer counts. Raises StaleRatings if a row that was read has changed.
        """
        values = correcting.values_of(correction)

        def put() -> Steps[bool]:
            held = yield correcting.HELD, values
            if not held:
                return False
            if batch is not None:
                yield from _unchanged(batch)
                yield from _put(batch)
            yield correcting.DONE, values
            return True

        return await self._atomically(put)

    async def fold_on(
        self, game: str, family: str, since: Order, orders: Sequence[Order], batch: RatedBatch | None
    ) -> None:
        """Store the next games of a ladder that is folded again; without a batch, none of these can be read.

        Raises StaleRatings if the ladder does not stand at `since`, or another game has come among these.
        """
        values: dict[str, Value] = {"game": game, "family": family, "since_at": since[0], "since_table": since[1]}
        values |= {"at": orders[-1][0], "table": orders[-1][1]}

        def put() -> Steps[None]:
            if not (yield correcting.FOLD_UNTIL, values):
                raise StaleRatings("another process folds this ladder")
            ((count,),) = yield correcting.COUNT, values
            if count != len(orders):
                raise StaleRatings("another game has just been stored")
            if batch is not None:
                yield from _unchanged(batch)
                yield from _put(batch)

        await self._atomically(put)


def _unchanged(batch: RatedBatch) -> Steps[None]:
    """Raise StaleRatings if a row that the batch was computed from has changed."""
    first = batch.results[0]
    ladder = {"game": first.game, "family": first.family, "players": listed(batch.known)}
    ((count, versions),) = yield VERSIONS, ladder
    if (count, versions) != batch.versions:
        raise StaleRatings("somebody's rating has changed")


def _put(batch: RatedBatch) -> Steps[None]:
    """Store what games bring; the results themselves are there."""
    first, results = batch.results[0], {result.table: result for result in batch.results}
    met = list(map(meeting_values, batch.meetings))
    ahead = [one for one in batch.meetings if one.player in batch.ahead]
    yield correcting.MARK_PAIR, list(map(meeting_values, ahead))
    yield ADD_CHANGE, [change_values(one, results[one.table]) for one in batch.changes]
    yield ADD_MEETING, met
    for rated in batch.players:
        if not (yield SAVE_RATING, rated_values(rated, first.game, first.family)):
            raise StaleRatings("somebody's rating has just changed")
    if not all(rated.shared for rated in batch.players):
        values = [result_values(result) | {"computer": COMPUTER} for result in batch.results]
        yield NOTE_SHARED, values
    changed = [one for one in batch.changes if one.player in batch.ahead]
    yield correcting.MARK_NEXT, [change_values(one, results[one.table]) for one in changed]
    yield correcting.MARK_MET, list(map(meeting_values, batch.met))
    yield correcting.MARK_PRESENCE, [correcting.presence_values(first, come) for come in batch.come]


def listed(players: Iterable[PersonKey]) -> str:
    """Return people as a JSON list of pairs."""
    return json.dumps([[player.platform, player.user] for player in players])


def _at(game: str, family: str, order: Order) -> Mapping[str, Value]:
    return {"game": game, "family": family, "at": float(order[0]), "table": order[1]}
