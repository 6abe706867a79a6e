"""The script of a film: everything in order, every piece along its squares, never longer than a minute."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.game import TurnKind
from engine.match import Match
from engine.palma.events import Slid
from render.films.frames import Shot
from render.films.script import ENDING, LONGEST, SHOTS, TITLE, Look, script
from render.picture import PAINTERS
from tests.fakes.random_games import KINDS, NAMES, longest, random_game

LOOK = Look(NAMES)


def squares_of(match: Match[Any], state: Any) -> dict[str, str]:
    """Where each piece stands."""
    placed = match.game.position(state)["pieces"]
    return {f"{side}{number}": square for side, own in placed.items() for number, square in enumerate(own, 1)}


@pytest.mark.parametrize("kind", KINDS)
def test_every_way_leads_from_where_a_piece_stood_to_where_it_stands(kind: str) -> None:
    match = random_game(kind, 2)
    before, sent = match.opening, 0
    for ply in match.plies:
        then, now = squares_of(match, before), squares_of(match, ply.state)
        found = PAINTERS[match.game.name].ways(before, ply.events)
        assert {way.piece: (way.squares[0], way.squares[-1]) for way in found} == {
            piece: (then[piece], now[piece]) for piece in now if then[piece] != now[piece]
        }
        assert [way.sent for way in found] == sorted(way.sent for way in found)
        sent += sum(way.sent for way in found)
        before = ply.state
    assert sent or match.game.name == "palma"


@pytest.mark.parametrize("kind", KINDS)
def test_a_way_leaves_no_square_out(kind: str) -> None:
    match = random_game(kind, 3)
    before = match.opening
    for ply in match.plies:
        for way in PAINTERS[match.game.name].ways(before, ply.events):
            steps = len(way.squares) - 1
            distance = ply.move.partition("+")[2]
            slid = any(isinstance(event, Slid) for event in ply.events)
            if distance.isdecimal() and not way.sent:
                assert steps == int(distance) + slid
            else:
                assert steps == 1
        before = ply.state


@pytest.mark.parametrize("kind", KINDS)
def test_the_longest_games_take_a_minute_at_most(kind: str) -> None:
    shots = list(script(longest(kind), LOOK))
    assert LONGEST * 0.75 < sum(shot.time for shot in shots) <= LONGEST
    assert len(shots) <= SHOTS
    assert all(shot.time >= 5 for shot in shots)


@pytest.mark.parametrize("shots", [170, 400])
def test_fewer_shots_may_be_asked_for(shots: int) -> None:
    film = list(script(longest("six"), LOOK, shots))
    assert shots * 0.6 < len(film) <= shots
    assert sum(shot.time for shot in film) <= LONGEST


def rests(film: list[Shot]) -> list[Any]:
    return [shot.scene.state for shot in film if not shot.scene.glides]


@pytest.mark.parametrize("kind", KINDS)
def test_a_film_goes_through_the_game_in_its_order(kind: str) -> None:
    match = longest(kind)
    order = {id(ply.state): number for number, ply in enumerate(match.plies, 1)} | {id(match.opening): 0}
    film = list(script(match, LOOK))
    seen = [order[id(state)] for state in rests(film)]
    assert seen == sorted(seen)
    assert (film[0].scene.state, film[0].time) == (match.opening, TITLE)
    assert (film[-1].scene.state, film[-1].time) == (match.state, ENDING)


def test_a_short_game_is_shown_whole_and_at_leisure() -> None:
    match = random_game("palma", 1, plies=40)
    film = list(script(match, LOOK))
    before, moved = match.opening, []
    for ply in match.plies:
        if PAINTERS["palma"].ways(before, ply.events):
            moved.append(ply.state)
        before = ply.state
    assert rests(film) == [match.opening, *moved, match.state]
    assert sum(len(shot.scene.glides) for shot in film) == 6 * len(moved)
    assert {shot.time for shot in film if not shot.scene.glides} == {TITLE, 50, ENDING}


def test_the_last_moves_of_a_long_game_are_shown_at_leisure() -> None:
    film = list(script(longest("six"), LOOK))
    last = [index for index, shot in enumerate(film) if not shot.scene.glides][-9:]
    assert all(film[index].time == 50 for index in last[:-1])
    assert all(film[index - 1].scene.glides for index in last[:-1])
    midst = film[len(film) // 2 : len(film) // 2 + 20]
    assert all(shot.time < 15 for shot in midst)
    for before, shot in pairwise(midst):  # there a glide has one step
        assert not (
            before.scene.glides and shot.scene.glides and before.scene.glides[0].piece == shot.scene.glides[0].piece
        )


@pytest.mark.parametrize("kind", ["five", "six"])
def test_a_long_game_keeps_captures_and_arrivals(kind: str) -> None:
    match = longest(kind)
    film = list(script(match, LOOK))
    shown = {id(shot.scene.state) for shot in film}
    before, left_out, skipped = match.opening, 0, 0
    for ply in match.plies:
        moved = PAINTERS[match.game.name].ways(before, ply.events)
        telling = any(way.sent or way.squares[-1] == "F" for way in moved)
        left_out += telling and id(ply.state) not in shown
        skipped += bool(moved) and id(ply.state) not in shown
        before = ply.state
    assert skipped > 100
    assert left_out == 0


def test_who_is_sent_home_leaves_after_the_captor_has_come() -> None:
    match = random_game("four", 5)
    film = list(script(match, LOOK, shots=5000))
    homeward = [shot for shot in film for glide in shot.scene.glides if glide.way[-1] == "H"]
    assert homeward
    for shot in homeward:
        (glide,) = shot.scene.glides
        assert squares_of(match, shot.scene.state)[glide.piece] == "H"
        assert glide.way[0] != "H"


def test_only_the_throw_of_the_same_turn_lies_beside_a_move() -> None:
    assert not any(shot.scene.trail for shot in script(random_game("diceless", 1, plies=200), LOOK))
    match = random_game("four", 1, plies=200)
    thrown = [(ply.seat, ply.move) for ply in match.plies if ply.kind is TurnKind.THROW]
    shown = [shot.scene.trail[-1] for shot in script(match, LOOK) if shot.scene.trail]
    assert len(shown) > 30
    assert all((event.seat, str(event.value)) in thrown for event in shown)


def test_a_game_that_has_not_begun_is_a_film_of_its_board() -> None:
    match = random_game("four", 1, plies=0)
    assert [shot.scene.state for shot in script(match, LOOK)] == [match.opening] * 2


def test_sticks_lie_as_their_throw_says() -> None:
    film = list(script(random_game("palma", 4), LOOK))
    thrown = [shot.scene for shot in film if shot.scene.faces]
    assert thrown
    for scene in thrown:
        assert scene.trail[-1].value == (scene.faces.count("sun") or 5)


@pytest.mark.parametrize(("tempo", "times"), [("fast", 0.5), ("slow", 2.0)])
def test_a_film_may_be_faster_or_slower(tempo: str, times: float) -> None:
    match = random_game("palma", 1, plies=40)
    usual, other = (list(script(match, Look(NAMES, tempo=one))) for one in ("usual", tempo))
    assert [shot.scene for shot in usual] == [shot.scene for shot in other]
    inner = sum(shot.time for shot in usual[1:-1])
    assert sum(shot.time for shot in other[1:-1]) == pytest.approx(times * inner, rel=0.3)
    assert all(shot.time >= 3 for shot in other)


def test_a_film_may_begin_with_a_later_turn() -> None:
    match = random_game("four", 1, plies=200)
    ends = [ply.state for ply in match.plies if ply.ends_turn]
    film = list(script(match, Look(NAMES, begins=12)))
    assert film[0].scene.state == ends[10]
    assert rests(film)[-1] == match.state
    whole = rests(list(script(match, LOOK)))
    assert all(state in whole for state in rests(film)[1:])
    assert len(rests(film)) < len(whole)
