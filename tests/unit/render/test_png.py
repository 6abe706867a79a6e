"""The PNG files: read back by Pillow, pixel by pixel."""

from __future__ import annotations

import random
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from render.drawing import png

ROOT = Path(__file__).parents[3]
PAD = bytes(100_000)
"""More than a picture here has."""


@pytest.fixture(params=["libdeflate", "zlib", "ISA-L", "both"])
def effort(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> png.Effort:
    """Return an effort for which this library compresses."""
    if request.param == "zlib":
        monkeypatch.setattr(png, "deflate", None)
    if request.param == "both":
        quickly = png._quickly
        monkeypatch.setattr(
            png, "_quickly", lambda rows, end: quickly(rows, end) + PAD * (end == png.isal_zlib.Z_FINISH)
        )
    return png.Effort(most=len(PAD)) if request.param in ("ISA-L", "both") else png.USUAL


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (64, 65), (800, 11)])
def test_a_picture_comes_back_as_it_was(size: tuple[int, int], effort: png.Effort) -> None:
    rng = random.Random(str(size))
    image = Image.new("P", size)
    image.putpalette([rng.randrange(256) for _ in range(3 * 200)])
    image.putdata([rng.randrange(200) for _ in range(size[0] * size[1])])
    back = Image.open(BytesIO(png.encode(image, effort)))
    back.load()
    assert (back.format, back.mode, back.size) == ("PNG", "P", size)
    assert back.tobytes() == image.tobytes()
    assert back.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_other_pictures_are_refused() -> None:
    with pytest.raises(ValueError, match="not RGB"):
        png.encode(Image.new("RGB", (2, 2)))


def test_boards_are_drawn_where_the_libraries_are_missing() -> None:
    without = """
import sys
sys.modules["deflate"] = sys.modules["isal"] = None  # as where they are not installed
from engine.catalog import game
from render.content.scene import Scene
from render.drawing import png
from render.films import moving
from render.picture import draw
assert png.deflate is png.isal_zlib is None
print(draw(Scene("parchis", game("parchis").start(), ()))[:4])
"""
    said = subprocess.run(  # noqa: S603
        [sys.executable, "-c", without], capture_output=True, text=True, timeout=60, check=False, cwd=ROOT
    )
    assert said.stdout.strip() == r"b'\x89PNG'", said.stderr
