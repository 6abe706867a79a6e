"""How long a call may take: it counts while the call is on its way, not while the library lets it wait its turn.

discord.py lets calls of one kind wait for each other, and each that ends sees to those behind it. One that was cut
off while it did so would leave them waiting, and be taken for failed though Discord had answered. Where that has
happened all the same, the library goes on by itself after half a minute, so a call that waits its turn has longer.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp

QUEUE = 40.0
"""Seconds to wait for its turn, or to see to others afterwards; more than the library's thirty."""

_calls: ContextVar[tuple[asyncio.Timeout, float] | None] = ContextVar("_calls", default=None)


@asynccontextmanager
async def request_timeout(seconds: float) -> AsyncIterator[None]:
    """Let what is called in here be on its way for so many seconds; then raise TimeoutError."""
    async with asyncio.timeout(QUEUE) as limit:
        token = _calls.set((limit, seconds))
        try:
            yield
        finally:
            _calls.reset(token)


def watch(trace: aiohttp.TraceConfig) -> None:
    """Let a trace of the library's session tell when calls are on their way."""
    trace.on_request_start.append(_sent)
    trace.on_request_end.append(_back)
    trace.on_request_exception.append(_back)


async def _sent(_: aiohttp.ClientSession, __: SimpleNamespace, ___: aiohttp.TraceRequestStartParams) -> None:
    call = _calls.get()
    if call is not None:
        _until(*call)


async def _back(
    _: aiohttp.ClientSession,
    __: SimpleNamespace,
    ___: aiohttp.TraceRequestEndParams | aiohttp.TraceRequestExceptionParams,
) -> None:
    call = _calls.get()
    if call is not None:
        _until(call[0], QUEUE)


def _until(limit: asyncio.Timeout, seconds: float) -> None:
    if not limit.expired():
        limit.reschedule(asyncio.get_running_loop().time() + seconds)
