"""Read a moving GIF: its first picture, and how long it moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_GIF = b"GIF89a"
_HEADER, _IMAGE, _EXTENSION, _TIMING, _END = 13, 0x2C, 0x21, 0xF9, b";"


class _Block(NamedTuple):
    """A block of a GIF: its start, end and kind."""

    kind: int
    begin: int
    end: int


def still_of(data: bytes) -> bytes:
    """Return a GIF of the first picture of a GIF, which is a moving board's final one; other data unchanged."""
    first = next((block for block in _blocks(data) if block.kind == _IMAGE), None)
    return data if first is None else data[: first.end] + _END


def moving_time(data: bytes) -> int:
    """Return the milliseconds until a GIF stops at its last picture; 0 for a still."""
    timings = [
        data[at + 4] | data[at + 5] << 8
        for kind, at, _ in _blocks(data)
        if kind == _EXTENSION and data[at + 1] == _TIMING
    ]
    return 10 * sum(timings[:-1])


def _blocks(data: bytes) -> Iterator[_Block]:
    """Yield a GIF's extensions and pictures, up to the first other block; nothing for other files."""
    if not data.startswith(_GIF):
        return
    at = _HEADER + _colours(data[10])
    while at < len(data) and (kind := data[at]) in (_IMAGE, _EXTENSION):
        begin = at
        at += 2 if kind == _EXTENSION else 11 + _colours(data[at + 9])
        while at < len(data) and data[at]:  # sub-blocks, each after its length, the last one empty
            at += data[at] + 1
        at += 1
        yield _Block(kind, begin, at)


def _colours(flags: int) -> int:
    """Return the size in bytes of the palette that these flags declare."""
    return 3 * (2 << (flags & 7)) if flags & 0x80 else 0
