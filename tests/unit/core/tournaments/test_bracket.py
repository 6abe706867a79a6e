"""The bracket of a knock-out: neighbours meet in the next round, byes are seen, and the rounds to come are empty."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.core.features.tournaments.cards import bracket_of, card_of
from bot.core.features.tournaments.standing_view import TournamentView
from bot.core.i18n.translator import translator
from bot.core.tournaments.terms import Format
from bot.core.tournaments.tournament import Stage, Tournament
from render.content.tournament_card import Bracket, TableTile
from tests.fakes.tournament_games import announced, play

T = translator("en")


def knock_out(count: int, sides: int = 2, *, single: bool = False) -> list[Tournament]:
    """What a knock-out was after each step of its play."""
    cup = announced(count, format=Format.KNOCKOUT, sides=sides, play=PLAYS[sides], single=single)
    _, steps = play(cup, random.Random(count))
    return [one for one in steps if one.stage is Stage.PLAYING]


PLAYS = {
    2: {"game": "palma", "variant": "classic", "pace": "none"},
    **{
        count: {
            "game": "parchis",
            "variant": "spanish",
            "pace": "none",
            "seats": seats,
            "colours": str(max(4, count)),
        }
        for count, seats in ((3, "Y,B,R"), (4, "Y,B,R,G"), (5, "Y,B,R,G,P"), (6, "Y,B,R,G,P,O"))
    },
}


def bracket(tournament: Tournament) -> Bracket:
    return bracket_of(TournamentView.of(tournament), T)


def through(tile: TableTile) -> set[str]:
    return {side.name for side in tile.sides if side.through}


@pytest.mark.parametrize("count", [3, 4, 5, 8, 13, 32, 64])
def test_in_duels_neighbours_meet_in_the_next_round(count: int) -> None:
    last = knock_out(count)[-1]
    drawn = bracket(last)
    assert [len(one.tiles) for one in drawn.rounds] == [2**n for n in reversed(range(len(drawn.rounds)))]
    assert [one.label for one in drawn.rounds[-2:]] == ["Semi-finals", "Final"]
    for before, after in pairwise(drawn.rounds):
        for index, tile in enumerate(after.tiles):
            fed = before.tiles[2 * index : 2 * index + 2]
            assert {side.name for side in tile.sides} == set().union(*map(through, fed))


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize(("count", "sides"), [(8, 2), (13, 2), (16, 4), (64, 4), (36, 6), (9, 3), (7, 5)])
def test_rounds_to_come_are_as_many_as_will_be_played(count: int, sides: int, *, single: bool) -> None:
    steps = knock_out(count, sides, single=single)
    shapes = [[len(one.tiles) for one in bracket(tournament).rounds] for tournament in steps]
    assert all(shape == shapes[-1] for shape in shapes)
    first = bracket(steps[0])
    assert all(side.name for tile in first.rounds[0].tiles for side in tile.sides)
    assert not any(side.name for one in first.rounds[1:] for tile in one.tiles for side in tile.sides)


def test_a_bye_is_a_table_of_one_who_is_through() -> None:
    first = bracket(knock_out(5)[0]).rounds[0]
    alone = [tile for tile in first.tiles if len(tile.sides) == 1]
    assert len(alone) == 3
    assert all(tile.sides[0].through for tile in alone)


def test_the_best_half_goes_on_and_one_wins_the_final() -> None:
    done, _ = play(announced(16, format=Format.KNOCKOUT, sides=4, play=PLAYS[4]), random.Random(3))
    drawn = bracket(done)
    assert [[len(through(tile)) for tile in one.tiles] for one in drawn.rounds] == [[2] * 4, [2] * 2, [1]]
    winner = TournamentView.of(done).rows[0].number
    assert through(drawn.rounds[-1].tiles[0]) == {f"P{winner}"}


def test_only_the_first_is_marked_where_only_the_first_goes_on() -> None:
    drawn = bracket(knock_out(16, 4, single=True)[-1])
    assert [[len(through(tile)) for tile in one.tiles] for one in drawn.rounds] == [[1] * 4, [1]]


def test_sides_have_the_colours_of_their_seats() -> None:
    for count, letters in ((2, "DJ"), (4, "YBRG")):
        first = bracket(knock_out(8, count)[0]).rounds[0]
        assert ["".join(side.colours for side in tile.sides) for tile in first.tiles] == [letters] * (8 // count)


def test_the_alt_text_names_who_plays_now() -> None:
    card = card_of(TournamentView.of(knock_out(4)[0]), T)
    assert card is not None
    names, rest = card.alt.removeprefix("Cup. Semi-finals: ").split(", ")
    assert sorted([*names.split(" – "), *rest.split(" – ")]) == ["P0", "P1", "P2", "P3"]
    assert card_of(TournamentView.of(replace(knock_out(4)[0], stage=Stage.CHECKIN)), T) is None
