"""Writes palette PNGs with libdeflate or ISA-L: Pillow's writer takes three times as long for larger files.

Without the libraries, as on 32-bit ARM, zlib does it.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

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
_LEVEL = 2
"""Of libdeflate's 12, for boards.

Level 1 takes an eighth longer here and adds a fiftieth. Level 6 takes 1.6 times as long and saves a tenth.
"""


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard a picture is compressed: libdeflate's `level`, and the bytes up to which ISA-L may do it instead.

    ISA-L takes a quarter of the time and adds a tenth. If that is too much, libdeflate does the lower third again.
    """

    level: int = _LEVEL
    most: int = 0


USUAL, _LIGHT = Effort(), Effort(5, most=59_150)
"""A still has 60 KB at most on a light board, with its palette."""
_LIGHTEST = 40_000
"""Bytes of an empty board below which it is light."""
_HEADER = b"\x78\x01"
"""Of a zlib stream."""
_DEPTH, _PALETTE, _NO_FILTER = 8, 3, 0


def encode(image: Image.Image, effort: Effort = USUAL) -> bytes:
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


def effort_for(board: bytes) -> Effort:
    """Return the effort for a board's pictures, given the rows of the empty board."""
    return _LIGHT if len(_packed(board, USUAL)) < _LIGHTEST else USUAL


def of_rows(rows: bytes | bytearray, size: tuple[int, int], colours: bytes, effort: Effort = USUAL) -> bytes:
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


def _packed(rows: bytes | bytearray, effort: Effort) -> bytes:
    if effort.most and isal_zlib is not None and deflate is not None:
        whole, part = memoryview(rows), len(rows) * 2 // 3  # its slices copy nothing
        upper, lower = whole[:part], whole[part:]
        head = _HEADER + _quickly(upper, isal_zlib.Z_FULL_FLUSH)
        packed = head + _quickly(lower, isal_zlib.Z_FINISH)
        if len(packed) > effort.most:
            packed = head + deflate.deflate_compress(lower, effort.level)
        if len(packed) <= effort.most:
            return packed + struct.pack(">I", deflate.adler32(rows))
    return bytes((zlib.compress if deflate is None else deflate.zlib_compress)(rows, effort.level))


def _quickly(rows: memoryview, end: int) -> bytes:
    """Return a part of a deflate stream by ISA-L, to be continued or at its end."""
    part = isal_zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return part.compress(rows) + part.flush(end)


def _chunk(kind: bytes, content: bytes) -> bytes:
    body = kind + content
    check = zlib.crc32(body) if deflate is None else deflate.crc32(body)
    return struct.pack(">I", len(content)) + body + struct.pack(">I", check)
