"""The table of Palma numbers every state once, and its figures are those of the rules."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest

from engine.palma.board import HAND, LAST, TOP
from engine.palma.moves import landings
from engine.palma.presets import PRESETS
from engine.players.palma_table import Distance, number_of, read_table, states, table

THROWS = {1: 3, 2: 3, 3: 1, 5: 1}
PASSED = 0.25
"""What it costs besides the turn that the other side may use a throw."""


@pytest.mark.parametrize("count", [5, 3])
def test_every_state_has_a_number_of_its_own(count: int) -> None:
    found = [
        pieces
        for pieces in combinations_with_replacement(range(HAND, LAST + 1), count)
        if len([hole for hole in pieces if hole > TOP]) == len({hole for hole in pieces if hole > TOP})
    ]
    assert sorted(map(number_of, found)) == list(range(states(count)))


def test_the_numbers_of_pieces_do_not_matter() -> None:
    assert number_of((3, HAND, 29, TOP, 7)) == number_of((HAND, TOP, 3, 7, 29))


@pytest.mark.parametrize(("penalty", "turns"), [(False, 53.17), (True, 56.19)])
def test_a_whole_game_takes_so_many_turns(penalty: bool, turns: float) -> None:
    whole = table(penalty=penalty).distance((HAND,) * 5)
    assert whole.turns == pytest.approx(turns, abs=0.01)
    assert 13 < whole.spread < 19


@pytest.mark.parametrize(("penalty", "turns"), [(False, 34.09), (True, 35.48)])
def test_three_pieces_take_fewer_turns(penalty: bool, turns: float) -> None:
    assert table(penalty=penalty, pieces=3).distance((HAND,) * 3).turns == pytest.approx(turns, abs=0.01)


def test_a_side_that_is_home_needs_nothing() -> None:
    assert table(penalty=False).distance((25, 26, 27, 28, 29)) == Distance(0, 0)
    assert table(penalty=True, pieces=3).distance((25, 28, 29)) == Distance(0, 0)


@pytest.mark.parametrize("count", [5, 3])
@pytest.mark.parametrize("preset", ["classic", "penalty"])
def test_each_mean_follows_from_those_after_it(preset: str, count: int) -> None:
    """The table is one-sided: a turn lasts while 5s or hole 15 give throws, and what cannot be used costs more."""
    rules, rng = PRESETS[preset], random.Random(5)
    held = table(penalty=rules.penalty, pieces=count)
    for _ in range(300):
        pieces = tuple(sorted(rng.sample(range(1, 25), rng.randint(1, count))))
        pieces = (*pieces, *rng.choices((HAND, TOP), k=count - len(pieces)))
        mean = held.distance(pieces).turns
        total = 0.0
        for throw, weight in THROWS.items():
            ways = []
            for way in landings(rules, pieces, throw):
                after = held.distance((*pieces[: way.piece], way.end, *pieces[way.piece + 1 :])).turns
                ways.append(after + (throw != 5 and way.end != 15))
            total += weight / 8 * min(ways, default=mean + PASSED + (throw != 5))
        assert total == pytest.approx(mean, abs=0.03)  # 64ths of a turn, rounded


def test_a_table_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="bytes"):
        read_table(b"123")
