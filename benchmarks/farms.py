"""Measure what farms and rings gain: in ratings (`tools.farms`), tournaments and seasons (`tools.rings`)."""

from __future__ import annotations

from tools import farms, rings


def main() -> None:
    rings.main()
    farms.main()
