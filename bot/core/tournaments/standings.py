"""Points and places of a tournament's entrants, from its pairings (T30–T36)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from bot.core.tournaments.terms import Format, Terms
from bot.core.tournaments.tournament import BOT, Pairing, Standby, Tournament

STREAK = 2
"""Wins in a row after which a win of an arena counts double (T33)."""


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant's line: place from 1, points, and what decides ties.

    `direct`: points against those with equal points. `opponents`: the points of everybody met. `reached`: of a
    knock-out, the last round played, from 1; else 0. `moved`: places gained since the round before, None if new.
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


def points_of(terms: Terms, pairing: Pairing) -> dict[int, Fraction]:
    """Return the points that a finished table brings each entrant; sides with equal places share theirs (T31)."""
    brought: dict[int, Fraction] = {}
    for side, place in zip(pairing.sides, pairing.places, strict=True):
        if side != BOT:
            equal = pairing.places.count(place)
            brought[side] = Fraction(sum(terms.points[place - 1 : place - 1 + equal]), equal)
    return brought


def middle(terms: Terms) -> Fraction:
    """Return the points of a bye: the mean of a table (T24)."""
    return Fraction(sum(terms.points), len(terms.points))


def standings(tournament: Tournament) -> tuple[Row, ...]:
    """Return all who have played or may play, best first, with their movement since the round before."""
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
    totals = _totals(tournament, played)
    met = _met(played)
    rows = []
    for one in tournament.entrants:
        own = [pairing for pairing in played if one.number in pairing.sides]
        drawn = any(one.number in drawn.byes for drawn in tournament.rounds)
        if one.standby is Standby.WAITING or (one.standby is Standby.OUT and not own and not drawn):
            continue
        rows.append(
            Row(
                one.number,
                0,
                totals[one.number],
                len(own),
                sum(pairing.place_of(one.number) == 1 for pairing in own),
                sum(pairing.captures[pairing.sides.index(one.number)] for pairing in own if pairing.captures),
                sum((totals[other] for other in met[one.number]), Fraction(0)),
                reached=_reached(tournament, one.number),
            )
        )
    rows = _with_direct(rows, played)
    rows.sort(key=lambda row: _order(tournament, row))
    return tuple(replace(row, place=place) for place, row in enumerate(rows, 1))


def _order(tournament: Tournament, row: Row) -> tuple[object, ...]:
    """Return the sorting key (T34): round reached, points, direct meeting, opponents' points, captures, the lot."""
    return (
        -row.reached,
        *([_last_place(tournament, row)] if row.reached else []),
        -row.points,
        -row.direct,
        -row.opponents,
        -row.captures,
        tournament.lot("tie", row.number),
    )


def _reached(tournament: Tournament, number: int) -> int:
    if tournament.terms.format is not Format.KNOCKOUT:
        return 0
    return max(
        (
            index
            for index, drawn in enumerate(tournament.rounds, 1)
            if number in drawn.byes or any(number in pairing.sides for pairing in drawn.pairings)
        ),
        default=0,
    )


def _last_place(tournament: Tournament, row: Row) -> int:
    """Return the place at the last table of a knock-out; 0 with a bye or before the end."""
    drawn = tournament.rounds[row.reached - 1]
    for pairing in drawn.pairings:
        if row.number in pairing.sides:
            return pairing.place_of(row.number) if pairing.is_over else 0
    return 0


def _totals(tournament: Tournament, played: Sequence[Pairing]) -> Mapping[int, Fraction]:
    totals: defaultdict[int, Fraction] = defaultdict(Fraction)
    streaks: defaultdict[int, int] = defaultdict(int)
    for pairing in sorted(played, key=lambda one: one.at) if tournament.is_arena else played:
        for number, points in points_of(tournament.terms, pairing).items():
            won = pairing.place_of(number) == 1
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
