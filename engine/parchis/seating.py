"""Who plays which colours, and who plays together (section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import BadRules, echo
from engine.parchis.board import LETTERS

Seats = tuple[tuple[int, ...], ...]
Teams = tuple[tuple[int, ...], ...] | None

SHARED: Mapping[int, tuple[frozenset[frozenset[int]], ...]] = {
    4: (frozenset({frozenset({0, 2}), frozenset({1, 3})}),),
    6: (
        frozenset({frozenset({0, 3}), frozenset({1, 4}), frozenset({2, 5})}),
        frozenset({frozenset({0, 2, 4}), frozenset({1, 3, 5})}),
    ),
}
"""The ways to share out a board's colours: to seats of several colours (P11, P12) or to teams (P13)."""


def seats_of(given: Sequence[str] | None, colours: int) -> Seats:
    """Read the seats as tuples of colours, in the given order; raises BadRules for an illegal seating.

    None gives each colour its own seat.
    """
    if given is None:
        return tuple((colour,) for colour in range(colours))
    if not isinstance(given, list | tuple) or not all(isinstance(seat, str) and seat for seat in given):
        raise BadRules("seats are a list of texts of colour letters, as in ['YR', 'BG']")
    seats = tuple(tuple(_colour(letter, colours) for letter in seat) for seat in given)
    taken = [colour for seat in seats for colour in seat]
    if len(set(taken)) != len(taken):
        raise BadRules("a colour has one seat only")
    if len(seats) < 2:
        raise BadRules("a game needs at least two seats")
    if any(len(seat) > 1 for seat in seats) and not _shared_out(seats, colours):
        raise BadRules(f"on a board of {colours} colours {echo(' '.join(given))} is not a seating of P11 or P12")
    return seats


def teams_of(given: Sequence[Sequence[int]] | None, seats: Seats, colours: int) -> Teams:
    """Read the teams as tuples of seats (P13); raises BadRules for illegal teams."""
    if given is None:
        return None
    if not isinstance(given, list | tuple) or not all(isinstance(team, list | tuple) for team in given):
        raise BadRules("teams are a list of lists of seat numbers, or null")
    members = [seat for team in given for seat in team]
    if any(type(seat) is not int or not 0 <= seat < len(seats) for seat in members):
        raise BadRules(f"a team's seats are numbers from 0 to {len(seats) - 1}")
    if len(set(members)) != len(members) or any(len(seat) > 1 for seat in seats):
        raise BadRules("in a team game every seat has one colour and one team")
    if not _shared_out(tuple(tuple(seats[seat][0] for seat in team) for team in given), colours):
        raise BadRules(f"on a board of {colours} colours these are not teams of P13")
    return tuple(tuple(team) for team in given)


def seatings(colours: int) -> list[list[str]]:
    """Return every seating of a board, seats in the order of P15."""
    alone = [list(LETTERS[:seats]) for seats in range(2, colours + 1)]
    return alone + [[_letters(part) for part in _ordered(shares)] for shares in SHARED.get(colours, ())]


def team_forms(colours: int) -> list[list[list[int]]]:
    """Return every way to make teams of a full board of one-colour seats."""
    return [_ordered(shares) for shares in SHARED.get(colours, ())]


def as_letters(seats: Seats) -> list[str]:
    """Write the seats as texts, `["YR", "BG"]`."""
    return [_letters(seat) for seat in seats]


def _ordered(shares: frozenset[frozenset[int]]) -> list[list[int]]:
    return sorted(sorted(part) for part in shares)


def _letters(colours: Sequence[int]) -> str:
    return "".join(LETTERS[colour] for colour in colours)


def _colour(letter: str, colours: int) -> int:
    colour = LETTERS.find(letter)
    if not 0 <= colour < colours:
        raise BadRules(f"{echo(letter)} is not a colour of a board of {colours}: {LETTERS[:colours]}")
    return colour


def _shared_out(parts: Sequence[Any], colours: int) -> bool:
    return frozenset(frozenset(part) for part in parts) in SHARED.get(colours, ())
