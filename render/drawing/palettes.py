"""Keep the palettes of the usual boards: to learn one takes a fifth of the time of a board's first picture.

They are learnt beforehand, by `python docs/make_palettes.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain

from PIL import Image

from render.drawing.emoji import ASSETS
from render.themes.theme import Colour

FILE = ASSETS / "palettes.hex"
"""A line each: a board, a theme, and the colours in hexadecimal digits."""


_LEAST = 600
"""From what width on a board has the same blends as the usual one: smaller ones have more edges."""


def kept_palette(board: str, theme: str, pinned: Sequence[Colour], size: int) -> Image.Image | None:
    """Return the palette of a board in a theme, so many pixels wide, that has all pinned colours, if one is kept."""
    colours = _kept().get((board, theme), b"")
    if size < _LEAST or not colours or not colours.startswith(bytes(chain.from_iterable(dict.fromkeys(pinned)))):
        return None
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    return palette


@cache
def _kept() -> dict[tuple[str, str], bytes]:
    lines = (line.split() for line in FILE.read_text("ascii").splitlines())
    return {(board, theme): bytes.fromhex(digits) for board, theme, digits in lines}
