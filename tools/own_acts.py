"""Counts what rated games ask of their players, by how they roll: `python -m tools.own_acts [games]`.

Four people choose at random in each game. Of the player with the fewest own rolls and choices it prints the median
and the least, how many they need, and in how many games somebody has too few.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Mapping
from dataclasses import replace

from bot.core.domain import play
from bot.core.domain.new_table import new_table
from bot.core.domain.table import StartedTable, Table
from bot.core.domain.table_values import Throws
from bot.core.messages.requests import Person
from bot.core.rankings.counting import needed, own_acts
from data.records import ChatKey, PersonKey, SeatRecord, Status
from engine.game import TurnKind

GAMES = 200
PEOPLE = tuple(Person(PersonKey("tool", name.lower()), name, "en") for name in ("Ana", "Bea", "Cai", "Dan"))
KINDS: Mapping[str, tuple[dict[str, str], bool]] = {
    "Parchís, every roll by hand": ({"rolls": Throws.EACH.value}, False),
    "Parchís, when it matters": ({"rolls": Throws.MATTERS.value}, False),
    "Parchís, when it matters, rolling on": ({"rolls": Throws.MATTERS.value}, True),
    "Parchís, automatic": ({"rolls": Throws.SELF.value}, False),
    "Quick Parchís, when it matters": ({"variant": "quick", "rolls": Throws.MATTERS.value}, False),
    "Quick Parchís, automatic": ({"variant": "quick", "rolls": Throws.SELF.value}, False),
    "Parchís without dice": ({"variant": "diceless"}, False),
    "Palma, every roll by hand": ({"game": "palma", "rolls": Throws.EACH.value}, False),
    "Palma, when it matters": ({"game": "palma", "rolls": Throws.MATTERS.value}, False),
    "Palma, automatic": ({"game": "palma", "rolls": Throws.SELF.value}, False),
    "Quick Palma, automatic": ({"game": "palma", "variant": "quick", "rolls": Throws.SELF.value}, False),
}
"""The options of /play, and whether people roll on where they can."""


def started(options: Mapping[str, str], rng: random.Random) -> StartedTable:
    table = new_table(ChatKey("tool", "room"), PEOPLE[0], options, rng.randbytes, 0.0)
    seats = tuple(SeatRecord(seat.colours, one.key, one.name) for seat, one in zip(table.seats, PEOPLE, strict=False))
    now: Table = play.begin(replace(table, seats=seats, status=Status.PLAYING, started=1, version=1))
    return _on(play.go_on(now, 0.0))


def whole_game(options: Mapping[str, str], seed: int, *, rolls_on: bool) -> StartedTable:
    """Play a game to its end with random choices."""
    rng = random.Random(seed)
    table = started(options, rng)
    while table.status is Status.PLAYING:
        person = table.turn_seat.person
        assert person is not None  # noqa: S101 - only people play here
        if table.match.turn.kind is TurnKind.THROW:
            table = _on(play.throw(table, person, 0.0, on=rolls_on))
        else:
            table = _on(play.move(table, person, rng.choice(table.match.legal), 0.0))
    return table


def _on(table: Table) -> StartedTable:
    """Play what needs nobody."""
    while play.runs_by_itself(table):
        table = play.go_on(table, 0.0)
    assert isinstance(table, StartedTable)  # noqa: S101 - it has begun
    return table


def main(games: int = GAMES) -> None:
    print(f"{games} games of four, or of two at Palma, each; the player with the fewest own rolls and choices")
    print(f"{'':40}{'median':>8}{'least':>8}{'needed':>8}{'too few':>9}")
    for name, (options, rolls_on) in KINDS.items():
        fewest, wanted, short = [], [], 0
        for seed in range(games):
            table = whole_game(options, seed, rolls_on=rolls_on)
            acts = own_acts(table)
            who = min(table.people, key=lambda person: acts[person])
            fewest.append(acts[who])
            wanted.append(needed(table, who))
            short += any(acts[person] < needed(table, person) for person in table.people)
        print(
            f"{name:40}{statistics.median(fewest):8.0f}{min(fewest):8}{statistics.median(wanted):8.0f}{short:9}",
            flush=True,
        )


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]))
