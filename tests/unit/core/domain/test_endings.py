"""How games end early: places that were reached stay, and who left gains nothing, over seeded random endings."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.core.domain import absence, endings, presence
from bot.core.domain.standing import has_left, places, put_back, reached
from bot.core.domain.table import StartedTable, open_match
from bot.core.domain.table_values import IncidentKind
from bot.core.i18n.translator import translator
from bot.core.rankings.ratings import Ratings, Skill
from bot.core.rankings.results import result_of
from bot.core.views.game_over import left_early, uncounted
from data.records import PersonKey, SeatRecord, Status
from tests.fakes.seated_tables import seated

EN = translator("en")
NAMES = ("ana", "bea", "cai", "dan")
TEAMS = [[0, 2], [1, 3]]
COLOURS = "YBRGPO"


def key(name: str) -> PersonKey:
    return PersonKey("web", name)


def playing(
    *holders: str | None, finished: Sequence[int] = (), teams: list[list[int]] | None = None, away: Sequence[str] = ()
) -> StartedTable:
    """A game for every place, in which these sides have come in already."""
    table = seated(*holders, teams=teams)
    seats = tuple(
        replace(seat, computer="casual", late=3) if seat.name and seat.name in away else seat for seat in table.seats
    )
    table = replace(
        table, seats=seats, rules={"preset": "spanish", "play_on": True}, status=Status.PLAYING, started=0
    )
    match = open_match(table)
    game = match.game
    position = game.position(match.state)
    sides = table.sides
    done = {table.seats[seat].colours for side in finished for seat in sides[side]}
    pieces = {colour: ["F"] * 4 if colour in done else squares for colour, squares in position["pieces"].items()}
    phase = {"phase": "throw", "seat": next(n for n, seat in enumerate(table.seats) if seat.colours not in done)}
    state = game.from_position({**position, **phase, "pieces": pieces, "finished": list(finished), "starter": 0})
    made = table.with_match(replace(match, opening=state))
    assert set(reached(made).values()) == set(range(1, len(finished) + 1))
    return made


def leaves(table: StartedTable, name: str, how: str) -> StartedTable:
    if how == "removed":
        return endings.remove(table, key(name), 1.0)  # type: ignore[return-value]
    kind = {"resigned": IncidentKind.RESIGNED, "deleted": IncidentKind.LEFT}[how]
    return endings.resign(table, key(name), 1.0, kind)  # type: ignore[return-value]


@pytest.mark.parametrize("how", ["resigned", "removed", "deleted"])
def test_a_place_that_was_reached_stays(how: str) -> None:
    table = leaves(playing("ana", "bea", "cai", finished=[0]), "ana", how)
    assert table.status is Status.PLAYING
    assert table.is_rated
    over = leaves(table, "bea", "resigned")
    assert over.status is Status.OVER
    assert places(over) == (1, 3, 2)
    assert put_back(over) == ()
    assert left_early(over, EN) == []
    assert [seat.left for seat in result_of(over).seats] == [False, True, False]


def test_the_last_but_one_to_resign_ends_a_game_in_which_somebody_came_in() -> None:
    over = leaves(playing("ana", "bea", "cai", finished=[1]), "cai", "resigned")
    assert (over.status, places(over)) == (Status.OVER, (2, 1, 3))


def test_who_left_before_a_bot_brought_them_in_is_last_all_the_same() -> None:
    table = playing("ana", "bea", "cai", None)
    table = leaves(table, "ana", "resigned")
    brought = replace(playing("ana", "bea", "cai", None, finished=[0]), seats=table.seats)
    over = leaves(brought, "bea", "resigned")
    assert over.status is Status.PLAYING  # Cai plays against a bot
    over = leaves(over, "cai", "resigned")
    assert places(over)[3] < min(places(over)[:3])


def test_with_one_away_in_each_team_who_is_away_loses_and_the_others_share() -> None:
    over = endings.forfeit(playing(*NAMES, teams=TEAMS, away=["cai", "dan"]), 1.0)
    assert over.status is Status.OVER
    assert places(over) == (1, 1, 2, 2)
    assert [seat.left for seat in result_of(over).seats] == [False, False, True, True]
    assert "a bot was playing for them at the end" in left_early(over, EN)[0][0].text  # type: ignore[arg-type]


def test_with_nobody_present_nobody_wins() -> None:
    assert endings.forfeit(playing(*NAMES, teams=TEAMS, away=NAMES), 1.0).status is Status.CANCELLED


def test_who_removes_somebody_who_plays_makes_the_game_uncounted_and_not_won() -> None:
    table = leaves(playing("ana", "bea"), "bea", "removed")
    assert (table.status, table.is_rated) == (Status.PLAYING, False)
    assert table.seats[1] == SeatRecord("B", key("bea"), "bea", "casual")
    assert table.departures.removed == (1,)
    over = endings.forfeit(table, 2.0)
    assert "admin removed" in str(uncounted(over, EN))  # type: ignore[arg-type]
    assert not result_of(over).rated  # type: ignore[arg-type]


def test_who_was_away_can_be_removed_and_has_lost() -> None:
    table = leaves(playing("ana", "bea", away=["bea"]), "bea", "removed")
    assert (table.status, places(table)) == (Status.OVER, (1, 2))
    assert table.is_rated


def test_nobody_wins_where_the_last_one_is_removed() -> None:
    assert leaves(playing("ana", None, None), "ana", "removed").status is Status.CANCELLED


# random endings --------------------------------------------------------------------------------------------------


def random_ending(rng: random.Random) -> tuple[StartedTable, dict[str, int], set[str]]:
    """Return a game that ended early, the places of who left after coming in, and who was removed in play."""
    teams = rng.choice([None, None, TEAMS])
    count = 4 if teams else rng.randrange(2, 5)
    holders = [name if rng.random() < 0.85 else None for name in NAMES[:count]]
    sides = 2 if teams else count
    finished = rng.sample(range(sides), rng.randrange(0, sides - 1)) if sides > 2 else []
    done = {n for side in finished for n in ((teams or [[s] for s in range(count)])[side])}
    free = [name for n, name in enumerate(holders) if name and n not in done]
    table = playing(*holders, finished=finished, teams=teams, away=[name for name in free if rng.random() < 0.3])
    stands, removed = {}, set()
    people = [name for name in holders if name]
    rng.shuffle(people)
    for name in people:
        if table.status is not Status.PLAYING:
            break
        seat = table.seat_of(key(name))
        assert seat is not None
        how = rng.choice(["resigned", "removed", "deleted", "stays"])
        if how == "stays":
            continue
        if seat in reached(table):
            stands[name] = reached(table)[seat]
        elif how == "removed" and not presence.is_away(table, key(name)):
            removed.add(name)
        table = leaves(table, name, how)
    if table.status is Status.PLAYING and any(seat.is_away for seat in table.seats):
        table = endings.forfeit(table, 2.0)  # type: ignore[assignment]
    return table, stands, removed


@pytest.mark.parametrize("seed", range(4))
def test_over_random_endings_places_stay_and_who_left_gains_nothing(seed: int) -> None:
    rng, ended, kept = random.Random(seed), 0, 0
    for _ in range(150):
        table, stands, removed = random_ending(rng)
        if table.status is not Status.OVER:
            continue
        ended += 1
        counting = places(table)
        for name, place in stands.items():
            assert counting[NAMES.index(name)] == place
            kept += 1
        stayed = [place for seat, place in enumerate(counting) if not has_left(table, seat)]
        for seat, place in enumerate(counting):
            assert not (has_left(table, seat) and stayed) or place >= max(stayed)
        assert not (removed and table.is_rated)
        result = result_of(table)
        counted = replace(result, seats=tuple(replace(seat, counted=True) for seat in result.seats))
        known = {name: Skill(rng.uniform(10, 40), rng.uniform(1.5, 8)) for name in NAMES}
        ratings = Ratings()
        for name, skill in known.items():
            ratings.know(result.game, result.family, key(name), skill)
        for change in ratings.add(counted):
            left = next(seat.left for seat in result.seats if seat.player == change.player)
            before, after = Skill(change.mu_before, change.sigma_before), Skill(change.mu, change.sigma)
            assert not left or after.level <= before.level + 1e-9
    assert ended > 60
    assert kept > 5


def test_who_comes_back_from_being_away_stays_in_the_game() -> None:
    table = playing("ana", "bea", away=["bea"])
    back = absence.back(table, key("bea"), 3.0)
    assert not has_left(back, 1)
