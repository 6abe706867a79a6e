"""The ways to sit at a board that a lobby offers: which colours each seat has, and who plays together."""

from __future__ import annotations

import json
from dataclasses import dataclass

from data.records import TableRecord

COLOURS = "YBRGPO"


@dataclass(frozen=True, slots=True)
class Seating:
    """The colours of each seat, and the teams as seat numbers."""

    seats: tuple[str, ...]
    teams: tuple[tuple[int, ...], ...] | None = None


def _alone(colours: str) -> Seating:
    return Seating(tuple(colours))


def _parchis(count: int) -> tuple[Seating, ...]:
    everybody = COLOURS[:count]
    fewer = {3: ("YB",), 4: ("YR", "YBR"), 5: ("YR", "YBG", "YBRG"), 6: ("YG", "YRP", "YBGP", "YBRGP")}
    choices = [_alone(everybody)]
    if count == 4:
        choices += [Seating(tuple(everybody), ((0, 2), (1, 3))), Seating(("YR", "BG"))]
    if count == 6:
        choices += [
            Seating(tuple(everybody), ((0, 2, 4), (1, 3, 5))),
            Seating(tuple(everybody), ((0, 3), (1, 4), (2, 5))),
            Seating(("YG", "BP", "RO")),
            Seating(("YRP", "BGO")),
        ]
    return (*choices, *map(_alone, reversed(fewer[count])))


def choices(game: str, colours: int = 4) -> tuple[Seating, ...]:
    """What the lobby offers for a game, the usual one first; the index goes into a button."""
    if game == "palma":
        return (Seating(("D", "J")),)
    return _parchis(colours)


def of(record: TableRecord) -> Seating:
    """How a table sits now, offered or not."""
    teams = json.loads(record.teams)
    return Seating(
        tuple(seat.colours for seat in record.seats),
        None if teams is None else tuple(tuple(team) for team in teams),
    )


def sides(record: TableRecord) -> tuple[tuple[int, ...], ...]:
    """Who wins and loses together: the teams, or each seat alone."""
    return of(record).teams or tuple((seat,) for seat in range(len(record.seats)))
