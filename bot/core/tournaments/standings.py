"""Points and places of a tournament's entrants, from its pairings (T30–T36)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from bot.core.tournaments.terms import Format, Terms
from bot.core.tournaments.tournament import BOT, PENDING, Credit, Pairing, Standby, Tournament

STREAK = 2
"""Wins in a row after which a win of an arena counts double (T33)."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant's line: place from 1, points, and what decides ties.

    `direct`: points against those with equal points. `opponents`: the points of everybody met. `reached`: of a
    knock-out, the last round played, from 1; else 0. `moved`: places gained since the round before, None if new.
    `tied`: only the lot puts them behind the row before.
    """

    number: int
    place: int
    points: Fraction
    games: int
    wins: int
    captures: int
    opponents: Fraction = Fraction(0)
    direct: Fraction = Fraction(0)
    reached: int = 0
    moved: int | None = None
    tied: bool = False


def points_of(terms: Terms, pairing: Pairing) -> dict[int, Fraction]:
    """Return the points that a finished table brings each entrant; sides with equal places share theirs (T31).

    Who played too little gets none. If all others left so early, they get those of a bye, except in an arena (T30).
    """
    brought: dict[int, Fraction] = {}
    for side, place in zip(pairing.sides, pairing.places, strict=True):
        if side != BOT:
            equal, credit = pairing.places.count(place), pairing.credit_of(side)
            if credit is Credit.FULL:
                brought[side] = Fraction(sum(terms.points[place - 1 : place - 1 + equal]), equal)
            else:
                spared = credit is Credit.BYE and terms.format is not Format.ARENA
                brought[side] = middle(terms) if spared else Fraction(0)
    return brought


def middle(terms: Terms) -> Fraction:
    """Return the points of a bye: the mean of a table (T24)."""
    return Fraction(sum(terms.points), len(terms.points))


def standings(tournament: Tournament) -> tuple[Row, ...]:
    """Return all people or pairs who have played or may play, best first, with their movement since the round before.

    A league has its divisions one after the other, each with places from 1.
    """
    if tournament.terms.divisions > 1:
        return tuple(
            row for division in range(tournament.terms.divisions) for row in standings(tournament.part(division))
        )
    rows = _ranked(tournament)
    done = [number for number, drawn in enumerate(tournament.rounds) if drawn.is_over]
    if tournament.is_arena or not done:
        return rows
    earlier = replace(tournament, rounds=tournament.rounds[: done[-1]])
    if not earlier.rounds:
        return rows
    before = {row.number: row.place for row in _ranked(earlier)}
    return tuple(replace(row, moved=before[row.number] - row.place if row.number in before else None) for row in rows)


def _ranked(tournament: Tournament) -> tuple[Row, ...]:
    played = [pairing for pairing in tournament.pairings if pairing.is_over]
    totals, met, reached = _totals(tournament, played), _met(played), _reached(tournament)
    own: defaultdict[int, list[Pairing]] = defaultdict(list)
    for pairing in played:
        for number in pairing.people:
            own[number].append(pairing)
    rows = []
    for one in tournament.entrants:
        number, games = one.number, own[one.number]
        idle = one.standby is Standby.WAITING or one.standby in PENDING or tournament.is_out(number)
        if not tournament.heads(one) or (idle and not games and number not in totals):
            continue
        rows.append(
            Row(
                number,
                0,
                totals.get(number, Fraction(0)),
                len(games),
                sum(pairing.place_of(number) == 1 for pairing in games),
                sum(_captures(pairing, number) for pairing in games),
                sum((totals[other] for other in met[number]), Fraction(0)),
                reached=reached.get(number, (0, 0))[0],
            )
        )
    rows = _with_direct(rows, played)
    keys = {row.number: _order(tournament, row, reached) for row in rows}
    rows.sort(key=lambda row: keys[row.number])
    before = [None, *(keys[row.number][:-1] for row in rows)]
    return tuple(
        replace(row, place=place, tied=keys[row.number][:-1] == before[place - 1])
        for place, row in enumerate(rows, 1)
    )


def _captures(pairing: Pairing, number: int) -> int:
    """Return the captures of somebody at a table; none if a bot played for them (T30)."""
    counts = bool(pairing.captures) and pairing.credit_of(number) is not Credit.NONE
    return pairing.captures[pairing.sides.index(number)] if counts else 0


def _order(tournament: Tournament, row: Row, reached: Mapping[int, tuple[int, int]]) -> tuple[object, ...]:
    """Return the sorting key (T34): round reached, points, direct meeting, opponents' points, captures, the lot."""
    last, place = reached.get(row.number, (0, 0))
    return (
        -last,
        place,
        -row.points,
        -row.direct,
        -row.opponents,
        -row.captures,
        tournament.lot("tie", row.number),
    )


def _reached(tournament: Tournament) -> Mapping[int, tuple[int, int]]:
    """Return who played which round of a knock-out last, and their place there: 0 with a bye or before the end."""
    found: dict[int, tuple[int, int]] = {}
    if tournament.terms.format is Format.KNOCKOUT:
        for index, drawn in enumerate(tournament.rounds, 1):
            found.update(dict.fromkeys(drawn.byes, (index, 0)))
            for pairing in drawn.pairings:
                for number in pairing.people:
                    found[number] = (index, pairing.place_of(number) if pairing.is_over else 0)
    return found


def _totals(tournament: Tournament, played: Sequence[Pairing]) -> dict[int, Fraction]:
    totals: defaultdict[int, Fraction] = defaultdict(Fraction)
    streaks: defaultdict[int, int] = defaultdict(int)
    for pairing in sorted(played, key=lambda one: one.at) if tournament.is_arena else played:
        for number, points in points_of(tournament.terms, pairing).items():
            won = pairing.place_of(number) == 1 and pairing.credit_of(number) is Credit.FULL
            doubled = tournament.is_arena and won and streaks[number] >= STREAK
            totals[number] += 2 * points if doubled else points
            streaks[number] = streaks[number] + 1 if won else 0
    for drawn in tournament.rounds:
        for number in drawn.byes:
            totals[number] += middle(tournament.terms)
    return totals


def _met(played: Iterable[Pairing]) -> Mapping[int, list[int]]:
    met: defaultdict[int, list[int]] = defaultdict(list)
    for pairing in played:
        for number in pairing.people:
            met[number] += [other for other in pairing.people if other != number]
    return met


def _with_direct(rows: Sequence[Row], played: Sequence[Pairing]) -> list[Row]:
    """Return the rows with points against those with equal points, if each of these has met each other (T35)."""
    told = []
    for _, group in groupby(sorted(rows, key=lambda row: row.points), key=lambda row: row.points):
        equal = list(group)
        numbers = {row.number for row in equal}
        beaten: defaultdict[int, Fraction] = defaultdict(Fraction)
        pairs = set()
        for pairing in played:
            there = [number for number in pairing.people if number in numbers]
            for one in there:
                for other in there:
                    if one != other:
                        pairs.add((one, other))
                        mine, theirs = pairing.place_of(one), pairing.place_of(other)
                        beaten[one] += Fraction(1 if mine < theirs else 0) + Fraction(mine == theirs, 2)
        whole = len(pairs) == len(numbers) * (len(numbers) - 1)
        told += [replace(row, direct=beaten[row.number] if whole else Fraction(0)) for row in equal]
    return told
