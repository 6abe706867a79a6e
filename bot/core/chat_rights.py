"""What a chat's administrators have settled, and who may change it."""

from __future__ import annotations

from bot.core.chat_settings import Opening, settings_of
from bot.core.desk import Desk
from bot.core.refusal import Refusal
from bot.core.texts import N_
from data.records import ChatKey, PersonKey


async def only_admin(desk: Desk, chat: ChatKey, person: PersonKey) -> None:
    """Raises Refusal for anybody who does not administer the chat."""
    if not await desk.is_admin(chat, person):
        raise Refusal(N_("Only administrators of this chat can do that."))


async def may_open(desk: Desk, chat: ChatKey, person: PersonKey) -> None:
    """Raises Refusal for somebody who may not open tables in the chat."""
    settings = await settings_of(desk.store, chat)
    if settings.opening is Opening.ADMINS and not await desk.is_admin(chat, person):
        raise Refusal(N_("In this chat only administrators open tables."))


async def limit_of(desk: Desk, chat: ChatKey) -> int:
    """How many open tables the chat may have: its own bound within the bot's."""
    own = (await settings_of(desk.store, chat)).tables
    return desk.limit if own is None else min(own, desk.limit)
