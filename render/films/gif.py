"""Write films as GIF: one palette for all pictures, of each picture only what has changed since the one before."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from PIL import GifImagePlugin, Image, ImageChops

from render.films.script import Shot
from render.picture import pixels

_COLOURS = 256
_FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_END = b";"
_STAY = 1
"""Of a picture's disposal: the next one is put on top of it."""


def write(shots: Iterable[Shot], out: BinaryIO) -> None:
    """Write a film picture by picture, with two in memory; all shots must be of one board, size and theme."""
    clear, last = 0, None
    for picture, time in _stills(shots):
        part, corner = _indexes(picture), (0, 0)
        if last is None:
            clear = _begin(picture, out)
        else:
            part, corner = _changes(last, part, clear)
        last = _indexes(picture)
        parts = GifImagePlugin.getdata(part, corner, duration=10 * time, transparency=clear, disposal=_STAY)
        out.write(b"".join(parts))
    out.write(_END)


def _stills(shots: Iterable[Shot]) -> Iterator[tuple[Image.Image, int]]:
    """Yield the pictures and how long each is seen; equal ones in a row are one."""
    waiting: tuple[Image.Image, int] | None = None
    for shot in shots:
        picture = pixels(shot.scene)
        if waiting is not None and waiting[0].tobytes() == picture.tobytes():
            waiting = (picture, waiting[1] + shot.time)
            continue
        if waiting is not None:
            yield waiting
        waiting = (picture, shot.time)
    if waiting is not None:
        yield waiting


def _indexes(picture: Image.Image) -> Image.Image:
    """Return the palette's indexes as shades of grey, to be computed with."""
    return Image.frombytes("L", picture.size, picture.tobytes())


def _changes(before: Image.Image, after: Image.Image, clear: int) -> tuple[Image.Image, tuple[int, int]]:
    """Find the smallest part of a picture that holds all that has changed, the rest of it clear, and its corner."""
    difference = ImageChops.difference(before, after)
    box = difference.getbbox() or (0, 0, 1, 1)
    changed = difference.crop(box).point(lambda value: value and 255)
    part = Image.new("L", changed.size, clear)
    part.paste(after.crop(box), mask=changed)
    return part, (box[0], box[1])


def _begin(picture: Image.Image, out: BinaryIO) -> int:
    """Write what comes before the pictures; return the colour that lets the picture before show through."""
    palette = bytes(picture.getpalette() or ())
    clear = len(palette) // 3
    if clear >= _COLOURS:
        raise ValueError(f"a palette of {clear} colours has no room for one that is clear")
    depth = clear.bit_length()
    size = struct.pack("<HHBBB", *picture.size, 0xF0 | (depth - 1), 0, 0)
    out.write(b"GIF89a" + size + palette.ljust(3 << depth, b"\0") + _FOR_EVER)
    return clear
