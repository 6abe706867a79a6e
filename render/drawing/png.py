"""Write palette pictures as PNG files, with libdeflate: Pillow's own writer takes thrice the time for more bytes."""

from __future__ import annotations

import struct

import deflate
from PIL import Image

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EFFORT = 6
"""Of 12. 7 takes half as long again and saves a thirtieth; ISA-L, a millisecond faster, gives a fifth more bytes."""
_DEPTH, _PALETTE, _NO_FILTER = 8, 3, 0


def encode(image: Image.Image) -> bytes:
    """Write an image of mode P as a PNG. Raises ValueError for another mode."""
    return of_rows(rows_of(image), image.size, colours_of(image))


def rows_of(image: Image.Image) -> bytes:
    """Return the rows of an image of mode P as a PNG has them: each after a byte that says that it has no filter.

    Raises ValueError for another mode.
    """
    if image.mode != "P":
        raise ValueError(f"a palette image is needed, not {image.mode}")
    # flat colours have nothing to gain from PNG's filters
    rows = Image.new("P", (image.width + 1, image.height), _NO_FILTER)
    rows.paste(image, (1, 0))
    return rows.tobytes()


def colours_of(image: Image.Image) -> bytes:
    """Return the palette of an image of mode P, three bytes a colour."""
    return bytes(image.getpalette() or ())


def of_rows(rows: bytes | bytearray, size: tuple[int, int], colours: bytes) -> bytes:
    """Write a PNG of rows as `rows_of` gives them, of an image so wide and high."""
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, _DEPTH, _PALETTE, 0, 0, 0)),
            _chunk(b"PLTE", colours),
            _chunk(b"IDAT", bytes(deflate.zlib_compress(bytes(rows), _EFFORT))),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    body = kind + content
    return struct.pack(">I", len(content)) + body + struct.pack(">I", deflate.crc32(body))
