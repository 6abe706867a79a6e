"""What a tournament's pictures hold: no places before a game, no medals without points, one podium a league."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.core.features.tournaments.announcement_view import course
from bot.core.features.tournaments.cards import card_of
from bot.core.features.tournaments.progress_view import round_name
from bot.core.features.tournaments.standing_view import TournamentView
from bot.core.i18n.translator import translator
from bot.core.tournaments import entering, life
from bot.core.tournaments.terms import Format
from bot.core.tournaments.tournament import Stage, Tournament
from render.themes.catalog import THEMES
from tests.fakes.tournament_games import announced, person, play

T = translator("en")
PLAY = {"game": "palma", "pace": "none"}


def drawn(tournament: Tournament) -> Any:
    """Return what the picture of a tournament is made of, and its alt text."""
    card = card_of(TournamentView.of(tournament), T)
    assert card is not None
    painters: Any = SimpleNamespace(round=lambda *given: given[-1], podium=lambda *given: given[-1])
    return card.draw(painters, THEMES["classic"]), card.alt


@pytest.mark.parametrize("form", [Format.SWISS, Format.ALL, Format.ARENA])
def test_nobody_has_a_place_or_a_medal_before_a_game(form: Format) -> None:
    done, steps = play(announced(5, format=form, play=PLAY), random.Random(1))
    first, alt = drawn(next(one for one in steps if one.stage is Stage.PLAYING))
    assert {row.place for row in first.rows} == {"–"}
    assert not any(row.medal for row in first.rows)
    assert "1." not in alt
    assert all(name in alt for name in ("P0", "P4"))
    last, _ = drawn([one for one in steps if one.stage is Stage.PLAYING][-1])
    assert [row.place for row in last.rows] == ["1", "2", "3", "4", "5"]
    assert [row.medal for row in last.rows] == [row.points != "0" for row in last.rows]
    podium, _ = drawn(done)
    assert [step.place for step in podium.steps] == [1, 2, 3, 4, 5]
    assert all("point" in step.points for step in podium.steps)


def test_the_podium_of_a_league_is_that_of_its_first_division() -> None:
    podium, alt = drawn(play(announced(8, divisions=2, play=PLAY), random.Random(1))[0])
    assert [step.place for step in podium.steps] == [1, 2, 3, 4]
    assert alt.count("1. ") == 1


def test_the_number_of_rounds_stays_if_somebody_leaves() -> None:
    begun = life.step(announced(4, format=Format.ALL), 1000.0, {})
    assert round_name(begun, T) == "Round 1 of 3"
    assert round_name(entering.leave(entering.leave(begun, person(0)), person(1)), T) == "Round 1 of 3"


def test_a_round_robin_says_what_ends_it_before_anybody_has_entered() -> None:
    told = course(announced(0, format=Format.ALL), T)
    assert told.startswith("As many rounds as it takes for everyone to meet. Tournament points by place: 2-0.")


def test_points_are_not_told_of_a_knock_out() -> None:
    podium, alt = drawn(play(announced(8, format=Format.KNOCKOUT, play=PLAY), random.Random(1))[0])
    assert [step.points for step in podium.steps] == [""] * 6
    assert "game" not in alt
