"""Writes videos as MP4, which needs the package `av`: `pip install palmares[video]`.

The index (`moov`) comes before the pictures, so that phones play a video while it loads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, BinaryIO

import av
from PIL import Image

from render.films.frames import Shot, frames

_CLOCK = Fraction(1, 100)
_OPTIONS = {"tune": "zerolatency", "x264-params": "threads=1"}
"""Lookahead would cost time, gain nothing, and make the bytes vary."""
_SMALL = {"preset": "veryfast", "crf": "26"}
_QUICK = {"preset": "ultrafast", "crf": "26"}
"""For urgent use: twice the bytes in two thirds of the time."""


def write(shots: Iterable[Shot], out: BinaryIO, *, quick: bool = False) -> None:
    """Write a video picture by picture; all shots must have the same board, size and theme.

    `out` must be seekable and readable.
    """
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
            container.mux(stream.encode(_frame(last, now - 1)))  # else the last one would flash by
            container.mux(stream.encode())
    out.seek(0)
    data = index_first(out.read())
    out.seek(0)
    out.write(data)


def index_first(film: bytes) -> bytes:
    """Move the index of an MP4 (`moov`) before its pictures, and adjust its offsets.

    The encoder can only do that to a named file.
    """
    boxes = list(_boxes(film, 0, len(film)))
    index = next(((start, end) for kind, start, end in boxes if kind == b"moov"), None)
    first = next((start for kind, start, _ in boxes if kind == b"mdat"), len(film))
    if index is None or index[0] < first:
        return film
    start, end = index
    moov = bytearray(film[start:end])
    _shift(moov, 8, len(moov), end - start)
    return film[:first] + bytes(moov) + film[first:start] + film[end:]


def _boxes(data: bytes | bytearray, start: int, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Yield the boxes in a part of a file: each kind, start and end."""
    while start + 8 <= end:
        size = int.from_bytes(data[start : start + 4], "big")
        if size == 1:  # a large box has its size after its kind
            size = int.from_bytes(data[start + 8 : start + 16], "big")
        stop = start + size if size >= 8 else end
        yield bytes(data[start + 4 : start + 8]), start, stop
        start = stop


def _shift(moov: bytearray, start: int, end: int, by: int) -> None:
    """Add `by` bytes to all picture offsets in an index."""
    for kind, here, there in _boxes(moov, start, end):
        if kind in _AROUND:
            _shift(moov, here + 8, there, by)
        elif (wide := _OFFSETS.get(kind)) is not None:
            for at in range(here + 16, there, wide):
                place = int.from_bytes(moov[at : at + wide], "big") + by
                moov[at : at + wide] = place.to_bytes(wide, "big")


_AROUND = frozenset((b"trak", b"mdia", b"minf", b"stbl"))
"""The boxes of an index that contain the offset tables."""
_OFFSETS = {b"stco": 4, b"co64": 8}
"""Bytes per offset in each table."""


def _frame(picture: Image.Image, time: int) -> Any:
    """Make a frame of a picture of mode P in palette indexes: converting to RGB would take longest."""
    frame = av.VideoFrame(*_size(picture), "pal8")
    indexes, palette = frame.planes
    rows = picture.crop((0, 0, indexes.line_size, frame.height))
    indexes.update(rows.tobytes())
    palette.update(bytes(picture.getpalette("BGRX") or ()).ljust(palette.buffer_size, b"\0"))
    frame.pts, frame.time_base = time, _CLOCK
    return frame


def _size(picture: Image.Image) -> tuple[int, int]:
    """Return the picture's size rounded down to even numbers, as the format requires."""
    width, height = picture.size
    return (width & ~1, height & ~1)
