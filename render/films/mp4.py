"""Write films as MP4, for which the package `av` is needed: `pip install palmares[video]`."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, BinaryIO

import av
from PIL import Image

from render.films.frames import Shot, frames

_CLOCK = Fraction(1, 100)
_OPTIONS = {"tune": "zerolatency", "x264-params": "threads=1"}
"""Looking ahead would cost time and gain nothing here, and the same film would have other bytes each time."""
_SMALL = {"preset": "veryfast", "crf": "26"}
_QUICK = {"preset": "ultrafast", "crf": "26"}
"""For who cannot wait: twice the bytes in two thirds of the time."""


def write(shots: Iterable[Shot], out: BinaryIO, *, quick: bool = False) -> None:
    """Write a film picture by picture; all shots must be of one board, size and theme. `out` must be seekable."""
    options = _OPTIONS | (_QUICK if quick else _SMALL)
    now, last = 0, None
    with av.open(out, "w", format="mp4") as container:
        for drawn in frames(shots):
            last = drawn.picture
            if not now:
                stream = container.add_stream("libx264", rate=_CLOCK.denominator, options=options)
                stream.width, stream.height = _size(last)
                stream.pix_fmt = "yuv420p"
                stream.time_base = stream.codec_context.time_base = _CLOCK
            container.mux(stream.encode(_frame(last, now)))
            now += drawn.time
        if last is not None:
            container.mux(stream.encode(_frame(last, now - 1)))  # else the last one would be seen for an instant
            container.mux(stream.encode())


def _frame(picture: Image.Image, time: int) -> Any:
    """Make a frame of a picture of mode P, in the indexes of its palette: turning it into RGB would take longest."""
    frame = av.VideoFrame(*_size(picture), "pal8")
    indexes, palette = frame.planes
    rows = picture.crop((0, 0, indexes.line_size, frame.height))
    indexes.update(rows.tobytes())
    palette.update(bytes(picture.getpalette("BGRX") or ()).ljust(palette.buffer_size, b"\0"))
    frame.pts, frame.time_base = time, _CLOCK
    return frame


def _size(picture: Image.Image) -> tuple[int, int]:
    """Leave out the last row or column where their number is odd: the format stores pixels by fours."""
    width, height = picture.size
    return (width & ~1, height & ~1)
