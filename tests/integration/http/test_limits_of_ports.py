"""Hold every port to the same limits: heads that do not come, connections in all and of one address, slow readers."""

from __future__ import annotations

import asyncio
import resource
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from bot.http import connection_gate, server
from bot.http.refusals import REFUSALS, Kind
from bot.http.server import Bounds, HttpServer
from bot.observability import health
from bot.platforms.telegram import webhook
from bot.platforms.web.rate_limits import WebLimits

PATIENCE = 10.0
SMALL = Bounds(connections=3, connections_each=2, body_bytes=100, seconds=0.3)


@asynccontextmanager
async def served(bounds: Bounds = SMALL, size: int = 2) -> AsyncIterator[int]:
    """Serve an answer of `size` bytes; yield the port."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(body=bytes(size))

    door = HttpServer("test", bounds, shutdown_seconds=0.1)
    door.app.router.add_get("/", answer)
    try:
        yield await door.start("127.0.0.1", 0)
    finally:
        await door.stop()


async def ended(reader: asyncio.StreamReader) -> bytes:
    """Return what comes until the server ends a connection."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await reader.read()
    except ConnectionResetError:
        return b""


def test_all_three_ports_wait_ten_seconds_and_limit_bodies_and_connections() -> None:
    page = WebLimits()
    for bounds in (health.BOUNDS, webhook.BOUNDS):
        assert bounds.seconds == page.head_seconds == 10
        assert bounds.body_bytes <= 1 << 20
    together = page.connections + webhook.BOUNDS.connections + health.BOUNDS.connections
    assert together < 0.9 * server.USUAL_FILES  # the rest is for the database and what is drawn


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: 1"])
async def test_half_a_head_is_not_waited_for(begun: bytes) -> None:
    async with served() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(begun)
        assert await ended(reader) == b""
        writer.close()


async def test_a_head_that_comes_letter_by_letter_is_not_waited_for_either() -> None:
    async with served() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)

        async def trickle() -> None:
            while True:
                writer.write(b"x")
                await asyncio.sleep(0.02)

        writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ")
        trickling = asyncio.create_task(trickle())
        assert await ended(reader) == b""
        trickling.cancel()
        await asyncio.gather(trickling, return_exceptions=True)
        writer.close()


async def test_a_connection_too_many_is_ended_counted_and_leaves_the_others_alone() -> None:
    before = REFUSALS.counts["test", Kind.FULL]
    async with served(Bounds(connections=2, connections_each=2, body_bytes=100)) as port:
        some = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        reader, more = await asyncio.open_connection("127.0.0.1", port)
        assert await ended(reader) == b""
        more.close()
        assert REFUSALS.counts["test", Kind.FULL] == before + 1
        for reader, writer in some:
            writer.write(b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            assert (await ended(reader)).startswith(b"HTTP/1.1 200")
            writer.close()


async def test_who_does_not_take_an_answer_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_gate, "SLOW_SECONDS", 0.2)
    before = REFUSALS.counts["test", Kind.SLOW]
    async with served(size=20_000_000) as port:
        with socket.create_connection(("127.0.0.1", port)) as silent:
            silent.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            async with asyncio.timeout(PATIENCE):
                while REFUSALS.counts["test", Kind.SLOW] == before:  # noqa: ASYNC110 - nothing tells of it
                    await asyncio.sleep(0.02)


def test_where_fewer_files_may_be_open_there_are_fewer_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    for files, connections in ((1024, 700), (4096, 700), (256, 175), (resource.RLIM_INFINITY, 700), (1, 1)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, soft=files: (soft, soft))
        assert server._affordable(700) == connections
