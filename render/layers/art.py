"""Keeps the parts of boards as lossless WebP files, each named by the hash of its pixels.

They have a quarter to a half fewer bytes than PNG files. Browsers that can't read them show pictures.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from io import BytesIO
from threading import Lock
from typing import Any

from PIL import Image

from render.drawing import png
from render.drawing.canvas import CachedBase

_KNOWN, _FILES = 1024, 4096
"""Images whose names are remembered, some 14 KB each, and files: some 1 KB each, an empty board 25 KB."""
_DIGITS = 12
_EFFORT: dict[str, Any] = {"lossless": True, "method": 2, "quality": 75}
"""More takes up to a hundred times as long for 2 % fewer bytes."""


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
        """Return the file with a name; None if it was not named for too long."""
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
    out = BytesIO()
    image = part.part((0, 0, *part.size)) if isinstance(part, CachedBase) else part
    image.convert("RGB" if isinstance(part, CachedBase) else "RGBA").save(out, "WEBP", **_EFFORT)
    return out.getvalue()
