"""Limit how long a call may take, without its wait in the library's queue.

discord.py queues calls of one kind, and each that ends wakes the next. If a timeout cut it off at that moment, the
next would wait until the library recovers, after half a minute.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp

QUEUE = 40.0
"""Seconds to wait in the queue, or to wake others afterwards; more than the library's thirty."""

_calls: ContextVar[tuple[asyncio.Timeout, float] | None] = ContextVar("_calls", default=None)


@asynccontextmanager
async def request_timeout(seconds: float) -> AsyncIterator[None]:
    """Raise TimeoutError if the calls inside take longer than `seconds` on their way."""
    async with asyncio.timeout(QUEUE) as limit:
        token = _calls.set((limit, seconds))
        try:
            yield
        finally:
            _calls.reset(token)


def watch(trace: aiohttp.TraceConfig) -> None:
    """Let a trace of the library's session report when calls are on their way."""
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
