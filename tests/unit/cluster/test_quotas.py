"""Leases are shared out evenly, and few of them change hands."""

from __future__ import annotations

import random

import pytest

from bot.cluster.quotas import unfair, wanted


def moved(count: int, held: dict[str, int]) -> dict[str, int]:
    """What each should hold."""
    return {process: wanted(process, count, held) for process in held}


def test_one_process_gets_all() -> None:
    assert moved(64, {"a": 0}) == {"a": 64}


def test_who_joins_gets_as_much_as_the_others() -> None:
    assert moved(64, {"a": 32, "b": 32, "c": 0}) == {"a": 22, "b": 21, "c": 21}


def test_a_single_lease_stays_where_it_is() -> None:
    assert moved(1, {"a": 0, "b": 1, "c": 0}) == {"a": 0, "b": 1, "c": 0}


def test_a_process_that_does_not_serve_a_group_gets_none_of_it() -> None:
    assert wanted("c", 64, {"a": 0, "b": 0}) == 0


@pytest.mark.parametrize("count", [1, 3, 16, 64])
def test_everything_is_given_out_evenly_whoever_held_what(count: int) -> None:
    rng = random.Random(count)
    for _ in range(200):
        held = dict.fromkeys("abcdefg"[: rng.randint(1, 7)], 0)
        for _ in range(rng.randint(0, count)):
            held[rng.choice(list(held))] += 1
        fair = moved(count, held)
        assert sum(fair.values()) == count
        assert max(fair.values()) - min(fair.values()) <= 1
        assert moved(count, fair) == fair


def test_who_has_too_little_and_who_too_much_is_known() -> None:
    assert unfair(64, {"a": 32, "b": 32, "c": 0}) == ({"c"}, {"a", "b"})
    assert unfair(64, {"a": 22, "b": 21, "c": 21}) == (frozenset(), frozenset())
    assert unfair(1, {"a": 0, "b": 1, "c": 0}) == (frozenset(), frozenset())
