"""The stored palettes: as good as those learnt again from the boards as they are drawn now."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageStat

from render.drawing.palettes import kept_palette
from render.palma.picture import learnt_palette as learnt_for_palma
from render.parchis.painter import LARGE
from render.parchis.stage import learnt_palette as learnt_for_parchis
from render.themes.catalog import CLASSIC, THEMES
from render.themes.theme import Theme

BOARDS = {"parchis-3": 3, "parchis-4": 4, "parchis-5": 5, "parchis-6": 6, "palma": 0}
SIZE = 800
APART = 0.8
"""Of 255, on average: fonts hint a little differently from machine to machine."""


def colours_of(palette: Image.Image) -> list[tuple[int, int, int]]:
    """List a palette's colours."""
    flat = palette.getpalette() or []
    return [(flat[at], flat[at + 1], flat[at + 2]) for at in range(0, len(flat), 3)]


def loss(image: Image.Image, palette: Image.Image) -> float:
    """Measure how far on average an image is from itself in the colours of a palette."""
    shown = image.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")
    return sum(ImageStat.Stat(ImageChops.difference(image, shown)).mean) / 3


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("board", BOARDS)
def test_is_as_good_as_one_that_is_learnt_now(board: str, theme: Theme) -> None:
    """If not, boards, pieces or themes look otherwise: run `python docs/make_palettes.py`."""
    count = BOARDS[board]
    learnt = (
        learnt_for_parchis(theme, count, LARGE if count > 4 else SIZE) if count else learnt_for_palma(theme, SIZE)
    )
    pinned = theme.paper_colours(count) if count else theme.carved_colours()
    kept = kept_palette(board, theme.name, pinned, SIZE)
    assert kept is not None
    blends = Image.new("RGB", (len(colours_of(learnt)), 1))
    blends.putdata(colours_of(learnt))
    assert loss(blends, kept) < APART
    assert set(pinned) <= set(colours_of(kept))


def test_a_theme_that_has_other_colours_has_none() -> None:
    pinned = CLASSIC.paper_colours(4)
    assert kept_palette("parchis-4", "classic", pinned, SIZE) is not None
    assert kept_palette("parchis-4", "classic", ((1, 2, 3), *pinned), SIZE) is None
    assert kept_palette("parchis-4", "strange", pinned, SIZE) is None
    assert kept_palette("parchis-4", "classic", pinned, 390) is None
