"""Writes palette PNGs with libdeflate or ISA-L: Pillow's writer takes three times as long for larger files.

Without the libraries, as on 32-bit ARM, zlib does it.
"""

from __future__ import annotations

import struct
import zlib

from PIL import Image

try:
    import deflate
except ImportError:
    deflate = None  # type: ignore[assignment]
try:
    from isal import isal_zlib
except ImportError:
    isal_zlib = None  # type: ignore[assignment]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EFFORT = 2
"""Of libdeflate's 12, for boards.

Level 1 takes an eighth longer here and adds a fiftieth. Level 6 takes 1.6 times as long and saves a tenth.
"""
_QUICK = 0
"""The effort that means ISA-L: a quarter of the time, but a tenth more bytes."""
_LIGHT = 46_000
"""Bytes of an empty board below which ISA-L keeps most of its pictures below 60 KB."""
_HEAVY = 59_000
"""Bytes from ISA-L above which libdeflate does it again: a still has 60 KB at most, with its palette."""
_DEPTH, _PALETTE, _NO_FILTER = 8, 3, 0


def encode(image: Image.Image, effort: int = _EFFORT) -> bytes:
    """Write an image of mode P as a PNG. Raises ValueError for other modes."""
    return of_rows(rows_of(image), image.size, colours_of(image), effort)


def rows_of(image: Image.Image) -> bytes:
    """Return the rows of an image of mode P as in a PNG, each after the byte for no filter.

    Raises ValueError for other modes.
    """
    if image.mode != "P":
        raise ValueError(f"a palette image is needed, not {image.mode}")
    # flat colours gain nothing from PNG's filters
    rows = Image.new("P", (image.width + 1, image.height), _NO_FILTER)
    rows.paste(image, (1, 0))
    return rows.tobytes()


def colours_of(image: Image.Image) -> bytes:
    """Return the palette of an image of mode P, three bytes per colour."""
    return bytes(image.getpalette() or ())


def effort_for(board: bytes) -> int:
    """Return the effort for a board's pictures, given the rows of the empty board: light ones need less."""
    is_light = isal_zlib is not None and len(_packed(board, _QUICK)) < _LIGHT
    return _QUICK if is_light else _EFFORT


def of_rows(rows: bytes | bytearray, size: tuple[int, int], colours: bytes, effort: int = _EFFORT) -> bytes:
    """Write a PNG from rows as `rows_of` returns them."""
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, _DEPTH, _PALETTE, 0, 0, 0)),
            _chunk(b"PLTE", colours),
            _chunk(b"IDAT", _packed(rows, effort)),
            _chunk(b"IEND", b""),
        )
    )


def _packed(rows: bytes | bytearray, effort: int) -> bytes:
    if effort == _QUICK:
        packed = bytes(isal_zlib.compress(rows))
        if len(packed) <= _HEAVY or deflate is None:
            return packed
        effort = _EFFORT
    return zlib.compress(rows, effort) if deflate is None else bytes(deflate.zlib_compress(bytes(rows), effort))


def _chunk(kind: bytes, content: bytes) -> bytes:
    body = kind + content
    check = zlib.crc32(body) if deflate is None else deflate.crc32(body)
    return struct.pack(">I", len(content)) + body + struct.pack(">I", check)
