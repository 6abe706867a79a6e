"""Whole tournaments as pure values: draws, standings, and life, with invariants over random results."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from itertools import pairwise, permutations
from zoneinfo import ZoneInfo

import pytest

from bot.core.i18n.refusal import Refusal
from bot.core.tournaments import entering, life
from bot.core.tournaments.assignment import assigned, cost
from bot.core.tournaments.codec import CorruptTournament, record_of, tournament_of
from bot.core.tournaments.draws import rounds_of, table_sizes
from bot.core.tournaments.entering import Comer
from bot.core.tournaments.matching import matched
from bot.core.tournaments.proof import check_proof, is_proof, proof_of
from bot.core.tournaments.series import following
from bot.core.tournaments.standings import points_of, standings
from bot.core.tournaments.terms import POINTS, Admits, Format, Terms
from bot.core.tournaments.tournament import BOT, Credit, Pairing, Result, Stage, Standby, Tournament
from data.records import ChatKey
from tests.fakes.tournament_games import CHAT, announced, person, play


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("form", [Format.KNOCKOUT, Format.SWISS, Format.ALL])
@pytest.mark.parametrize("count", [3, 4, 5, 7, 8, 13, 16])
def test_a_tournament_of_any_format_and_size_comes_to_its_end(form: Format, sides: int, count: int) -> None:
    done, steps = play(announced(count, format=form, sides=sides), random.Random(f"{form} {sides} {count}"))
    assert done.stage is Stage.OVER
    rows = standings(done)
    assert [row.place for row in rows] == list(range(1, count + 1))
    assert {row.number for row in rows} == set(range(count))
    for drawn in done.rounds:
        there = Counter([*drawn.byes, *(one for pairing in drawn.pairings for one in pairing.people)])
        assert max(there.values()) == 1  # nobody plays at two tables
        assert all(len(pairing.sides) == sides and len(pairing.people) >= 2 for pairing in drawn.pairings)
        if form is not Format.KNOCKOUT:
            assert set(there) == set(range(count))
    codes = [pairing.table for pairing in done.pairings]
    assert len(set(codes)) == len(codes)
    for tournament in steps[:: max(1, len(steps) // 5)]:
        assert tournament_of(record_of(tournament, None)) == tournament


@pytest.mark.parametrize("count", [4, 5, 6, 9, 12])
def test_everybody_meets_everybody_once_in_duels(count: int) -> None:
    done, _ = play(announced(count, format=Format.ALL), random.Random(count))
    met = Counter(frozenset(pairing.people) for pairing in done.pairings)
    assert len(met) == count * (count - 1) // 2
    assert set(met.values()) == {1}


@pytest.mark.parametrize(("count", "sides"), [(8, 4), (16, 4), (9, 3), (12, 6)])
def test_everybody_meets_as_evenly_as_can_be_at_tables(count: int, sides: int) -> None:
    done, _ = play(announced(count, format=Format.ALL, sides=sides), random.Random(count))
    met = Counter(
        frozenset((one, other)) for pairing in done.pairings for one in pairing.people for other in pairing.people
        if one < other
    )  # fmt: skip
    assert max(met.values()) <= 3 if count == 12 else max(met.values()) <= 2
    assert len(met) >= 0.65 * count * (count - 1) / 2


@pytest.mark.parametrize(("count", "rounds"), [(8, 3), (20, 5), (33, 6)])
def test_nobody_meets_twice_in_a_swiss_duel_and_equal_points_meet(count: int, rounds: int) -> None:
    done, _ = play(announced(count, rounds=rounds), random.Random(count))
    assert len(done.rounds) == rounds
    met = Counter(frozenset(pairing.people) for pairing in done.pairings)
    assert set(met.values()) == {1}
    byes = Counter(one for drawn in done.rounds for one in drawn.byes)
    assert not byes or max(byes.values()) == 1  # T24: nobody has two
    second = replace(done, rounds=done.rounds[:1], stage=Stage.PLAYING)
    points = {row.number: row.points for row in standings(second)}
    apart = [abs(points[one] - points[other]) for one, other in (pair.people for pair in done.rounds[1].pairings)]
    assert sum(gap > 0 for gap in apart) <= 2


def test_seats_come_in_turn() -> None:
    done, _ = play(announced(16, sides=4, rounds=4), random.Random(4))
    seats = Counter((one, seat) for pairing in done.pairings for seat, one in enumerate(pairing.sides))
    assert max(seats.values()) <= 2  # T26


def test_a_knock_out_of_eight_has_seven_duels_and_the_best_meet_last() -> None:
    done, _ = play(announced(8, format=Format.KNOCKOUT), random.Random(8))
    assert [len(drawn.pairings) for drawn in done.rounds] == [4, 2, 1]
    assert {frozenset(pairing.people) for pairing in done.rounds[0].pairings} == {
        frozenset((7, 0)), frozenset((6, 1)), frozenset((5, 2)), frozenset((4, 3)),
    }  # fmt: skip
    final = done.rounds[-1].pairings[0]
    assert [row.number for row in standings(done)][:2] == sorted(final.people, key=final.place_of)


def test_a_knock_out_of_five_gives_byes_to_the_best() -> None:
    done, _ = play(announced(5, format=Format.KNOCKOUT), random.Random(5))
    assert done.rounds[0].byes == (4, 3, 2)  # T24


def test_the_best_half_goes_on_from_tables_of_four() -> None:
    done, _ = play(announced(16, format=Format.KNOCKOUT, sides=4), random.Random(9))
    assert [len(drawn.pairings) for drawn in done.rounds] == [4, 2, 1]
    for earlier, later in zip(done.rounds, done.rounds[1:], strict=False):
        through = {one for pairing in earlier.pairings for one in pairing.people if pairing.place_of(one) <= 2}
        assert {one for pairing in later.pairings for one in pairing.people} == through  # T22


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("count", [3, 5, 7, 13, 36, 64])
def test_only_the_first_of_each_table_goes_on_if_so_announced(sides: int, count: int) -> None:
    cup = announced(count, format=Format.KNOCKOUT, sides=sides, single=True)
    done, _ = play(cup, random.Random(f"{sides} {count}"))
    assert done.stage is Stage.OVER
    assert tournament_of(record_of(done, None)).terms.single
    for earlier, later in pairwise(done.rounds):
        first = {min(one.people, key=one.place_of) for one in earlier.pairings}
        there = {*later.byes, *(one for pairing in later.pairings for one in pairing.people)}
        assert there == {*first, *earlier.byes}  # T22
    assert len(done.rounds[-1].pairings) == 1
    final = done.rounds[-1].pairings[0]
    assert standings(done)[0].number == min(final.people, key=final.place_of)
    assert all(check.passed for check in check_proof(proof_of(done)))


def test_bots_fill_tables_and_their_points_count_for_nobody() -> None:
    assert table_sizes(5, 4) == [3, 2]
    pairing = Pairing((0, BOT, 1, 2), "t", True, (2, 1, 3, 4), (0, 0, 0, 0), 1.0)
    terms = Terms(Format.SWISS, 0.0, 1.0, sides=4)
    assert points_of(terms, pairing) == {0: 3, 1: 1, 2: 0}  # T30: 5 3 1 0
    shared = replace(pairing, places=(1, 1, 3, 4))
    assert points_of(terms, shared)[0] == Fraction(4)  # T31
    short = replace(pairing, credit=(Credit.BYE, Credit.FULL, Credit.NONE, Credit.NONE))
    assert points_of(terms, short) == {0: Fraction(9, 4), 1: 0, 2: 0}
    assert points_of(replace(terms, format=Format.ARENA), short) == {0: 0, 1: 0, 2: 0}
    assert all(len(points) == sides and list(points) == sorted(points)[::-1] for sides, points in POINTS.items())


def test_the_draw_follows_from_the_seed_and_the_results_alone() -> None:
    """Anybody who knows the seed can draw again (T40)."""
    done, _ = play(announced(13, sides=4), random.Random(1))
    again = replace(done, rounds=(), stage=Stage.PLAYING)
    for drawn in done.rounds:
        following = life.step(again, drawn.began, {})
        assert [pairing.sides for pairing in following.rounds[-1].pairings] == [one.sides for one in drawn.pairings]
        again = replace(following, rounds=(*again.rounds, drawn))
    other, _ = play(replace(announced(13, sides=4), seed=bytes(32)), random.Random(1))
    assert [pairing.sides for pairing in other.rounds[0].pairings] != [one.sides for one in done.rounds[0].pairings]


@pytest.mark.parametrize("seed", range(6))
def test_the_assignment_is_near_the_best_of_all(seed: int) -> None:
    rng = random.Random(seed)
    value = {frozenset((one, other)): rng.random() for one in range(8) for other in range(8)}

    def wish(one: int, other: int) -> float:
        return value[frozenset((one, other))]

    found = assigned([[0, 1, 2, 3], [4, 5, 6, 7]], wish)
    best = min(
        cost(order[:4], wish) + cost(order[4:], wish) for order in permutations(range(8)) if order[0] < order[4]
    )
    assert sum(cost(table, wish) for table in found) <= best * 1.1
    pairs = matched(range(8), wish)
    least = min(
        sum(wish(order[index], order[index + 1]) for index in (0, 2, 4, 6)) for order in permutations(range(8))
    )
    assert sum(wish(*pair) for pair in pairs) == pytest.approx(least, abs=0.05)


def test_an_arena_pairs_who_is_free_and_counts_streaks() -> None:
    tournament = announced(6, format=Format.ARENA, sides=2, span=1800.0, live=True)
    at = 1000.0 - life.CHECKIN
    tournament = life.step(tournament, at, {})
    for number in range(6):
        tournament = entering.check_in(tournament, person(number))
    done, _ = play(tournament, random.Random(3))
    assert done.stage is Stage.OVER
    lately = Counter(frozenset(pairing.people) for pairing in done.pairings)
    assert max(lately.values()) <= 3  # the same two at most three times an hour
    rows = standings(done)
    assert sum(row.points for row in rows) > 2 * len(list(done.pairings))  # T33: some wins count double
    assert sum(row.wins for row in rows) == len(list(done.pairings))


def test_a_live_tournament_begins_with_those_who_checked_in_and_the_waiting_list() -> None:
    tournament = announced(5, live=True, most=4)
    assert tournament.entrants[4].standby is Standby.WAITING
    with pytest.raises(Refusal):
        entering.check_in(tournament, person(0))
    tournament = life.step(tournament, 400.0, {})
    assert tournament.stage is Stage.CHECKIN
    for number in (0, 1, 2, 4):
        tournament = entering.check_in(tournament, person(number))
    begun = life.step(tournament, 1000.0, {})
    assert begun.active == (0, 1, 2, 4)
    assert begun.entrants[3].standby is Standby.OUT


def test_too_few_people_cancel_it() -> None:
    assert life.step(announced(2), 1000.0, {}).why == life.FEW


def test_a_round_ends_at_its_deadline_by_what_the_tables_show() -> None:
    tournament = life.step(announced(4), 1000.0, {})
    assert life.wants(tournament, 1001.0) == frozenset()
    wanted = life.wants(tournament, tournament.rounds[0].deadline)
    assert wanted == {pairing.table for pairing in tournament.pairings}
    after = life.step(tournament, 9999.0, {code: Result((1, 2), (0, 0), 9999.0, is_over=False) for code in wanted})
    assert after.rounds[0].is_over
    late = life.step(after, 9999.0, {code: Result((2, 1), (0, 0), 9999.0) for code in wanted})
    assert late.rounds[0] == after.rounds[0]  # T37: a result never changes


def test_a_round_gets_more_time_and_nothing_else_changes() -> None:
    tournament = life.step(announced(4), 1000.0, {})
    ends = tournament.rounds[0].deadline
    more = life.extend(life.extend(tournament, 1800.0), 1800.0)  # T53: as often as needed
    assert life.wants(tournament, ends)
    assert not life.wants(more, ends + 3599.0)
    assert life.wants(more, ends + 3600.0) == {pairing.table for pairing in tournament.pairings}
    assert replace(more, rounds=tournament.rounds) == tournament
    arena = life.step(announced(4, format=Format.ARENA), 1000.0, {})
    assert arena.stage is Stage.PLAYING
    for none in (announced(4), arena, life.cancel(tournament, 1100.0)):
        with pytest.raises(Refusal):
            life.extend(none, 1800.0)


def test_pausing_moves_all_times_and_cancelling_is_for_the_first_half() -> None:
    tournament = life.step(announced(4, format=Format.ALL), 1000.0, {})
    paused = life.pause(tournament, 1100.0)
    assert life.step(paused, 99999.0, {}) is paused
    on = life.pause(paused, 1600.0)
    assert on.rounds[0].deadline == tournament.rounds[0].deadline + 500
    assert life.cancel(on, 1700.0).stage is Stage.CANCELLED

    def noted(one: Tournament, tables: int) -> Tournament:
        codes = [pairing.table for pairing in one.rounds[-1].pairings]
        return life.step(one, 1800.0, {code: Result((1, 2), (0, 0), 1800.0) for code in codes[:tables]})

    second = life.step(noted(on, 2), 1800.0, {})  # T55: two of six tables are over
    assert life.cancel(second, 1900.0).stage is Stage.CANCELLED
    for half in (noted(second, 1), noted(life.step(announced(4, format=Format.KNOCKOUT), 1000.0, {}), 2)):
        with pytest.raises(Refusal):
            life.cancel(half, 1900.0)
    done, _ = play(on, random.Random(0), 1700.0)
    with pytest.raises(Refusal):
        life.cancel(done, 2000.0)


def test_who_leaves_is_not_drawn_again_and_keeps_their_points() -> None:
    tournament = life.step(announced(8, sides=4), 1000.0, {})
    tournament = entering.leave(tournament, person(3))
    done, _ = play(tournament, random.Random(7))
    assert all(3 not in pairing.sides for drawn in done.rounds[1:] for pairing in drawn.pairings)
    assert any(row.number == 3 for row in standings(done))
    with pytest.raises(Refusal):
        entering.enter(tournament, Comer(person(3), "P3", CHAT, 1000))


def test_entries_are_for_whom_the_terms_say() -> None:
    tournament = announced(0, admits=Admits.CHAT, band=(900, 1100))
    with pytest.raises(Refusal):
        entering.enter(tournament, Comer(person(1), "P", ChatKey("discord", "9"), 1000))
    with pytest.raises(Refusal):
        entering.enter(tournament, Comer(person(1), "P", CHAT, 1200))
    entered = entering.enter(tournament, Comer(person(1), "P", CHAT, 1000))
    with pytest.raises(Refusal):
        entering.enter(entered, Comer(person(1), "P", CHAT, 1000))


def test_a_large_field_is_drawn_within_a_second_each_round() -> None:
    tournament = life.step(announced(200, sides=4, most=512), 1000.0, {})
    assert len(tournament.rounds[0].pairings) == 50
    assert rounds_of(tournament) == 5


def test_the_next_edition_starts_at_the_same_time_of_day_when_the_clocks_change() -> None:
    madrid = ZoneInfo("Europe/Madrid")
    starts = datetime(2027, 3, 26, 21, tzinfo=madrid).timestamp()  # a Friday, two days before summer time
    done = life.step(announced(2, starts=starts, every=7), starts, {})
    edition = following(done, bytes(32), starts, madrid)
    assert edition is not None
    assert datetime.fromtimestamp(edition.terms.starts, madrid) == datetime(2027, 4, 2, 21, tzinfo=madrid)
    assert following(life.cancel(announced(2, every=7), 0.0), bytes(32), 0.0, madrid) is None


def test_who_waits_gets_the_place_of_somebody_who_leaves_an_arena() -> None:
    tournament = life.step(announced(3, format=Format.ARENA, live=False, most=3), 1000.0, {})
    waiting = entering.enter(tournament, Comer(person(7), "P7", CHAT, 1000))
    assert waiting.entrants[3].standby is Standby.WAITING
    assert entering.leave(waiting, person(0)).active == (1, 2, 3)


def test_who_deletes_their_data_has_left() -> None:
    record = record_of(announced(3), None)
    gone = replace(record.entrants[1], name="")
    assert tournament_of(replace(record, entrants=(record.entrants[0], gone, record.entrants[2]))).active == (0, 2)


@pytest.mark.parametrize("damage", ["", "[]", "{}", '{"id":1}', "null"])
def test_a_corrupt_tournament_is_named_as_such(damage: str) -> None:
    record = record_of(announced(3), None)
    with pytest.raises(CorruptTournament):
        tournament_of(replace(record, body=damage))


@pytest.mark.parametrize(
    ("form", "sides"), [(Format.KNOCKOUT, 2), (Format.KNOCKOUT, 4), (Format.SWISS, 2), (Format.ALL, 3)]
)
def test_anybody_can_check_the_draws_and_the_places(form: Format, sides: int) -> None:
    tournament = life.step(announced(11, format=form, sides=sides), 1000.0, {})
    done, _ = play(entering.leave(tournament, person(5)), random.Random(2))
    text = proof_of(done)
    assert is_proof(text)
    assert all(check.passed for check in check_proof(text)), [str(one) for one in check_proof(text)]
    told = json.loads(text)
    sides_of = told["body"]["rounds"][0]["tables"]
    sides_of[0][0], sides_of[1][0] = sides_of[1][0], sides_of[0][0]  # two tables of the first round change places
    assert next(one.name for one in check_proof(json.dumps(told)) if not one.passed) == "draw of round 1"
    assert not check_proof(text.replace(told["seed"], "00" * 32))[0].passed
    assert "P1" not in text  # people are numbers


@pytest.mark.parametrize("text", ["{", "[]", '{"format":"palmares tournament 1"}', "{" * 5000])
def test_a_text_that_is_no_tournament_is_named_as_such(text: str) -> None:
    with pytest.raises(CorruptTournament):
        check_proof(text)


@pytest.mark.parametrize(
    ("sides", "form"),
    [(2, Format.SWISS), (4, Format.SWISS), (4, Format.KNOCKOUT), (2, Format.ARENA), (4, Format.ARENA)],
)
def test_people_of_one_chat_sit_apart(sides: int, form: Format) -> None:
    chats = [ChatKey("telegram", f"-{number}") for number in range(4)]
    one = announced(0, format=form, sides=sides)
    for number in range(16):
        one = entering.enter(one, Comer(person(number), f"P{number}", chats[number // 4], 1000))
    drawn = life.step(one, one.terms.starts, {})
    drawn = life.step(drawn, one.terms.starts, {}) if form is Format.ARENA else drawn
    assert drawn.rounds[0].pairings
    for pairing in drawn.rounds[0].pairings:
        assert len({drawn.entrants[who].chat for who in pairing.people}) == sides
