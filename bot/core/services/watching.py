"""Show a table in another chat, to be watched there."""

from __future__ import annotations

from bot.core.domain import permissions
from bot.core.messages.requests import Person
from bot.core.services.table_display import TableDisplay
from bot.core.services.table_service import TableService
from data.records import ChatKey, TableSubscription


async def watch_from(service: TableService, display: TableDisplay, chat: ChatKey, person: Person) -> None:
    """Let a chat watch a table that it doesn't show yet; raises Refusal if too many do."""
    places = display.record.places
    watching = [place for place in places if place.person is None and not display.is_private(place.chat)]
    permissions.may_watch(len(watching))
    await service.languages.remember(chat, person)
    await service.store.save_place(TableSubscription(display.table.id, chat))
