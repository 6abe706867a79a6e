"""The best game and the biggest luck of a tournament, as far as its games have been analysed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.tournaments.tournament import Tournament
from data.records import PersonKey
from data.result_records import AnalysisSeat

CHOICES = 15
"""Choices without which a game is too short to be the best."""


@dataclass(frozen=True, slots=True)
class Feat:
    """What somebody did in a game: `number` is in hundredths of a win."""

    number: int
    entrant: int
    table: str


@dataclass(frozen=True, slots=True)
class Feats:
    """The best game, by win chances given away per 100 choices, and the luckiest; None where nothing is known."""

    best: Feat | None = None
    luck: Feat | None = None


UNKNOWN = Feats()


def feats_of(tournament: Tournament, analysed: Sequence[tuple[str, Sequence[AnalysisSeat]]]) -> Feats:
    """Return the feats of a tournament from the games that were analysed; the first of equal ones."""
    people = {one.person: one.number for one in tournament.entrants if not one.is_gone}
    seats = [(code, seat) for code, all_ in analysed for seat in all_ if seat.player in people]
    exact = [
        Feat(round(1e4 * seat.error / seat.choices), people[seat.player], code)
        for code, seat in seats
        if seat.choices >= CHOICES and _won(tournament, people, seat.player, code)
    ]
    lucky = [Feat(round(100 * seat.luck), people[seat.player], code) for code, seat in seats]
    luck = max(lucky, key=lambda one: one.number, default=None)
    return Feats(min(exact, key=lambda one: one.number, default=None), luck if luck and luck.number > 0 else None)


def _won(tournament: Tournament, people: dict[PersonKey, int], player: PersonKey, code: str) -> bool:
    """Return whether somebody won a table: only then it is their best game."""
    side = tournament.members(people[player])[0]
    return any(
        one.table == code and one.is_over and side in one.sides and one.place_of(side) == 1
        for one in tournament.pairings
    )
