"""Measures how many choices people make in a game, and how soon games are decided; `Ladder.least` is based on it.

`python -m tools.decisions` plays games between computers, with forced moves automatic. Per kind of table it prints a
player's rolls and choices, and how often the leader after 5, 10, 20 or 40 of them wins.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from statistics import median
from typing import Any

from engine import catalog, players
from engine.dice import FairDice
from engine.game import TurnKind
from engine.match import Match, forced

GAMES = 200
MARKS = (5, 10, 20, 40)
TABLES = (
    ("parchis", "spanish", ("Y", "B", "R", "G")),
    ("parchis", "spanish", ("Y", "R")),
    ("parchis", "italian", ("Y", "B", "R", "G")),
    ("parchis", "quick", ("Y", "B", "R", "G")),
    ("parchis", "quick", ("Y", "R")),
    ("parchis", "diceless", ("Y", "B", "R", "G")),
    ("parchis", "diceless", ("Y", "R")),
    ("palma", "classic", ("D", "J")),
    ("palma", "penalty", ("D", "J")),
    ("palma", "quick", ("D", "J")),
)


@dataclass(frozen=True, slots=True)
class Played:
    """One game: each seat's rolls and choices, and for each mark whether the leader then has won.

    Marks that some seat did not reach are left out.
    """

    made: tuple[int, ...]
    led: dict[int, bool]


def played(game: str, preset: str, seats: tuple[str, ...], number: int) -> Played:
    match: Match[Any] = Match.start(catalog.game(game), {"preset": preset}, list(seats))
    dice, luck = FairDice(number.to_bytes(32, "big"), "game"), random.Random(number)
    made, leaders, best = [0] * len(seats), dict[int, int](), players.player("greedy")
    while match.turn.kind is not TurnKind.OVER:
        turn = match.turn
        if turn.kind is TurnKind.THROW:
            made[turn.seat] += 1
            match = match.play(dice.throw(match.throws, match.game.odds(match.state)).outcome)
        else:
            only = forced(match)
            made[turn.seat] += only is None
            chosen = only or best.choose(match.game, match.state, match.game.moves(match.state), luck)
            match = match.play(chosen)
        if min(made) in MARKS and min(made) not in leaders:
            come = [
                own / whole
                for own, whole in zip(match.game.steps(match.state), match.game.way(match.state), strict=True)
            ]
            leaders[min(made)] = come.index(max(come))
    places = match.result.places if match.result is not None else ()
    return Played(tuple(made), {mark: places[seat] == 1 for mark, seat in leaders.items()})


def main() -> None:
    print(f"rolls and choices per player in {GAMES} whole games, and how often the leader after 5 to 40 of them wins")
    print(f"{'':28}{'fewest':>8}{'1 in 100':>10}{'median':>8}" + "".join(f"{f'at {mark}':>8}" for mark in MARKS))
    for game, preset, seats in TABLES:
        games = [played(game, preset, seats, number) for number in range(GAMES)]
        counts = sorted(count for one in games for count in one.made)
        row = f"{game} {preset} {len(seats)}"
        shares = []
        for mark in MARKS:
            known = [one.led[mark] for one in games if mark in one.led]
            shares.append(f"{100 * sum(known) / max(1, len(known)):7.0f}%")
        print(f"{row:28}{counts[0]:8}{counts[len(counts) // 100]:10}{median(counts):8.0f}" + "".join(shares))


if __name__ == "__main__":
    main()
