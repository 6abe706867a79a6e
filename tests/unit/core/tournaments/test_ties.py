"""Who is ahead with equal points: direct meeting, opponents' points, captures, the lot (T34 to T36)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from bot.core.features.tournaments.progress_view import closing_lines
from bot.core.features.tournaments.standing_view import TournamentView, number_of
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import translator
from bot.core.tournaments import life
from bot.core.tournaments.standings import standings
from bot.core.tournaments.tournament import Credit, Pairing, Round, Stage, Tournament
from tests.fakes.tournament_games import announced


def played(count: int, *games: str, hunters: str = "") -> Tournament:
    """Return a tournament of duels in one round: in `10` the first beats the second; `hunters` captured a piece."""
    pairings = tuple(
        Pairing((int(won), int(lost)), "", True, (1, 2), (int(won in hunters), int(lost in hunters)), 1.0)
        for won, lost in games
    )
    return replace(life.step(announced(count), 1000.0, {}), rounds=(Round(pairings, 1000.0, 2000.0),))


def order(tournament: Tournament) -> list[int]:
    return [row.number for row in standings(tournament)]


def test_a_direct_meeting_outweighs_stronger_opponents() -> None:
    games = ("10", "02", "31", "23", "24", "34", "25")
    rows = {row.number: row for row in standings(played(6, *games))}
    assert rows[0].points == rows[1].points == Fraction(2)
    assert rows[0].opponents > rows[1].opponents
    assert rows[1].place < rows[0].place


def test_it_counts_only_if_each_has_met_each_other() -> None:
    """0, 1 and 2 have two points each; 1 has beaten 0, but 2 hasn't met 1."""
    tournament = played(6, "10", "02", "31", "23", "34", "35")
    equal = [row for row in standings(tournament) if row.points == 2]
    assert {row.number for row in equal} == {0, 1, 2}
    assert all(row.direct == 0 for row in equal)
    assert [row.opponents for row in equal] == sorted((row.opponents for row in equal), reverse=True)


def test_then_captures_decide_and_at_last_the_lot() -> None:
    tournament = played(4, "01", "02", "03", hunters="2")
    assert order(tournament)[:2] == [0, 2]
    assert order(tournament)[2:] == sorted((1, 3), key=lambda number: tournament.lot("tie", number))
    assert [row.tied for row in standings(tournament)] == [False, False, False, True]


def test_captures_of_a_bot_that_played_for_somebody_count_for_nobody() -> None:
    tournament = played(4, "01", "02", "03", hunters="2")
    (drawn,) = tournament.rounds
    absent = replace(drawn.pairings[1], credit=(Credit.FULL, Credit.NONE))
    tournament = replace(
        tournament, rounds=(replace(drawn, pairings=(drawn.pairings[0], absent, *drawn.pairings[2:])),)
    )
    assert [row.captures for row in standings(tournament)] == [0] * 4


def test_the_end_names_between_whom_the_lot_decided() -> None:
    t, over = translator("en"), replace(played(4, "01", "02", "03", hunters="2"), stage=Stage.OVER)
    told = [plain(line) for line in closing_lines(TournamentView.of(over), t)]
    names = " and ".join(f"P{number}" for number in order(over)[2:])
    assert f"Tied on everything, so lots were drawn: {names}." in told
    clear = replace(played(3, "01", "02", hunters="2"), stage=Stage.OVER)
    assert not any("lot" in plain(line) for line in closing_lines(TournamentView.of(clear), t))


def test_in_an_unbroken_ring_of_three_nobody_is_ahead_by_meetings() -> None:
    rows = standings(played(3, "01", "12", "20"))
    assert {row.direct for row in rows} == {Fraction(1)}


def test_points_have_the_decimal_sign_of_the_language() -> None:
    told = [
        number_of(points, translator(language))
        for points in (Fraction(5, 2), Fraction(7))
        for language in ("en", "de")
    ]
    assert told == ["2.5", "2,5", "7", "7"]
