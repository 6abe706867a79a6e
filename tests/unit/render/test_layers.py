"""Boards in layers: put together they are the pictures, and they move as videos do."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.events import Captured, Thrown
from render.content.layered import LAYERED
from render.content.unseen import Unseen
from render.drawing.sprites import die
from render.films.layered import MOVE
from render.films.moving import LONGEST, draw_motion
from render.films.pace import TICK, paced
from render.films.story import beats_of
from render.layers.art import ART, Art
from render.layers.pictures import composed
from render.picture import describe, draw, movers, width_of
from render.themes.catalog import NAMES as THEME_NAMES
from render.themes.catalog import THEMES
from tests.fakes.layered_boards import APART, BOARDS, FEW
from tests.fakes.long_run import pairs
from tests.fakes.random_games import KINDS, random_game
from tests.fakes.unseen_plies import unseen
from tools.gallery.views import scene


def describe_motion(what: Unseen, longest: float = LONGEST) -> bytes | None:
    return draw_motion(what, LAYERED, longest)


def apart(one: Image.Image, other: Image.Image) -> list[int]:
    """Count the pixels by their greatest difference in a channel."""
    assert one.size == other.size
    red, green, blue = ImageChops.difference(one, other).split()
    return ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()


def is_put_together(document: bytes, still: bytes) -> bool:
    """Return whether a document's board at rest looks as its picture does."""
    with Image.open(BytesIO(still)) as picture:
        counted = apart(composed(document), picture.convert("RGB"))
    return not sum(counted[APART + 1 :]) and sum(counted[APART // 2 + 1 :]) <= FEW * sum(counted)


@pytest.mark.parametrize(("view", "theme"), pairs(BOARDS, THEME_NAMES), ids=lambda one: getattr(one, "name", one))
def test_a_board_put_together_is_its_picture_in_every_theme(view: Any, theme: str) -> None:
    shown = replace(scene(view), theme=theme)
    assert is_put_together(describe(shown), draw(shown))


def test_a_piece_one_pixel_off_would_be_noticed() -> None:
    shown = scene(next(view for view in BOARDS if view.name == "parchis-spanish"))
    document = json.loads(describe(shown))
    document["things"][20][1] += 1
    assert not is_put_together(json.dumps(document).encode(), draw(shown))


def test_a_still_is_short_and_always_the_same() -> None:
    end = unseen(random_game("four", 1), 60, 1).end
    document = describe(end)
    assert document == describe(end)
    assert json.loads(document)["film"] == []
    assert len(document) < 3000


def test_a_scene_in_motion_is_described_as_it_is_drawn() -> None:
    beat = next(beat for beat in beats_of(unseen(random_game("four", 1), 60, 3)) if beat.ways)
    assert is_put_together(describe(beat.at(0.5)), draw(beat.at(0.5)))


@pytest.mark.parametrize("kind", KINDS)
def test_a_moving_board_rests_as_the_still(kind: str) -> None:
    match, moved = random_game(kind, 1), 0
    for seen in range(10, 100, 9):
        what = unseen(match, seen, 1 + seen % 5)
        document = describe_motion(what)
        if document is None:
            continue
        moved += 1
        told, still = json.loads(document), json.loads(describe(what.end))
        assert placed(told, told["rest"]) == placed(still, still["rest"])
        assert is_put_together(document, draw(what.end))
        assert 0 < told["moves"] == sum(scene[0] for scene in told["film"]) <= 3000
        assert len(document) < 8000
        assert describe_motion(what) == document
    assert moved > 5


def placed(told: dict[str, Any], runs: list[int]) -> list[tuple[str, int, int]]:
    """Return what lies where, with the sprites' names."""
    numbers = [
        number for first, count in zip(runs[::2], runs[1::2], strict=True) for number in range(first, first + count)
    ]
    return [(told["art"][sprite], left, top) for sprite, left, top in (told["things"][number] for number in numbers)]


def scenes(document: bytes) -> Iterator[tuple[int, list[list[Any]]]]:
    """Yield each scene's time and tracks."""
    for time, _, tracks in json.loads(document)["film"]:
        yield time, tracks


@pytest.mark.parametrize("kind", ["four", "palma"])
def test_no_track_jumps_and_no_piece_takes_long(kind: str) -> None:
    match = random_game(kind, 2)
    for seen in range(20, 80, 3):
        what = unseen(match, seen, 2)
        for time, tracks in scenes(describe_motion(what) or b'{"film": []}'):
            assert time <= MOVE
            for track in tracks:
                shown = [pose for pose in track if pose]
                for (_, x, y, *_), (_, right, down, *_) in pairwise(shown):
                    assert math.hypot(right - x, down - y) < 0.25 * width_of(what.end)
                assert len(track) == len(tracks[0])


def test_a_die_comes_to_rest_on_what_was_thrown() -> None:
    match, found = random_game("four", 5), 0
    for seen in range(300):
        what = unseen(match, seen, 1)
        thrown = [event for event in what.steps[0].events if isinstance(event, Thrown)]
        document = describe_motion(what)
        if len(thrown) != 1 or document is None:
            continue
        found += 1
        told = json.loads(document)
        last = told["film"][0][2][0][-1]
        with Image.open(BytesIO(ART.file(told["art"][last[0]]) or b"")) as shown:
            face = die(THEMES["classic"], thrown[0].value, round(shown.width / 1.6))
            assert shown.size == face.size
            assert shown.convert("RGBA").tobytes() == face.tobytes()
        assert len(last) == 3  # neither turned nor resized
        assert len({pose[0] for pose in told["film"][0][2][0]}) > 2  # it has shown other faces
    assert found > 50


def test_a_captured_piece_flies_home_and_grows_on_its_way() -> None:
    match = random_game("four", 5)
    capture = next(
        at for at, ply in enumerate(match.plies) if any(isinstance(event, Captured) for event in ply.events)
    )
    document = describe_motion(unseen(match, capture, 1))
    assert document is not None
    flights = [
        track for _, tracks in scenes(document) for track in tracks if any(len(pose or ()) == 5 for pose in track)
    ]
    assert flights
    sizes = [pose[4] if len(pose) == 5 else 100 for pose in flights[0]]
    assert sizes[0] == sizes[-1] == 100
    assert max(sizes) > 120


def test_what_does_not_move_has_no_film_and_time_may_be_short() -> None:
    what = unseen(random_game("four", 1), 30, 3)
    assert describe_motion(replace(what, steps=())) is None
    short = describe_motion(what, 0.8)
    assert short is not None
    assert json.loads(short)["moves"] <= 800


def test_tracks_and_videos_have_the_same_poses() -> None:
    what = unseen(random_game("palma", 1), 60, 4)
    document = json.loads(describe_motion(what) or b"{}")
    tracks = [scene[2] for scene in document["film"] if scene[2]]
    beats = [beat for beat, _, _ in paced(list(beats_of(what)), int(100 * LONGEST / TICK))]
    assert len(tracks) == len(beats) > 1
    for beat, moving in zip(beats, tracks, strict=True):
        last = len(moving[0]) - 1
        for number in (1, last // 2, last):
            lays = movers(beat.at(number / last))
            assert {tuple(map(round, at)) for _, at in lays} == {
                tuple(track[number][1:3]) for track in moving if track[number]
            }


def test_art_is_named_by_what_it_shows_and_bounded() -> None:
    art = Art(known=2, files=3)
    sprites = [Image.new("RGBA", (4, 4), (shade, 0, 0, 255)) for shade in range(5)]
    names = [art.name(sprite) for sprite in sprites]
    assert len(set(names)) == 5
    assert [art.file(name) is None for name in names] == [True, True, False, False, False]
    assert art.name(sprites[0].copy()) == names[0]  # the same picture, drawn again
    data = art.file(names[0])
    assert data is not None
    with Image.open(BytesIO(data)) as picture:
        assert picture.convert("RGBA").tobytes() == sprites[0].tobytes()
    assert art.name(Image.new("P", (4, 4))) not in names


def test_a_board_whose_parts_are_gone_cannot_be_put_together() -> None:
    document = describe(unseen(random_game("palma", 1), 20, 1).end)
    with pytest.raises(LookupError, match="is gone"):
        composed(document, Art())


@pytest.mark.parametrize(("name", "piece", "square"), [("parchis-spanish", "R3", "50"), ("palma-choice", "D3", "12")])
def test_a_ghost_of_a_better_move_lies_on_its_square(name: str, piece: str, square: str) -> None:
    shown = replace(scene(next(view for view in BOARDS if view.name == name)), moves=())
    plain, ghostly = (json.loads(describe(one)) for one in (shown, replace(shown, ghosts=((piece, square),))))
    more = set(placed(ghostly, ghostly["rest"])) - set(placed(plain, plain["rest"]))
    assert len(more) == 1
    again = json.loads(describe(replace(shown, ghosts=((piece, "13"),))))
    assert set(placed(again, again["rest"])) != set(placed(ghostly, ghostly["rest"]))
