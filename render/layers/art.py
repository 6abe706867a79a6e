"""Keeps the parts of boards as PNG files, each named by the hash of its pixels."""

from __future__ import annotations

import hashlib
from array import array
from collections import OrderedDict
from io import BytesIO
from threading import Lock

from PIL import Image

from render.drawing import png
from render.drawing.canvas import CachedBase

_KNOWN, _FILES = 1024, 4096
"""Images whose names are remembered, some 14 KB each, and files: some 2 KB each, an empty board 40 KB."""
_DIGITS = 16
_COLOURS = 256


class Art:
    """Parts of boards by name. Thread-safe, and bounded: what was named longest ago goes first."""

    def __init__(self, known: int = _KNOWN, files: int = _FILES) -> None:
        self._most_known, self._most_files = known, files
        self._known: OrderedDict[int, tuple[Image.Image | CachedBase, str]] = OrderedDict()
        self._files: OrderedDict[str, bytes] = OrderedDict()
        self._lock = Lock()

    def name(self, part: Image.Image | CachedBase) -> str:
        """Return the name of a sprite or an empty board, and keep its file."""
        with self._lock:
            kept = self._known.get(id(part))
            name = kept[1] if kept is not None and kept[0] is part else _hash(part)
            self._known[id(part)] = (part, name)  # which keeps another part from getting the same identity
            self._known.move_to_end(id(part))
            if name not in self._files:
                self._files[name] = _file(part)
            self._files.move_to_end(name)
            if len(self._known) > self._most_known:
                self._known.popitem(last=False)
            if len(self._files) > self._most_files:
                self._files.popitem(last=False)
        return name

    def file(self, name: str) -> bytes | None:
        """Return the PNG with a name; None if it was not named for too long."""
        return self._files.get(name)


ART = Art()
"""The parts of all boards that this process has described."""


def _hash(part: Image.Image | CachedBase) -> str:
    if isinstance(part, CachedBase):
        content = (repr(part.size).encode(), part.colours, part.rows)
    else:
        palette = png.colours_of(part) if part.mode == "P" else b""
        content = (repr((part.mode, part.size)).encode(), palette, part.tobytes())
    return hashlib.sha256(b"".join(content)).hexdigest()[:_DIGITS]


def _file(part: Image.Image | CachedBase) -> bytes:
    if isinstance(part, CachedBase):
        return png.of_rows(part.rows, part.size, part.colours)
    if part.mode == "P":
        return png.encode(part)
    out = BytesIO()
    indexed, opacities = _indexed(part)
    if opacities:
        indexed.save(out, "PNG", transparency=opacities, compress_level=6)
    else:
        part.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _indexed(sprite: Image.Image) -> tuple[Image.Image, bytes]:
    """Return a sprite in a palette of just its colours, and their opacities: two thirds of the bytes.

    A sprite with too many colours has no opacities.
    """
    pixels = sprite.convert("RGBA").tobytes()
    numbers = memoryview(pixels).cast("I")
    places = {number: place for place, number in enumerate(dict.fromkeys(numbers))}
    if len(places) > _COLOURS:
        return sprite, b""
    colours = memoryview(array("I", places)).cast("B")
    indexed = Image.frombytes("P", sprite.size, bytes(map(places.__getitem__, numbers)))
    indexed.putpalette([channel for at in range(0, len(colours), 4) for channel in colours[at : at + 3]])
    return indexed, bytes(colours[3::4])
