"""Leagues: divisions of equal size, and who moves up and down between two editions (T59)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.tournaments.standings import standings
from bot.core.tournaments.tournament import NEW, NOBODY, PENDING, Entrant, Standby, Tournament

FEWEST_IN_DIVISION = 3
MANY = 6
"""People in a division from whom on two move instead of one."""


def divided(tournament: Tournament) -> Tournament:
    """Return a tournament that begins with its people in divisions, as even as can be.

    Those of the edition before keep their order; newcomers follow by rating. If few come, the last ones stay empty.
    """
    count, active = tournament.terms.divisions, tournament.active
    if count == 1:
        return tournament
    count = max(1, min(count, len(active) // FEWEST_IN_DIVISION))
    entrants = tournament.entrants
    order = sorted(
        active, key=lambda one: (_known(entrants[one], one), -tournament.rating_of(one), tournament.lot("seed", one))
    )
    changes = {}
    start = 0
    for division in range(count):
        size = len(order) // count + (division < len(order) % count)
        for side in order[start : start + size]:
            changes.update({one: replace(entrants[one], division=division) for one in tournament.members(side)})
        start += size
    return tournament.with_entrants(changes)


def _known(one: Entrant, number: int) -> tuple[int, int]:
    """Return the sorting key of somebody's division: the edition before numbered its people in order."""
    return (one.division, number) if one.division != NEW else (1000, 0)


def moved(tournament: Tournament) -> tuple[Entrant, ...]:
    """Return the entrants of the next edition: the best of each division one up, the last one down (T59).

    Who has left, or deleted their data, isn't among them.
    """
    count = max((one.division for one in tournament.entrants), default=NEW) + 1
    if not tournament.rounds:  # too few came: nobody moves
        return _numbered(tournament, [(None, side) for side in _staying(tournament)])
    divisions: list[list[int]] = [[] for _ in range(count)]
    for division in range(count):
        stays = _staying(tournament.part(division))
        order = [row.number for row in standings(tournament.part(division)) if row.number in stays]
        movers = min(1 + (len(order) >= MANY), len(order) // 2)
        for place, number in enumerate(order):
            up = place < movers and division > 0
            down = place >= len(order) - movers and division < count - 1
            divisions[division - up + down].append(number)
    new = [(NEW, side) for side in _staying(tournament) if tournament.entrants[side].division == NEW]
    moved_ = [(division, side) for division, sides in enumerate(divisions) for side in sides]
    return _numbered(tournament, [*moved_, *new])  # some have missed their first edition


def climbers(tournament: Tournament) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the sides that move up and those that move down after this edition, by number."""
    if not tournament.is_league:
        return (), ()
    after = {one.person: one.division for one in moved(tournament)}
    sides = [one for one in tournament.entrants if tournament.heads(one) and one.division != NEW]
    sides.sort(key=lambda one: one.division)
    change = {one.number: after.get(one.person, one.division) - one.division for one in sides}
    return tuple(one for one, by in change.items() if by < 0), tuple(one for one, by in change.items() if by > 0)


def _staying(tournament: Tournament) -> list[int]:
    """Return the sides of which everybody stays, in order of entry."""
    return [
        one.number
        for one in tournament.entrants
        if tournament.heads(one)
        and one.standby not in PENDING
        and not tournament.is_out(one.number)
        and not any(tournament.entrants[member].is_gone for member in tournament.members(one.number))
    ]


def _numbered(tournament: Tournament, sides: Sequence[tuple[int | None, int]]) -> tuple[Entrant, ...]:
    """Return the entrants of these sides, in a division each unless it is None, under new numbers."""
    members = [(division, one) for division, side in sides for one in tournament.members(side)]
    place = {number: place for place, (_, number) in enumerate(members)}
    return tuple(
        Entrant(
            number=place[number],
            person=one.person,
            name=one.name,
            chat=one.chat,
            rating=one.rating,
            standby=one.standby if division is None else Standby.IN,
            division=one.division if division is None else division,
            partner=place.get(one.partner, NOBODY),
        )
        for division, number in members
        for one in (tournament.entrants[number],)
    )
