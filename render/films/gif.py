"""Writes videos as GIF: one palette for all pictures, and only the changes of each."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import BinaryIO

from PIL import GifImagePlugin, Image, ImageChops

from render.drawing.sheet import Box
from render.films.frames import Shot, frames

_COLOURS = 256
_FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_END = b";"
_STAY = 1
"""Disposal mode: the next picture goes on top."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The part of a picture that changed, in mode L, and its upper left corner."""

    image: Image.Image
    corner: tuple[int, int]
    strange: bool = False
    """Whether it has its own palette and covers everything."""


def write(shots: Iterable[Shot], out: BinaryIO, *, once: bool = False) -> None:
    """Write a video picture by picture, with three in memory.

    All shots must have the same board, size and theme; one with its own palette comes last. It plays `once`, or
    forever.
    """
    clear, seen = 0, 0
    last: Image.Image | None = None
    waiting: Part | None = None
    for drawn in frames(shots):
        if last is None:
            clear, part = _begin(drawn.picture, out, once=once), Part(_indexes(drawn.picture), (0, 0))
        elif drawn.strange:
            part = Part(drawn.picture, (0, 0), strange=True)
        else:
            found = _changes(last, drawn.picture, drawn.box, clear)
            if found is None:  # merge equal pictures
                seen += drawn.time
                continue
            part = found
        if waiting is not None:
            _put(waiting, seen, clear, out)
        waiting, seen, last = part, drawn.time, drawn.picture
    if waiting is not None:
        _put(waiting, seen, clear, out)
    out.write(_END)


def _put(part: Part, time: int, clear: int, out: BinaryIO) -> None:
    how = {"include_color_table": True} if part.strange else {"transparency": clear}
    parts = GifImagePlugin.getdata(part.image, part.corner, duration=10 * time, disposal=_STAY, **how)
    out.write(b"".join(parts))


def _indexes(picture: Image.Image) -> Image.Image:
    """Return the palette indexes as shades of grey, for arithmetic."""
    return Image.frombytes("L", picture.size, picture.tobytes())


def _changes(before: Image.Image, after: Image.Image, within: Box | None, clear: int) -> Part | None:
    """Return the smallest part with all changes, the rest of it transparent; None without changes."""
    left, top, right, bottom = within or (0, 0, *after.size)
    if left == right:
        return None
    one, other = (picture.crop((left, top, right, bottom)) for picture in (before, after))
    difference = ImageChops.difference(one, other)
    box = difference.getbbox()
    if box is None:
        return None
    size = (box[2] - box[0], box[3] - box[1])
    changed = Image.frombytes("1", size, difference.crop(box).tobytes(), "raw", "1;8")  # any difference at all
    part = Image.new("L", size, clear)
    part.paste(_indexes(other.crop(box)), mask=changed)
    return Part(part, (left + box[0], top + box[1]))


def _begin(picture: Image.Image, out: BinaryIO, *, once: bool) -> int:
    """Write the header; return the transparent colour's index."""
    palette = bytes(picture.getpalette() or ())
    clear = len(palette) // 3
    if clear >= _COLOURS:
        raise ValueError(f"a palette of {clear} colours has no room for transparency")
    depth = clear.bit_length()
    size = struct.pack("<HHBBB", *picture.size, 0xF0 | (depth - 1), 0, 0)
    out.write(b"GIF89a" + size + palette.ljust(3 << depth, b"\0") + (b"" if once else _FOR_EVER))
    return clear
