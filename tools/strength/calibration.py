"""Whether win chances are what they say: of all sides that were given 30 to 40 %, how many have won."""

from __future__ import annotations

from ctypes import byref

from engine.parchis.presets import PRESETS
from tools.strength.palma_matches import known
from tools.strength.simulator import Table, Tenths, library, shipped_net
from tools.strength.tables import DUEL, FOUR, SIX, SIX_TEAMS, TEAMS, THREE, TWO_COLOURS, Seating

GAMES = 20_000
RANDOM_TURNS = 60
"""Without dice so many turns at most are played at random first, so that no two games are alike."""
PALMA_PRESETS = ("classic", "penalty")
SEATINGS = (FOUR, DUEL, TWO_COLOURS, TEAMS, THREE, SIX, SIX_TEAMS)
DICELESS = (FOUR, DUEL, TWO_COLOURS, TEAMS, THREE)


def tenths(preset: str, seating: Seating, games: int, seed: int) -> Tenths:
    """Play games of Parchís between strong players, and count their chances by tenths."""
    diceless = PRESETS[preset].diceless
    opening, found = seating.opening(preset=preset), Tenths()
    table, net = Table.of(opening), shipped_net("diceless" if diceless else "dice")
    library().calibrate(byref(table), net, games, seed, RANDOM_TURNS if diceless else 0, byref(found))
    return found


def palma_tenths(preset: str, games: int, seed: int) -> Tenths:
    """Play games of Palma between strong players, and count their chances by tenths."""
    found = Tenths()
    library().calibrate_palma(known(preset), games, seed, byref(found))
    return found


def points(found: Tenths) -> list[tuple[float, float] | None]:
    """Return for each tenth of the chances what was said and what came true, in points; None for none at all."""
    every = zip(found.count, found.said, found.won, strict=True)
    return [(100 * said / count, 100 * won / count) if count else None for count, said, won in every]


def show(games: int = GAMES) -> None:
    """Print a line for each kind of table: said and true, in points, by tenths of the chances said."""
    print("| table | " + " | ".join(f"{tenth}0s" for tenth in range(10)) + " | worst |")
    print("|---|" + "---|" * 11)
    for preset in ("spanish", "italian"):
        for seating in SEATINGS:
            _line(f"{preset}, {seating.name}", tenths(preset, seating, games, 1))
    for seating in DICELESS:
        _line(f"diceless, {seating.name}", tenths("diceless", seating, games, 1))
    for preset in PALMA_PRESETS:
        _line(f"Palma, {preset}", palma_tenths(preset, games, 1))


def _line(title: str, found: Tenths) -> None:
    each = points(found)
    cells = ["–" if pair is None else f"{pair[0]:.0f}/{pair[1]:.0f}" for pair in each]
    worst = max(abs(pair[0] - pair[1]) for pair in each if pair is not None)
    print(f"| {title} | {' | '.join(cells)} | {worst:.1f} |", flush=True)
