"""Query results: leaderboards, and what somebody has played."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from data.records import ChatKey, PersonKey
from data.result_records import COMPUTER, FORMER, MetSeat, PlayedSeat, RatingPoint, Standing
from data.roles.reading import Form, Reading
from data.roles.result_rows import SEAT_COLUMNS, result_seat
from data.roles.rows import Row, Value
from data.roles.statements import Values, bounded

# A game is one of every chat from which somebody has played it.
TABLES_HERE = """
SELECT id FROM tables WHERE platform = :platform AND chat = :chat
UNION SELECT table_id FROM places WHERE platform = :platform AND chat = :chat AND person_user <> ''
"""
HERE = f"results.table_id IN ({TABLES_HERE})"

# The inner query finds the players first, game by game (hence CROSS JOIN, which keeps that order). The join with
# their current data comes afterwards: the other way round takes seconds where this takes milliseconds. The columns
# without an aggregate are those of the first game, whose time is the `min`: SQLite promises that.
_STANDINGS = """
SELECT played.platform, played.user, ratings.mu, ratings.sigma, played.games, played.wins,
       played.mu_before, played.sigma_before, ratings.games, people.name, coalesce(people.settings, '{{}}')
FROM (
    SELECT changed.platform, changed.user, count(*) AS games, sum(changed.won) AS wins,
           changed.mu_before, changed.sigma_before, min(results.at)
    FROM {games} CROSS JOIN rating_changes AS changed ON changed.table_id = results.table_id
    WHERE results.game = :game AND results.family = :family AND results.rated = 1 AND results.at >= :since
    GROUP BY changed.platform, changed.user
) AS played
JOIN ratings ON ratings.game = :game AND ratings.family = :family
            AND ratings.platform = played.platform AND ratings.user = played.user
LEFT JOIN people ON people.platform = played.platform AND people.user = played.user
WHERE {ratings}
ORDER BY played.platform, played.user
"""

STANDINGS = _STANDINGS.format(games="results", ratings="true")

STANDINGS_KNOWN = _STANDINGS.format(games="results", ratings="ratings.standing IS NOT NULL")

STANDINGS_HERE = _STANDINGS.format(
    games=f"({TABLES_HERE}) AS here CROSS JOIN results ON results.table_id = here.id", ratings="true"
)

TALLIES = """
SELECT points, players FROM rating_tallies
WHERE game = :game AND family = :family AND players > 0 ORDER BY points DESC
"""

_RANKED = """
SELECT ratings.platform, ratings.user, ratings.mu, ratings.sigma, ratings.games, ratings.wins, NULL, NULL,
       ratings.games, people.name, coalesce(people.settings, '{{}}')
FROM {which}
LEFT JOIN people ON people.platform = ratings.platform AND people.user = ratings.user
WHERE ratings.game = :game AND ratings.family = :family AND ratings.standing IS NOT NULL {and_}
ORDER BY ratings.standing DESC, ratings.sorted_by, ratings.platform, ratings.user
"""
# The page is found in the index alone.
RANKED = _RANKED.format(
    which="""(
    SELECT platform, user FROM ratings WHERE game = :game AND family = :family AND standing <= :points
    ORDER BY standing DESC, sorted_by, platform, user LIMIT CAST(:limit AS BIGINT) OFFSET CAST(:skip AS BIGINT)
) AS page JOIN ratings ON ratings.platform = page.platform AND ratings.user = page.user""",
    and_="",
)
RANKED_ONE = _RANKED.format(which="ratings", and_="AND ratings.platform = :platform AND ratings.user = :user")
BEFORE_IT = """
SELECT count(*) FROM ratings AS own JOIN ratings
     ON ratings.game = own.game AND ratings.family = own.family AND ratings.standing = own.standing
    AND (ratings.sorted_by, ratings.platform, ratings.user) < (own.sorted_by, own.platform, own.user)
WHERE own.game = :game AND own.family = :family AND own.platform = :platform AND own.user = :user
"""

LAST_LADDER = f"""
SELECT game, family FROM results WHERE rated = 1 AND {HERE} ORDER BY at DESC, table_id DESC LIMIT 1
"""

_PLAYED = """
SELECT mine.platform, mine.user, results.table_id, results.game, results.family, results.at, results.rated,
       coalesce(places.platform, tables.platform), coalesce(places.chat, tables.chat),
       coalesce(places.thread, tables.thread),
       (SELECT count(DISTINCT side) FROM result_seats WHERE table_id = results.table_id),
       mine.side, mine.place, mine.gone,
       mine.captures, mine.losses, mine.sixes, mine.throws, mine.longest, mine.behind,
       mine.counted
FROM result_seats AS mine
JOIN results ON results.table_id = mine.table_id
JOIN tables ON tables.id = mine.table_id
LEFT JOIN places ON places.table_id = mine.table_id AND places.person_platform = mine.platform
                AND places.person_user = mine.user
WHERE {where}
ORDER BY results.at, results.table_id, mine.seat
"""

PLAYED = _PLAYED.format(where="mine.platform = :platform AND mine.user = :user")

PLAYED_UNTIL = _PLAYED.format(
    where="""(mine.platform, mine.user) IN (
    SELECT platform, user FROM result_seats WHERE table_id = :table AND platform NOT IN (:computer, :former)
) AND (results.at, results.table_id) <= (SELECT at, table_id FROM results WHERE table_id = :table)"""
)

HAVE_MET = """
SELECT 1 FROM result_seats AS mine JOIN result_seats AS theirs ON theirs.table_id = mine.table_id
WHERE mine.platform = :platform AND mine.user = :user
  AND theirs.platform = :other_platform AND theirs.user = :other LIMIT 1
"""

# The games come first, by the index of a person's seats: no other game is touched.
_ENCOUNTERS = """
SELECT met.table_id, met.game, met.at, seats.seat, seats.platform, seats.user, seats.side, seats.place,
       people.name, coalesce(people.settings, '{{}}')
FROM (
    SELECT results.table_id, results.game, results.at
    FROM results JOIN result_seats AS mine ON mine.table_id = results.table_id
    WHERE mine.platform = :platform AND mine.user = :user {and_}
    GROUP BY results.table_id, results.game, results.at
    ORDER BY results.at DESC, results.table_id DESC LIMIT :limit
) AS met
JOIN result_seats AS seats ON seats.table_id = met.table_id
LEFT JOIN people ON people.platform = seats.platform AND people.user = seats.user
ORDER BY met.at DESC, met.table_id DESC, seats.seat
"""
ENCOUNTERS = _ENCOUNTERS.format(and_="")
ENCOUNTERS_OF_TWO = _ENCOUNTERS.format(
    and_="""AND EXISTS (SELECT 1 FROM result_seats AS theirs WHERE theirs.table_id = mine.table_id
                  AND theirs.platform = :other_platform AND theirs.user = :other)"""
)

POINTS = """
SELECT results.game, results.family, results.at, changed.mu, changed.sigma
FROM rating_changes AS changed JOIN results ON results.table_id = changed.table_id
WHERE changed.platform = :platform AND changed.user = :user
ORDER BY results.at, results.table_id
"""

PLAYERS_OF = f"""
SELECT DISTINCT people.platform, people.user, people.name
FROM results
JOIN result_seats ON result_seats.table_id = results.table_id
JOIN people ON people.platform = result_seats.platform AND people.user = result_seats.user
WHERE {HERE}
ORDER BY people.name, people.platform, people.user
"""


_STANDING_FORM = Form(
    "ratings",
    "platform user mu sigma - - rating_changes.mu_before? rating_changes.sigma_before? games "
    "~people.name? ~people.settings",
    key="platform user",
)
_TALLY_FORM = Form("rating_tallies", "points players", key="game family points")
_LADDER_FORM = Form("results", "game family")
_PLAYED_FORM = Form(
    "result_seats",
    "platform user table_id results.game results.family results.at results.rated tables.platform tables.chat "
    f"tables.thread - {SEAT_COLUMNS}",
    key="table_id platform user",
)
_ENCOUNTER_FORM = Form(
    "result_seats",
    "table_id results.game results.at seat platform user side place ~people.name? ~people.settings",
    key="table_id seat",
)
_POINT_FORM = Form(
    "rating_changes", "results.game results.family results.at mu sigma", key="platform user results.at"
)
_PLAYER_FORM = Form("people", "platform user ~name", key="platform user")


class Standings(Reading):
    """Results by player, family of rules and chat."""

    async def standings(
        self, game: str, family: str, chat: ChatKey | None, since: float, *, known: bool = False
    ) -> list[Standing]:
        """Return every player with a rated game of this family since a moment, in a chat (any thread) or in all.

        For all chats, `known` leaves out those who don't stand on the leaderboard of all chats.
        """
        values: dict[str, Value] = {"game": game, "family": family, "since": float(since)}
        statement = STANDINGS_KNOWN if known else STANDINGS
        if chat is not None:
            statement = STANDINGS_HERE
            values |= {"platform": chat.platform, "chat": chat.chat}
        return await self._standings(statement, values)

    async def tallies(self, game: str, family: str) -> list[tuple[int, int]]:
        """Return how many players on the leaderboard of all chats have which points, the most points first."""
        rows = await self._read(TALLIES, {"game": game, "family": family})
        return [(row[0], row[1]) for row in await self._sound(_TALLY_FORM, rows, game=game, family=family)]

    async def ranked(self, game: str, family: str, points: int, limit: int, *, skip: int = 0) -> list[Standing]:
        """Return those with at most these points on the leaderboard of all chats, in order, without the first."""
        values: dict[str, Value] = {"game": game, "family": family, "points": points}
        return await self._standings(RANKED, {**values, "limit": bounded(limit), "skip": bounded(skip)})

    async def ranked_one(self, game: str, family: str, player: PersonKey) -> Standing | None:
        """Return a player on the leaderboard of all chats, None if they don't stand there."""
        values: dict[str, Value] = {"game": game, "family": family, "platform": player.platform, "user": player.user}
        found = await self._standings(RANKED_ONE, values)
        return found[0] if found else None

    async def equals_before(self, game: str, family: str, player: PersonKey) -> int:
        """Return how many with the same points stand before a player on the leaderboard of all chats."""
        values: dict[str, Value] = {"game": game, "family": family, "platform": player.platform, "user": player.user}
        ((count,),) = await self._read(BEFORE_IT, values)
        return int(count)

    async def _standings(self, statement: str, values: Values) -> list[Standing]:
        known = {name: values[name] for name in ("game", "family")}
        rows = await self._sound(_STANDING_FORM, await self._read(statement, values), **known)
        return [Standing(PersonKey(row[0], row[1]), *row[2:]) for row in rows]

    async def last_ladder(self, chat: ChatKey) -> tuple[str, str] | None:
        """Return game and family of the last rated game in a chat (any thread); None if there is none."""
        rows = await self._read(LAST_LADDER, {"platform": chat.platform, "chat": chat.chat})
        rows = await self._sound(_LADDER_FORM, rows)
        return (rows[0][0], rows[0][1]) if rows else None

    async def played(self, player: PersonKey) -> list[PlayedSeat]:
        """Return every seat that a player has finished a game in, oldest game first."""
        rows = await self._read(PLAYED, {"platform": player.platform, "user": player.user})
        return [_played(row) for row in await self._sound(_PLAYED_FORM, rows)]

    async def played_until(self, table: str) -> list[PlayedSeat]:
        """Return the finished seats of a game's players up to that game, which comes last.

        Empty for a game without a result; bots and former players are left out.
        """
        values = {"table": table, "computer": COMPUTER, "former": FORMER}
        rows = await self._read(PLAYED_UNTIL, values)
        return [_played(row) for row in await self._sound(_PLAYED_FORM, rows)]

    async def have_met(self, player: PersonKey, other: PersonKey) -> bool:
        """Return whether two people have finished a game together."""
        values = {"platform": player.platform, "user": player.user}
        return bool(await self._read(HAVE_MET, {**values, "other_platform": other.platform, "other": other.user}))

    async def encounters(self, player: PersonKey, other: PersonKey | None = None, *, limit: int) -> list[MetSeat]:
        """Return all seats of a player's newest games, newest first; only those with `other` in them, if named.

        `limit`: the most games. A person may have several seats in one.
        """
        values: dict[str, Value] = {"platform": player.platform, "user": player.user, "limit": bounded(limit)}
        statement = ENCOUNTERS
        if other is not None:
            statement, values = ENCOUNTERS_OF_TWO, {**values, "other_platform": other.platform, "other": other.user}
        rows = await self._sound(_ENCOUNTER_FORM, await self._read(statement, values))
        return [
            MetSeat(table, game, at, seat, PersonKey(platform, user), side, place, name, settings)
            for table, game, at, seat, platform, user, side, place, name, settings in rows
        ]

    async def rating_points(self, player: PersonKey) -> list[RatingPoint]:
        """Return a player's rating after each of their rated games, oldest first."""
        rows = await self._read(POINTS, {"platform": player.platform, "user": player.user})
        known = {"platform": player.platform, "user": player.user}
        return [RatingPoint(*row) for row in await self._sound(_POINT_FORM, rows, **known)]

    async def players_of(self, chat: ChatKey) -> list[tuple[PersonKey, str]]:
        """Return the people with a result in a chat (any thread), by name."""
        rows = await self._read(PLAYERS_OF, {"platform": chat.platform, "chat": chat.chat})
        return [(PersonKey(row[0], row[1]), row[2]) for row in await self._sound(_PLAYER_FORM, rows)]


def _played(row: Row) -> PlayedSeat:
    platform, user, table, game, family, at, rated, *rest = row
    seat = result_seat(PersonKey(platform, user), rest[4:])
    return PlayedSeat(table, game, family, at, bool(rated), ChatKey(*rest[:3]), rest[3], seat)
