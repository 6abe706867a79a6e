"""Measures whether win chances are true: of all sides given 30 to 40 %, how many won."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from ctypes import byref
from pathlib import Path

import engine.players
from engine.parchis.presets import PRESETS
from engine.players.parchis_corrections import FILE, as_they_come_true, kind
from engine.players.parchis_nets import has_judge, judge_of, player_of
from tools.strength.palma_matches import known
from tools.strength.simulator import Hundredths, Table, library, shipped_judge, shipped_net
from tools.strength.tables import (
    CORNER,
    DUEL,
    FIVE,
    FOUR,
    SIX,
    SIX_PAIRS,
    SIX_TEAMS,
    SIX_THREE_COLOURS,
    SIX_TWO_COLOURS,
    TEAMS,
    THREE,
    THREE_OF_FOUR,
    TURNS,
    TWO_COLOURS,
    Seating,
)

GAMES = 20_000
RANDOM_TURNS = 60
"""The most diceless turns played at random first, so that games differ."""
PALMA_PRESETS = ("classic", "penalty")
SEATINGS = (
    *(FOUR, DUEL, CORNER, TWO_COLOURS, TURNS, TEAMS, THREE, THREE_OF_FOUR, FIVE, SIX),
    *(SIX_TEAMS, SIX_PAIRS, SIX_TWO_COLOURS, SIX_THREE_COLOURS),
)
"""The seatings of the lobby, and a duel of neighbours; other tables with fewer seats than colours are like these."""
PRESETS_SHOWN = ("spanish", "italian", "quick", "diceless")
CORRECTED = (
    *(("diceless", seating) for seating in (DUEL, TURNS, TEAMS, SIX_TEAMS)),
    *(("italian", TURNS), ("italian", SIX_TEAMS), ("spanish", SIX_TEAMS)),
    *(("quick", FOUR), ("quick", THREE)),
)
"""Tables where the net errs by more than three points."""
HALF, TWO = 0.5, 2
POINTS = 10
"""Intervals below one half in which true chances are measured."""
Pairs = list[tuple[float, float] | None]
"""For each tenth of the chances the predicted and the true one, in points; None without data."""


def parchis(preset: str, seating: Seating, games: int, seed: int, *, judging: bool = False) -> Pairs:
    """Play games of Parchís between strong players; compare the net's or the judge's chances with the results."""
    setup = seating.opening(preset=preset).setup
    sides = len(setup.sides)

    def told(chance: float) -> float:
        return as_they_come_true(setup, (chance, *[(1 - chance) / (sides - 1)] * (sides - 1)))[0]

    return _by_tenths(_counted(preset, seating, games, seed, judging=judging), told)


def _counted(preset: str, seating: Seating, games: int, seed: int, *, judging: bool = False) -> Hundredths:
    opening, found, diceless = seating.opening(preset=preset), Hundredths(), PRESETS[preset].diceless
    table, net = Table.of(opening), shipped_net(player_of(opening.setup))
    judge = shipped_judge(judge_of(opening.setup)) if judging else None
    library().calibrate(byref(table), net, judge, games, seed, RANDOM_TURNS if diceless else 0, byref(found))
    return found


def correct(games: int, seed: int) -> None:
    """Measure the true chances where the net errs, and write them. Uses other games than `show`."""
    kinds = {}
    for preset, seating in CORRECTED:
        setup = seating.opening(preset=preset).setup
        name = kind(setup)
        kinds[name] = _rising(_counted(preset, seating, games, seed), 50 if len(setup.sides) > TWO else 0)
        print(name, *kinds[name], flush=True)
    about = f"python -m tools.strength corrections --games {games} --seed {seed}"
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(points)}" for name, points in kinds.items())
    text = f'{{\n "about": {json.dumps(about)},\n "kinds": {{\n{lines}\n }}\n}}\n'
    Path(engine.players.__file__).with_name("weights").joinpath(FILE).write_text(text, encoding="ascii")


def _rising(found: Hundredths, start: int) -> list[tuple[float, float]]:
    """Return predicted and true chances of one half, from 0 or 50 on, both rising: falling neighbours are merged."""
    each, parts = 50 // POINTS, list[tuple[int, float, int]]()
    for first in range(start, start + 50, each):
        count, said, won = (sum(counts[first : first + each]) for counts in (found.count, found.said, found.won))
        while parts and parts[-1][2] * count >= won * parts[-1][0]:
            more = parts.pop()
            count, said, won = count + more[0], said + more[1], won + more[2]
        parts.append((count, said, won))
    measured = ((round(said / count, 4), round(won / count, 4)) for count, said, won in parts)
    low, high = start / 100, start / 100 + HALF
    return [(low, low), *(point for point in measured if low < point[1] < high), (high, high)]


def palma(preset: str, games: int, seed: int) -> Pairs:
    """Play games of Palma between strong players; compare their chances with the results."""
    found = Hundredths()
    library().calibrate_palma(known(preset), games, seed, byref(found))
    return _by_tenths(found, lambda chance: chance)


def _by_tenths(found: Hundredths, told: Callable[[float], float]) -> Pairs:
    """Group the simulator's counts by the chances that the engine predicts."""
    count, said, won = [0] * 10, [0.0] * 10, [0] * 10
    for each, total, true in zip(found.count, found.said, found.won, strict=True):
        if each:
            chance = told(total / each)
            tenth = min(9, int(10 * chance))
            count[tenth] += each
            said[tenth] += chance * each
            won[tenth] += true
    every = zip(count, said, won, strict=True)
    return [(100 * chance / each, 100 * true / each) if each else None for each, chance, true in every]


def show(games: int = GAMES, only: Sequence[str] = (), seed: int = 1) -> None:
    """Print a line per kind of table: predicted and true chances, in points, by tenths of the prediction.

    `only`: kinds by the beginning of their title.
    """
    wanted = tuple(only) or ("",)
    print("| table | " + " | ".join(f"{tenth}0s" for tenth in range(10)) + " | worst |")
    print("|---|" + "---|" * 11)
    for preset in PRESETS_SHOWN:
        for seating in SEATINGS:
            if (title := f"{preset}, {seating.name}").startswith(wanted):
                _line(title, parchis(preset, seating, games, seed))
                if has_judge(seating.opening(preset=preset).setup):
                    _line(f"{title}, judge", parchis(preset, seating, games, seed, judging=True))
    for preset in PALMA_PRESETS:
        if (title := f"Palma, {preset}").startswith(wanted):
            _line(title, palma(preset, games, seed))


def _line(title: str, each: Pairs) -> None:
    cells = ["–" if pair is None else f"{pair[0]:.0f}/{pair[1]:.0f}" for pair in each]
    worst = max(abs(pair[0] - pair[1]) for pair in each if pair is not None)
    print(f"| {title} | {' | '.join(cells)} | {worst:.1f} |", flush=True)
