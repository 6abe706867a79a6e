"""How the seats of each game can be laid out."""

from __future__ import annotations

from dataclasses import dataclass

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
