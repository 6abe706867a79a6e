"""Keeps the board messages of all chats up to date with their tables.

A board message is a projection: the store knows which version of its table each one shows, and the publisher brings
it to the newest. So a burst of changes becomes one edit, a failure is tried again with whatever is newest then, an
older picture never replaces a newer one, and a process that died catches up when it starts again.

In each chat a table that is open has one live message, the last one. While it speaks to the same person it is edited.
When the turn passes to another, a new one is posted below, which tells what has happened since, and then the old one
loses its buttons. What was shown is noted only after the platform has taken it: a crash in between shows it again,
under the same nonce where it is a new message.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress

from bot.core.chat import MessageGone, Messenger, NotAllowed, TryLater
from bot.core.clock import Clock
from bot.core.faces import Faces
from bot.core.following import stays
from bot.core.languages import Languages
from bot.core.options import Options
from bot.core.screen import Screen
from bot.core.table import Table
from bot.core.tables import Tables
from data.records import OPEN, BoardRecord, ChatKey
from data.store import Store, StoreError

_log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
DIRTY_AT_ONCE = 1000


class Publisher:
    """One task a chat at most, so that what is shown there keeps its order."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        languages: Languages,
        faces: Faces,
        clock: Clock,
        messengers: Mapping[str, Messenger],
    ) -> None:
        self._store = store
        self._tables = tables
        self._languages = languages
        self._faces = faces
        self._clock = clock
        self._messengers = messengers
        self._waiting: dict[ChatKey, dict[str, None]] = {}
        self._workers: dict[ChatKey, asyncio.Task[None]] = {}
        self._barred: set[tuple[ChatKey, str]] = set()

    async def start(self) -> None:
        """Takes up what an earlier process left undone."""
        behind = [board.table for board in await self._store.dirty_boards(DIRTY_AT_ONCE)]
        unfinished = [record.id for record in await self._store.all_tables(OPEN)]
        for table in dict.fromkeys((*behind, *unfinished)):
            await self.publish(table)

    async def watch(self, every: float = 20.0) -> None:
        """For ever: shows what was stored by somebody who then did not come to say so. For a task of its own."""
        while True:
            await self._clock.sleep(every)
            try:
                for board in await self._store.dirty_boards(DIRTY_AT_ONCE):
                    if (board.chat, board.table) not in self._barred:
                        await self.publish(board.table)
            except StoreError as error:
                _log.warning("the store cannot be asked now: %s", error)

    async def publish(self, table: str) -> None:
        """Sees to it that a table is shown as it is now, wherever it is shown. Does not wait for it."""
        known = await self._tables.fresh(table)
        if known is None:
            return
        boards = await self._store.boards(table)
        for chat in dict.fromkeys((known.record.chat, *(board.chat for board in boards))):
            if chat.platform not in self._messengers:
                continue
            self._barred.discard((chat, table))
            self._waiting.setdefault(chat, {})[table] = None
            if chat not in self._workers:
                self._workers[chat] = asyncio.create_task(self._work(chat))

    async def idle(self) -> None:
        """Returns when nothing is left to be shown."""
        while self._workers:
            await asyncio.wait(tuple(self._workers.values()))

    async def stop(self, patience: float = 5.0) -> None:
        """Shows what can still be shown in so many seconds; the rest is for the next start."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.idle(), patience)
        workers = tuple(self._workers.values())
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)

    # one chat -------------------------------------------------------------------------------------------------------

    async def _work(self, chat: ChatKey) -> None:
        pause = FIRST_PAUSE
        try:
            while waiting := self._waiting.get(chat):
                table = next(iter(waiting))
                del waiting[table]
                try:
                    await self._show(chat, table)
                    pause = FIRST_PAUSE
                except NotAllowed as error:
                    _log.warning("table %s cannot be shown there until something changes: %s", table, error)
                    self._barred.add((chat, table))
                except TryLater as later:
                    waiting.setdefault(table)
                    await self._clock.sleep(later.seconds)
                except Exception as error:  # noqa: BLE001 - whatever a platform throws, the board is shown later
                    _log.warning("table %s cannot be shown now: %s: %s", table, type(error).__name__, error)
                    waiting.setdefault(table)
                    await self._clock.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            self._waiting.pop(chat, None)
            self._workers.pop(chat, None)

    async def _show(self, chat: ChatKey, name: str) -> None:
        """Brings a table's message in this chat up to date, once."""
        table = await self._tables.fresh(name)
        if table is None:
            return
        boards = [board for board in await self._store.boards(name) if board.chat == chat]
        if not boards and table.record.chat != chat:  # it has moved away
            return
        last = boards[-1] if boards else None
        if last is None or _wants_another(table, last):
            await self._post(chat, table, boards)
        elif last.version < table.record.version:
            await self._edit(table, last, boards)
        await self._retire(chat, boards[:-1])

    async def _edit(self, table: Table, last: BoardRecord, boards: list[BoardRecord]) -> None:
        screen = await self._face(table, last.chat, table.plies_since(last.version))
        if screen is None:
            return
        try:
            await self._messenger(last.chat).edit(last.chat, last.message, screen)
        except MessageGone:
            await self._store.drop_board(last)
            await self._post(last.chat, table, boards[:-1], known=last.version)
            return
        await self._store.save_board(_board(table, last.chat, last.message, screen))

    async def _post(
        self, chat: ChatKey, table: Table, boards: list[BoardRecord], known: int | None = None
    ) -> None:
        """Posts a new message, below those there are; `known` is the version that the chat has seen."""
        version = table.record.version
        if known is None:
            known = min(version - 1, boards[-1].version if boards else version)
        screen = await self._face(table, chat, table.plies_since(known))
        if screen is None:
            return
        try:
            message = await self._messenger(chat).post(chat, screen, nonce=_nonce(table, boards))
        except MessageGone:
            _log.warning("the chat of table %s is gone", table.record.id)
            return
        await self._store.save_board(_board(table, chat, message, screen))
        await self._retire(chat, boards[-1:])
        previous = Options.load(table.record.options).previous
        if previous is not None and not boards:
            await self.publish(previous)  # its button to open this table goes

    async def _retire(self, chat: ChatKey, boards: list[BoardRecord]) -> None:
        for board in boards:
            with suppress(MessageGone):
                await self._messenger(chat).retire(chat, board.message)
            await self._store.drop_board(board)

    async def _face(self, table: Table, chat: ChatKey, since: int) -> Screen | None:
        """The screen to show; None if it cannot be made, which trying again would not mend."""
        try:
            return await self._faces.of(table, since, await self._languages.of_chat(chat))
        except Exception:  # noqa: BLE001 - logged; the next change will be shown
            _log.exception("table %s cannot be drawn at version %d", table.record.id, table.record.version)
            return None

    def _messenger(self, chat: ChatKey) -> Messenger:
        return self._messengers[chat.platform]


def _nonce(table: Table, boards: list[BoardRecord]) -> str:
    """Names a post: the table and version, and when that version is posted again, the message that it replaces."""
    version = table.record.version
    again = boards and boards[-1].version == version
    return f"{table.record.id}:{version}" + (f":{boards[-1].message[-8:]}" if again else "")


def _board(table: Table, chat: ChatKey, message: str, screen: Screen) -> BoardRecord:
    """What a message shows from now on. It is live as long as something may follow, or may be pressed."""
    live = bool(screen.rows) or table.record.status in OPEN
    return BoardRecord(table.record.id, chat, message, table.record.version, live)


def _wants_another(table: Table, last: BoardRecord) -> bool:
    """Whether a table's last message in a chat cannot go on showing it: it is for somebody else, or retired."""
    if last.live:
        return last.version < table.record.version and not stays(table, last)
    return table.record.status in OPEN or last.version < table.record.version
