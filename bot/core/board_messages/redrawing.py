"""Redraw what a chat was shown, without a forgotten person's name or in another theme.

The publisher redraws a chat's current board. Older ones are drawn from the log as of their version, and other
messages are deleted.
"""

from __future__ import annotations

import logging
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.core.board_messages.news import told_since, told_to
from bot.core.board_messages.screen_renderer import ScreenRenderer
from bot.core.board_messages.subject import subject_of
from bot.core.domain import presence
from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.table import StartedTable, Table
from bot.core.messages.content import Picture, Screen, Undrawn
from bot.core.messages.ports import MessageGone, Messenger
from bot.core.services.languages import Languages
from bot.core.services.table_repository import TableRepository
from bot.core.views.left_behind import left_text
from bot.core.views.pictures import Later
from data.records import BlankedRecord, ChatKey, Status
from data.store import Store

_log = logging.getLogger(__name__)

ShowAgain = Callable[[ChatKey, str], Awaitable[None]]
"""Takes a chat and a table whose board is to be shown again without a change."""


@dataclass(frozen=True, slots=True)
class Redrawing:
    store: Store
    tables: TableRepository
    languages: Languages
    renderer: ScreenRenderer
    messengers: Mapping[str, Messenger]
    show_again: ShowAgain

    async def redraw(self, messages: Sequence[BlankedRecord]) -> None:
        """Redraw the boards among blanked messages and delete the others; failures stay blank."""
        for message in messages:
            if message.chat.platform not in self.messengers:
                continue
            try:
                await self._redraw(message)
            except Exception as error:  # noqa: BLE001 - logged; it names nobody, and the next one must be drawn
                _log.warning("a blanked message could not be redrawn: %s", type(error).__name__)

    async def picture(self, chat: ChatKey, table: str, version: int, theme: str = "") -> Picture | None:
        """Return a chat's picture of a table at a version, at rest, in its own theme or in another.

        None if there is none; raises StoreError, CorruptTable.
        """
        found, display = await self.tables.get(table), await self.tables.display(table)
        if found is None or display is None:
            return None
        was, stored = as_shown(found, version), await self.store.chat(chat)
        t, settings = self.languages.of_readers(chat, stored), ChatSettings.of(stored)
        settings = replace(settings, theme=theme or settings.theme)
        screen = await self.renderer.of(chat, was, told_since(replace(display, table=was), chat), t, settings)
        if screen.picture is None and self.messengers[chat.platform].abilities.detailed:
            screen = self.renderer.detailed(screen, was, t, settings)
        return screen.picture

    def board(self, position: str) -> Undrawn:
        """Return the board that `Undrawn.position` stands for; raises ValueError, KeyError, EngineError."""
        return Later(self.renderer.pictures).again(position)

    async def _redraw(self, message: BlankedRecord) -> None:
        messenger = self.messengers[message.chat.platform]
        table = await self.tables.get(message.table) if message.table is not None else None
        if table is None:
            with suppress(MessageGone):
                await messenger.delete(message.chat, message.message)
            return
        display = await self.tables.display(table.id)
        if display is not None and any(board.message == message.message for board in display.messages(message.chat)):
            await self.show_again(message.chat, table.id)
            return
        with suppress(MessageGone):
            coded = display is not None and display.is_crowded(message.chat)
            await messenger.edit(message.chat, message.message, await self._face(table, message, coded=coded))

    async def _face(self, table: Table, message: BlankedRecord, *, coded: bool) -> Screen:
        stored = await self.store.chat(message.chat)
        was = as_shown(table, message.version)
        since = told_to(was, presence.present(was))
        t = self.languages.of_readers(message.chat, stored)
        settings = ChatSettings.of(stored)
        screen = await self.renderer.of(message.chat, was, since, t, settings, coded=coded)
        if self.messengers[message.chat.platform].abilities.detailed:
            screen = self.renderer.detailed(screen, was, t, settings)
        about = replace(subject_of(was), table=table.id, version=message.version)
        merged = self.messengers[message.chat.platform].abilities.merges
        past = was is not table
        text = left_text(table, message.version, t, coded=coded, merged=merged) if past else screen.text
        return replace(screen, text=text, rows=(), about=about, details=None, places=())


def as_shown(table: Table, version: int) -> Table:
    """Return a table as of an earlier version, with its present people."""
    if table.ended is not None and version >= table.ended:
        return table
    quiet = replace(
        table,
        clock=replace(table.clock, deadline=None, remind=None, closes=None),
        votes=replace(table.votes, ending=False, agreed=()),
        lobby=replace(table.lobby, page="main"),
        version=version,
    )
    if not isinstance(quiet, StartedTable) or table.started is None or version < table.started:
        return replace(quiet.without_match(), status=Status.LOBBY)
    log = quiet.log[: bisect_right(quiet.log, version, key=lambda move: move.version)]
    match = quiet.as_of(version)
    return replace(quiet, status=Status.PLAYING, result=None, match=match, log=log, gains=(), honours=())
