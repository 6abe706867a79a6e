"""Ratings by openskill (Plackett-Luce): what is believed of a player's skill, and how surely.

Every seat is an entry with its player's rating as it was before the game; the entries of a side add up, as
openskill's teams do. Whoever has several seats, as one person of a team or as a computer's level, takes the mean of
what their entries became. Who left a team that played on is rated as if that team had come last; for the others it
stands.

What people see is one number, `points`: openskill's ordinal (the mean less three deviations, what they play at least)
on a scale that begins at 1000. So it rises while they become known, and can be compared early.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from openskill.models import PlackettLuce

from data.records import PersonKey
from data.result_records import RatingChange, ResultRecord

_MODEL = PlackettLuce()
_START, _SCALE = 1000, 20


class Sureness(Enum):
    """How well a rating is known."""

    GUESS = 0
    FAIR = 1
    SURE = 2


@dataclass(frozen=True, slots=True)
class Skill:
    """A rating: the mean of what is believed of somebody's skill, and its deviation."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def level(self) -> float:
        """What somebody plays at least, as far as is known: openskill's ordinal."""
        return self.mu - 3 * self.sigma

    @property
    def points(self) -> int:
        """What people see."""
        return round(_START + _SCALE * self.level)

    @property
    def spread(self) -> float:
        """One deviation, in points."""
        return _SCALE * self.sigma

    @property
    def sureness(self) -> Sureness:
        """A guess for about twenty games, sure after about sixty."""
        if self.sigma > 0.75 * _MODEL.sigma:
            return Sureness.GUESS
        return Sureness.FAIR if self.sigma > 0.5 * _MODEL.sigma else Sureness.SURE


def rate(result: ResultRecord, before: Mapping[PersonKey, Skill]) -> list[RatingChange]:
    """What a rated game changes, by players in order; those not in `before` are new."""
    sides = sorted({seat.side for seat in result.seats})
    members = {side: [n for n, seat in enumerate(result.seats) if seat.side == side] for side in sides}
    # the place of a side is that of those who stayed
    places = {side: min(result.seats[seat].place for seat in members[side]) for side in sides}
    skills = [before.get(seat.player, Skill()) for seat in result.seats]
    after = _play(members, places, skills)
    for side in sides:
        left = [seat for seat in members[side] if result.seats[seat].left]
        if left and len(left) < len(members[side]):
            last = _play(members, {**places, side: len(sides) + 1}, skills)
            after |= {seat: last[seat] for seat in left}
    return [
        _change(result, player, before.get(player, Skill()), after)
        for player in sorted({seat.player for seat in result.seats}, key=lambda one: (one.platform, one.user))
    ]


def fold(results: Iterable[ResultRecord]) -> list[RatingChange]:
    """What rated games in order change, of all families: ratings are nothing but this."""
    skills: dict[tuple[str, str], dict[PersonKey, Skill]] = {}
    changes = []
    for result in results:
        known = skills.setdefault((result.game, result.family), {})
        for change in rate(result, known):
            known[change.player] = Skill(change.mu, change.sigma)
            changes.append(change)
    return changes


def _play(members: Mapping[int, list[int]], places: Mapping[int, int], skills: list[Skill]) -> dict[int, Skill]:
    """What each seat's entry becomes when the sides come in at these places."""
    teams = [[_MODEL.rating(skills[seat].mu, skills[seat].sigma) for seat in members[side]] for side in members]
    rated = _MODEL.rate(teams, ranks=[float(places[side]) for side in members])
    return {
        seat: Skill(entry.mu, entry.sigma)
        for seats, entries in zip(members.values(), rated, strict=True)
        for seat, entry in zip(seats, entries, strict=True)
    }


def _change(result: ResultRecord, player: PersonKey, before: Skill, after: Mapping[int, Skill]) -> RatingChange:
    own = [number for number, seat in enumerate(result.seats) if seat.player == player]
    mu, sigma = (sum(values) / len(own) for values in zip(*((after[n].mu, after[n].sigma) for n in own), strict=True))
    won = any(result.seats[seat].place == 1 and not result.seats[seat].left for seat in own)
    return RatingChange(result.table, player, won, before.mu, before.sigma, mu, sigma)
