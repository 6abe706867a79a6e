"""Moving boards: they begin and end with the still, are short and light, and nothing jumps."""

from __future__ import annotations

import math
import random
import statistics
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageSequence

from engine import catalog
from engine.events import Moved
from render.content.scene import Scene
from render.content.unseen import Unseen
from render.films import moving
from render.films.film import media_types
from render.films.frames import Shot, frames
from render.films.moving import GLIMPSE, LARGEST, REST, draw_motion, shots_of
from render.films.pace import paced
from render.films.story import beats_of
from render.picture import draw, movers, pixels, width_of
from tests.fakes.long_run import some
from tests.fakes.random_games import KINDS, random_game
from tests.fakes.unseen_plies import unseen

SPANS = (1, 2, 5, 12, 40, 150)
"""How many plies a reader has not seen."""


def somewhere(kind: str, seed: int) -> Iterator[Unseen]:
    """For each span, some part of a random game."""
    match, chance = random_game(kind, seed), random.Random(seed)
    for count in SPANS:
        yield unseen(match, chance.randrange(max(1, len(match.plies) - count - 1)), count)


def same(picture: Image.Image, still: bytes) -> bool:
    with Image.open(BytesIO(still)) as other:
        return ImageChops.difference(picture.convert("RGB"), other.convert("RGB")).getbbox() is None


@pytest.mark.parametrize("kind", some(KINDS, 2))
def test_a_moving_board_begins_and_ends_with_the_still(kind: str) -> None:
    made = 0
    for what in somewhere(kind, 1):
        data = draw_motion(what)
        if data is None:
            assert len(what.steps) >= 40 or not list(shots_of(what))  # too large, or nothing moves
            continue
        made += 1
        still = draw(what.end)
        with Image.open(BytesIO(data)) as picture:
            assert picture.format == "GIF"
            assert "loop" not in picture.info  # it plays once
            frames = [(frame.copy(), frame.info["duration"]) for frame in ImageSequence.Iterator(picture)]
        assert same(frames[0][0], still)
        assert same(frames[-1][0], still)
        assert not same(frames[1][0], still)
        assert len(data) <= LARGEST
        assert frames[0][1] == 10 * GLIMPSE
        assert frames[-1][1] >= 10 * REST
        assert sum(time for _, time in frames[:-1]) <= 3000
        assert all(time * 24 >= 1000 for _, time in frames[1:-1])
    assert made >= 3


@pytest.mark.parametrize("kind", ["four", "six", "palma"])
def test_what_a_press_brings_is_light(kind: str) -> None:
    match = random_game(kind, 1)
    made = [draw_motion(unseen(match, seen, 1)) for seen in range(60, 84)]
    assert statistics.median(len(data) for data in made if data is not None) <= 130_000


@pytest.mark.skipif("video/mp4" not in media_types(), reason="the extra `video` is not installed")
@pytest.mark.parametrize("kind", ["four", "palma"])
def test_a_board_moves_as_video_too_and_rests_for_ten_seconds(kind: str) -> None:
    import av

    what = unseen(random_game(kind, 1), 40, 4)
    data = draw_motion(what, "video/mp4")
    assert data is not None
    assert len(data) <= LARGEST
    with av.open(BytesIO(data)) as container:
        assert not container.streams.audio
        stills = [(float(frame.time or 0), frame.to_image()) for frame in container.decode(video=0)]
    times = [time for time, _ in stills]
    assert times[-2] <= 3.0
    assert 9.9 <= times[-1] - times[-2] <= 10.0  # the last one twice: it rests
    size = round(0.8 * width_of(what.end))
    with Image.open(BytesIO(draw(replace(what.end, size=size)))) as still:
        for picture in (stills[0][1], stills[-1][1]):
            shown = still.convert("RGB").crop((0, 0, *picture.size)).reduce(4)
            off = ImageChops.difference(picture.reduce(4), shown).convert("L")
            assert sum(off.tobytes()) / (off.width * off.height) < 4
    assert draw_motion(what, "video/mp4") == data


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_jumps(kind: str) -> None:
    for what in (*somewhere(kind, 2), *somewhere(kind, 3)):
        for before, after in pairwise(shots_of(what)):
            for (piece, start), (_, there) in paired(before, after):
                assert math.dist(start, there) < 0.2 * width_of(after.scene), piece


def paired(before: Shot, after: Shot) -> Iterator[Any]:
    """Where each piece on its way was in one picture, and in the next one of the same way."""
    known = {(glide.piece, glide.way): at for glide, at in places(before.scene)}
    for glide, at in places(after.scene):
        if (glide.piece, glide.way) in known:
            yield (glide.piece, known[glide.piece, glide.way]), (glide.piece, at)


def places(scene: Scene) -> Iterator[Any]:
    for glide in scene.glides:
        alone = replace(scene, glides=(replace(glide, struck=False),), tosses=(), tallies=())
        *_, (_, at) = movers(alone)  # its shadow lies below it
        yield glide, at


@pytest.mark.parametrize("kind", KINDS)
def test_every_piece_goes_from_where_it_was_seen_to_where_it_stands(kind: str) -> None:
    for what in somewhere(kind, 4):
        ways = defaultdict[str, list[tuple[str, ...]]](list)
        for shot in shots_of(what):
            for glide in shot.scene.glides:
                if not ways[glide.piece] or ways[glide.piece][-1] != glide.way:
                    ways[glide.piece].append(glide.way)
        then, now = squares(what.end.game, what.before), squares(what.end.game, what.end.state)
        for piece in now:
            gone = ways[piece]
            assert all(one[-1] == other[0] for one, other in pairwise(gone))
            assert (gone[0][0], gone[-1][-1]) == (then[piece], now[piece]) if gone else then[piece] == now[piece]


def squares(game: str, state: Any) -> dict[str, str]:
    placed = catalog.game(game).position(state)["pieces"]
    return {f"{side}{number}": square for side, own in placed.items() for number, square in enumerate(own, 1)}


def test_a_single_turn_is_shown_at_leisure_and_of_many_the_later_ones_are_slower() -> None:
    match = random_game("four", 5)
    few, many = (list(beats_of(unseen(match, 200, count))) for count in (2, 14))
    assert all((length, rest) == (beat.usual, beat.rest) for beat, length, rest in paced(few, 49))
    hurried = paced(many, 49)
    assert sum(length + rest for _, length, rest in hurried) <= 49
    tosses = [length for beat, length, _ in hurried if beat.usual == 6 and not beat.ways and not beat.small]
    assert tosses == sorted(tosses)
    assert tosses[0] < tosses[-1]


def test_a_die_lies_as_thrown_and_a_bonus_is_counted_to_its_end() -> None:
    match = random_game("four", 5)
    shown = [shot.scene for seen in range(0, 300, 10) for shot in shots_of(unseen(match, seen, 10))]
    tallies = [scene.tallies[0].steps for scene in shown if scene.tallies]
    assert len(set(tallies)) > 5
    assert 0 in tallies
    assert all(now > before or before >= 8 or now == 0 for before, now in pairwise(tallies))
    thrown = {(event.seat, event.value) for ply in match.plies for event in ply.events if hasattr(event, "value")}
    tosses = {(toss.seat, toss.value) for scene in shown for toss in scene.tosses}
    assert tosses
    assert tosses <= thrown


def test_sticks_fall_as_they_fell() -> None:
    what = unseen(random_game("palma", 2), 20, 6)
    faces = {toss.faces for shot in shots_of(what) for toss in shot.scene.tosses}
    assert faces
    assert faces <= {step.faces for step in what.steps}


def test_what_does_not_move_is_no_motion(monkeypatch: pytest.MonkeyPatch) -> None:
    what = unseen(random_game("four", 1), 30, 3)
    assert draw_motion(replace(what, steps=())) is None
    assert draw_motion(what, "video/x-unknown") is None
    assert draw_motion(what) == draw_motion(what) is not None
    monkeypatch.setattr(moving, "LARGEST", 50_000)
    assert draw_motion(what) is None


@pytest.mark.parametrize("theme", ["dark", "high-contrast"])
@pytest.mark.parametrize("longest", [0.8, 1.5])
def test_it_may_have_less_time(theme: str, longest: float) -> None:
    shots = list(shots_of(unseen(random_game("four", 2), 60, 5, theme), longest))
    assert sum(shot.time for shot in shots[:-1]) <= 100 * longest
    assert draw_motion(unseen(random_game("four", 2), 60, 5, theme), longest=longest) is not None


@pytest.mark.parametrize("kind", ["four", "palma"])
def test_every_picture_is_as_its_scene_drawn_alone(kind: str) -> None:
    """What stays where it was is not drawn again."""
    shots = list(shots_of(unseen(random_game(kind, 5), 60, 8)))
    assert len(shots) > 20
    for shot, drawn in zip(shots, frames(shots), strict=True):
        assert drawn.picture.tobytes() == pixels(shot.scene).tobytes()


def test_sticks_lie_where_they_fell_while_their_throw_is_played() -> None:
    match = random_game("palma", 2)
    moved = next(at for at in range(30, 60) if any(isinstance(event, Moved) for event in match.plies[at].events))
    what = unseen(match, moved, 1)
    what = replace(what, end=replace(what.end, faces=("sun", "moon", "moon")))
    assert {shot.scene.faces for shot in shots_of(what)} == {("sun", "moon", "moon")}
