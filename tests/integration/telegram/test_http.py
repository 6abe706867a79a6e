"""The HTTP client below the Telegram library, against a real server on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from telegram import InputFile
from telegram.error import NetworkError, TimedOut

from bot.platforms.telegram.client import Client
from bot.platforms.telegram.errors import FloodWait
from bot.platforms.telegram.http import AiohttpRequest

DONE = {"ok": True, "result": True}


@asynccontextmanager
async def calling(answer: Any, patience: float = 5.0) -> AsyncIterator[Client]:
    """Run a server that answers each call by `answer`, and a client of it."""
    app = web.Application(client_max_size=2**23)
    app.router.add_route("*", "/{rest:.*}", answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    requests = [AiohttpRequest(2, patience) for _ in range(2)]
    client = Client("1:x", f"http://127.0.0.1:{port}/bot", request=requests[0], get_updates_request=requests[1])
    try:
        for request in requests:
            await request.initialize()
        yield client
    finally:
        for request in requests:
            await request.shutdown()
        await runner.cleanup()


async def test_values_and_large_files_arrive_whole() -> None:
    seen = dict[str, Any]()

    async def answer(request: web.Request) -> web.Response:
        posted: dict[str, Any] = dict(await request.post())
        for name, value in posted.items():
            seen[name] = value if isinstance(value, str) else (value.filename, value.file.read(), value.content_type)
        return web.json_response(DONE)

    content = bytes(range(256)) * 16_000  # four megabytes
    async with calling(answer) as client:
        await client._post("sendPhoto", {"chat_id": 7, "caption": "¿qué? 🎲", "photo": InputFile(content, "b.png")})
    assert seen.pop("chat_id") == "7"
    assert seen.pop("caption") == "¿qué? 🎲"
    photo = seen.pop("photo")
    (attached,) = seen.values() if isinstance(photo, str) else (photo,)
    assert attached == ("b.png", content, "image/png")


async def test_a_slow_server_is_not_waited_for() -> None:
    async def answer(request: web.Request) -> web.Response:
        await asyncio.sleep(30)
        return web.json_response(DONE)

    async with calling(answer, patience=0.1) as client:
        with pytest.raises(TimedOut):
            await client._post("getMe")


async def test_a_redirect_is_not_followed_and_a_closed_client_is_told() -> None:
    async def answer(request: web.Request) -> web.Response:
        raise web.HTTPFound("http://127.0.0.1:9/elsewhere")

    async with calling(answer) as client:
        with pytest.raises(NetworkError):
            await client._post("getMe")
        await client.request.shutdown()
        with pytest.raises(RuntimeError, match="not initialized"):
            await client.request.do_request("http://127.0.0.1:9/", "POST")


async def test_the_seconds_of_429_are_exact() -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.json_response({"ok": False, "error_code": 429, "parameters": {"retry_after": 37}}, status=429)

    async with calling(answer) as client:
        with pytest.raises(FloodWait) as caught:
            await client._post("getMe")
    assert caught.value.seconds == 37


async def test_calls_go_through_the_environments_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = list[tuple[str, str | None]]()

    async def answer(request: web.Request) -> web.Response:
        seen.append((request.host, request.headers.get("Proxy-Authorization")))
        return web.json_response(DONE)

    async with calling(answer) as proxy:
        monkeypatch.setenv("http_proxy", proxy.base_url.replace("//", "//ana:word@").partition("/bot")[0])
        monkeypatch.delenv("no_proxy", raising=False)
        client = Client("1:x", "http://api.invalid/bot", request=proxy.request)
        await client._post("getMe")
    assert seen == [("api.invalid", "Basic YW5hOndvcmQ=")]
