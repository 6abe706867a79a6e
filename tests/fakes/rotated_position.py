"""The same position of Parchís, one colour further round the table."""

from __future__ import annotations

from typing import Any

from engine.parchis.board import LETTERS


def rotated(position: dict[str, Any], colours: int) -> dict[str, Any]:
    """Give everything to the next colour, and move it 17 squares on."""

    def colour(letter: str) -> str:
        return LETTERS[(LETTERS.index(letter) + 1) % colours]

    def square(name: str) -> str:
        return str((int(name) + 17 - 1) % (17 * colours) + 1) if name.isdigit() else name

    last = position["last"]
    turned = {
        "pieces": {colour(one): list(map(square, held)) for one, held in position["pieces"].items()},
        "arrivals": {square(name): list(map(colour, came)) for name, came in position["arrivals"].items()},
        "seat": (position["seat"] + 1) % colours,
        "starter": (position["starter"] + 1) % colours,
        "last": last and colour(last[0]) + last[1],
    }
    if "pools" in position:
        turned |= {name: [position[name][-1], *position[name][:-1]] for name in ("pools", "cycles")}
    return {**position, **turned}
