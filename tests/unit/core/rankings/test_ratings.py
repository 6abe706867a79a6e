"""Ratings: who wins rises, teams and leaving count sensibly, and simulated players are found to be what they are."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence

import pytest

from bot.core.rankings.ratings import Presence, Ratings, Skill, Sureness, fold, most_at_once
from data.records import PersonKey
from data.result_records import COMPUTER, RatingChange, ResultRecord, ResultSeat

ANA, BEA, CAI, DAN = (PersonKey("web", name) for name in ("ana", "bea", "cai", "dan"))
GREEDY = PersonKey(COMPUTER, "greedy")
KNOWN = dict.fromkeys((ANA, BEA, CAI, DAN, GREEDY), Skill(25, 2))
"""So well that no game brings more than its bounds."""


def result(*seats: ResultSeat, number: int = 0) -> ResultRecord:
    return ResultRecord(f"t{number}", "parchis", "dice", float(number), True, 300, seats)


def rate(game: ResultRecord, known: Mapping[PersonKey, Skill]) -> list[RatingChange]:
    """What one game changes, of people who have never met."""
    ratings = Ratings()
    for player, skill in known.items():
        ratings.know(game.game, game.family, player, skill)
    return ratings.add(game)


def changed(changes: Sequence[RatingChange]) -> dict[PersonKey, float]:
    """How far each mean has moved."""
    return {change.player: change.mu - change.mu_before for change in changes}


def test_who_wins_rises_and_everybody_is_known_better() -> None:
    changes = rate(result(ResultSeat(ANA, 0, 2), ResultSeat(BEA, 1, 1), ResultSeat(CAI, 2, 3)), {})
    assert [change.player for change in changes] == [ANA, BEA, CAI]
    assert [change.won for change in changes] == [False, True, False]
    moved = changed(changes)
    assert moved[BEA] > moved[ANA] > moved[CAI]
    assert moved[BEA] > 0 > moved[CAI]
    assert all(change.sigma < change.sigma_before for change in changes)
    assert Skill().points == 1000
    assert Skill().sureness is Sureness.GUESS


def test_a_win_against_the_better_is_worth_more() -> None:
    seats = (ResultSeat(ANA, 0, 1), ResultSeat(BEA, 1, 2))
    over_weak = changed(rate(result(*seats), {ANA: Skill(25, 4), BEA: Skill(20, 4)}))
    over_strong = changed(rate(result(*seats), {ANA: Skill(25, 4), BEA: Skill(30, 4)}))
    assert over_strong[ANA] > over_weak[ANA] > 0


def test_equals_share_what_there_is() -> None:
    moved = changed(rate(result(ResultSeat(ANA, 0, 1), ResultSeat(BEA, 1, 1)), {}))
    assert moved[ANA] == moved[BEA] == pytest.approx(0)


def test_a_team_rises_together() -> None:
    seats = (ResultSeat(ANA, 0, 1), ResultSeat(BEA, 1, 2), ResultSeat(CAI, 0, 1), ResultSeat(DAN, 1, 2))
    moved = changed(rate(result(*seats), {}))
    assert moved[ANA] == moved[CAI] > 0 > moved[BEA] == moved[DAN]


def test_one_person_of_a_whole_team_is_as_two_equals_would_be() -> None:
    """One who plays both colours of a team against two is expected to win as often as they are."""
    alone = (ResultSeat(ANA, 0, 1), ResultSeat(BEA, 1, 2), ResultSeat(ANA, 0, 1), ResultSeat(DAN, 1, 2))
    pair = (ResultSeat(ANA, 0, 1), ResultSeat(BEA, 1, 2), ResultSeat(CAI, 0, 1), ResultSeat(DAN, 1, 2))
    assert changed(rate(result(*alone), KNOWN))[ANA] == changed(rate(result(*pair), KNOWN))[ANA]
    assert changed(rate(result(*alone), KNOWN))[BEA] == changed(rate(result(*pair), KNOWN))[BEA]


def test_a_bot_is_no_better_or_worse_for_a_game_and_all_of_one_level_are_the_same() -> None:
    seats = (ResultSeat(ANA, 0, 1), ResultSeat(GREEDY, 1, 2), ResultSeat(BEA, 2, 3), ResultSeat(GREEDY, 3, 4))
    ratings = Ratings()
    changes = ratings.add(result(*seats))
    assert [change.player for change in changes] == [ANA, BEA]
    again = rate(result(*seats), {GREEDY: Skill(40, 1)})  # what older versions have stored of bots says nothing
    assert again == changes
    casual = [ResultSeat(PersonKey(COMPUTER, "casual"), *place) for place in ((1, 2), (3, 4))]
    assert rate(result(seats[0], casual[0], seats[2], casual[1]), {}) == changes


def test_a_win_against_a_better_level_brings_more() -> None:
    def gained(level: str) -> float:
        bot = ResultSeat(PersonKey(COMPUTER, level), 1, 2)
        return changed(rate(result(ResultSeat(ANA, 0, 1), bot, ResultSeat(BEA, 2, 3)), KNOWN))[ANA]

    assert gained("beginner") < gained("casual") < gained("strong") < gained("master")


def test_who_left_a_team_that_won_has_lost() -> None:
    stayed = (ResultSeat(ANA, 0, 1), ResultSeat(BEA, 1, 2), ResultSeat(CAI, 0, 1), ResultSeat(DAN, 1, 2))
    left = (stayed[0], stayed[1], ResultSeat(CAI, 0, 2, left=True), stayed[3])
    before, after = changed(rate(result(*stayed), {})), rate(result(*left), {})
    moved = changed(after)
    assert {change.player: change.won for change in after} == {ANA: True, BEA: False, CAI: False, DAN: False}
    assert moved[CAI] < 0 < moved[ANA]
    assert {key: moved[key] for key in (ANA, BEA, DAN)} == {key: before[key] for key in (ANA, BEA, DAN)}


def test_families_have_ratings_of_their_own() -> None:
    one = result(ResultSeat(ANA, 0, 1), ResultSeat(BEA, 1, 2))
    other = ResultRecord("t9", "palma", "classic", 9.0, True, 80, one.seats)
    both, _ = fold([one, other])
    assert [change.mu_before for change in both] == [Skill().mu] * 4


# simulated players of known strength --------------------------------------------------------------------------------

STRENGTHS = {PersonKey("sim", str(n)): strength for n, strength in enumerate((18.0, 22.0, 25.0, 28.0, 32.0))}
NOISE = 25 / 6


def game(
    luck: random.Random,
    number: int,
    strengths: Mapping[PersonKey, float] = STRENGTHS,
    most: int = 5,
    *,
    resigning: bool = False,
) -> ResultRecord:
    """Two to five of them, alone or two against two; each plays about as well as they are. `resigning`: of two the
    loser does not wait for the end.
    """
    there = luck.sample(sorted(strengths, key=lambda key: key.user), luck.randint(2, most))
    teams = len(there) == 4 and luck.random() < 0.5
    side_of = [seat % 2 if teams else seat for seat in range(len(there))]
    shown = [luck.gauss(strengths[player], NOISE) for player in there]
    totals = {side: sum(s for s, own in zip(shown, side_of, strict=True) if own == side) for side in set(side_of)}
    order = sorted(totals, key=lambda side: -totals[side])
    left = order[-1] if resigning and len(there) == 2 else None
    seats = [
        ResultSeat(player, side, 1 + order.index(side), left=side == left)
        for player, side in zip(there, side_of, strict=True)
    ]
    return result(*seats, number=2 * 86400 * number)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_order_of_simulated_players_is_found(seed: int) -> None:
    luck = random.Random(seed)
    changes, _ = fold(game(luck, number) for number in range(300))
    last = {change.player: Skill(change.mu, change.sigma) for change in changes}
    by_strength = sorted(STRENGTHS, key=lambda player: STRENGTHS[player])
    assert sorted(last, key=lambda player: last[player].mu) == by_strength
    assert sorted(last, key=lambda player: last[player].points) == by_strength
    assert {skill.sureness for skill in last.values()} == {Sureness.FAIR}  # four others can prove no more


def found(games: Sequence[ResultRecord], people: Collection[PersonKey]) -> list[PersonKey]:
    """Some people by their ratings after these games, lowest first."""
    changes, _ = fold(games)
    last = {change.player: Skill(change.mu, change.sigma) for change in changes}
    return sorted(people, key=lambda player: last[player].points)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("people", [3, 4])
@pytest.mark.parametrize("resigning", [True, False])
def test_the_order_in_a_small_chat_is_found(seed: int, people: int, *, resigning: bool) -> None:
    luck = random.Random(seed)
    spread = list(STRENGTHS)[:: 2 if people == 3 else 1][:people]
    friends = {player: STRENGTHS[player] for player in spread}
    games = [game(luck, number, friends, people, resigning=resigning) for number in range(300)]
    assert found(games, friends) == sorted(friends, key=lambda player: friends[player])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_order_is_found_though_newcomers_drop_in(seed: int) -> None:
    """Every third game is with somebody who never comes back."""
    luck = random.Random(seed)
    games = []
    for number in range(300):
        guest = {PersonKey("guest", str(number)): 23.0} if number % 3 == 0 else {}
        games.append(game(luck, number, {**STRENGTHS, **guest}))
    assert found(games, STRENGTHS) == sorted(STRENGTHS, key=lambda player: STRENGTHS[player])


def test_uncertainty_shrinks() -> None:
    luck = random.Random(4)
    changes = [change for change in fold(game(luck, number) for number in range(300))[0] if change.player.user == "2"]
    sigmas = [change.sigma for change in changes]
    assert sigmas[0] > sigmas[10] > sigmas[40] > sigmas[120]
    known = [Skill(changes[at].mu, changes[at].sigma).sureness for at in (0, -1)]
    assert known == [Sureness.GUESS, Sureness.FAIR]


def test_somebody_who_seems_to_have_gone_before_they_came_stops_no_rating() -> None:
    assert most_at_once([Presence(0.0, 5.0), Presence(5.0, 9.0), Presence(6.0, 7.0)]) == 2
    assert most_at_once([Presence(8.0, 5.0)]) == 0
    assert most_at_once([Presence(0.0, 5.0), Presence(9.0, 1.0)]) == 1
