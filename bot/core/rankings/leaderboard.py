"""Who stands where on a ladder: the data of /leaderboard, without people who don't want to be ranked."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.core.domain.person_settings import PersonSettings
from bot.core.games.ladder import Ladder
from bot.core.rankings.ratings import Skill
from data.records import ChatKey, PersonKey
from data.result_records import FORMER, Standing
from data.store import Store

PAGE = 10
GAMES, PEOPLE = 10, 5
"""Rated games, and different opponents in them, that the leaderboard of all chats requires."""
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


async def leaderboard(store: Store, wish: Wish, chat: ChatKey, reader: PersonKey, now: float) -> LeaderboardView:
    """Return the leaderboard for a person in a chat; a page beyond the last is the last."""
    days = _DAYS.get(wish.period)
    since = 0.0 if days is None else now - days * _DAY
    here = chat if wish.scope is Scope.CHAT else None
    needed = {"games": GAMES, "people": PEOPLE} if here is None else {}
    found = await store.standings(wish.ladder.game, wish.ladder.family, here, since, **needed)
    shown = sorted(filter(_shown, found), key=_order)
    points = [-_points(one) for one in shown]
    rows = [
        _row(1 + bisect_left(points, -_points(one)), number, one, mine=one.player == reader)
        for number, one in enumerate(shown, start=1)
    ]
    wish = replace(wish, page=min(wish.page, max(0, len(rows) - 1) // PAGE))
    page = rows[wish.page * PAGE : (wish.page + 1) * PAGE]
    own = next((row.number for row in rows if row.mine), None)
    near = [] if own is None or any(row.mine for row in page) else rows[max(0, own - 2) : own + 1]
    return LeaderboardView(wish, tuple(page), tuple(row for row in near if row not in page), len(rows))


def _shown(standing: Standing) -> bool:
    return standing.player.platform != FORMER and PersonSettings.load(standing.settings).ranked


def _points(standing: Standing) -> int:
    return Skill(standing.mu, standing.sigma).points


def _order(standing: Standing) -> tuple[int, bool, str, str]:
    """Return the sort key: by points, then by name, those without a name last."""
    name = (standing.name or "").casefold()
    return -_points(standing), not name, name, standing.name or ""


def _row(rank: int, number: int, one: Standing, *, mine: bool) -> Row:
    skill, before = Skill(one.mu, one.sigma, one.rated), Skill(one.mu_before, one.sigma_before)
    return Row(rank, number, one.player, one.name, skill, one.games, one.wins, skill.points - before.points, mine)
