"""The Bot API client: python-telegram-bot's, with exact waits and a hidden token."""

from __future__ import annotations

import ssl
import sys
from functools import cache
from typing import Any

import httpx
from telegram import Bot
from telegram.request import HTTPXRequest

from bot.observability.redaction import keep_secret
from bot.platforms.telegram.config import TelegramConfig
from bot.platforms.telegram.errors import FloodWait, translated

# httpcore looks up the kind of event loop at each lock, by a module that need not be installed. A failed import costs
# a tenth of a call's time. Without the module httpcore assumes asyncio, which is right here.
sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]

CONNECTIONS = 64
TIMEOUT = 15.0
"""Seconds until a call without an answer fails."""
TOO_MANY_REQUESTS = 429


class Client(Bot):
    """The library's bot, without its token in `repr`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Client[telegram]"

    async def raw_updates(self, wish: dict[str, Any], read_timeout: float) -> list[dict[str, Any]]:
        """Return updates unparsed: one that the library cannot read would block all others forever."""
        updates: Any = await self._post("getUpdates", wish, read_timeout=read_timeout)
        return updates if isinstance(updates, list) else []


class _Request(HTTPXRequest):
    """Reports 429 with the exact seconds of the answer."""

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        code, payload = await super().do_request(*args, **kwargs)
        if code == TOO_MANY_REQUESTS:
            raise FloodWait(payload)
        return code, payload


def new_client(config: TelegramConfig, timeout: float = TIMEOUT) -> Client:
    """Return a client that has not made a call yet."""
    keep_secret(config.token)
    trust = {"verify": _trust()}
    return Client(
        config.token,
        base_url=f"{config.api}/bot",
        base_file_url=f"{config.api}/file/bot",
        request=_Request(CONNECTIONS, read_timeout=timeout, pool_timeout=5.0, httpx_kwargs=trust),
        get_updates_request=_Request(2, httpx_kwargs=trust),
    )


@cache
def _trust() -> ssl.SSLContext:
    """Return the TLS context, loaded once since reading the certificates takes a while."""
    return httpx.create_ssl_context()


async def say_hello(client: Client) -> None:
    """Ask Telegram for the bot's name; raises BadToken, TryLater or Failed."""
    with translated():
        await client.initialize()
