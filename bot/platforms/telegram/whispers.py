"""Group messages that one person alone sees: Telegram's ephemeral messages, Bot API 10.2 and later.

python-telegram-bot 22.8 does not know them, and Bot API 10.3 moved the receiver into an object, so both forms are
sent. A server that knows neither would post to all, so the bot checks for them at its start and in each answer.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any

from telegram import LinkPreviewOptions, Message
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated, EndPointNotFound, Forbidden, TelegramError

from bot.core.common.clock import Clock
from bot.core.common.lru import LruDict
from bot.core.messages.content import Screen
from bot.core.messages.ports import Authority, MessageGone
from bot.platforms.telegram.buttons import Link, keyboard
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.errors import meaning, translated
from bot.platforms.telegram.html import PLATFORM, html, message
from data.records import ChatKey, PersonKey

_log = logging.getLogger(__name__)

REMEMBERED = 10_000
GOOD_FOR = 600.0
"""Seconds for which the bot remembers whether a group takes them."""
NUMBER = "ephemeral_message_id"

_NAME = re.compile(r"e([1-9][0-9]{0,19})\.([0-9]{1,19})")


class NotWhispered(Exception):
    """The group does not take such a message now, and nobody has read it."""


class Whispers:
    """Sends messages to one person in a group: replies only, since delivery is not guaranteed."""

    def __init__(self, client: Client, authority: Authority, clock: Clock) -> None:
        self._client = client
        self._authority = authority
        self._clock = clock
        self._known = False
        """Whether the server supports such messages."""
        self._open = LruDict[str, tuple[float, bool]](REMEMBERED)
        """Until when to assume that a group takes them, or does not."""
        self._proven = LruDict[str, None](REMEMBERED)

    async def find_out(self) -> None:
        """Check whether the server supports such messages."""
        nothing = {"chat_id": 0, "receiver_user_id": 0, NUMBER: 0}
        try:
            await self._client.do_api_request("deleteEphemeralMessage", api_kwargs=nothing)
        except EndPointNotFound:
            self._known = False
        except BadRequest:
            self._known = True
        except TelegramError as error:
            _log.info("the check for ephemeral messages failed: %s", type(error).__name__)

    def proven(self, chat: ChatKey) -> bool:
        """Return whether a group has taken one lately."""
        return self._known and chat.chat in self._proven and self._open.get(chat.chat, (0.0, False))[1]

    async def may(self, chat: ChatKey) -> bool:
        """Return whether a group is likely to take one: the bot administers it, and was not refused lately."""
        if not self._known:
            return False
        now = self._clock.now()
        until, is_open = self._open.get(chat.chat, (0.0, False))
        if now >= until:
            try:
                is_open = await self._authority.is_admin(chat, PersonKey(PLATFORM, str(self._client.id)))
            except Exception as error:  # noqa: BLE001 - replies are public then
                _log.info("the check whether the bot administers a group failed: %s", type(error).__name__)
                is_open = False
            self._open[chat.chat] = (now + GOOD_FOR, is_open)
        return is_open

    async def say(self, chat: ChatKey, person: PersonKey, screen: Screen, way: Link | None = None) -> int | None:
        """Send a message to one person in a group; return its number if all can read it after all.

        Raises NotWhispered, and what `translated` does.
        """
        try:
            sent: Message = await self._client.send_message(
                int(chat.chat),
                html(message(screen.text)),
                parse_mode=ParseMode.HTML,
                reply_markup=keyboard(screen, way),
                message_thread_id=int(chat.thread) if chat.thread else None,
                link_preview_options=LinkPreviewOptions(is_disabled=True),
                api_kwargs=_receiver(int(person.user)),
            )
        except (BadRequest, ChatMigrated, Forbidden) as error:
            _log.info("a group takes no ephemeral message: %s", error)
            self._open[chat.chat] = (self._clock.now() + GOOD_FOR, False)
            raise NotWhispered from None
        except TelegramError as error:
            raise meaning(error) from None
        if NUMBER in sent.api_kwargs:
            self._proven[chat.chat] = None
            return None
        _log.warning("this Bot API shows ephemeral messages to all: the bot sends no more of them")
        self._known = False
        return sent.message_id

    async def edit(self, chat: ChatKey, name: str, screen: Screen) -> None:
        """Replace a pressed message that one person sees; raises MessageGone."""
        found = _NAME.fullmatch(name)
        if found is None:
            raise MessageGone(name)
        rows = keyboard(screen)
        told: dict[str, Any] = {
            "chat_id": int(chat.chat),
            "receiver_user_id": int(found[1]),
            NUMBER: int(found[2]),
            "text": html(message(screen.text)),
            "parse_mode": ParseMode.HTML,
            **({} if rows is None else {"reply_markup": rows.to_dict()}),
        }
        with translated():
            await self._client.do_api_request("editEphemeralMessageText", api_kwargs=told)


def name_of(pressed: Mapping[str, Any], person: int) -> str:
    """Return the name of a raw pressed message; one that a single person sees has no number among a group's."""
    number = pressed.get(NUMBER)
    return str(pressed["message_id"]) if number is None else f"e{person}.{number}"


def is_whisper(name: str) -> bool:
    """Return whether a message's name belongs to one that a single person sees."""
    return _NAME.fullmatch(name) is not None


def _receiver(person: int) -> dict[str, Any]:
    return {"receiver_user_id": person, "ephemeral_message_parameters": {"receiver_user_id": person}}
