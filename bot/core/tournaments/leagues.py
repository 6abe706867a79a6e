"""Leagues: divisions of equal size, and who moves up and down between two editions (T59)."""

from __future__ import annotations

from dataclasses import replace

from bot.core.tournaments.standings import standings
from bot.core.tournaments.tournament import NEW, Entrant, Standby, Tournament

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
        active, key=lambda one: (_known(entrants[one], one), -entrants[one].rating, tournament.lot("seed", one))
    )
    changes = {}
    start = 0
    for division in range(count):
        size = len(order) // count + (division < len(order) % count)
        changes.update({one: replace(entrants[one], division=division) for one in order[start : start + size]})
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
    stays = {one.number for one in tournament.entrants if not one.is_out and not one.is_gone}
    if not tournament.rounds:  # too few came: nobody moves
        staying = [one for one in tournament.entrants if one.number in stays]
        return tuple(replace(one, number=place, here=False) for place, one in enumerate(staying))
    divisions: list[list[int]] = [[] for _ in range(count)]
    for division in range(count):
        order = [row.number for row in standings(tournament.part(division)) if row.number in stays]
        movers = min(1 + (len(order) >= MANY), len(order) // 2)
        for place, number in enumerate(order):
            up = place < movers and division > 0
            down = place >= len(order) - movers and division < count - 1
            divisions[division - up + down].append(number)
    following = [(division, number) for division, numbers in enumerate(divisions) for number in numbers]
    return tuple(
        replace(tournament.entrants[number], number=place, standby=Standby.IN, here=False, division=division)
        for place, (division, number) in enumerate(following)
    )
