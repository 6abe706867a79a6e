"""The Bot API's client: python-telegram-bot's own, with exact waits and a token that does not show."""

from __future__ import annotations

import re
import ssl
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import httpx
from telegram import Bot
from telegram.request import HTTPXRequest

from bot.platforms.telegram.errors import FloodWait, translated
from bot.platforms.telegram.log_redaction import keep_secret

API = "https://api.telegram.org/bot"
CONNECTIONS = 64
TOO_MANY_REQUESTS = 429

_TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{30,60}")


@dataclass(frozen=True, slots=True)
class Account:
    """Which bot this is. `api`: where the Bot API is, for those who run a server of their own.

    `patience`: the seconds after which a call without an answer has failed.
    """

    token: str = field(repr=False)
    api: str = API
    patience: float = 15.0


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where Telegram brings updates (`url`, with https) and where they are received. `secret` comes with each."""

    url: str
    secret: str = field(repr=False)
    host: str = "127.0.0.1"
    port: int = 8443


def looks_like_token(text: str) -> bool:
    """Whether a text has the shape of a bot's token, such as `123456789:AAE…`."""
    return _TOKEN.fullmatch(text) is not None


class Client(Bot):
    """The library's bot, which would show its token to whoever prints it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Client[telegram]"

    async def raw_updates(self, wish: dict[str, Any], read_timeout: float) -> list[dict[str, Any]]:
        """Updates as they come. As objects, one that the library cannot read would keep all others away for ever."""
        found: Any = await self._post("getUpdates", wish, read_timeout=read_timeout)
        return found if isinstance(found, list) else []


class _Request(HTTPXRequest):
    """Says 429 with the very seconds of the answer."""

    async def do_request(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        code, payload = await super().do_request(*args, **kwargs)
        if code == TOO_MANY_REQUESTS:
            raise FloodWait(payload)
        return code, payload


def connect(account: Account) -> Client:
    """A client that has not yet asked for anything."""
    keep_secret(account.token)
    trust = {"verify": _trust()}
    return Client(
        account.token,
        base_url=account.api,
        base_file_url=f"{account.api.removesuffix('/bot')}/file/bot",
        request=_Request(CONNECTIONS, read_timeout=account.patience, pool_timeout=5.0, httpx_kwargs=trust),
        get_updates_request=_Request(2, httpx_kwargs=trust),
    )


@cache
def _trust() -> ssl.SSLContext:
    """Whose certificates are good; reading them takes a while, so it is done once."""
    return httpx.create_ssl_context()


async def say_hello(client: Client) -> None:
    """Asks Telegram who the bot is; raises BadToken, TryLater or Failed."""
    with translated():
        await client.initialize()
