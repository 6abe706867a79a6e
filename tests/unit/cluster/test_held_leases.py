"""A process counts on a lease for less long than the server grants it."""

from __future__ import annotations

from bot.cluster.held_leases import HeldLeases, Pace
from data.coordination import LeaseKey

ONE, TWO = LeaseKey("telegram", 1), LeaseKey("telegram", 2)
PACE = Pace(every=2.0, lasts=10.0, margin=2.0)


class Watch:
    """A clock that is set by hand."""

    now = 100.0


def held() -> tuple[HeldLeases, Watch]:
    watch = Watch()
    leases = HeldLeases(PACE, lambda: watch.now)
    leases.take({ONE: 1, TWO: 7}, watch.now)
    return leases, watch


def test_what_was_taken_is_held_until_a_while_before_the_server_gives_it_to_others() -> None:
    leases, watch = held()
    watch.now += 7.9
    assert leases.held == {ONE, TWO}
    watch.now += 0.2
    assert leases.held == frozenset()


def test_time_is_counted_from_before_the_server_was_asked() -> None:
    leases, watch = held()
    asked = watch.now + 5
    watch.now += 14  # its answer took nine seconds
    leases.keep({ONE, TWO}, asked, leases.fencing_tokens)
    assert leases.held == frozenset()


def test_what_the_server_did_not_keep_is_anothers() -> None:
    leases, watch = held()
    watch.now += 2
    leases.keep({TWO}, watch.now, leases.fencing_tokens)
    assert leases.held == {TWO}
    assert leases.fencing_tokens == {TWO: 7}


def test_what_ran_out_here_is_asked_for_again_and_held_if_nobody_else_has_taken_it() -> None:
    leases, watch = held()
    watch.now += 9
    assert leases.fencing_tokens == {ONE: 1, TWO: 7}
    leases.keep({ONE, TWO}, watch.now, leases.fencing_tokens)
    assert leases.held == {ONE, TWO}


def test_what_is_about_to_be_given_back_is_held_no_more_but_still_lengthened() -> None:
    leases, _ = held()
    leases.leave(ONE)
    assert not leases.holds(ONE)
    assert ONE in leases.fencing_tokens
    leases.drop(ONE)
    assert ONE not in leases.fencing_tokens
    assert leases.rest == PACE.counts


def test_what_is_held_of_a_group_is_counted_by_the_clock_and_by_what_is_taken_and_dropped() -> None:
    leases, watch = held()
    leases.take({LeaseKey("web", 0): 1}, watch.now - 3)
    assert (leases.count("telegram"), leases.count("web"), leases.count("discord")) == (2, 1, 0)
    leases.leave(TWO)
    assert leases.count("telegram") == 2  # until it is given back others may not have its part
    watch.now += 5
    assert (leases.count("telegram"), leases.count("web")) == (2, 0)
    leases.keep({ONE}, watch.now, leases.fencing_tokens)
    assert leases.count("telegram") == 1
    watch.now += 5
    assert leases.count("telegram") == 1
    leases.take({LeaseKey("discord", 3): 1}, watch.now)
    leases.drop(ONE)
    assert (leases.count("telegram"), leases.count("discord")) == (0, 1)
    watch.now += PACE.counts
    assert leases.count("discord") == 0
