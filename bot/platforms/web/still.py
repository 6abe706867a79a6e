"""Take the first picture out of a moving one."""

from __future__ import annotations

_GIF = b"GIF89a"
_HEADER, _IMAGE, _EXTENSION, _END = 13, 0x2C, 0x21, b";"


def still_of(data: bytes) -> bytes:
    """Return a GIF that is the first picture of a GIF, which is where a moving board comes to rest; else the same."""
    if not data.startswith(_GIF):
        return data
    at = _HEADER + _colours(data[10])
    while at < len(data):
        kind = data[at]
        if kind not in (_IMAGE, _EXTENSION):
            return data
        at += 2 if kind == _EXTENSION else 11 + _colours(data[at + 9])
        while at < len(data) and data[at]:  # blocks, each after its length, the last one empty
            at += data[at] + 1
        at += 1
        if kind == _IMAGE:
            return data[:at] + _END
    return data


def _colours(flags: int) -> int:
    """Return how many bytes a palette has that is told of in these flags."""
    return 3 * (2 << (flags & 7)) if flags & 0x80 else 0
