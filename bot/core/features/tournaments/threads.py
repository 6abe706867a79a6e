"""Threads for the tables of tournaments, where a platform has them and the chat allows it.

A table's thread is opened before the table is stored. The same nonce gives the same thread, so a process that dies in
between leaves no second one. Threads are archived some minutes after their game; after a restart Discord does that,
days later.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.core.board_messages.digest import digest_of
from bot.core.domain.table import Table
from bot.core.features.context import FeatureContext
from bot.core.messages.content import Screen
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.ratelimit.platform_limiter import Priority, Ticket
from bot.core.services.threads import settle_in
from bot.core.views.announcement import announcement_screen, thread_name
from data.errors import StoreError
from data.records import BoardRecord, ChatKey

_log = logging.getLogger(__name__)

TRIES = 3
PATIENCE = 10.0
"""The longest wait for a platform, in seconds; then the table is played in the chat."""
LINGER = 600.0
"""Seconds after a game until its thread is archived: people talk about it."""


@dataclass(frozen=True, slots=True)
class OpenedThread:
    """A table's thread, and the line above it."""

    chat: ChatKey
    message: str
    line: Screen

    def holding(self, table: Table) -> Table:
        """Return a table as it is played in this thread."""
        return replace(table, chat=self.chat, links=replace(table.links, announcement=table.chat))

    def shown(self, table: Table) -> BoardRecord:
        """Return the line as the message of a table in this thread."""
        above = table.links.announcement or table.chat
        return BoardRecord(table.id, above, self.message, table.version, face=digest_of(self.line, table))


class TableThreads:
    """Open and archive the threads of tournaments' tables."""

    def __init__(self, context: FeatureContext) -> None:
        self._service, self._messengers, self._limiter_of = context.service, context.messengers, context.limiter_of
        self._over: dict[str, float] = {}
        """Finished tables, and when their threads are archived."""

    def home(self, chats: Sequence[ChatKey]) -> ChatKey:
        """Return the chat among these that holds a table: the first that may have a thread, else the first."""
        able = (
            chat for chat in chats if chat.platform in self._messengers and self._messengers[chat.platform].threads
        )
        return next(able, chats[0])

    async def open(self, table: Table) -> OpenedThread | None:
        """Open a thread for a table in its chat; None if it is played in the chat itself. Raises StoreError."""
        service, chat = self._service, table.chat
        threads = self._messengers[chat.platform].threads if chat.platform in self._messengers else None
        if threads is None:
            return None
        t = await service.languages.of_chat(chat)
        line, name = announcement_screen(table, t), thread_name(table, t)
        for _ in range(TRIES):
            ticket = Ticket(Priority.OTHER_BOARD, service.clock.now())
            try:
                async with self._limiter_of(chat).slot(chat, ticket):
                    opened = await threads.open(chat, line, name, nonce=f"cup:{table.id}")
            except TryLater as later:
                if later.seconds > PATIENCE:
                    return None
                await service.clock.sleep(later.seconds)
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - logged; tried again, then the table is played in the chat
                _log.warning("cannot open the thread of a table: %s", error)
            else:
                if opened is None:
                    return None
                await settle_in(service.store, chat, opened[0])
                return OpenedThread(*opened, line)
        return None

    async def hide(self, chat: ChatKey, thread: ChatKey) -> None:
        """Delete the line above a thread, where a round has many; at worst it stays. Raises StoreError."""
        threads = self._messengers[chat.platform].threads if chat.platform in self._messengers else None
        if threads is None:
            return
        for _ in range(TRIES):
            ticket = Ticket(Priority.OTHER_BOARD, self._service.clock.now())
            try:
                async with self._limiter_of(chat).slot(chat, ticket, thread.chat):
                    await threads.hide(chat, thread)
            except TryLater as later:
                await self._service.clock.sleep(min(later.seconds, PATIENCE))
            except (MessageGone, NotAllowed):
                return
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - logged; tried again
                _log.warning("cannot delete the line above a table's thread: %s", error)
            else:
                return

    def over(self, codes: Iterable[str]) -> None:
        """Note that these tables are over."""
        until = self._service.clock.now() + LINGER
        self._over |= dict.fromkeys(codes, until)

    async def tidy(self) -> None:
        """Archive the threads of tables that ended some time ago; raises StoreError."""
        now = self._service.clock.now()
        due = [code for code, until in self._over.items() if until <= now]
        for code in due:
            del self._over[code]
            table = await self._service.tables.outline(code)
            threads = self._messengers[table.chat.platform].threads if table is not None else None
            if table is None or threads is None or table.links.announcement is None:
                continue
            try:
                await threads.close(table.chat)
            except (MessageGone, NotAllowed, TryLater) as error:
                _log.info("a thread stays open: %s", error)
            except Exception as error:  # noqa: BLE001 - logged; the platform archives it some days later
                _log.warning("cannot archive a thread: %s", error)
