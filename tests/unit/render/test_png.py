"""The PNG files: read back by Pillow, pixel by pixel."""

from __future__ import annotations

import random
from io import BytesIO

import pytest
from PIL import Image

from render.drawing import png


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (64, 65), (800, 11)])
def test_a_picture_comes_back_as_it_was(size: tuple[int, int]) -> None:
    rng = random.Random(str(size))
    image = Image.new("P", size)
    image.putpalette([rng.randrange(256) for _ in range(3 * 200)])
    image.putdata([rng.randrange(200) for _ in range(size[0] * size[1])])
    back = Image.open(BytesIO(png.encode(image)))
    back.load()
    assert (back.format, back.mode, back.size) == ("PNG", "P", size)
    assert back.tobytes() == image.tobytes()
    assert back.convert("RGB").tobytes() == image.convert("RGB").tobytes()


def test_other_pictures_are_refused() -> None:
    with pytest.raises(ValueError, match="not RGB"):
        png.encode(Image.new("RGB", (2, 2)))
