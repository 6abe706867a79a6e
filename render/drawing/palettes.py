"""Loads precomputed palettes of the usual boards: learning one takes a fifth of a board's first picture.

`python docs/make_palettes.py` makes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain

from PIL import Image

from render.drawing.emoji import ASSETS
from render.themes.theme import Colour

FILE = ASSETS / "palettes.hex"
"""One line each: a board, a theme, and the colours in hexadecimal."""


_LEAST = 600
"""The least width at which a board has the usual blends: smaller ones have more edges."""


def kept_palette(board: str, theme: str, pinned: Sequence[Colour], size: int) -> Image.Image | None:
    """Return the stored palette of a board this wide in a theme, if it has all pinned colours."""
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
