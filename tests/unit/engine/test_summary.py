"""A game in figures agrees with its events, and its race ends where the pieces stand."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from engine import catalog
from engine.events import Captured, Thrown
from engine.match import Match
from engine.plies import turns_begun
from engine.summary import summary
from tests.fakes.played_matches import played

GAMES: Sequence[tuple[str, dict[str, Any], list[str] | None]] = (
    ("parchis", {"preset": "spanish"}, None),
    ("parchis", {"preset": "italian", "colours": 6}, ["YG", "BP", "RO"]),
    ("parchis", {"preset": "diceless", "colours": 3}, None),
    ("palma", {"preset": "classic"}, None),
)


@pytest.mark.parametrize(("name", "rules", "seats"), GAMES)
def test_a_whole_game(name: str, rules: dict[str, Any], seats: list[str] | None) -> None:
    match = played(name, rules, seats, seed=4)
    found, result = summary(match), match.result
    assert result is not None
    events = [event for ply in match.plies for event in ply.events]
    captured = [event for event in events if isinstance(event, Captured)]
    assert sum(seat.captures for seat in found.seats) == len(captured) == sum(seat.losses for seat in found.seats)
    best = 5 if name == "palma" else 6
    thrown = [event for event in events if isinstance(event, Thrown) and not event.opening]
    assert sum(seat.throws for seat in found.seats) == len(thrown)
    assert sum(seat.best_throws for seat in found.seats) == sum(event.value == best for event in thrown)
    assert len(found.race) == len(match.turns()) + 1
    assert found.turns == turns_begun(match.plies)
    assert all(0 <= share <= 1 for moment in found.race for share in moment)
    last = [
        made / whole for made, whole in zip(match.game.steps(match.state), match.game.way(match.state), strict=True)
    ]
    assert list(found.race[-1]) == last
    assert all(last[seat] == 1 for seat in result.winners)
    assert all(seat.longest > 0 for seat in found.seats)


def test_before_the_first_throw_there_is_nothing_to_count() -> None:
    found = summary(Match.start(catalog.game("parchis"), {"preset": "spanish"}))
    assert found.turns == 0
    assert len(found.race) == 1
    assert len(set(found.race[0])) == 1
    assert all(seat.throws == seat.captures == seat.losses == seat.longest == 0 for seat in found.seats)


def test_a_piece_sent_home_makes_the_race_go_back() -> None:
    match = played("parchis", {"preset": "spanish"}, None, seed=9)
    race = summary(match).race
    assert any(after[seat] < before[seat] for before, after in pairwise(race) for seat in range(4))
