"""Measures how far one person's accounts can lift each other, compared with the best of forty honest people.

`python -m tools.farms` rates synthetic games with the bot's own code, for a quarter and a year. Farm accounts:

- lose on purpose, resign or time out;
- lift one account, or each other in a ring;
- sit with computers, beaten four times of five;
- or are deleted every few games (`/deletemydata`) and return as new.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.core.rankings.ratings import Ratings, Skill
from data.records import PersonKey
from data.result_records import COMPUTER, ResultRecord, ResultSeat

DAY = 86400.0
PEOPLE = 40
LUCK = 25 / 6
"""The deviation of a single game from a player's strength, as in openskill."""
SPREADS = (1.0, 2.0, 25 / 6)
"""The spread of honest people's strength: luck decides almost everything, most, or no more than skill."""
QUARTER, YEAR = 13 * 7, 52 * 7
GREEDY, RANDOM = PersonKey(COMPUTER, "greedy"), PersonKey(COMPUTER, "random")

Seats = Sequence[tuple[PersonKey, int]]
"""The players of a table with their places."""


@dataclass(frozen=True, slots=True)
class Best:
    """The highest person after some games."""

    player: PersonKey
    skill: Skill


def rated(games: Iterator[tuple[float, Seats]], *, left: bool = False) -> Best:
    """Rate games at these times; return the best person. `left`: all but the winner left before the end."""
    return everybody(games, left=left)[-1]


def everybody(games: Iterator[tuple[float, Seats]], *, left: bool = False) -> list[Best]:
    """Rate games at these times; return the people by points, the best last."""
    ratings, skills = Ratings(), dict[PersonKey, Skill]()
    for number, (at, seats) in enumerate(games):
        told = tuple(
            ResultSeat(player, side, place, left=left and place > 1 and player.platform != COMPUTER)
            for side, (player, place) in enumerate(seats)
        )
        for change in ratings.add(ResultRecord(f"t{number}", "parchis", "dice", at, True, 200, told)):
            skills[change.player] = Skill(change.mu, change.sigma)
    people = [Best(player, skill) for player, skill in skills.items() if player.platform != COMPUTER]
    return sorted(people, key=lambda best: best.skill.level)


def percentile_95(seed: int, spread: float) -> int:
    """Return the points that two of forty honest people exceed after a quarter."""
    return everybody(honest(seed, spread))[-3].skill.points


def honest(seed: int, spread: float, *, days: int = QUARTER, a_week: int = 8) -> Iterator[tuple[float, Seats]]:
    """Yield games of two to four people who try to win, about `a_week` per person."""
    luck = random.Random(seed)
    strengths = {PersonKey("honest", str(n)): luck.gauss(25, spread) for n in range(PEOPLE)}
    count = PEOPLE * a_week * days // 7 // 3
    for number in range(count):
        there = luck.sample(list(strengths), luck.choice((2, 2, 3, 4, 4)))
        shown = {player: luck.gauss(strengths[player], LUCK) for player in there}
        order = sorted(there, key=lambda player: -shown[player])
        yield number * days * DAY / count, [(player, 1 + order.index(player)) for player in there]


ACCOUNTS = tuple(PersonKey("farm", name) for name in "abcde")
RINGS = (7, 9, 12)
"""Sizes of larger rings that all lose to one account."""
Plan = Callable[[int, random.Random], Seats]
"""The seats of a game, by its number."""


def _won(*players: PersonKey) -> Seats:
    """Return the players in this order of places."""
    return [(player, place) for place, player in enumerate(players, start=1)]


def _two(_: int, __: random.Random) -> Seats:
    return _won(*ACCOUNTS[:2])


def _friends(number: int, _: random.Random) -> Seats:
    return _won(ACCOUNTS[0], ACCOUNTS[1 + number % 4])


def _ring(number: int, _: random.Random) -> Seats:
    pairs = list(combinations(ACCOUNTS, 2))
    return _won(*pairs[number % len(pairs)])


def _one_table(number: int, _: random.Random) -> Seats:
    turn = number % 4
    return _won(ACCOUNTS[0], *ACCOUNTS[1 + turn :], *ACCOUNTS[1 : 1 + turn])


def _with_computers(number: int, luck: random.Random) -> Seats:
    first = (ACCOUNTS[0], GREEDY) if luck.random() < 0.8 else (GREEDY, ACCOUNTS[0])
    return _won(*first, RANDOM, ACCOUNTS[1 + number % 4])


def _in_turn(number: int, luck: random.Random) -> Seats:
    """Let the first account win slightly more than half, which makes its rating as certain as possible."""
    other = ACCOUNTS[1 + number % 4]
    return _won(ACCOUNTS[0], other) if luck.random() < 0.6 else _won(other, ACCOUNTS[0])


def _renewing(accounts: int, renewed: int, every: int, *, together: bool = False) -> Plan:
    """Return a plan where the last accounts are deleted every few games, one after another.

    The first account wins against the others in turn, or against all at one table.
    """

    def plan(number: int, _: random.Random) -> Seats:
        lives = [(number + place * every // renewed) // every for place in range(renewed)]
        new = [PersonKey("farm", f"{ACCOUNTS[-1 - place].user}{life}") for place, life in enumerate(lives)]
        others = [*ACCOUNTS[1 : accounts - renewed], *new]
        return _won(ACCOUNTS[0], *others) if together else _won(ACCOUNTS[0], others[number % len(others)])

    return plan


def _ring_of(accounts: int) -> Plan:
    """Let the first account win against each of the others in turn."""
    others = [PersonKey("farm", f"r{number}") for number in range(1, accounts)]
    return lambda number, _: _won(ACCOUNTS[0], others[number % len(others)])


RENEWING: dict[str, Plan] = {
    "two accounts, the loser forgotten after each game": _renewing(2, 1, 1),
    "three accounts, two of them forgotten every 3 games": _renewing(3, 2, 3),
    "four accounts, two of them forgotten every 4 games": _renewing(4, 2, 4),
    "five accounts, two of them forgotten every 5 games": _renewing(5, 2, 5),
    "five accounts, two of them forgotten every 40 games": _renewing(5, 2, 40),
    "five accounts, all but the best forgotten every 12 games": _renewing(5, 4, 12),
    "five at one table, two of them forgotten every 3 games": _renewing(5, 2, 3, together=True),
    "five at one table, all but the best forgotten every 4 games": _renewing(5, 4, 4, together=True),
}
PLANS: dict[str, Plan] = {
    "four friends resign": _friends,
    "four friends run out of time": _friends,
    "four friends lose on purpose": _friends,
    "a ring of five": _ring,
    "five at one table": _one_table,
    "friends and computers": _with_computers,
    "friends who win now and then": _in_turn,
    "two accounts, over weeks": _two,
    **{f"a ring of {accounts}": _ring_of(accounts) for accounts in RINGS},
    **RENEWING,
}
LEAVING = ("four friends resign", "four friends run out of time")
"""Plans in which everyone but the winner leaves before the end."""


def farmed(plan: str, days: int, a_day: int = 10, seed: int = 1) -> Best:
    """Return the best account of a farm that plays `a_day` games per day."""
    luck = random.Random(seed)
    games = (
        (day * DAY + number * 600, PLANS[plan](day * a_day + number, luck))
        for day in range(days)
        for number in range(a_day)
    )
    return rated(games, left=plan in LEAVING)


def main() -> None:
    print(f"points of the best of {PEOPLE} honest people after a quarter, in three runs:")
    for spread in SPREADS:
        tops = [rated(honest(seed, spread)).skill.points for seed in (1, 2, 3)]
        most = [percentile_95(seed, spread) for seed in (1, 2, 3)]
        print(
            f"  spread of strength {spread:.1f} (of luck {LUCK:.1f}): {', '.join(map(str, tops))};"
            f" 95th percentile {', '.join(map(str, most))}"
        )
    print("points of the best account of a farm, ten games a day for a quarter and for a year:")
    for plan in PLANS:
        quarter, year = (farmed(plan, days).skill.points for days in (QUARTER, YEAR))
        print(f"  {plan}: {quarter}, {year}")


if __name__ == "__main__":
    main()
