"""The seatings of a Parchís board (P10 to P14)."""

from __future__ import annotations

from bot.core.games.seat_layouts import Seating
from engine.parchis.board import LETTERS

_FEWER = {3: ("YB",), 4: ("YR", "YBR"), 5: ("YR", "YBG", "YBRG"), 6: ("YG", "YRP", "YBGP", "YBRGP")}


def seatings(colours: int) -> tuple[Seating, ...]:
    """Return a board's seatings: every colour alone, teams, shared colours, and fewer players."""
    everybody = tuple(LETTERS[:colours])
    layouts = [Seating(everybody)]
    if colours == 4:
        layouts += [Seating(everybody, ((0, 2), (1, 3))), Seating(("YR", "BG"))]
    if colours == 6:
        layouts += [
            Seating(everybody, ((0, 2, 4), (1, 3, 5))),
            Seating(everybody, ((0, 3), (1, 4), (2, 5))),
            Seating(("YG", "BP", "RO")),
            Seating(("YRP", "BGO")),
        ]
    return (*layouts, *(Seating(tuple(letters)) for letters in reversed(_FEWER[colours])))
