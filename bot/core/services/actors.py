"""Find a person's rights in a chat, asking the platform only if a rule needs it."""

from __future__ import annotations

from bot.core.domain import permissions
from bot.core.domain.chat_settings import Opening, settings_of
from bot.core.domain.permissions import Actor
from bot.core.domain.table import Table
from bot.core.services.table_service import TableService
from data.records import ChatKey, PersonKey


async def actor_in(service: TableService, chat: ChatKey, person: PersonKey) -> Actor:
    """Return a person as an actor in a chat, now."""
    return Actor(person, await service.is_admin(chat, person), service.clock.now())


async def actor_at(service: TableService, table: Table, person: PersonKey) -> Actor:
    """Return a person as an actor at a table, now.

    On the page nobody administers a table that they play at.
    """
    return Actor(person, await service.is_admin(table.chat, person, table.people), service.clock.now())


async def require_admin(service: TableService, chat: ChatKey, person: PersonKey) -> None:
    """Raise Refusal unless the person administers the chat."""
    permissions.require_admin(await actor_in(service, chat, person))


async def may_open_table(service: TableService, chat: ChatKey, person: PersonKey) -> None:
    """Raise Refusal if the person may not open tables in the chat."""
    settings = await settings_of(service.store, chat)
    asks = settings.opening is not Opening.ALL
    permissions.may_open_table(settings, await actor_in(service, chat, person) if asks else Actor(person))
