"""Apply the operator's restrictions to open tables: remove banned people, redraw boards with hidden names."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial

from bot.core.domain import leaving
from bot.core.i18n.refusal import Refusal
from bot.core.services.restrictions import Restrictions, account_of
from bot.core.services.table_service import TableService
from data.errors import StoreError
from data.records import ChatKey, PersonKey

_log = logging.getLogger(__name__)

Show = Callable[[ChatKey, str], Awaitable[None]]
"""Takes a chat and an unchanged table: redraws its board there."""


class Enforcement:
    """Applies each change of the restrictions once in every process.

    A process that hasn't read a ban yet may still let the person in. It removes them when it reads the ban.
    """

    def __init__(self, service: TableService, publish: Callable[[str], Awaitable[None]], show_again: Show) -> None:
        self._service = service
        self._publish = publish
        self._show_again = show_again
        self._banned = frozenset[PersonKey]()
        self._hidden = frozenset[PersonKey]()
        """What this process has applied."""

    async def look(self) -> None:
        """Read the restrictions and apply what has changed; raises StoreError."""
        known: Restrictions = self._service.restrictions
        await known.refresh()
        banned, hidden = known.banned, known.hidden
        gone, renamed = banned - self._banned, hidden ^ self._hidden
        if renamed:
            self._service.tables.forget_all()
        if gone or renamed:
            seated: dict[str, list[PersonKey]] = {}
            for table, person in await self._service.store.open_seats(gone | renamed):
                seated.setdefault(table, []).append(person)
            for table, people in seated.items():
                going = [person for person in people if account_of(person) in gone]
                await self._at(table, going, renamed & {*people})
        self._banned, self._hidden = banned, hidden

    async def _at(self, table: str, gone: Collection[PersonKey], renamed: Collection[PersonKey]) -> None:
        """Apply changes to one table; a corrupt table stays as it is."""
        service = self._service
        try:
            for person in gone:
                await service.change(table, partial(leaving.banned, person=person, now=service.clock.now()))
            if gone:
                await self._publish(table)
            elif renamed and (display := await service.tables.display(table)) is not None:
                for chat in display.chats:
                    await self._show_again(chat, table)
        except Refusal as refusal:
            _log.warning("the restrictions of people can't be applied at table %s: %s", table, refusal.sentence)
        except StoreError:
            raise
        except Exception:  # noqa: BLE001 - logged; other tables must not be affected
            _log.exception("the restrictions of people can't be applied at table %s", table)
