"""The Bot API client: python-telegram-bot's, with exact waits and a hidden token."""

from __future__ import annotations

from typing import Any

from telegram import Bot

from bot.observability.redaction import keep_secret
from bot.platforms.telegram.config import TelegramConfig
from bot.platforms.telegram.errors import translated
from bot.platforms.telegram.http import AiohttpRequest

CONNECTIONS = 64
TIMEOUT = 15.0
"""Seconds until a call without an answer fails."""
_UNREAD = frozenset({"from", "text", "entities", "caption", "caption_entities", "reply_to_message", "reply_markup"})
"""Parts of the bot's messages that nothing here reads: the library makes an object of each name and emphasis."""


class Client(Bot):
    """The library's bot, without its token in `repr`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "Client[telegram]"

    async def _post(self, endpoint: str, *data: Any, **more: Any) -> Any:
        """Make a call; of a message that was sent or edited, return only what is read."""
        answer = await super()._post(endpoint, *data, **more)
        if isinstance(answer, dict) and "message_id" in answer:
            return {name: value for name, value in answer.items() if name not in _UNREAD}
        return answer

    async def raw_updates(self, wish: dict[str, Any], read_timeout: float) -> list[dict[str, Any]]:
        """Return updates unparsed: one that the library cannot read would block all others forever."""
        updates: Any = await self._post("getUpdates", wish, read_timeout=read_timeout)
        return updates if isinstance(updates, list) else []


def new_client(config: TelegramConfig, timeout: float = TIMEOUT) -> Client:
    """Return a client that has not made a call yet."""
    keep_secret(config.token)
    return Client(
        config.token,
        base_url=f"{config.api}/bot",
        base_file_url=f"{config.api}/file/bot",
        request=AiohttpRequest(CONNECTIONS, timeout),
        get_updates_request=AiohttpRequest(2, timeout),
    )


async def say_hello(client: Client) -> None:
    """Ask Telegram for the bot's name; raises BadToken, TryLater or Failed."""
    with translated():
        await client.initialize()
