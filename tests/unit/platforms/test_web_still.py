"""The still of a moving board on the page: its first picture, and nothing of any other file."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from bot.platforms.web.still import moving_time, still_of


def gif(count: int, **options: object) -> bytes:
    frames = [Image.new("P", (30, 20), shade) for shade in range(1, count + 1)]
    for frame in frames:
        frame.putpalette([channel for shade in range(256) for channel in (shade, 0, 255 - shade)])
    out = BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=60, **options)
    return out.getvalue()


@pytest.mark.parametrize("options", [{}, {"loop": 0}, {"comment": b"x" * 300}], ids=["once", "for ever", "comment"])
def test_the_still_is_the_first_picture(options: dict[str, object]) -> None:
    data = gif(4, **options)
    still = still_of(data)
    with Image.open(BytesIO(still)) as one, Image.open(BytesIO(data)) as film:
        assert (getattr(one, "n_frames", 1), getattr(film, "n_frames", 1)) == (1, 4)
        assert ImageChops.difference(one.convert("RGB"), film.convert("RGB")).getbbox() is None
    assert len(still) < len(data)
    assert still_of(still) == still


@pytest.mark.parametrize("options", [{}, {"loop": 0}], ids=["once", "for ever"])
def test_the_time_until_the_last_picture_is_told(options: dict[str, object]) -> None:
    assert moving_time(gif(4, **options)) == 180
    assert moving_time(gif(1)) == moving_time(still_of(gif(4))) == moving_time(b"no picture") == 0


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\n rest", b"GIF89a" + b"\0" * 7 + b"?"])
def test_other_bytes_stay_as_they_are(data: bytes) -> None:
    assert still_of(data) == data
