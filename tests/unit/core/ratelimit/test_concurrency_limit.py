"""The limit holds for all that is open and for each key, and what is closed makes room."""

from __future__ import annotations

from bot.core.ratelimit.concurrency_limit import ConcurrencyLimit


def test_one_key_has_its_own_bound_and_all_share_another() -> None:
    limit = ConcurrencyLimit[str](3, 2)
    assert [limit.enter(key) for key in "aaabc"] == [True, True, False, True, False]
    limit.leave("a")
    assert limit.enter("c")


def test_a_key_may_have_a_bound_of_its_own() -> None:
    limit = ConcurrencyLimit[str](3, 1)
    assert [limit.enter("proxies", 3) for _ in range(4)] == [True, True, True, False]


def test_what_is_held_counts_while_it_lasts_and_is_forgotten_afterwards() -> None:
    limit = ConcurrencyLimit[str](1, 1)
    with limit.held("a") as first, limit.held("a") as second:
        assert (first, second) == (True, False)
        assert not limit.has_room("b")
    assert limit.has_room("b")
    assert not limit._open
