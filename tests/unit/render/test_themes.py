"""Themes: colour-blind people can tell the pieces apart, by colour and by shape; words are legible."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageDraw

from engine.catalog import game
from render.content.scene import Scene
from render.drawing import canvas
from render.drawing.shapes import SHAPES, SIGNS
from render.picture import draw
from render.themes.catalog import CLASSIC, THEMES
from render.themes.theme import Theme
from tests.unit.render.colour_vision import DEFICIENCIES, contrast, distance, lab, seen

THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
SEEN = pytest.mark.parametrize("deficiency", [None, *DEFICIENCIES])

APART = {"classic": 12.0, "dark": 12.0, "high-contrast": 14.5}
"""How far apart in CIEDE2000 any two pieces of a theme are, however they are seen. 1 is just seen, 10 at a glance."""


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((90.8027, -2.0831, 1.4410), (91.1528, -1.6435, 0.0447), 1.4441),
        ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ],
)
def test_the_distance_is_that_of_the_published_pairs(
    a: tuple[float, float, float], b: tuple[float, float, float], expected: float
) -> None:
    assert math.isclose(distance(a, b), expected, abs_tol=1e-4)
    assert math.isclose(distance(b, a), expected, abs_tol=1e-4)


@THEME
@SEEN
def test_pieces_are_told_apart_by_colour(theme: Theme, deficiency: str | None) -> None:
    for a, b in combinations(theme.tints, 2):
        apart = distance(lab(seen(a.base, deficiency)), lab(seen(b.base, deficiency)))
        assert apart >= APART[theme.name], (a.letter, b.letter)
    hounds, jackals = (lab(seen(side.base, deficiency)) for side in theme.sides)
    assert distance(hounds, jackals) > 40


@THEME
@SEEN
def test_the_light_round_what_may_move_is_no_pieces_colour(theme: Theme, deficiency: str | None) -> None:
    glow = lab(seen(theme.glow, deficiency))
    for tint in theme.tints:
        assert distance(glow, lab(seen(tint.base, deficiency))) > 20, tint.letter


@THEME
def test_words_are_legible(theme: Theme) -> None:
    bold = 4.5 if theme.name == "high-contrast" else 3.2
    assert contrast(theme.number, theme.square) > 7
    assert contrast(theme.ink, theme.cream) > 12
    for tint in (*theme.tints, *theme.sides):
        assert contrast(tint.ink, tint.base) > bold, tint.letter
        assert contrast(tint.deep, theme.cream) > 6, tint.letter
    for tint in theme.tints:
        assert contrast(tint.digit, tint.field) > 2.8, tint.letter


def _filled(shape: tuple[tuple[float, float], ...]) -> Image.Image:
    image = Image.new("1", (300, 300))
    ImageDraw.Draw(image).polygon([(150 + 100 * x, 150 - 100 * y) for x, y in shape], fill=1)
    return image


@pytest.mark.parametrize("shapes", [SHAPES, SIGNS])
def test_shapes_differ(shapes: tuple[tuple[tuple[float, float], ...], ...]) -> None:
    """Of all that one of two shapes covers, they share so much at most."""
    for a, b in combinations(map(_filled, shapes), 2):
        both = sum(ImageChops.logical_and(a, b).histogram()[1:])
        either = sum(ImageChops.logical_or(a, b).histogram()[1:])
        assert both / either < 0.88


def test_every_theme_and_board_looks_different() -> None:
    state = game("parchis").start({"preset": "italian", "colours": 4})
    other = game("palma").start({"preset": "classic"})
    pictures = {draw(Scene("parchis", state, ("Ana",) * 4, size=320, theme=name)) for name in THEMES}
    pictures |= {draw(Scene("palma", other, ("Ana", "Eva"), size=320, theme=name)) for name in THEMES}
    assert len(pictures) == 2 * len(THEMES)


def test_colours_that_nobody_plays_are_quieter() -> None:
    quiet = CLASSIC.playing((0, 2))
    assert quiet.tints[0] is CLASSIC.tints[0]
    for colour in (1, 3, 4, 5):
        before, after = (lab(seen(theme.tints[colour].field, None)) for theme in (CLASSIC, quiet))
        assert math.hypot(*after[1:]) < 0.5 * math.hypot(*before[1:])


@THEME
@SEEN
def test_homes_are_told_apart_by_colour(theme: Theme, deficiency: str | None) -> None:
    for a, b in combinations(theme.tints, 2):
        assert distance(lab(seen(a.field, deficiency)), lab(seen(b.field, deficiency))) >= 12, (a.letter, b.letter)


@THEME
def test_the_ring_of_whose_turn_it_is_stands_out_on_every_home(theme: Theme) -> None:
    """It is dark and gold: one of the two does."""
    for tint in theme.tints:
        assert max(contrast(theme.gold, tint.field), contrast(theme.ink, tint.field)) >= 3, tint.letter


@THEME
def test_the_other_marks_of_whose_turn_it_is_stand_out_too(theme: Theme) -> None:
    """The arrow by a name, and the frame round a tray of Palma."""
    assert all(contrast(theme.gold, tint.deep) >= 3 for tint in theme.tints)
    assert contrast(theme.gold, theme.table) >= 3


@THEME
@pytest.mark.parametrize(("name", "rules"), [("parchis", {"colours": 4}), ("parchis", {"colours": 6}), ("palma", {})])
def test_edges_have_no_fringes(
    monkeypatch: pytest.MonkeyPatch, theme: Theme, name: str, rules: dict[str, object]
) -> None:
    """Of the pixels that a board's palette does not have exactly, hardly any is off by more than 24 levels."""
    off: list[float] = []

    def keep(colour: Image.Image, palette: Image.Image) -> Image.Image:
        indexed = colour.quantize(palette=palette, dither=Image.Dither.NONE)
        if colour.size == (360, round(360 * colour.height / colour.width)):
            apart = ImageChops.difference(colour, indexed.convert("RGB")).split()
            worst = ImageChops.lighter(ImageChops.lighter(apart[0], apart[1]), apart[2]).histogram()
            off.append(sum(worst[25:]) / max(1, sum(worst[1:])))
        return indexed

    monkeypatch.setattr(canvas, "_look_up", keep)
    draw(Scene(name, game(name).start(rules), ("Ana",) * 6, size=360, theme=theme.name))
    assert off
    assert off[-1] < 0.01
