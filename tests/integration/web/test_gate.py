"""The gate: connections that say nothing, say nonsense or go in the middle, and how many there may be."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.http.client_address import network
from bot.http.connection_gate import ConnectionCount
from bot.observability.health import Health
from bot.platforms.web.identity import new_secret
from bot.platforms.web.rate_limits import WebLimits
from tests.fakes.malformed import UPGRADE
from tests.fakes.web_site import Site, counting_site, until

Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]
PATIENCE = 5.0


@asynccontextmanager
async def raw(url: str) -> AsyncIterator[Ends]:
    """Connect without knowing any HTTP."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rstrip("/").rpartition(":")[2]))
    try:
        yield reader, writer
    finally:
        writer.close()


async def answer(url: str, request: str) -> str:
    """Send some bytes and read until the server ends it."""
    async with raw(url) as (reader, writer), asyncio.timeout(PATIENCE):
        writer.write(request.replace("\n", "\r\n").encode())
        return (await reader.read()).decode(errors="replace")


async def ended(reader: asyncio.StreamReader) -> bool:
    """Wait for the server's end of a connection."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await reader.read() == b""
    except ConnectionResetError:
        return True


@pytest.mark.parametrize("begun", ["", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: 1"])
async def test_a_head_that_does_not_come_is_not_waited_for(tmp_path: Path, begun: str) -> None:
    async with counting_site(tmp_path, limits=WebLimits(head_seconds=0.2)) as site, raw(site.url) as (reader, writer):
        writer.write(begun.encode())
        assert await ended(reader)


async def test_the_next_head_is_not_waited_for_either(tmp_path: Path) -> None:
    async with counting_site(tmp_path, limits=WebLimits(head_seconds=0.2)) as site, raw(site.url) as (reader, writer):
        writer.write(b"GET /icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\n")
        async with asyncio.timeout(PATIENCE):
            assert b"200 OK" in await reader.read()


async def test_so_many_connections_and_no_more_and_room_again_when_one_goes(tmp_path: Path) -> None:
    async with (
        counting_site(tmp_path, limits=WebLimits(connections=2)) as site,
        raw(site.url) as (_, first),
        raw(site.url),
    ):
        async with raw(site.url) as (reader, _):
            assert await ended(reader)
        first.close()
        async with asyncio.timeout(PATIENCE):
            while " 400 " not in await _tried(site.url):
                pass


async def _tried(url: str) -> str:
    try:
        return await answer(url, "GET / HTTP/1.1\nConnection: close\n\n")
    except ConnectionResetError:
        return ""


def test_one_address_may_have_so_many_and_a_proxy_as_many_as_there_are() -> None:
    count = ConnectionCount(5, 2, [network("10.0.0.0/8")])
    assert [count.enter(f"2001:db8::{n}") is None for n in range(3)] == [False, False, True]  # one household
    assert [count.enter("10.0.0.1") is None for _ in range(4)] == [False, False, False, True]
    assert count.enter("192.0.2.1") is None
    count.leave("2001:db8::/64")
    assert count.enter("127.0.0.1") == "proxies"
    assert count.enter("192.0.2.1") is None


NONSENSE = [
    "GET / HTTP/1.1\n\n",
    "GET / HTTP/1.0\n\n",
    "POST /session HTTP/1.1\nContent-Length: 0\n\n",
    "POST /session HTTP/1.1\nOrigin: http://localhost\nContent-Length: 0\n\n",
    "GET /socket HTTP/1.1\nUpgrade: websocket\nConnection: Upgrade\n\n",
    "GET http://[::1 HTTP/1.1\nHost: localhost\n\n",
    "GET / HTTP/1.1\nHost: [\n\n",
    "GET / HTTP/1.1\nHost: localhost\nHost: evil.example\n\n",
    "GET / HTTP/1.1\nno colon\n\n",
    "GET / HTTP/9.9\n\n",
    "\x16\x03\x01\x02\n\n",
    "GET /%ff%00 HTTP/1.1\nHost: localhost\n\n",
    f"GET / HTTP/1.1\nHost: localhost\nX-Long: {'x' * 9000}\n\n",
    "GET / HTTP/1.1\nHost: localhost\nContent-Length: -1\n\n",
    "POST /session HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\nzz\n\n",
]


@pytest.mark.parametrize("request_", NONSENSE)
async def test_a_request_without_a_host_and_other_nonsense_leave_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, request_: str
) -> None:
    async with counting_site(tmp_path, limits=WebLimits(head_seconds=0.2)) as site:
        told = await answer(site.url, request_)
        assert told.startswith(("HTTP/1.1 4", "HTTP/1.0 4")), told
    assert caplog.records == []


async def test_the_health_door_says_nothing_of_nonsense_either(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    health = Health(site.store, lambda tables: b"")
    url = await health.start(0)
    for request in ("GET /healthz HTTP/1.0\n\n", "GET / HTTP/1.1\nno colon\n\n", "\x16\x03\n\n"):
        assert await answer(url, request)
    await health.stop()
    assert caplog.records == []


@pytest.mark.parametrize("after", range(0, 300, 23))
async def test_a_connection_that_goes_in_the_middle_leaves_no_traceback(
    site: Site, caplog: pytest.LogCaptureFixture, after: int
) -> None:
    caplog.set_level(logging.INFO)
    head = f"{UPGRADE}Cookie: palmares={new_secret()}\r\n\r\n".encode()
    hello = b'{"do":"hello","chat":"salon","have":{}}'
    frame = bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello
    for reset in (False, True):
        async with raw(site.url) as (reader, writer):
            writer.write((head + frame)[:after] if after < 276 else head + frame * (after // 92))
            if after > 230:
                async with asyncio.timeout(PATIENCE):
                    await reader.read(10)
            if reset:
                writer.transport.abort()
    await until(lambda: not site.platform._sessions)
    assert caplog.records == []
