"""Name the test that leaves a connection open: a later test would find it, whenever garbage is looked for."""

from __future__ import annotations

import asyncio
from asyncio.selector_events import BaseSelectorEventLoop
from typing import Any

PATIENCE = 2.0
"""Seconds that connections which are being closed may take, most of all where the other side closes first."""
LOOKS = 200

_close = BaseSelectorEventLoop.close


def close(loop: Any) -> None:
    """Close a loop; raises AssertionError if transports of it are still open."""
    left: list[str] = []
    if not loop.is_closed() and not loop.is_running() and _open(loop):
        loop.run_until_complete(_settled(loop))
        left = [f"{transport!r} of {transport.get_protocol()!r}" for transport in _open(loop)]
        for transport in _open(loop):
            transport.abort()
        loop.run_until_complete(asyncio.sleep(0))
    _close(loop)
    assert not left, f"left open: {left}"


def _open(loop: Any) -> list[Any]:
    return [transport for transport in loop._transports.values() if transport._sock is not None]


async def _settled(loop: Any) -> None:
    """Wait until all connections are closed, or patience ends."""
    for _ in range(LOOKS):
        if not _open(loop):
            return
        await asyncio.sleep(PATIENCE / LOOKS)
