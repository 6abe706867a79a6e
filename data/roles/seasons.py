"""Store the seasons of chats: the one under way with the time when it is looked at, and those that are over.

The first game of a season adds the row of the season under way, in the transaction that stores its result. So a
season needs no other process to begin, and a chat without games has no row.
"""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from data.records import ChatKey, PersonKey
from data.result_records import COMPUTER, ResultRecord
from data.roles.honours import AWARD, DROP_HONOURS, honour_values
from data.roles.reading import Form, Reading
from data.roles.result_rows import result_values
from data.roles.rows import Row, Value, chat_values, checked
from data.roles.standings import HERE, TABLES_HERE
from data.roles.statements import Steps, Values, bounded
from data.season_records import ClosedSeason, HonourKind, HonourRecord, OpenSeason, SeasonGame, SeasonSeat

_CHAT = "platform = :platform AND chat = :chat"

SEASON = f"SELECT platform, chat, since, due, told FROM seasons WHERE {_CHAT}"

DUE_SEASONS = """
SELECT platform, chat, since, due, told FROM seasons
WHERE platform = :platform AND due <= :now ORDER BY due LIMIT :limit
"""

# The end of a game is in the season of each chat from which two people of it played. While another process ends the
# season, this waits for it.
_PLAYED_FROM = """
SELECT coalesce(places.platform, tables.platform) AS platform, coalesce(places.chat, tables.chat) AS chat,
       results.at AS at
FROM {results} JOIN result_seats AS seats ON seats.table_id = results.table_id
JOIN tables ON tables.id = results.table_id
LEFT JOIN places ON places.table_id = results.table_id AND places.person_platform = seats.platform
                AND places.person_user = seats.user
WHERE results.rated = 1 AND seats.counted = 1 AND seats.platform <> :computer
GROUP BY coalesce(places.platform, tables.platform), coalesce(places.chat, tables.chat), results.table_id, results.at
HAVING count(DISTINCT seats.platform || ' ' || seats.user) > 1
"""

_ONE = "(SELECT table_id, rated, at FROM results WHERE table_id = :table) AS results"
OPEN_SEASON = f"""
INSERT INTO seasons (platform, chat, since, due, told)
SELECT platform, chat, at, at, 0
FROM ({_PLAYED_FROM.format(results=_ONE)}) AS game
WHERE NOT EXISTS (
    SELECT 1 FROM closed_seasons AS past
    WHERE past.platform = game.platform AND past.chat = game.chat AND past.ended > game.at
)
ORDER BY platform, chat
ON CONFLICT (platform, chat) DO UPDATE SET
    since = CASE WHEN excluded.since < seasons.since THEN excluded.since ELSE seasons.since END
"""

NEXT_SEASON = f"""
INSERT INTO seasons (platform, chat, since, due, told)
SELECT :platform, :chat, min(at), min(at), 0
FROM ({
    _PLAYED_FROM.format(
        results=f"({TABLES_HERE}) AS here JOIN results ON results.table_id = here.id AND results.at >= :ended"
    )
}) AS game
WHERE {_CHAT}
HAVING min(at) IS NOT NULL
ON CONFLICT (platform, chat) DO NOTHING
"""

_SEEN = f"{_CHAT} AND since = :since AND due IS :due"
TAKE_SEASON = f"DELETE FROM seasons WHERE {_SEEN} RETURNING chat"
MOVE_SEASON = f"UPDATE seasons SET due = :next, told = :told WHERE {_SEEN} RETURNING chat"
LOOK_AGAIN = f"UPDATE seasons SET due = :now WHERE {_CHAT}"

CLOSE_SEASON = """
INSERT INTO closed_seasons (platform, chat, began, ended, post) VALUES (:platform, :chat, :began, :ended, :post)
ON CONFLICT (platform, chat, began) DO NOTHING
"""

_CLOSED = "SELECT platform, chat, began, ended, post FROM closed_seasons"
CLOSED_SEASONS = f"{_CLOSED} WHERE {_CHAT} ORDER BY began DESC LIMIT :limit"
ALL_CLOSED = f"""
{_CLOSED} WHERE (platform, chat, began) > (:platform, :chat, :began) ORDER BY platform, chat, began LIMIT :limit
"""
CARDS = f"{_CLOSED} WHERE platform = :platform AND post <= :now ORDER BY post LIMIT :limit"
CLAIM_CARD = f"""
UPDATE closed_seasons SET post = :next WHERE {_CHAT} AND began = :began AND post IS :post RETURNING chat
"""

# As in `Standings`: where somebody played from is the place of that game, or the table's own chat.
SEASON_GAMES = f"""
SELECT results.table_id, results.game, results.family, results.plies, results.at, coalesce(analyses.lowest, 0),
       seats.platform, seats.user, seats.side, seats.place, seats.gone, seats.counted, seats.captures,
       CASE WHEN coalesce(places.platform, tables.platform) = :platform
             AND coalesce(places.chat, tables.chat) = :chat THEN 1 ELSE 0 END,
       changed.mu_before, changed.sigma_before, changed.mu, changed.sigma, people.name,
       coalesce(people.settings, '{{}}')
FROM ({TABLES_HERE}) AS here JOIN results ON results.table_id = here.id
JOIN tables ON tables.id = results.table_id
LEFT JOIN analyses ON analyses.table_id = results.table_id
JOIN result_seats AS seats ON seats.table_id = results.table_id
LEFT JOIN places ON places.table_id = results.table_id AND places.person_platform = seats.platform
                AND places.person_user = seats.user
LEFT JOIN rating_changes AS changed ON changed.table_id = results.table_id AND changed.platform = seats.platform
                                   AND changed.user = seats.user
LEFT JOIN people ON people.platform = seats.platform AND people.user = seats.user
WHERE results.rated = 1 AND results.at >= :began AND results.at < :ended
ORDER BY results.at, results.table_id, seats.seat
"""

COUNT_RATED = f"SELECT count(*) FROM results WHERE rated = 1 AND at >= :began AND at < :ended AND {HERE}"
FIRST_RATED = f"SELECT min(at) FROM results WHERE rated = 1 AND {HERE}"

SOLVED_DAYS = f"""
SELECT user, day FROM puzzle_answers WHERE {_CHAT} AND day >= :first AND day <= :last AND solved = 1
ORDER BY user, day
"""
STREAKS = f"SELECT user, day, days FROM puzzle_streaks WHERE {_CHAT} AND day >= :first AND day <= :last ORDER BY user"

_WHOLE = "platform = :platform AND chat = :chat AND :chat <> :new_chat"
# Where both chats have a season of the same time, that of the new chat stays; the one under way is then looked at.
MOVE_SEASONS = (
    f"""
    INSERT INTO seasons (platform, chat, since, due, told)
    SELECT :new_platform, :new_chat, since, due, told FROM seasons WHERE {_WHOLE}
    ON CONFLICT (platform, chat) DO UPDATE SET
        due = excluded.since,
        since = CASE WHEN excluded.since < seasons.since THEN excluded.since ELSE seasons.since END
    """,
    f"DELETE FROM seasons WHERE {_WHOLE}",
    f"""
    INSERT INTO closed_seasons (platform, chat, began, ended, post)
    SELECT :new_platform, :new_chat, began, ended, post FROM closed_seasons WHERE {_WHOLE}
    ON CONFLICT (platform, chat, began) DO NOTHING
    """,
    f"DELETE FROM closed_seasons WHERE {_WHOLE}",
)

_OPEN_FORM = Form("seasons", "platform chat since due told", key="platform chat")
_CLOSED_FORM = Form("closed_seasons", "platform chat began ended post", key="platform chat began")
_GAME_FORM = Form(
    "result_seats",
    "table_id results.game results.family results.plies results.at analyses.lowest platform user side place gone "
    "counted captures - "
    "rating_changes.mu_before? rating_changes.sigma_before? rating_changes.mu? rating_changes.sigma? ~people.name? "
    "~people.settings",
    key="table_id platform user",
)
_FIRST_FORM = Form("results", "at?")
_SOLVED_FORM = Form("puzzle_answers", "user day")
_STREAK_FORM = Form("puzzle_streaks", "user day days")
_POINTS = 20.0
"""Rating points for one unit of the mean, as `ratings` shows them."""


class Seasons(Reading):
    """The seasons of each chat, whatever the thread."""

    async def season(self, chat: ChatKey) -> OpenSeason | None:
        """Return a chat's season under way; None before its first game."""
        rows = await self._sound(_OPEN_FORM, await self._read(SEASON, chat_values(chat)))
        return _open(rows[0]) if rows else None

    async def due_seasons(self, platform: str, now: float, limit: int) -> list[OpenSeason]:
        """Return at most `limit` seasons of a platform to be looked at, longest overdue first."""
        values: Values = {"platform": platform, "now": float(now), "limit": bounded(limit)}
        return [_open(row) for row in await self._sound(_OPEN_FORM, await self._read(DUE_SEASONS, values))]

    async def move_season(self, seen: OpenSeason, due: float | None, *, told: bool | None = None) -> bool:
        """Set when a season is looked at next; return False if it has changed since it was `seen`."""
        told = seen.told if told is None else told
        return bool(await self._write(MOVE_SEASON, {**_seen_values(seen), "next": due, "told": int(told)}))

    async def look_at_season(self, chat: ChatKey, now: float) -> None:
        """Let a chat's season be looked at now, after its settings have changed."""
        await self._write(LOOK_AGAIN, {**chat_values(chat), "now": float(now)})

    async def close_season(self, seen: OpenSeason, closed: ClosedSeason, honours: Sequence[HonourRecord]) -> bool:
        """End a season with its honours, once, in one transaction; the next begins if there are games after it.

        Return False if the season has changed since it was `seen`. Without honours nothing is kept of it.
        """

        def close() -> Steps[bool]:
            if not (yield TAKE_SEASON, _seen_values(seen)):
                return False
            if honours:
                yield CLOSE_SEASON, _closed_values(closed)
                yield DROP_HONOURS, _event_values(closed)
                for honour in honours:
                    yield AWARD, honour_values(honour)
            yield NEXT_SEASON, {**_closed_values(closed), "computer": COMPUTER}
            return True

        return await self._atomically(close)

    async def renew_season(self, closed: ClosedSeason, honours: Sequence[HonourRecord]) -> None:
        """Put other honours in place of those of a closed season."""

        def renew() -> Steps[None]:
            yield DROP_HONOURS, _event_values(closed)
            for honour in honours:
                yield AWARD, honour_values(honour)

        await self._atomically(renew)

    async def closed_seasons(self, chat: ChatKey, limit: int) -> list[ClosedSeason]:
        """Return a chat's newest seasons that are over, the latest first."""
        rows = await self._read(CLOSED_SEASONS, {**chat_values(chat), "limit": bounded(limit)})
        return [_closed(row) for row in await self._sound(_CLOSED_FORM, rows)]

    async def all_closed_seasons(self, after: ClosedSeason | None, limit: int) -> list[ClosedSeason]:
        """Return the closed seasons of all chats in order, a page after one."""
        key = ("", "", 0.0) if after is None else (after.chat.platform, after.chat.chat, after.began)
        values: Values = {**dict(zip(("platform", "chat", "began"), key, strict=True)), "limit": bounded(limit)}
        return [_closed(row) for row in await self._sound(_CLOSED_FORM, await self._read(ALL_CLOSED, values))]

    async def season_cards(self, platform: str, now: float, limit: int) -> list[ClosedSeason]:
        """Return at most `limit` closed seasons of a platform whose cards are to be posted."""
        values: Values = {"platform": platform, "now": float(now), "limit": bounded(limit)}
        return [_closed(row) for row in await self._sound(_CLOSED_FORM, await self._read(CARDS, values))]

    async def claim_card(self, seen: ClosedSeason, post: float | None) -> bool:
        """Set when a card is posted, None for never; return False if that has changed since it was `seen`."""
        return bool(await self._write(CLAIM_CARD, {**_closed_values(seen), "next": post}))

    async def season_games(self, chat: ChatKey, began: float, ended: float) -> list[SeasonGame]:
        """Return the rated games of a chat that ended in a time, in order."""
        values: Values = {**chat_values(chat), "began": float(began), "ended": float(ended)}
        rows = await self._sound(_GAME_FORM, await self._read(SEASON_GAMES, values))
        games = []
        for (table, game, family, plies, at, lowest), group in groupby(rows, key=lambda row: tuple(row[:6])):
            games.append(SeasonGame(table, game, at, tuple(_seat(row[6:]) for row in group), family, plies, lowest))
        return games

    async def count_rated(self, chat: ChatKey, began: float, ended: float) -> int:
        """Return how many rated games of a chat ended in a time."""
        values: Values = {**chat_values(chat), "began": float(began), "ended": float(ended)}
        ((count,),) = await self._read(COUNT_RATED, values)
        return int(count)

    async def first_rated(self, chat: ChatKey) -> float | None:
        """Return when the first rated game of a chat ended; None if there is none."""
        rows = await self._sound(_FIRST_FORM, await self._read(FIRST_RATED, chat_values(chat)))
        return rows[0][0] if rows and rows[0][0] is not None else None

    async def solved_days(self, chat: ChatKey, first: int, last: int) -> dict[PersonKey, list[int]]:
        """Return on which days people solved a chat's puzzle, as far as answers are kept."""
        values: Values = {**chat_values(chat), "first": first, "last": last}
        found = dict[PersonKey, list[int]]()
        for user, day in await self._sound(_SOLVED_FORM, await self._read(SOLVED_DAYS, values)):
            found.setdefault(PersonKey(chat.platform, user), []).append(day)
        return found

    async def streaks(self, chat: ChatKey, first: int, last: int) -> dict[PersonKey, int]:
        """Return the length of people's newest streaks that ended between two days."""
        values: Values = {**chat_values(chat), "first": first, "last": last}
        rows = await self._sound(_STREAK_FORM, await self._read(STREAKS, values))
        found = dict[PersonKey, int]()
        for user, _, days in rows:
            key = PersonKey(chat.platform, user)
            found[key] = max(days, found.get(key, 0))
        return found


def opened(result: ResultRecord) -> Steps[None]:
    """Add a rated game to the seasons of its chats, in the transaction that stores its result."""
    if result.rated:
        yield OPEN_SEASON, {**result_values(result), "computer": COMPUTER}


def _seen_values(season: OpenSeason) -> dict[str, Value]:
    return checked({**chat_values(season.chat), "since": float(season.since), "due": season.due})


def _closed_values(season: ClosedSeason) -> dict[str, Value]:
    times = {"began": float(season.began), "ended": float(season.ended), "post": season.post}
    return checked({**chat_values(season.chat), **times})


def _event_values(season: ClosedSeason) -> dict[str, Value]:
    return checked({**chat_values(season.chat), "kind": HonourKind.SEASON.value, "event": season.event})


def _open(row: Row) -> OpenSeason:
    return OpenSeason(ChatKey(row[0], row[1]), row[2], row[3], bool(row[4]))


def _closed(row: Row) -> ClosedSeason:
    return ClosedSeason(ChatKey(row[0], row[1]), *row[2:])


def _seat(row: Row) -> SeasonSeat:
    platform, user, side, place, gone, counted, captures, here, *skill, name, settings = row
    mu_before, sigma_before, mu, sigma = skill
    climb = 0.0 if mu is None else _POINTS * ((mu - 3 * sigma) - (mu_before - 3 * sigma_before))
    player = PersonKey(platform, user)
    flags = bool(gone), bool(counted)
    return SeasonSeat(player, side, place, *flags, captures, bool(here), climb, name, settings)
