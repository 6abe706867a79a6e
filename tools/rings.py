"""Measures how far a ring of six lifts one of its members in tournaments and seasons: `python -m benchmarks farms`.

Forty people play, six of them as a ring: whenever one of them meets the first of them, they lose on purpose.
Otherwise they play as the others do, at an average strength. The points of the first one are compared with the 90th
percentile of forty honest people. In seasons the ring also meets as often as it likes, and either plays with nobody
else or, mixed, in everybody's games as well.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import mean

from bot.core.rankings.season_points import standing
from bot.core.tournaments import life
from bot.core.tournaments.entering import Comer, enter
from bot.core.tournaments.standings import standings
from bot.core.tournaments.terms import Format, Terms
from bot.core.tournaments.tournament import Pairing, Result, Stage, Tournament
from data.records import ChatKey, PersonKey
from data.season_records import SeasonGame, SeasonSeat
from tools.farms import LUCK, SPREADS

PEOPLE, RING = 40, 6
RUNS = 12
A_WEEK, RING_GAMES = 8, 100
"""Games of an honest person in a week, as in `tools.farms`, and those of a ring in a month."""
DAY = 86400.0
MONTH = 30
MINUTE = 60.0
KINDS = ((Format.SWISS, 2), (Format.SWISS, 4), (Format.ALL, 4), (Format.ARENA, 2), (Format.ARENA, 4))
CHAT = ChatKey("farm", "1")
Strengths = Sequence[float]


@dataclass(frozen=True, slots=True)
class Gain:
    """The points of a ring's first member, theirs without a ring, and what a tenth of honest people exceed.

    All are means of several runs.
    """

    ring: float
    alone: float
    honest: float


def _order(numbers: Sequence[int], strengths: Strengths, luck: random.Random, *, ring: bool) -> list[int]:
    """Return who comes in where: the ring's people let their first one win, and are last among those who try."""
    shown = {one: luck.gauss(strengths[one], LUCK) for one in numbers}
    if ring and 0 in numbers:
        shown |= {one: -1e6 + shown[one] for one in numbers if 0 < one < RING}
    return sorted(numbers, key=lambda one: -shown[one])


def _strengths(luck: random.Random, spread: float) -> list[float]:
    """Return everybody's strength; the first six, the ring where there is one, are average."""
    return [25.0] * RING + [luck.gauss(25, spread) for _ in range(PEOPLE - RING)]


# tournaments -------------------------------------------------------------------------------------------------------


def cup(form: Format, sides: int, spread: float, seed: int, *, ring: bool) -> list[float]:
    """Play a tournament of forty; return everybody's points by number."""
    luck = random.Random(seed)
    strengths = _strengths(luck, spread)
    terms = Terms(form, 0.0, 3600.0, sides, live=False)
    people = [PersonKey("farm", str(number)) for number in range(PEOPLE)]
    one = Tournament("farm22", CHAT, people[0], "0", "Cup", terms, luck.randbytes(32), 0.0)
    for number, person in enumerate(people):
        one = enter(one, Comer(person, str(number), CHAT, 1000))
    now = 0.0
    ends: dict[str, float] = {}
    while one.stage is not Stage.OVER:
        results: dict[str, Result] = {}
        for pairing in one.pairings:
            if pairing.is_over:
                continue
            ends.setdefault(pairing.table, now + luck.uniform(4, 12) * MINUTE)
            if not one.is_arena or ends[pairing.table] <= now:
                results[pairing.table] = _result(pairing, strengths, luck, now, ring=ring)
        one = life.step(one, now, results)
        now += MINUTE / 2
    points = {row.number: float(row.points) for row in standings(one)}
    return [points[number] for number in range(PEOPLE)]


def _result(pairing: Pairing, strengths: Strengths, luck: random.Random, now: float, *, ring: bool) -> Result:
    """Return a table's places; bots come in by luck."""
    order = _order(pairing.people, strengths, luck, ring=ring)
    free = iter(order)
    bots = [None] * (len(pairing.sides) - len(order))
    came: list[int | None] = [*order, *bots]
    luck.shuffle(came)
    came = [None if one is None else next(free) for one in came]
    places = {one: place for place, one in enumerate(came, 1) if one is not None}
    left = iter(place for place, one in enumerate(came, 1) if one is None)
    told = tuple(places[side] if side in places else next(left) for side in pairing.sides)
    return Result(told, (0,) * len(told), now)


# seasons -----------------------------------------------------------------------------------------------------------


def season(spread: float, seed: int, a_week: int = A_WEEK, *, ring: bool, mixed: bool = False) -> list[float]:
    """Play a month of a chat, about `a_week` games a person; return everybody's season points by number."""
    luck = random.Random(seed)
    strengths = _strengths(luck, spread)
    games = sorted(_month(strengths, luck, a_week, ring=ring, mixed=mixed), key=lambda game: game.at)
    points = {row.player: row.points / 100 for row in standing(games)}
    return [points.get(PersonKey("farm", str(number)), 0.0) for number in range(PEOPLE)]


def _month(
    strengths: Strengths, luck: random.Random, a_week: int, *, ring: bool, mixed: bool
) -> Iterator[SeasonGame]:
    honest = range(RING if ring and not mixed else 0, PEOPLE)
    for number in range(len(honest) * a_week * MONTH // 7 // 3):
        there = luck.sample(honest, luck.choice((2, 2, 3, 4, 4)))
        yield _game(f"h{number}", luck.uniform(0, MONTH * DAY), _order(there, strengths, luck, ring=ring))
    for number in range(RING_GAMES if ring else 0):  # its first one wins against each of the others in turn
        yield _game(f"r{number}", number * MONTH * DAY / RING_GAMES, [0, 1 + number % (RING - 1)])


def _game(table: str, at: float, order: Sequence[int]) -> SeasonGame:
    seats = tuple(SeasonSeat(PersonKey("farm", str(one)), side, side + 1) for side, one in enumerate(order))
    return SeasonGame(table, "parchis", at, seats)


# what comes of it --------------------------------------------------------------------------------------------------


def percentile_90(points: Sequence[float]) -> float:
    return sorted(points)[len(points) * 9 // 10]


def gain(play: Callable[..., list[float]], runs: int = RUNS) -> Gain:
    """Return what a ring's first member gains, and the honest 90th percentile; `play` takes a seed."""
    ring = mean(play(seed=seed, ring=True)[0] for seed in range(runs))
    honest = [play(seed=seed, ring=False) for seed in range(runs)]
    return Gain(ring, mean(points[0] for points in honest), mean(map(percentile_90, honest)))


def main() -> None:
    print(
        f"points of a ring of {RING}'s best, and the 90th percentile of {PEOPLE} honest people; means of {RUNS} runs:"
    )
    for spread in SPREADS:
        for a_week in (1, 2, 3, A_WEEK, 2 * A_WEEK):
            found = gain(partial(season, spread, a_week=a_week))
            mixed = gain(partial(season, spread, a_week=a_week, mixed=True))
            print(f"  a season, spread of strength {spread:.1f}, {a_week} games a person and week:"
                  f" {found.ring:.0f}, honest {found.honest:.0f};"
                  f" mixed {mixed.ring:.0f}, {mixed.alone:.0f} without a ring")  # fmt: skip
        for form, sides in KINDS:
            found = gain(partial(cup, form, sides, spread))
            print(f"  {form.value}, {sides} at a table: {found.ring:.1f}, honest {found.honest:.1f}", flush=True)


if __name__ == "__main__":
    main()
