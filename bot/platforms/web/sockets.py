"""Serve a WebSocket of a page, if its client has room for one more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager

from aiohttp import web

from bot.platforms.web.protocol import FRAME_BYTES

Run = Callable[[web.WebSocketResponse, Callable[[], object]], Awaitable[None]]
"""Runs the session of a socket until it ends; it is given what drops the connection."""


async def serve_socket(
    request: web.Request,
    held: AbstractContextManager[bool],
    sockets: set[web.WebSocketResponse],
    run: Run,
    protocols: tuple[str, ...] = (),
) -> web.StreamResponse:
    """Serve a socket, which is in `sockets` while it is open. `held` says whether there is room, and holds it."""
    with held as has_room:
        if not has_room:
            return web.Response(status=429, text="Too many pages are open.\n", headers={"Retry-After": "60"})
        # Sessions watch their page themselves: aiohttp's heartbeat outlives a connection closed from here.
        socket = web.WebSocketResponse(autoping=False, max_msg_size=FRAME_BYTES, compress=True, protocols=protocols)
        await socket.prepare(request)
        sockets.add(socket)
        try:
            await run(socket, request.transport.abort if request.transport is not None else request.task.cancel)
        finally:
            sockets.discard(socket)
        return socket
