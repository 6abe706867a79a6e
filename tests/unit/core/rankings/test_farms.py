"""Accounts of one person cannot lift each other above people who play honestly, whatever they do to each other."""

from __future__ import annotations

from functools import cache, partial

import pytest

from bot.core.rankings.ratings import GAINED, LEARNT, Presence, Ratings, Skill, Sureness, bounds_of, most_at_once
from bot.core.tournaments.terms import Format
from data.records import PersonKey
from data.result_records import COMPUTER, FORMER, ResultRecord, ResultSeat
from tests.fakes.long_run import LONG, some
from tools.farms import PLANS, QUARTER, RINGS, SPREADS, YEAR, farmed, honest, percentile_95, rated
from tools.rings import cup, gain, season

DAY = 86400.0
ANA, BEA = PersonKey("web", "ana"), PersonKey("web", "bea")
OTHERS = [PersonKey("web", f"other {number}") for number in range(8)]
LADDER = ("parchis", "dice")
PATIENT = list(PLANS) if LONG else ["five at one table", "a ring of five"]
"""The farms that are watched for a whole year: one that still wins something after a quarter, and one that does not.
`make test-long` watches all.
"""
WATCHED = [(plan, QUARTER) for plan in some(PLANS, 2)] + [(plan, YEAR) for plan in PATIENT]


@cache
def honest_top(spread: float) -> int:
    return min(rated(honest(seed, spread)).skill.points for seed in (1, 2))


@pytest.mark.parametrize(
    ("plan", "days"), [(plan, QUARTER) for plan in some(PLANS, 2)] + [(plan, YEAR) for plan in PATIENT]
)
def test_no_farm_of_five_passes_the_best_of_forty(plan: str, days: int) -> None:
    """Not even where luck decides nearly alone, so that the best can show little. Before there were bounds for all
    opponents together, five at one table, two of them forgotten every three games, came to 4250 points.
    """
    assert farmed(plan, days).skill.points < honest_top(SPREADS[0]) < honest_top(SPREADS[1])


@pytest.mark.parametrize("accounts", some(RINGS, 2))
def test_no_ring_of_twelve_passes_the_honest_95th_percentile(accounts: int) -> None:
    """Where luck decides nearly alone, which is the hardest; twelve came to 1666 points before further ones faded."""
    honest_most = sum(percentile_95(seed, SPREADS[0]) for seed in range(1, 6)) / 5
    assert farmed(f"a ring of {accounts}", QUARTER).skill.points < honest_most


def test_further_opponents_bring_less() -> None:
    assert [bounds_of(people) for people in (0, 1, 4, 5, 14)] == [0, 1, 4, 4.1, 5]


def won(*games: tuple[PersonKey, PersonKey, float]) -> Ratings:
    """Games of two, the winner first, in which nobody left."""
    ratings = Ratings()
    for number, (winner, loser, at) in enumerate(games):
        seats = (ResultSeat(winner, 0, 1), ResultSeat(loser, 1, 2))
        ratings.add(ResultRecord(f"t{number}", *LADDER, at, True, 99, seats))
    return ratings


def skill(ratings: Ratings, player: PersonKey) -> Skill:
    """What the next game finds."""
    seats = (ResultSeat(player, 0, 1), ResultSeat(PersonKey("web", "x"), 1, 1))
    (change,) = [one for one in ratings.add(ResultRecord("t", *LADDER, 1e9, True, 9, seats)) if one.player == player]
    return Skill(change.mu_before, change.sigma_before)


def test_a_thousand_wins_against_one_person_are_worth_no_more_than_the_bound() -> None:
    games = [(ANA, BEA, DAY * number) for number in range(1000)]
    found = skill(won(*games), ANA)
    assert found.mu == pytest.approx(Skill().mu + GAINED)
    assert found.sigma**-2 - Skill().sigma ** -2 <= LEARNT * (1 + 1e-9)
    assert skill(won(*games), BEA).mu == pytest.approx(Skill().mu - GAINED)  # and nobody is ruined by one opponent


def test_wins_against_many_are_worth_more_than_as_many_against_one() -> None:
    one = skill(won(*((ANA, BEA, float(number)) for number in range(16))), ANA)
    many = skill(won(*((ANA, other, float(number)) for number, other in enumerate(OTHERS * 2))), ANA)
    assert many.points > one.points + 100


def test_an_account_that_is_forgotten_after_each_game_is_one_opponent() -> None:
    """1914 points after these hundred games when each was an opponent of their own."""
    games = [(ANA, PersonKey(FORMER, str(number)), DAY * number) for number in range(100)]
    lifted = skill(won(*games), ANA)
    assert lifted.mu == pytest.approx(Skill().mu + GAINED)
    assert lifted.points <= 1160
    lost = skill(won(*((loser, winner, at) for winner, loser, at in games)), ANA)
    assert lost.mu == pytest.approx(Skill().mu - GAINED)


@pytest.mark.parametrize("renewed", [1, 2, 3, 4])
def test_accounts_that_are_forgotten_in_turn_prove_no_more_than_those_that_stay(renewed: int) -> None:
    """At one table, so that the most are there at once."""
    ratings = Ratings()
    for number in range(300):
        lives = [(number + place) // renewed for place in range(renewed)]
        others = [*OTHERS[: 4 - renewed], *(PersonKey(FORMER, f"{place} {life}") for place, life in enumerate(lives))]
        seats = [ResultSeat(player, side, side + 1) for side, player in enumerate((ANA, *others))]
        ratings.add(ResultRecord(f"t{number}", *LADDER, DAY * number, True, 99, tuple(seats)))
    lifted = skill(ratings, ANA)
    assert lifted.mu <= Skill().mu + 4 * GAINED + 1e-9
    assert lifted.sigma**-2 - Skill().sigma ** -2 <= 4 * LEARNT * (1 + 1e-9)


def test_who_was_forgotten_during_a_game_is_not_there_at_its_end() -> None:
    """Twenty accounts leave two tables each and are forgotten; then all games end, one after another."""
    ratings = Ratings()
    for number in range(40):
        seats = (ResultSeat(ANA, 0, 1), ResultSeat(PersonKey(FORMER, str(number % 20)), 1, 2, left=True))
        ratings.add(ResultRecord(f"t{number}", *LADDER, DAY * number, True, 99, seats))
    assert skill(ratings, ANA).mu == pytest.approx(Skill().mu + GAINED)


def test_newcomers_who_play_on_count_as_everybody_does() -> None:
    new = [(ANA, other, DAY * number) for number, other in enumerate(OTHERS)]
    back = [(other, BEA, DAY * (10 + number)) for number, other in enumerate(OTHERS)]
    again = [(ANA, other, DAY * (20 + number)) for number, other in enumerate(OTHERS)]
    assert skill(won(*new), ANA).mu == pytest.approx(Skill().mu + GAINED)
    assert skill(won(*new, *back, *again), ANA).mu > Skill().mu + 3 * GAINED


@pytest.mark.parametrize(
    ("times", "most"),
    [([], 0), ([(1, 1)], 1), ([(1, 2), (3, 4)], 1), ([(1, 3), (3, 4)], 2), ([(1, 9), (2, 3), (4, 5), (5, 6)], 3)],
)
def test_how_many_were_there_at_once(times: list[tuple[float, float]], most: int) -> None:
    assert most_at_once([Presence(*time) for time in times]) == most


def test_a_second_game_in_a_week_weighs_half_and_after_months_it_weighs_in_full() -> None:
    def second(after: float) -> float:
        known = Ratings()
        for player in (ANA, BEA):
            known.know(*LADDER, player, Skill(25, 2))
        deltas = []
        for number in range(2):
            seats = (ResultSeat(ANA, 0, 1), ResultSeat(BEA, 1, 2))
            changes = known.add(ResultRecord(f"t{number}", *LADDER, after * number, True, 99, seats))
            deltas.append(changes[0].mu - changes[0].mu_before)
        return deltas[1] / deltas[0]

    assert second(60.0) == pytest.approx(0.5, abs=0.05)
    assert second(200 * DAY) > 0.85


def test_against_many_people_somebody_comes_to_be_known_surely() -> None:
    best = rated(honest(1, SPREADS[1], days=YEAR))
    assert best.skill.sureness is Sureness.SURE


def test_what_was_lost_to_somebody_can_be_won_back() -> None:
    lost = [(BEA, ANA, DAY * number) for number in range(100)]
    back = [(ANA, BEA, DAY * (100 + number)) for number in range(100)]
    assert skill(won(*lost, *back), ANA).mu > Skill().mu


def test_all_computers_are_one_opponent() -> None:
    levels = [PersonKey(COMPUTER, level) for level in ("greedy", "random")]
    games = [(ANA, levels[number % 2], DAY * number) for number in range(1000)]
    assert skill(won(*games), ANA).mu == pytest.approx(Skill().mu + GAINED)


@pytest.mark.parametrize("a_week", [1, *some([2, 3, 8], 1)])
def test_no_ring_of_six_passes_the_honest_90th_percentile_of_a_season(a_week: int) -> None:
    """Though it plays as often as it likes. It came to 1200 points before one opponent had a bound.

    Where it plays in everybody's games as well, it gains less than that on what its first one has without it.
    """
    found = gain(partial(season, SPREADS[0], a_week=a_week), runs=2)
    assert found.ring < found.honest
    mixed = gain(partial(season, SPREADS[0], a_week=a_week, mixed=True), runs=2)
    assert 0 < mixed.ring - mixed.alone < mixed.honest


@pytest.mark.parametrize(("form", "sides"), [(Format.SWISS, 2), (Format.ARENA, 2)])
def test_no_ring_of_six_passes_the_honest_90th_percentile_of_a_tournament(form: Format, sides: int) -> None:
    found = gain(partial(cup, form, sides, SPREADS[1]), runs=3)
    assert found.ring < found.honest
