"""Who stands where on a ladder: the data of /leaderboard, without people who don't want to be ranked."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.core.domain.person_settings import PersonSettings
from bot.core.games.ladder import Ladder
from bot.core.i18n.grammar import PLAIN
from bot.core.i18n.sorting import Alphabet
from bot.core.rankings.ratings import Skill
from data.records import ChatKey, PersonKey
from data.result_records import FORMER, Standing
from data.store import Store

PAGE = 10
_DAY = 86400.0


class Scope(StrEnum):
    """Whose games count."""

    CHAT = "chat"
    ALL = "all"


class Period(StrEnum):
    """How far back games count, in days; a rating itself never expires."""

    WEEK = "week"
    MONTH = "month"
    EVER = "ever"


_DAYS = {Period.WEEK: 7, Period.MONTH: 30}


@dataclass(frozen=True, slots=True)
class Wish:
    """The requested leaderboard; pages count from 0."""

    ladder: Ladder
    scope: Scope = Scope.CHAT
    period: Period = Period.EVER
    page: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """A player's place, shared on equal points. `name` is a person's, if known; `number` counts the rows from 1.

    `skill` is the present rating, whatever the scope and period. `games`, `wins` and `change` (in points) are those
    of the scope and period. `mine`: it is the reader's.
    """

    rank: int
    number: int
    player: PersonKey
    name: str | None
    skill: Skill
    games: int
    wins: int
    change: int
    mine: bool = False


@dataclass(frozen=True, slots=True)
class LeaderboardView:
    """A page of a leaderboard, and the reader's place with its neighbours, unless the page has it."""

    wish: Wish
    rows: tuple[Row, ...]
    neighbours: tuple[Row, ...]
    total: int

    @property
    def pages(self) -> int:
        return max(1, -(-self.total // PAGE))

    @property
    def mine(self) -> Row | None:
        return next((row for row in (*self.rows, *self.neighbours) if row.mine), None)


async def leaderboard(
    store: Store,
    wish: Wish,
    chat: ChatKey,
    reader: PersonKey,
    now: float,
    alphabetical: Alphabet = PLAIN.alphabetical,
) -> LeaderboardView:
    """Return the leaderboard for a person in a chat; a page beyond the last is the last."""
    if wish.scope is Scope.ALL and wish.period is Period.EVER:
        return await board(store, wish, reader)
    days = _DAYS.get(wish.period)
    since = 0.0 if days is None else now - days * _DAY
    here = chat if wish.scope is Scope.CHAT else None
    found = await store.standings(wish.ladder.game, wish.ladder.family, here, since, known=here is None)
    rows = _rows(list(filter(_shown, found)), reader, alphabetical)
    own = next((row.number for row in rows if row.mine), None)
    wish = replace(wish, page=_page(wish.page, len(rows)))
    page = rows[wish.page * PAGE : (wish.page + 1) * PAGE]
    near = [] if own is None or any(row.mine for row in page) else rows[max(0, own - 2) : own + 1]
    return LeaderboardView(wish, tuple(page), tuple(row for row in near if row not in page), len(rows))


async def board(store: Store, wish: Wish, reader: PersonKey) -> LeaderboardView:
    """Return the leaderboard of all chats and all times; it reads the players of a page, whatever their number.

    How many players have which points says where a page begins; that may be a moment older than the page.
    """
    game, family = wish.ladder.game, wish.ladder.family
    tallies = await store.tallies(game, family)
    total = sum(players for _, players in tallies)
    wish = replace(wish, page=_page(wish.page, total))

    async def rows(first: int, count: int) -> list[Row]:
        """Return some rows, the first by its number from 0."""
        before = 0
        for points, players in tallies:
            if before + players > first:
                found = await store.ranked(game, family, points, count, skip=first - before)
                return [place(one, number) for number, one in enumerate(found, start=first + 1)]
            before += players
        return []

    def place(one: Standing, number: int) -> Row:
        own = _points(one)
        above = sum(players for points, players in tallies if points > own)
        return _row(1 + above, number, one, mine=one.player == reader)

    page, near = await rows(wish.page * PAGE, PAGE), list[Row]()
    own = None if any(row.mine for row in page) else await store.ranked_one(game, family, reader)
    if own is not None:
        number = place(own, 0).rank - 1 + await store.equals_before(game, family, reader)
        near = await rows(max(0, number - 1), 3 if number else 2)
    return LeaderboardView(wish, tuple(page), tuple(row for row in near if row not in page), total)


def _rows(standings: Sequence[Standing], reader: PersonKey, alphabetical: Alphabet) -> list[Row]:
    """Return the rows of these players: by points, then by name, those without a name last."""
    shown = sorted(standings, key=lambda one: (-_points(one), not one.name, alphabetical(one.name or "")))
    points = [-_points(one) for one in shown]
    return [
        _row(1 + bisect_left(points, -_points(one)), number, one, mine=one.player == reader)
        for number, one in enumerate(shown, start=1)
    ]


def _page(page: int, rows: int) -> int:
    return min(page, max(0, rows - 1) // PAGE)


def _shown(standing: Standing) -> bool:
    return standing.player.platform != FORMER and PersonSettings.load(standing.settings).ranked


def _points(standing: Standing) -> int:
    return Skill(standing.mu, standing.sigma).points


def _row(rank: int, number: int, one: Standing, *, mine: bool) -> Row:
    skill, before = Skill(one.mu, one.sigma, one.rated), Skill()
    if one.mu_before is not None and one.sigma_before is not None:
        before = Skill(one.mu_before, one.sigma_before)
    return Row(rank, number, one.player, one.name, skill, one.games, one.wins, skill.points - before.points, mine)
