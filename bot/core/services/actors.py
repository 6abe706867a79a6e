"""Who acts in a chat: whether they administer it is asked of the platform, and only where a rule wants to know."""

from __future__ import annotations

from bot.core.domain import permissions
from bot.core.domain.chat_settings import Opening, settings_of
from bot.core.domain.permissions import Actor
from bot.core.domain.table import Table
from bot.core.services.table_service import TableService
from data.records import ChatKey, PersonKey


async def actor_in(desk: TableService, chat: ChatKey, person: PersonKey) -> Actor:
    """Return a person as an actor in a chat, now."""
    return Actor(person, await desk.is_admin(chat, person), desk.clock.now())


async def actor_at(desk: TableService, table: Table, person: PersonKey) -> Actor:
    """Return a person as an actor at a table, now; on the page nobody administers a table that they play at."""
    return Actor(person, await desk.is_admin(table.chat, person, table.people), desk.clock.now())


async def require_admin(desk: TableService, chat: ChatKey, person: PersonKey) -> None:
    """Raise Refusal for anybody who does not administer the chat."""
    permissions.require_admin(await actor_in(desk, chat, person))


async def may_open_table(desk: TableService, chat: ChatKey, person: PersonKey) -> None:
    """Raise Refusal for somebody who may not open tables in the chat."""
    settings = await settings_of(desk.store, chat)
    asks = settings.opening is not Opening.ALL
    permissions.may_open_table(settings, await actor_in(desk, chat, person) if asks else Actor(person))
