"""The script of a film: everything in order, nothing left out, every piece along its squares, two minutes at most."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from engine.events import Captured, Entered, Moved, Thrown
from engine.game import TurnKind
from engine.match import Match
from engine.palma.events import Slid
from engine.players.evaluation import win_chances
from render.content.card_content import ResultCard, ResultRow
from render.content.scene import Glide, Scene
from render.films.frames import Shot
from render.films.schedule import ENDING, LAST, LONGEST, SHORTEST, SHOTS, TITLE
from render.films.script import Look, script
from render.picture import PAINTERS, movers
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
def test_the_longest_games_take_two_minutes_at_most(kind: str) -> None:
    for tempo in ("fast", "slow"):
        shots = list(script(longest(kind), Look(NAMES, tempo=tempo)))
        assert SHORTEST * 0.9 <= sum(shot.time for shot in shots) <= LONGEST
        assert len(shots) <= SHOTS
        assert all(shot.time >= 3 for shot in shots)


def test_the_longer_a_game_the_longer_its_film() -> None:
    lengths = [
        sum(shot.time for shot in script(random_game("six", 1, plies=plies), LOOK)) for plies in (0, 60, 300, 1200)
    ]
    assert lengths == sorted(set(lengths))


@pytest.mark.parametrize("shots", [400, 1500])
def test_fewer_shots_may_be_asked_for(shots: int) -> None:
    film = list(script(longest("six"), LOOK, shots))
    assert shots * 0.6 < len(film) <= shots
    assert sum(shot.time for shot in film) <= LONGEST


def rests(film: list[Shot]) -> list[Any]:
    return [shot.scene.state for shot in film if not shot.scene.glides and shot.card is None]


@pytest.mark.parametrize("kind", KINDS)
def test_a_film_goes_through_the_game_in_its_order(kind: str) -> None:
    match = longest(kind)
    order = {id(ply.state): number for number, ply in enumerate(match.plies, 1)} | {id(match.opening): 0}
    film = list(script(match, LOOK))
    seen = [order[id(state)] for state in rests(film)]
    assert seen == sorted(seen)
    assert (film[0].scene.state, film[0].time) == (match.opening, TITLE)
    assert (film[-1].scene.state, film[-1].time) == (match.state, ENDING)


def moved(match: Match[Any]) -> list[Any]:
    """The state after each ply at which a piece has moved."""
    before, found = match.opening, []
    for ply in match.plies:
        if PAINTERS[match.game.name].ways(before, ply.events):
            found.append(ply.state)
        before = ply.state
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_no_movement_is_left_out(kind: str) -> None:
    match = longest(kind)
    for tempo in ("fast", "usual"):
        assert rests(list(script(match, Look(NAMES, tempo=tempo)))) == [match.opening, *moved(match), match.state]


@pytest.mark.parametrize("shots", [SHOTS, 700])
@pytest.mark.parametrize("kind", ["four", "six", "palma"])
def test_every_piece_glides_to_where_it_stands_next(kind: str, shots: int) -> None:
    match, gone = longest(kind), dict[str, tuple[str, ...]]()
    film = list(script(match, LOOK, shots))
    standing = squares_of(match, film[0].scene.state)
    for shot in film[1:]:
        if shot.scene.glides:
            for glide in shot.scene.glides:
                way = gone.get(glide.piece, glide.way)
                gone[glide.piece] = way if way == glide.way else (way[0], glide.way[-1])
            continue
        now = squares_of(match, shot.scene.state)
        assert {piece: (way[0], way[-1]) for piece, way in gone.items()} == {
            piece: (standing[piece], square) for piece, square in now.items() if standing[piece] != square
        }
        standing, gone = now, {}


@pytest.mark.parametrize("kind", ["four", "six", "palma"])
def test_nothing_leaps(kind: str) -> None:
    for before, after in pairwise(script(longest(kind), LOOK)):
        places = [
            {glide.piece: place_of(shot.scene, glide) for glide in shot.scene.glides} for shot in (before, after)
        ]
        for piece in places[0].keys() & places[1].keys():
            assert math.dist(places[0][piece], places[1][piece]) < 0.34 * LOOK.size


def place_of(scene: Scene, glide: Glide) -> Any:
    *_, (_, place) = movers(replace(scene, glides=(replace(glide, struck=False),)))
    return place


def test_what_is_too_much_one_by_one_is_shown_at_once_and_said_so() -> None:
    film = list(script(longest("six"), LOOK, shots=400))
    crowds = [shot for shot in film if len(shot.scene.glides) > 1]
    assert len(crowds) > 50
    assert any("turns later" in shot.panel.caption for shot in crowds if shot.panel is not None)


@pytest.mark.parametrize("kind", ["four", "six", "palma"])
def test_turns_in_which_nothing_moves_are_told(kind: str) -> None:
    match = longest(kind)
    turn, since, told = 1, 1, list[str]()
    before = match.opening
    for ply in match.plies:
        if PAINTERS[match.game.name].ways(before, ply.events):
            told += [f"… {turn - since} turns later"] if turn - since >= 3 else []
            since = turn
        turn, before = turn + ply.ends_turn, ply.state
    captions, times = list[str](), list[int]()
    for shot in script(match, LOOK):
        assert shot.panel is not None
        if shot.panel.caption and (not captions or captions[-1] != shot.panel.caption):
            captions.append(shot.panel.caption)
            times.append(0)
        if shot.panel.caption:
            times[-1] += shot.time
    assert len(told) > 0
    assert set(captions) == set(told)
    assert min(times) >= 150


def test_the_panel_counts_turns_and_tells_how_far_everybody_is() -> None:
    match = random_game("four", 5)
    panels = [shot.panel for shot in script(match, LOOK) if shot.panel is not None]
    turns = sum(ply.ends_turn for ply in match.plies) + (not match.plies[-1].ends_turn)
    assert panels[0].turn == f"Turn 1 of {turns}"
    assert panels[-1].turn == f"Turn {turns} of {turns}"
    assert panels[0].progress == tuple(steps / 288 for steps in match.game.steps(match.opening))
    assert match.result is not None
    assert panels[-1].places == match.result.places
    assert panels[-1].progress[match.result.winners[0]] == 1.0
    assert {panel.acting for panel in panels[1:-1]} == {0, 1, 2, 3}
    assert not any(panel.places for panel in panels[:-1])


def test_win_chances_are_seen_where_they_are_wanted() -> None:
    match = random_game("four", 5)
    assert not any(shot.scene.chances for shot in script(match, LOOK))
    film = [shot.scene for shot in script(match, Look(NAMES, chances=True))]
    for scene in film:
        assert sum(scene.chances) == pytest.approx(1.0)
        if not scene.glides:
            assert scene.chances == win_chances(match.game, scene.state)
    for before, scene in pairwise(film):
        assert scene.chances == before.chances or not scene.glides  # they change once a piece has come


def test_the_card_is_seen_last() -> None:
    card = ResultCard(
        "Ana wins!", "Palma", ("rolls",), (ResultRow("Ana", 1, (0,), ("3",)),), "race", ((0.0,), (1.0,))
    )
    *_, before, last = script(random_game("palma", 1), Look(NAMES, card=card))
    assert (before.card, last.card) == (None, card)
    assert (before.time, last.time) == (LAST, ENDING)


def test_the_last_moves_of_a_long_game_are_shown_at_leisure() -> None:
    film = list(script(longest("six"), LOOK))
    times = [shot.time for shot in film if not shot.scene.glides]
    assert all(time > 50 for time in times[-9:-1])
    assert all(time < 15 for time in times[1:-9])


def test_who_is_sent_home_leaves_after_the_captor_has_come() -> None:
    match = random_game("four", 5)
    film = list(script(match, LOOK, shots=5000))
    homeward = [shot for shot in film for glide in shot.scene.glides if glide.way[-1] == "H"]
    assert homeward
    for shot in homeward:
        for glide in shot.scene.glides:
            assert squares_of(match, shot.scene.state)[glide.piece] == "H"
            assert glide.way[0] != "H"
            assert glide.flight


def throws(shot: Shot) -> list[Thrown]:
    return [event for event in shot.scene.trail if isinstance(event, Thrown)]


def test_only_the_throw_of_the_same_turn_lies_beside_a_move() -> None:
    assert not any(throws(shot) for shot in script(random_game("diceless", 1, plies=200), LOOK))
    match = random_game("four", 1, plies=200)
    thrown = [(ply.seat, ply.move) for ply in match.plies if ply.kind is TurnKind.THROW]
    shown = [throws(shot)[-1] for shot in script(match, LOOK) if throws(shot)]
    assert len(shown) > 30
    assert all((event.seat, str(event.value)) in thrown for event in shown)


def test_where_a_piece_has_gone_stays_marked_until_the_next_one_moves() -> None:
    for shot in script(random_game("four", 1, plies=200), LOOK):
        marked = any(isinstance(event, Moved | Entered | Captured) for event in shot.scene.trail)
        assert not (marked and any(not glide.flight for glide in shot.scene.glides))
        assert marked or shot.scene.glides or shot.scene.faces or not shot.scene.trail


def test_a_game_that_has_not_begun_is_a_film_of_its_board() -> None:
    match = random_game("four", 1, plies=0)
    assert [shot.scene.state for shot in script(match, LOOK)] == [match.opening] * 2


def test_sticks_lie_as_their_throw_says() -> None:
    film = list(script(random_game("palma", 4), LOOK))
    thrown = [shot for shot in film if shot.scene.faces]
    assert thrown
    for shot in thrown:
        assert throws(shot)[-1].value == (shot.scene.faces.count("sun") or 5)


def test_a_film_may_be_faster_or_slower() -> None:
    match = random_game("four", 1, plies=300)
    fast, usual, slow = (
        sum(shot.time for shot in script(match, Look(NAMES, tempo=tempo))) for tempo in ("fast", "usual", "slow")
    )
    assert fast == pytest.approx(usual / 2, rel=0.2)
    assert slow == pytest.approx(usual * 2, rel=0.2)


def test_a_film_may_begin_with_a_later_turn() -> None:
    match = random_game("four", 1, plies=200)
    ends = [ply.state for ply in match.plies if ply.ends_turn]
    film = list(script(match, Look(NAMES, begins=12)))
    assert film[0].scene.state == ends[10]
    assert rests(film)[-1] == match.state
    whole = rests(list(script(match, LOOK)))
    assert all(state in whole for state in rests(film)[1:])
    assert len(rests(film)) < len(whole)
