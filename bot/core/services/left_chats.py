"""Mark people who leave a chat as away at the games that they play from there."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.core.domain import absence, endings, lobby
from bot.core.domain.table import Table
from bot.core.i18n.refusal import CorruptTable, Refusal
from bot.core.services.table_service import TableService
from data.records import ChatKey, PersonKey, Status

_log = logging.getLogger(__name__)


async def left_chat(
    service: TableService,
    publish: Callable[[str], Awaitable[None]],
    chat: ChatKey,
    person: PersonKey,
    *,
    expelled: bool,
) -> None:
    """Mark a person as away at a chat's games, its threads included; their lobby seats become free.

    If `expelled` from the chat, they are removed as an admin would do it.
    """
    played = await service.store.tables_played_by(person)
    lobbies = await service.store.open_in_all_threads(chat.platform, chat.chat)
    for code in dict.fromkeys([*played, *lobbies]):
        try:
            display = await service.tables.display(code)
            if display is None or not display.table.sits(person) or not chat.holds(display.plays_from(person)):
                continue
            await _leave(service, display.table, person, expelled=expelled)
        except (CorruptTable, Refusal) as error:
            _log.info("table %s could not be updated after somebody left its chat: %s", code, error)
            continue
        await publish(code)


async def _leave(service: TableService, table: Table, person: PersonKey, *, expelled: bool) -> None:
    def leave(now: Table) -> Table:
        if not now.seats_of(person):
            return now
        moment = service.clock.now()
        return endings.remove(now, person, moment) if expelled else absence.gone(now, person)

    if table.status is Status.LOBBY:
        await service.change_lobby(table.id, lambda now: _risen(now, person))
    elif table.status is Status.PLAYING:
        await service.change(table.id, leave)


def _risen(table: Table, person: PersonKey) -> Table:
    """Return a lobby without a person; it closes if nobody else sits there."""
    after = lobby.without(table, person)
    return after if after.people else replace(after, status=Status.CANCELLED)
