"""The end of a game in which somebody gave up: crowns where the moves tell of none, and nothing left to do."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.dice import FairDice
from engine.game import TurnKind
from engine.match import Match
from engine.notation import Record, read, write
from render.content.scene import Scene
from render.films.film import look_of
from render.films.script import Look, script
from render.picture import draw, pixels
from tests.fakes.random_games import KINDS, NAMES, random_game

SEED = bytes(range(32))


def seats_of(match: Match[Any]) -> int:
    return 2 if match.game.name == "palma" else len(match.opening.setup.seats)


@pytest.mark.parametrize("kind", KINDS)
def test_at_every_moment_somebody_may_give_up(kind: str) -> None:
    match = random_game(kind, 1, plies=60)
    places = (2, 1, 3, 4, 5, 6)[: seats_of(match)]
    for state in (match.opening, *(ply.state for ply in match.plies)):
        scene = Scene(match.game.name, state, NAMES, size=240)
        assert pixels(replace(scene, places=places)).tobytes() != pixels(scene).tobytes()


def test_who_was_to_act_is_not_marked_any_more() -> None:
    for kind in ("four", "palma"):
        match = random_game(kind, 1, plies=30)
        one = next(ply for ply in match.plies if match.game.turn(ply.state).kind is TurnKind.CHOOSE)
        seat = match.game.turn(one.state).seat
        scene = Scene(match.game.name, one.state, NAMES, size=400, places=(0, 0, 0, 0))
        other = one.state._replace(throw=one.state.throw % 5 + 1)
        assert draw(replace(scene, state=other)) == draw(scene), seat
        assert draw(replace(scene, state=other, places=())) != draw(replace(scene, places=()))


def test_at_the_end_no_numbers_are_left_to_show() -> None:
    match = random_game("diceless", 1)
    scene = Scene("parchis", match.state, NAMES, size=400)
    assert any(match.state.pools)
    emptied = replace(scene, state=match.state._replace(pools=tuple(() for _ in match.state.pools)))
    assert draw(emptied) == draw(scene)
    begun = next(ply.state for ply in match.plies if ply.state.phase.name == "PICK")
    assert draw(replace(scene, state=begun)) != draw(replace(scene, state=begun, places=(1, 2, 2, 2, 2, 2)))


def test_a_decided_game_keeps_its_own_places() -> None:
    match = random_game("palma", 1)
    scene = Scene("palma", match.state, NAMES, size=300)
    assert match.result is not None
    assert draw(replace(scene, places=match.result.places[::-1])) == draw(scene)


def test_the_last_picture_of_a_film_has_the_places_of_the_export() -> None:
    match = random_game("four", 1, plies=80)
    record = read(write(Record.of(match, ended="resigned", places=(2, 1, 1, 1))))
    *before, last = script(match, look_of(record))
    assert last.scene.places == (2, 1, 1, 1)
    assert not any(shot.scene.places for shot in before)
    for told in ((1, 2), ()):
        record = replace(record, places=told)
        assert [*script(match, look_of(record))][-1].scene.places == ()


def thrown(plies: int) -> Match[Any]:
    """A game of Palma whose throws are those of its seed."""
    match, dice = Match.start(random_game("palma", 1, plies=0).game, {"preset": "classic"}), FairDice(SEED, "abc234")
    while len(match.plies) < plies:
        move = match.legal[-1]
        if match.turn.kind is TurnKind.THROW:
            move = dice.throw(match.throws, match.game.odds(match.state)).outcome
        match = match.play(move)
    return match


def test_sticks_lie_in_a_film_as_they_fell() -> None:
    match, dice = thrown(120), FairDice(SEED, "abc234")
    record = read(write(Record.of(match, game_id="abc234", seed=SEED)))
    fell = {
        (ply.seat, dice.throw(ply.throws - 1, match.game.odds(before)).faces)
        for _, before, ply in match.played()
        if ply.kind is TurnKind.THROW
    }
    shown = {
        (shot.scene.trail[0].seat, shot.scene.faces) for shot in script(match, look_of(record)) if shot.scene.trail
    }
    assert shown <= fell
    assert len({faces for _, faces in shown}) > 4
    alike = [shot.scene.faces for shot in script(match, Look(NAMES)) if shot.scene.trail]
    assert len(set(alike)) == 4  # for each throw the same
    for one, other in zip(script(match, look_of(record)), script(match, Look(NAMES)), strict=True):
        assert sorted(one.scene.faces) == sorted(other.scene.faces)


def test_a_seed_that_the_throws_do_not_follow_bends_no_stick() -> None:
    match = thrown(120)
    record = replace(Record.of(match), seed=bytes(32), game_id="another")
    for shot in script(match, look_of(record)):
        if shot.scene.trail:
            value = shot.scene.trail[0].value
            assert (shot.scene.faces.count("sun") or 5) == value
