"""Read a moving picture: its first picture alone, and how long it moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_GIF = b"GIF89a"
_HEADER, _IMAGE, _EXTENSION, _TIMING, _END = 13, 0x2C, 0x21, 0xF9, b";"


class _Block(NamedTuple):
    """A part of a GIF: where it begins and ends, and which kind it is."""

    kind: int
    begin: int
    end: int


def still_of(data: bytes) -> bytes:
    """Return a GIF that is the first picture of a GIF, which is where a moving board comes to rest; else the same."""
    first = next((block for block in _blocks(data) if block.kind == _IMAGE), None)
    return data if first is None else data[: first.end] + _END


def moving_time(data: bytes) -> int:
    """Return after how many milliseconds a GIF comes to rest on its last picture; 0 for what does not move."""
    timings = [
        data[at + 4] | data[at + 5] << 8
        for kind, at, _ in _blocks(data)
        if kind == _EXTENSION and data[at + 1] == _TIMING
    ]
    return 10 * sum(timings[:-1])


def _blocks(data: bytes) -> Iterator[_Block]:
    """Yield the extensions and pictures of a GIF, up to the first thing that is neither; nothing of another file."""
    if not data.startswith(_GIF):
        return
    at = _HEADER + _colours(data[10])
    while at < len(data) and (kind := data[at]) in (_IMAGE, _EXTENSION):
        begin = at
        at += 2 if kind == _EXTENSION else 11 + _colours(data[at + 9])
        while at < len(data) and data[at]:  # blocks, each after its length, the last one empty
            at += data[at] + 1
        at += 1
        yield _Block(kind, begin, at)


def _colours(flags: int) -> int:
    """Return how many bytes a palette has that is told of in these flags."""
    return 3 * (2 << (flags & 7)) if flags & 0x80 else 0
