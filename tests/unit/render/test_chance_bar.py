"""The bar of win chances: below the board, as long for each side as its chance is, and told apart without colours."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine import catalog
from render.content.scene import Scene
from render.content.unseen import Step, Unseen
from render.films.moving import draw_motion
from render.picture import PAINTERS, draw, pixels
from render.themes.catalog import NAMES, THEMES
from render.themes.theme import Colour

BOARDS: dict[str, tuple[str, Any, Any, Any, tuple[float, ...]]] = {
    "four": ("parchis", {"preset": "spanish"}, None, None, (0.5, 0.25, 0.15, 0.1)),
    "pairs": ("parchis", {"preset": "diceless"}, ["YR", "BG"], None, (0.62, 0.38)),
    "teams": ("parchis", {"preset": "italian", "colours": 6}, None, [[0, 2, 4], [1, 3, 5]], (0.3, 0.7)),
    "palma": ("palma", {"preset": "classic"}, None, None, (0.2, 0.8)),
}


def shown(name: str, theme: str = "classic") -> Scene:
    game, rules, seats, teams, chances = BOARDS[name]
    state = catalog.game(game).start(rules, seats, teams)
    return Scene(game, state, ("Ana", "Bea"), size=None, theme=theme, chances=chances)


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def length(image: Image.Image, y: int, paint: Colour) -> int:
    """How many pixels of a row there are from the first of a colour to the last, which are blends nearly."""
    row = [image.getpixel((x, y)) for x in range(image.width)]
    spots = [x for x, at in enumerate(row) if isinstance(at, tuple) and _near(at, paint)]
    return spots[-1] - spots[0] + 1


def _near(one: tuple[float, ...], other: Colour) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 8


@pytest.mark.parametrize(
    ("name", "theme"), [*((board, "classic") for board in BOARDS), *(("four", one) for one in NAMES[1:])]
)
def test_each_side_has_a_part_in_each_of_its_colours_as_long_as_its_chance(name: str, theme: str) -> None:
    scene = shown(name, theme)
    image, painter = opened(draw(scene)), PAINTERS[scene.game]
    edge, high = round(0.012 * image.width), round(0.05 * image.width)
    for side, colours in painter.sides(scene.state):
        for number, colour in enumerate(colours):
            y = image.height - edge - high + round(high * (number + 0.5) / len(colours))
            share = length(image, y, painter.line(THEMES[theme], colour)[0]) / (image.width - 2 * edge)
            assert share == pytest.approx(scene.chances[side], abs=0.01), (side, colour)


@pytest.mark.parametrize("name", BOARDS)
def test_the_board_above_it_is_the_same_pixel_by_pixel(name: str) -> None:
    scene = shown(name)
    image, plain = opened(draw(scene)), opened(draw(replace(scene, chances=())))
    assert image.width == plain.width
    assert plain.height < image.height < 1.1 * plain.height
    assert ImageChops.difference(image.crop((0, 0, *plain.size)), plain).getbbox() is None
    assert ImageChops.difference(pixels(scene).convert("RGB"), image).getbbox() is None


def test_sides_differ_by_the_shapes_on_their_parts_where_nobody_sees_colours() -> None:
    image = opened(draw(replace(shown("four"), chances=(0.25, 0.25, 0.25, 0.25)))).convert("L")
    quarter, middle = (image.width - 20) // 4, image.height - 30
    parts = [
        image.crop((10 + quarter * part + 40, middle - 20, 10 + quarter * (part + 1) - 80, middle + 20))
        for part in range(4)
    ]
    outlines = [part.point([255 * (tone > 180) for tone in range(256)]).tobytes() for part in parts]
    assert len(set(outlines)) == 4


@pytest.mark.parametrize("chances", [(1.0, 0.0, 0.0, 0.0), (0.994, 0.002, 0.002, 0.002), (0.03, 0.03, 0.9, 0.04)])
@pytest.mark.parametrize("size", [240, 390])
def test_no_part_is_too_narrow_to_be_drawn(chances: tuple[float, ...], size: int) -> None:
    assert opened(draw(replace(shown("four"), chances=chances, size=size))).width == size


def test_a_moving_board_begins_and_ends_with_the_still_that_has_the_bar() -> None:
    scene, game = shown("palma"), catalog.game("palma")
    before = game.apply(scene.state, "D").state
    step = game.apply(before, "1")
    end = replace(scene, state=step.state, trail=tuple(step.events), faces=("sun", "moon", "moon"))
    data = draw_motion(Unseen(before, (Step(tuple(step.events), step.state, end.faces),), end))
    assert data is not None
    still = opened(draw(end))
    with Image.open(BytesIO(data)) as moving:
        for frame in (0, getattr(moving, "n_frames", 1) - 1):
            moving.seek(frame)
            assert ImageChops.difference(moving.convert("RGB"), still).getbbox() is None
