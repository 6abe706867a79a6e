"""Points and ties of a season."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.core.rankings.season_points import BEST, is_enough, standing
from data.records import PersonKey
from data.season_records import SeasonGame, SeasonSeat

DAY = 86400.0
ANA, BEA, CAI, DAN = (PersonKey("web", name) for name in ("ana", "bea", "cai", "dan"))
BOT = PersonKey("computer", "strong")


def game(day: float, *players: PersonKey, ties: int = 0) -> SeasonGame:
    """Make a game that ended on a day with these people in order; the first `ties` + 1 share the first place."""
    seats = tuple(SeasonSeat(one, side, 1 if side <= ties else side + 1) for side, one in enumerate(players))
    return SeasonGame(f"t{day}", "parchis", day * DAY, seats)


def told(*games: SeasonGame) -> list[tuple[int, str, int]]:
    return [(row.place, row.player.user, row.points) for row in standing(games)]


def test_a_game_gives_the_share_of_opponents_behind() -> None:
    assert told(game(1, ANA, BEA, CAI, DAN)) == [
        (1, "ana", 10000),
        (2, "bea", 6667),
        (3, "cai", 3333),
        (4, "dan", 0),
    ]
    assert told(game(1, ANA, BEA, CAI, ties=1)) == [(1, "ana", 5000), (1, "bea", 5000), (3, "cai", 0)]


def test_bots_and_those_who_did_not_really_play_count_for_nobody() -> None:
    assert told(game(1, BOT, ANA, BEA)) == [(1, "ana", 10000), (2, "bea", 0)]
    assert told(game(1, ANA, BOT)) == []
    played = game(1, ANA, BEA, CAI)
    idle = replace(played, seats=(*played.seats[:2], replace(played.seats[2], counted=False)))
    assert told(idle) == [(1, "ana", 10000), (2, "bea", 0)]


def test_who_left_is_last_even_in_a_side_that_won() -> None:
    seats = (SeasonSeat(ANA, 0, 1), SeasonSeat(BEA, 0, 1, left=True), SeasonSeat(CAI, 1, 2), SeasonSeat(DAN, 1, 2))
    assert told(SeasonGame("t", "parchis", 1.0, seats)) == [
        (1, "ana", 10000),
        (2, "cai", 5000),
        (2, "dan", 5000),
        (4, "bea", 0),
    ]


def test_who_plays_several_seats_is_one_person_and_hot_seat_none() -> None:
    seats = (SeasonSeat(ANA, 0, 2), SeasonSeat(ANA, 0, 1), SeasonSeat(BEA, 1, 3))
    assert told(SeasonGame("t", "parchis", 1.0, seats)) == [(1, "ana", 10000), (2, "bea", 0)]
    assert told(game(1, ANA, BEA, ANA)) == []


def test_a_second_game_against_somebody_in_a_week_counts_half() -> None:
    first = game(1, ANA, BEA)
    assert told(first, game(7.9, ANA, BEA))[0] == (1, "ana", 15000)
    assert told(first, game(8, ANA, BEA))[0] == (1, "ana", 20000)
    assert told(first, game(2, ANA, CAI))[0] == (1, "ana", 20000)
    assert told(first, game(2, ANA, BEA, CAI))[0] == (1, "ana", 17500), "one of the two was met in this week"
    assert told(game(1, BEA, ANA), game(2, ANA, BEA))[0] == (1, "bea", 10000), "whoever won the first"


def test_one_opponent_brings_no_more_than_an_even_part_of_twelve_games() -> None:
    weeks = [game(7.0 * week, ANA, BEA) for week in range(BEST)]
    assert told(*weeks)[0] == (1, "ana", 120000), "two people have only each other"
    others = [game(1, CAI, DAN), game(2, DAN, PersonKey("web", "eva"))]
    assert told(*sorted([*weeks, *others], key=lambda one: one.at))[0] == (1, "ana", 30000), "twelve by four others"
    crowd = [game(1, PersonKey("web", f"{n}"), PersonKey("web", f"{n + 1}")) for n in range(0, 20, 2)]
    assert told(*sorted([*weeks, *crowd], key=lambda one: one.at))[0][2] == 6667, "two thirds of a game"
    together = [game(7.0 * week, ANA, BEA, CAI, DAN) for week in range(BEST)]
    assert told(*together)[0] == (1, "ana", 120000), "a family at one table loses nothing"


def test_the_best_twelve_games_count() -> None:
    many = [game(day, ANA, PersonKey("web", f"guest {day % BEST}")) for day in range(BEST + 3)]
    rows = standing(many)
    assert (rows[0].points, rows[0].games) == (BEST * 10000, BEST + 3)


def test_equal_points_are_decided_by_the_games_between_them() -> None:
    games = [game(1, ANA, BEA), game(2, CAI, ANA), game(3, BEA, DAN)]
    rows = told(*games)
    assert rows[:3] == [(1, "cai", 10000), (2, "ana", 10000), (3, "bea", 10000)]


def test_then_fewer_games_decide_else_the_title_is_shared() -> None:
    apart = [game(1, ANA, CAI), game(2, BEA, DAN)]
    assert [row[0] for row in told(*apart)] == [1, 1, 3, 3]
    assert told(*apart, game(3, DAN, BEA))[0][1] == "ana"


def test_only_who_played_from_the_chat_has_a_row() -> None:
    here = game(1, ANA, BEA, CAI)
    away = replace(here, seats=(*here.seats[:2], replace(here.seats[2], here=False)))
    assert told(away) == [(1, "ana", 10000), (2, "bea", 5000)]
    assert [row.player for row in standing([here], {ANA})] == [BEA, CAI]
    assert standing([here], {ANA})[0].place == 1


def test_three_people_and_six_games_make_a_season() -> None:
    games = [game(day, ANA, BEA) for day in range(5)]
    assert not is_enough([*games, game(9, ANA, BEA)])
    assert not is_enough([*games[1:], game(9, ANA, CAI)])
    assert is_enough([*games, game(9, ANA, CAI)])


PEOPLE = [ANA, BEA, CAI, DAN, PersonKey("web", "eva"), BOT]
GAMES = st.lists(
    st.tuples(
        st.lists(st.sampled_from(PEOPLE), min_size=2, max_size=4, unique=True), st.integers(0, 40), st.integers(0, 2)
    ),
    max_size=30,
).map(lambda drawn: [replace(game(day, *who, ties=ties), table=f"t{n}")
                     for n, (who, day, ties) in enumerate(sorted(drawn, key=lambda one: one[1]))])  # fmt: skip


@given(GAMES)
def test_places_follow_from_points_and_nobody_has_more_than_the_best_games_give(games: list[SeasonGame]) -> None:
    rows = standing(games)
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert all(0 <= row.points <= min(row.games, BEST) * 10000 for row in rows)
    places = [row.place for row in rows]
    assert all(place == 1 + sum(other < place for other in places) for place in places)
    assert BOT not in {row.player for row in rows}


@given(GAMES, st.permutations(PEOPLE[:5]))
def test_names_decide_nothing(games: list[SeasonGame], other: list[PersonKey]) -> None:
    swapped = dict(zip(PEOPLE[:5], other, strict=True)) | {BOT: BOT}
    again = [
        replace(one, seats=tuple(replace(seat, player=swapped[seat.player]) for seat in one.seats)) for one in games
    ]
    before = {swapped[row.player]: (row.place, row.points, row.games) for row in standing(games)}
    assert before == {row.player: (row.place, row.points, row.games) for row in standing(again)}


@given(GAMES, st.integers(41, 60))
def test_a_further_game_takes_no_points_away(games: list[SeasonGame], day: int) -> None:
    games = [replace(game(0, *PEOPLE[:5]), table="first"), *games]  # nobody joins later
    before = {row.player: row.points for row in standing(games)}
    after = {row.player: row.points for row in standing([*games, game(day, *PEOPLE[:3])])}
    assert all(after[player] >= points for player, points in before.items())
