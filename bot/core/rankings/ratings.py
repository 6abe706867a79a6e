"""Ratings by openskill (Plackett-Luce) with limits on what one opponent, and all together, can bring.

docs/rankings.md explains the limits. A seat is an entry with its player's rating before the game, a side the sum of
its entries; a player's new rating is the mean of theirs.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from openskill.models import PlackettLuce

from bot.core.rankings import bot_levels
from data.records import PersonKey
from data.result_records import (
    COMPUTER,
    MeetingRecord,
    RatingChange,
    ResultRecord,
    ResultSeat,
)

_MODEL = PlackettLuce()
_START, _SCALE = 1000, 20
WHOLE, FURTHER = 4, 10
"""Opponents bring one limit each up to WHOLE of them, and one more for every FURTHER."""
GAINED = 1.75
"""How far the mean can move through all games against one opponent, up or down."""
FAIR_GAMES, SURE_GAMES = 16, 60
"""Games after which a rating is fairly certain, and certain, against many people."""
LEARNT = 0.01
"""The precision that all games against one opponent can bring."""
HALF_LIFE = 7 * 86400.0
"""Seconds in which a game's weight against the next one with the same opponent halves."""
COMPUTERS = PersonKey(COMPUTER, "")
"""All bots, as one opponent."""


class Sureness(Enum):
    """How certain a rating is."""

    GUESS = 0
    FAIR = 1
    SURE = 2


@dataclass(frozen=True, slots=True)
class Skill:
    """A rating: the mean of the estimate of a person's skill, and its deviation."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0
    """Rated games on the ladder, if known."""

    @property
    def level(self) -> float:
        """The lower estimate of the skill: openskill's ordinal."""
        return self.mu - 3 * self.sigma

    @property
    def points(self) -> int:
        return round(_START + _SCALE * self.level)

    @property
    def spread(self) -> float:
        """One deviation, in points."""
        return _SCALE * self.sigma

    @property
    def sureness(self) -> Sureness:
        """How certain the rating is: by its deviation or by the games, whichever gives more.

        Few opponents limit the deviation, however often they are played.
        """
        if self.sigma <= 0.5 * _MODEL.sigma or self.games >= SURE_GAMES:
            return Sureness.SURE
        return Sureness.FAIR if self.sigma <= 0.75 * _MODEL.sigma or self.games >= FAIR_GAMES else Sureness.GUESS


def bot_of(game: str, family: str, points: int) -> str:
    """Return the bots' level or mixture whose rating is nearest to these points."""
    mu = (points - _START) / _SCALE + 3 * bot_levels.SIGMA
    return bot_levels.matching(game, family, mu)


def bot_skill(game: str, family: str, level: str) -> Skill:
    return Skill(bot_levels.mean(game, family, level), bot_levels.SIGMA)


@dataclass(slots=True)
class Presence:
    """When a person was present: the end of their `first` game, and of the `last` one that they had not left."""

    first: float
    last: float


_EVER = Presence(-math.inf, math.inf)


class Ratings:
    """Known ratings of all families, changed by games in order."""

    def __init__(self) -> None:
        self._skills: dict[tuple[str, str, PersonKey], Skill] = {}
        self._meetings: dict[tuple[str, str, PersonKey, PersonKey], MeetingRecord] = {}
        self._presences: dict[tuple[str, str, PersonKey], Presence] = {}
        self._opponents: dict[tuple[str, str, PersonKey], dict[PersonKey, Presence]] = {}
        self.history: list[MeetingRecord] = []
        """What the added games have done between each two opponents, game by game."""

    def know(self, game: str, family: str, player: PersonKey, skill: Skill) -> None:
        """Take a stored rating."""
        self._skills[game, family, player] = skill

    def recall(self, meetings: Iterable[MeetingRecord]) -> None:
        for one in meetings:
            self._meetings[one.game, one.family, one.player, one.other] = one

    def remember(
        self,
        game: str,
        family: str,
        presences: Mapping[PersonKey, Presence],
        met: Iterable[tuple[PersonKey, PersonKey]],
    ) -> None:
        """Take stored presences of players, and then who has met whom."""
        for one, presence in presences.items():
            self._presences[game, family, one] = presence
        for player, other in met:
            self._meet(game, family, player, other)

    def met(self, game: str, family: str, player: PersonKey) -> Collection[PersonKey]:
        """Return the opponents of a player; all bots are one."""
        return self._opponents.get((game, family, player), {}).keys()

    def add(self, result: ResultRecord) -> list[RatingChange]:
        """Add a rated game; return its changes, by people in order. Unknown people are new."""
        seats = [seat for seat in result.seats if seat.counted]
        everybody = {seat.player for seat in seats}
        before = {player: self._skill(result.game, result.family, player) for player in everybody}
        after = _after(seats, before)
        people = [player for player in everybody if player.platform != COMPUTER]
        players = sorted(people, key=lambda one: (one.platform, one.user))
        for player in players:
            self._appear(result, player, stayed=any(not seat.left for seat in seats if seat.player == player))
        changes = []
        for player in players:
            others = _others(seats, player)
            for other in others:
                self._meet(result.game, result.family, player, other)
            left = any(seat.left for seat in seats if seat.player == player)
            skill = self._bounded(result, player, before[player], after[player], others, left=left)
            won = any(seat.place == 1 and not seat.left for seat in seats if seat.player == player)
            old = before[player]
            changes.append(
                RatingChange(result.table, player, won, old.mu, old.sigma, skill.mu, skill.sigma, not left)
            )
        for change in changes:
            self._skills[result.game, result.family, change.player] = Skill(change.mu, change.sigma)
        return changes

    def _skill(self, game: str, family: str, player: PersonKey) -> Skill:
        """Return a present rating; a bot's never changes."""
        if player.platform == COMPUTER:
            return bot_skill(game, family, player.user)
        return self._skills.get((game, family, player), Skill())

    def _appear(self, result: ResultRecord, player: PersonKey, *, stayed: bool) -> None:
        """Note a person's presence at the end of a game, unless they had left: their data may be deleted since."""
        presence = self._presences.setdefault((result.game, result.family, player), Presence(result.at, result.at))
        if stayed:
            presence.last = result.at

    def _meet(self, game: str, family: str, player: PersonKey, other: PersonKey) -> None:
        """Note an opponent; bots are always present."""
        presence = _EVER if other == COMPUTERS else self._presences.get((game, family, other))
        if presence is not None:
            self._opponents.setdefault((game, family, player), {})[other] = presence

    def _at_once(self, game: str, family: str, player: PersonKey) -> int:
        """Return the largest number of a player's opponents that were present at the same time."""
        return most_at_once(self._opponents[game, family, player].values())

    def _bounded(
        self,
        result: ResultRecord,
        player: PersonKey,
        before: Skill,
        after: Skill,
        others: Sequence[PersonKey],
        *,
        left: bool,
    ) -> Skill:
        """Return a player's new rating.

        Each opponent brings an equal share of the game's change, less with each game against them in a week, and
        never more than their limits in all. All together bring at most `bounds_of` those present at once. For a
        player who `left`, the mean never rises, and the deviation falls only as far as their points do not rise.
        """
        people, start = self._at_once(result.game, result.family, player), Skill()
        bounds = bounds_of(people)
        lowest, highest = start.mu - people * GAINED, start.mu + bounds * GAINED  # nobody is lifted by going down
        surest = start.sigma**-2 + bounds * LEARNT
        moved = (after.mu - before.mu) / len(others)
        if left:
            moved = min(moved, 0.0)
        learnt = max(0.0, after.sigma**-2 - before.sigma**-2) / len(others)
        mu, precision = before.mu, before.sigma**-2
        for other in others:
            key = (result.game, result.family, player, other)
            known = self._meetings.get(key) or MeetingRecord(*key)
            games = known.games * 0.5 ** (max(0.0, result.at - known.at) / HALF_LIFE)
            weight = 1 / (1 + games)
            gained = min(max(known.gained + moved * weight, -GAINED), GAINED)
            sure = min(known.learnt + learnt * weight, LEARNT)
            own_mu, own_precision = mu + gained - known.gained, precision + sure - known.learnt
            mu = min(max(own_mu, min(mu, lowest)), max(mu, highest))
            precision = min(own_precision, max(precision, surest))
            if left and (least := before.sigma - (before.mu - mu) / 3) > 0:
                precision = min(precision, least**-2)
            gained, sure = gained - (own_mu - mu), sure - (own_precision - precision)
            known = replace(known, games=games + 1, at=result.at, gained=gained, learnt=sure, table=result.table)
            self._meetings[key] = known
            self.history.append(known)
        return Skill(mu, precision**-0.5)


def most_at_once(presences: Collection[Presence]) -> int:
    """Return the largest number present at the same time; one who comes as another goes overlaps with them.

    While another process writes, somebody may seem to have gone before they came. The store then refuses the result.
    """
    lasts = sorted([presence.last for presence in presences])
    gone = most = 0
    for come, first in enumerate(sorted([presence.first for presence in presences]), start=1):
        while gone < len(lasts) and lasts[gone] < first:
            gone += 1
        most = max(most, come - gone)
    return most


def bounds_of(people: int) -> float:
    """Return how many limits this number of opponents has together."""
    return min(people, WHOLE) + max(0, people - WHOLE) / FURTHER


def fold(results: Iterable[ResultRecord]) -> tuple[list[RatingChange], list[MeetingRecord]]:
    """Return the changes by rated games in order, of all families, and the meetings after each.

    Ratings are only this.
    """
    ratings = Ratings()
    changes = [change for result in results for change in ratings.add(result)]
    return changes, ratings.history


def _others(seats: Sequence[ResultSeat], player: PersonKey) -> list[PersonKey]:
    """Return a person's opponents, by their seats; all bots are one opponent.

    The order does not depend on the keys of deleted people, so that sums stay the same for ever.
    """
    own = {seat.side for seat in seats if seat.player == player}
    met = [seat.player for seat in seats if seat.side not in own]
    return list(dict.fromkeys(map(_opponent, met)))


def _opponent(player: PersonKey) -> PersonKey:
    return COMPUTERS if player.platform == COMPUTER else player


def _after(seats: Sequence[ResultSeat], before: Mapping[PersonKey, Skill]) -> dict[PersonKey, Skill]:
    """Return what the game alone would make of each player's rating."""
    sides = sorted({seat.side for seat in seats})
    members = {side: [n for n, seat in enumerate(seats) if seat.side == side] for side in sides}
    # a side's place is that of those who stayed
    places = {side: min(seats[seat].place for seat in members[side]) for side in sides}
    skills = [before[seat.player] for seat in seats]
    after = _play(members, places, skills)
    for side in sides:
        left = [seat for seat in members[side] if seats[seat].left]
        if left and len(left) < len(members[side]):
            last = _play(members, {**places, side: len(sides) + 1}, skills)
            after |= {seat: last[seat] for seat in left}
    return {player: _mean([after[n] for n, seat in enumerate(seats) if seat.player == player]) for player in before}


def _mean(skills: Sequence[Skill]) -> Skill:
    return Skill(sum(one.mu for one in skills) / len(skills), sum(one.sigma for one in skills) / len(skills))


def _play(members: Mapping[int, list[int]], places: Mapping[int, int], skills: list[Skill]) -> dict[int, Skill]:
    """Return each seat's new entry for these places of the sides."""
    teams = [[_MODEL.rating(skills[seat].mu, skills[seat].sigma) for seat in members[side]] for side in members]
    rated = _MODEL.rate(teams, ranks=[float(places[side]) for side in members])
    return {
        seat: Skill(entry.mu, entry.sigma)
        for seats, entries in zip(members.values(), rated, strict=True)
        for seat, entry in zip(seats, entries, strict=True)
    }
