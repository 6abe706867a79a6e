"""Write palette pictures as PNG files, with libdeflate: Pillow's own writer takes thrice the time for more bytes.

Where the library is missing, as on 32-bit ARM, the standard library's zlib does the same.
"""

from __future__ import annotations

import struct
import zlib

from PIL import Image

try:
    import deflate
except ImportError:
    deflate = None  # type: ignore[assignment]

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
            _chunk(b"IDAT", _packed(bytes(rows))),
            _chunk(b"IEND", b""),
        )
    )


def _packed(rows: bytes) -> bytes:
    return zlib.compress(rows, _EFFORT) if deflate is None else bytes(deflate.zlib_compress(rows, _EFFORT))


def _chunk(kind: bytes, content: bytes) -> bytes:
    body = kind + content
    check = zlib.crc32(body) if deflate is None else deflate.crc32(body)
    return struct.pack(">I", len(content)) + body + struct.pack(">I", check)
