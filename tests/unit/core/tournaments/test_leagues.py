"""Leagues: divisions play among themselves, and people move between two editions (T59)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import UTC
from itertools import pairwise

import pytest

from bot.core.tournaments import entering, life
from bot.core.tournaments.codec import record_of, tournament_of
from bot.core.tournaments.draws import rounds_of
from bot.core.tournaments.entering import Comer
from bot.core.tournaments.leagues import climbers, moved
from bot.core.tournaments.proof import check_proof, proof_of
from bot.core.tournaments.series import following
from bot.core.tournaments.standings import standings
from bot.core.tournaments.terms import Format
from bot.core.tournaments.tournament import Stage, Tournament
from tests.fakes.tournament_games import announced, person, play


def edition(count: int, divisions: int, sides: int = 2, form: Format = Format.ALL) -> Tournament:
    done, _ = play(announced(count, format=form, sides=sides, divisions=divisions, every=7), random.Random(count))
    assert done.stage is Stage.OVER
    return done


@pytest.mark.parametrize(("count", "divisions", "sides"), [(9, 3, 2), (8, 2, 4), (13, 2, 2), (40, 4, 4), (7, 6, 2)])
def test_divisions_of_equal_size_play_among_themselves(count: int, divisions: int, sides: int) -> None:
    done = edition(count, divisions, sides)
    sizes = Counter(one.division for one in done.entrants)
    assert max(sizes.values()) - min(sizes.values()) <= 1
    assert min(sizes.values()) >= 3
    for pairing in done.pairings:
        assert len({done.entrants[one].division for one in pairing.people}) == 1
    ratings = [[one.rating for one in done.entrants if one.division == division] for division in sorted(sizes)]
    assert all(min(upper) > max(lower) for upper, lower in pairwise(ratings))
    assert [row.place for row in standings(done)].count(1) == len(sizes)
    assert tournament_of(record_of(done, None)) == done
    assert all(check.passed for check in check_proof(proof_of(done)))


def test_the_best_move_up_and_the_last_move_down() -> None:
    done = edition(9, 3)
    after = following(done, bytes(32), 99999.0, UTC)
    assert after is not None
    order = [[row.number for row in standings(done.part(division))] for division in range(3)]
    now = {one.person: one.division for one in after.entrants}
    assert len(now) == 9
    for division, numbers in enumerate(order):
        first, middle, last = (now[done.entrants[number].person] for number in numbers)
        assert (first, middle, last) == (max(0, division - 1), division, min(2, division + 1))
    assert Counter(now.values()) == {0: 3, 1: 3, 2: 3}
    up, down = climbers(done)
    assert (set(up), set(down)) == ({order[1][0], order[2][0]}, {order[0][2], order[1][2]})
    started = life.step(after, after.terms.starts, {})
    assert {one.person: one.division for one in started.entrants} == now  # nobody new: all stay where they moved


def test_newcomers_begin_below_and_who_left_is_not_asked_again() -> None:
    done = edition(9, 3)
    gone = entering.leave(replace(done, stage=Stage.PLAYING), person(4))
    after = following(replace(gone, stage=Stage.OVER), bytes(32), 99999.0, UTC)
    assert after is not None
    assert after.entrant_of(person(4)) is None
    after = entering.enter(after, Comer(person(99), "New", after.chat, 3000))
    started = life.step(after, after.terms.starts, {})
    new = started.entrant_of(person(99))
    assert new is not None
    assert new.division == 2  # however strong: promotion is won


def test_an_edition_that_too_few_play_moves_nobody() -> None:
    done = edition(9, 3)
    after = following(done, bytes(32), 99999.0, UTC)
    assert after is not None
    missed = replace(after, stage=Stage.CANCELLED, ended=after.terms.starts, why=life.FEW)
    again = following(missed, bytes(32), after.terms.starts, UTC)
    assert again is not None
    assert [(one.person, one.division) for one in again.entrants] == [
        (one.person, one.division) for one in after.entrants
    ]


def test_an_early_start_and_a_pause_do_not_move_the_next_edition() -> None:
    """T57."""
    at = 30 * 86400.0
    planned = announced(4, starts=at, every=7)
    early = life.start_now(planned, at - 3600.0)
    paused = life.pause(life.pause(early, at - 3500.0), at - 3000.0)
    assert early.terms.starts < at
    assert paused.terms.starts > early.terms.starts
    done = replace(paused, stage=Stage.OVER, ended=at + 7200.0)
    after = following(tournament_of(record_of(done, None)), bytes(32), at + 7200.0, UTC)
    assert after is not None
    assert after.terms.starts == at + 7 * 86400.0
    assert after.terms.planned == 0


def test_who_misses_the_check_in_of_a_league_stays_in_it() -> None:
    """T59: everyone stays in until they leave; also in the first edition, when nobody has a division yet."""
    league = announced(9, divisions=2, live=True)
    assert rounds_of(league) == 3  # before anybody has a division
    league = life.step(league, 400.0, {})
    for number in range(8):
        league = entering.check_in(league, person(number))
    begun = life.step(league, 1000.0, {})
    assert 8 not in begun.active
    done, _ = play(begun, random.Random(1))
    assert {one.person for one in moved(done)} == {person(number) for number in range(9)}
    assert moved(done)[-1].person == person(8)
