"""Send nonsense to all ports: each answers what fits or nothing, logs few lines and no traceback, and serves on."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from bot.http import server
from bot.http.refusals import REFUSALS, Kind, Refusals
from bot.observability import health
from bot.observability.health import Health
from bot.observability.log_setup import QUIET
from bot.observability.metrics import Metrics
from bot.platforms.telegram import webhook
from bot.platforms.telegram.config import WebhookConfig
from bot.platforms.telegram.webhook import HEADER
from bot.platforms.web.identity import new_secret
from bot.platforms.web.rate_limits import WebLimits
from data.open_store import open_store
from tests.fakes.malformed import FRAMES, UPGRADE, frame, malformed
from tests.fakes.telegram_room import telegram_room
from tests.fakes.web_site import Site, counting_site, until, visitor

SECRET = "a-secret_of_the_webhook_0123456789"
HOOK = WebhookConfig("https://bot.example/telegram/hook", SECRET, port=0)
Ends = tuple[asyncio.StreamReader, asyncio.StreamWriter]
MANY = 78
SOON = 0.2
AT_ONCE = 78
SLOW = 30.0


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Wait for heads and bodies for moments only, and begin to count."""
    for module in (health, webhook):
        monkeypatch.setattr(module, "BOUNDS", replace(module.BOUNDS, seconds=SOON, connections=1000))
    monkeypatch.setattr(server, "LINGER_SECONDS", 0.1)
    monkeypatch.setattr(REFUSALS, "counts", type(REFUSALS.counts)())
    monkeypatch.setattr(REFUSALS, "_logged", {})
    for name in QUIET:
        caplog.set_level(logging.WARNING, name)
    caplog.set_level(logging.INFO)


async def sent(port: int, request: bytes) -> bytes:
    """Send bytes and return the answer, up to the server's end of the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        async with asyncio.timeout(SLOW):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def all_sent(port: int, requests: list[bytes]) -> None:
    """Send requests, some at a time; none may be answered with the server's fault."""
    for first in range(0, len(requests), AT_ONCE):
        some = requests[first : first + AT_ONCE]
        for request, answer in zip(some, await asyncio.gather(*(sent(port, each) for each in some)), strict=True):
            statuses = re.findall(rb"^HTTP/1\.[01] (\d{3})", answer, re.MULTILINE)
            assert not [status for status in statuses if status >= b"500"], (request[:300], answer[:300])


def is_quiet(caplog: pytest.LogCaptureFixture, port: str) -> None:
    """Require one line at most of each kind, and no traceback."""
    gc.collect()  # tasks whose errors nobody heard tell of it now
    told = [record.getMessage() for record in caplog.records]
    assert not [record for record in caplog.records if record.exc_info], told
    assert len(told) <= len(Kind), told
    assert all(line.startswith(f"{port} port refuses") for line in told), told


async def test_the_page(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    headers = "Origin: http://localhost\r\n"
    async with counting_site(tmp_path, limits=WebLimits(head_seconds=SOON)) as site:
        port = int(site.origin.rpartition(":")[2])
        await all_sent(port, list(malformed(1, MANY, "/session", headers)))
        await all_sent(port, list(malformed(2, MANY, "/", "", "GET")))
        async with visitor(site.url) as page:
            assert await page.say("still here") is None
    is_quiet(caplog, "page")
    assert {Kind.HEAD, Kind.ENCODING, Kind.TOO_LARGE, Kind.LATE} <= {kind for _, kind in REFUSALS.counts}


async def test_the_webhook(caplog: pytest.LogCaptureFixture) -> None:
    async with telegram_room(webhook=HOOK) as room:
        for seed, headers in ((3, f"{HEADER}: {SECRET}\r\n"), (4, "")):
            await all_sent(room.server.webhook_port, list(malformed(seed, MANY, "/telegram/hook", headers)))
        answer = await sent(room.server.webhook_port, _update(b'{"update_id": 7}'))
        assert answer.startswith(b"HTTP/1.1 200")
    is_quiet(caplog, "webhook")
    assert {Kind.HEAD, Kind.BODY, Kind.ENCODING, Kind.TOO_LARGE, Kind.SECRET} <= {kind for _, kind in REFUSALS.counts}


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ("Content-Encoding: gzip\r\n", b"false", b"415"),
        ("", b"[" * 100_000, b"400"),
        ("", b'{"update_id": ' + b"9" * 5_000 + b"}", b"400"),
        ("", b'{"update_id": true}', b"400"),
        ("", bytes(webhook.BODY_BYTES + 1), b"413"),
    ],
)
async def test_the_webhook_says_what_is_wrong(headers: str, body: bytes, status: bytes) -> None:
    async with telegram_room(webhook=HOOK) as room:
        assert (await sent(room.server.webhook_port, _update(body, headers))).split()[1] == status


async def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    async with telegram_room(webhook=HOOK) as room:
        request = _update(b"{}").replace(b"Content-Length: 2", b"Content-Length: 3")
        assert (await sent(room.server.webhook_port, request)).split()[1] == b"408"
    assert REFUSALS.counts["webhook", Kind.LATE] == 1


async def test_the_health_port(caplog: pytest.LogCaptureFixture) -> None:
    store, metrics = await open_store("sqlite:///:memory:"), Metrics()
    metrics.watch_refusals(REFUSALS.counts)
    watch = Health(store, metrics.text)
    port = int((await watch.start(0)).rstrip("/").rpartition(":")[2])
    try:
        for seed, path in ((5, "/healthz"), (6, "/metrics"), (7, "/readyz")):
            await all_sent(port, list(malformed(seed, MANY // 2, path, "", "GET")))
        told = await sent(port, b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    finally:
        await watch.stop()
        await store.close()
    is_quiet(caplog, "health")
    heads = float(REFUSALS.counts["health", Kind.HEAD])
    assert heads > 10
    assert f'palmares_refused_requests_total{{kind="head",port="health"}} {heads}'.encode() in told


async def test_frames(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    hello = frame(1, b'{"do":"hello","chat":"salon","have":{}}')
    ends, extensions = ("read", "abort", "half"), ("", "permessage-deflate")
    async with counting_site(tmp_path, limits=WebLimits(pages_each=10_000)) as site:

        async def one(bad: bytes, first: bytes, end: str, extension: str) -> None:
            async with page_socket(site, extension) as (reader, writer):
                writer.write(first + bad)
                if end == "half":
                    writer.write_eof()
                elif end == "abort":
                    writer.transport.abort()
                else:
                    writer.write(frame(8, b""))  # as a browser answers whatever comes
                    await read_on(reader)

        cases = list(product(FRAMES, (b"", hello), ends, extensions))
        for start in range(0, len(cases), AT_ONCE):
            await asyncio.gather(*(one(*case) for case in cases[start : start + AT_ONCE]))
        await until(lambda: not site.platform._sessions)
        for extension in ("permessage-deflate; server_max_window_bits=99", ";;=", "\xff"):
            async with page_socket(site, extension) as (_, writer):
                writer.write(hello)
        async with visitor(site.url) as page:
            assert await page.say("still here") is None
    is_quiet(caplog, "page")
    assert REFUSALS.counts["page", Kind.FRAME] > len(FRAMES)


def test_a_kind_is_told_once_a_minute_with_how_many_there_were(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    refusals = Refusals(lambda: now[0])
    for _ in range(1000):
        refusals.count("page", Kind.HEAD)
    now[0] = 61.0
    for _ in range(1000):
        refusals.count("page", Kind.HEAD)
        refusals.count("page", Kind.NO_RESOURCES)
    told = [record.getMessage() for record in caplog.records]
    assert [re.sub(r"\D+", " ", line).strip() for line in told] == ["1", "1000", "1"]
    assert [record.levelno for record in caplog.records] == [logging.INFO, logging.INFO, logging.WARNING]
    assert refusals.counts["page", Kind.HEAD] == 2000


def _update(body: bytes, headers: str = "") -> bytes:
    head = f"POST /telegram/hook HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{HEADER}: {SECRET}\r\n{headers}"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


@asynccontextmanager
async def page_socket(site: Site, extension: str) -> AsyncIterator[Ends]:
    """Open a page's WebSocket by hand."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(site.origin.rpartition(":")[2]))
    try:
        wish = f"Sec-WebSocket-Extensions: {extension}\r\n" if extension else ""
        writer.write(f"{UPGRADE}Cookie: palmares={new_secret()}\r\n{wish}\r\n".encode("latin-1"))
        yield reader, writer
    finally:
        writer.close()


async def read_on(reader: asyncio.StreamReader) -> None:
    """Read to the end of a connection."""
    try:
        async with asyncio.timeout(SLOW):
            await reader.read()
    except ConnectionError:
        pass
