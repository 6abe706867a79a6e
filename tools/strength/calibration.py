"""Whether win chances are what they say: of all sides that were given 30 to 40 %, how many have won."""

from __future__ import annotations

from ctypes import byref, c_double, c_int64

from engine.parchis.presets import PRESETS
from tools.strength.simulator import Table, library, shipped_net
from tools.strength.tables import DUEL, FOUR, SIX, SIX_TEAMS, TEAMS, THREE, TWO_COLOURS, Seating

GAMES = 20_000
SEATINGS = (FOUR, DUEL, TWO_COLOURS, TEAMS, THREE, SIX, SIX_TEAMS)


def tenths(preset: str, seating: Seating, games: int, seed: int) -> list[tuple[float, float, int]]:
    """Return for each tenth of the chances what was said and what came true, in points, and how often."""
    opening = seating.opening(preset=preset)
    table, net = Table.of(opening), shipped_net("diceless" if PRESETS[preset].diceless else "dice")
    count, said, won = (c_int64 * 10)(), (c_double * 10)(), (c_int64 * 10)()
    library().calibrate(byref(table), net, games, seed, count, said, won)
    found = zip(count, said, won, strict=True)
    return [(100 * mean / many, 100 * wins / many, many) if many else (0, 0, 0) for many, mean, wins in found]


def show(games: int = GAMES) -> None:
    """Print a line for each kind of table: said and true, in points, by tenths of the chances said."""
    print("| table | " + " | ".join(f"{tenth}0s" for tenth in range(10)) + " | worst |")
    print("|---|" + "---|" * 11)
    for preset in ("spanish", "italian"):
        for seating in SEATINGS:
            found = tenths(preset, seating, games, 1)
            cells = [f"{said:.0f}/{true:.0f}" if many else "–" for said, true, many in found]
            worst = max(abs(said - true) for said, true, _ in found)
            print(f"| {preset}, {seating.name} | {' | '.join(cells)} | {worst:.1f} |", flush=True)
