"""Compute how far accounts of one person can lift each other, beside the best of forty who play honestly.

`python -m tools.farms` rates synthetic games by the bot's own code: forty people of known strength who play each
other for a quarter of a year, and farms of two to twelve accounts that do what they like every day, for a quarter and
for a whole year. What a farm can do: its accounts lose on purpose by resigning or by letting the clock run out, all
lift one, or lift each other round a ring first; computers may sit with them, and are beaten four times of five. Some
accounts are forgotten every few games (`/deletemydata`) and come back as somebody whom the ratings have never seen.
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
"""How much a single game differs from what somebody is worth, as openskill has it."""
SPREADS = (1.0, 2.0, 25 / 6)
"""How far honest people differ: in games that luck decides nearly alone, mostly, or no more than skill does."""
QUARTER, YEAR = 13 * 7, 52 * 7
GREEDY, RANDOM = PersonKey(COMPUTER, "greedy"), PersonKey(COMPUTER, "random")

Seats = Sequence[tuple[PersonKey, int]]
"""Who sits at a table, with their place."""


@dataclass(frozen=True, slots=True)
class Best:
    """Who stands highest after some games."""

    player: PersonKey
    skill: Skill


def rated(games: Iterator[tuple[float, Seats]], *, left: bool = False) -> Best:
    """Rate games at these times; return the best person. `left`: all but the winner left before the end."""
    return everybody(games, left=left)[-1]


def everybody(games: Iterator[tuple[float, Seats]], *, left: bool = False) -> list[Best]:
    """Rate games at these times; return the people by their points, the best one last."""
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
    """Return the points that two of forty honest people pass after a quarter."""
    return everybody(honest(seed, spread))[-3].skill.points


def honest(seed: int, spread: float, *, days: int = QUARTER, a_week: int = 8) -> Iterator[tuple[float, Seats]]:
    """Yield games of two, three or four people who try to win, each of them in about so many games a week."""
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
"""Accounts of larger rings that all lose to one."""
Plan = Callable[[int, random.Random], Seats]
"""The seats of a game, by its number."""


def _won(*players: PersonKey) -> Seats:
    """They come in in this order."""
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
    """Whoever stands highest gets to be known as surely as can be, winning a little more than half."""
    other = ACCOUNTS[1 + number % 4]
    return _won(ACCOUNTS[0], other) if luck.random() < 0.6 else _won(other, ACCOUNTS[0])


def _renewing(accounts: int, renewed: int, every: int, *, together: bool = False) -> Plan:
    """Accounts of which the last few are forgotten every few games of the farm, one after the other.

    The first one wins against the others in turn, or against all at one table.
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
"""Plans in which everybody but the winner has left when the game ends."""


def farmed(plan: str, days: int, a_day: int = 10, seed: int = 1) -> Best:
    """Return the best account of a farm that plays so many games a day."""
    luck = random.Random(seed)
    games = (
        (day * DAY + number * 600, PLANS[plan](day * a_day + number, luck))
        for day in range(days)
        for number in range(a_day)
    )
    return rated(games, left=plan in LEAVING)


def main() -> None:
    """Print the honest tops and what each farm comes to."""
    print(f"points of the best of {PEOPLE} honest people after a quarter, three times:")
    for spread in SPREADS:
        tops = [rated(honest(seed, spread)).skill.points for seed in (1, 2, 3)]
        most = [percentile_95(seed, spread) for seed in (1, 2, 3)]
        print(
            f"  strengths differ by {spread:.1f} (luck by {LUCK:.1f}): {', '.join(map(str, tops))};"
            f" 95th percentile {', '.join(map(str, most))}"
        )
    print("points of the best account of a farm, ten games a day for a quarter and for a year:")
    for plan in PLANS:
        quarter, year = (farmed(plan, days).skill.points for days in (QUARTER, YEAR))
        print(f"  {plan}: {quarter}, {year}")


if __name__ == "__main__":
    main()
