"""Keeps the board messages of all chats up to date with their tables.

A board message is a projection: the store knows which version of its table each one shows, and the publisher brings
it to the newest. So a burst of changes becomes one edit, a failure is tried again with whatever is newest then, an
older picture never replaces a newer one, and a process that died catches up when it starts again.

In each chat a table that is open has one live message, the last one. While it speaks to the same person it is edited.
When the turn passes to another, a new one is posted below, which tells what has happened since, and then the old one
loses its buttons; or, if the chat wants its board to stay where it is, it is edited all the same, and a short message
calls the next player. What was shown is noted only after the platform has taken it: a crash in between shows it
again, under the same nonce where it is a new message.

Each platform has a pace. Before every call the publisher waits for its turn, and if it had to wait it looks again at
what is to be done: so the newest board always comes first, and tidying up behind it comes when there is room.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from contextlib import suppress

from bot.core.chat import MessageGone, Messenger, NotAllowed, TryLater
from bot.core.chat_settings import BoardMode, settings_of
from bot.core.clock import Clock
from bot.core.faces import Faces
from bot.core.languages import Languages
from bot.core.measures import Measures, NoMeasures
from bot.core.options import Options
from bot.core.pace import Pace
from bot.core.screen import Screen
from bot.core.showing import Deed, Do, next_deed
from bot.core.table import Table
from bot.core.tables import Tables, Unreadable
from bot.core.views.calling import call_screen
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
        paces: Mapping[str, Pace] | None = None,
        measures: Measures | None = None,
    ) -> None:
        self._store = store
        self._tables = tables
        self._languages = languages
        self._faces = faces
        self._clock = clock
        self._messengers = messengers
        self._paces = paces or {}
        self._measures = measures or NoMeasures()
        self._waiting: dict[ChatKey, dict[str, None]] = {}
        self._workers: dict[ChatKey, asyncio.Task[None]] = {}
        self._barred: set[ChatKey] = set()
        self._anew: set[tuple[ChatKey, str]] = set()

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
                behind = await self._store.dirty_boards(DIRTY_AT_ONCE)
                for table in dict.fromkeys(board.table for board in behind if board.chat not in self._barred):
                    await self.publish(table, again=False)
            except StoreError as error:
                _log.warning("the store cannot be asked now: %s", error)

    def heard(self, chat: ChatKey) -> None:
        """Somebody acts there: if the bot could not write in that chat, it tries again with the next change."""
        self._barred.discard(chat)

    async def publish(self, table: str, *, again: bool = True) -> None:
        """Sees to it that a table is shown as it is now, wherever it is shown. Does not wait for it.

        Where the bot could not write it is not tried again, but in the table's own chat, whose players act, it is.
        """
        try:
            known = await self._tables.fresh(table)
        except Unreadable:  # logged where it was read
            return
        if known is None:
            return
        boards = await self._store.boards(table)
        for chat in dict.fromkeys((known.record.chat, *(board.chat for board in boards))):
            if chat.platform not in self._messengers:
                continue
            if again and chat == known.record.chat:
                self._barred.discard(chat)
            if chat in self._barred:
                continue
            self._waiting.setdefault(chat, {})[table] = None
            if chat not in self._workers:
                self._workers[chat] = asyncio.create_task(self._work(chat))

    async def show_anew(self, chat: ChatKey) -> None:
        """Shows a chat's open tables again though nothing has happened at them: the chat reads otherwise now."""
        for record in await self._tables.of_chat(chat):
            self._anew.add((chat, record.id))
            await self.publish(record.id)

    async def idle(self) -> None:
        """Returns when nothing is left to be shown."""
        while self._workers:
            await asyncio.wait(tuple(self._workers.values()))

    async def stop(self, patience: float = 3.0) -> None:
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
                except Unreadable:
                    continue
                except NotAllowed as error:
                    _log.warning("table %s cannot be shown there until somebody acts there: %s", table, error)
                    self._barred.add(chat)
                    waiting.clear()
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
        """Brings a table's messages in this chat up to date, call by call."""
        known: int | None = None
        table, mode, shown = await self._seen(chat, name)
        while table is not None and (deed := self._next(table, chat, shown, mode)) is not None:
            if await self._turn(chat, deed):  # something may have changed meanwhile: the turn is for what is newest
                table, mode, shown = await self._seen(chat, name)
                deed = self._next(table, chat, shown, mode) if table is not None else None
                if table is None or deed is None:
                    return
            if deed.do in (Do.POST, Do.EDIT):
                self._anew.discard((chat, name))
            after = await self._do(deed, table, chat, shown, known)
            if after is None:
                return
            gone = deed.do is Do.EDIT and deed.board is not None and len(after) < len(shown)
            known = deed.board.version if deed.board is not None and gone else None
            shown = after

    def _next(self, table: Table, chat: ChatKey, shown: list[BoardRecord], mode: BoardMode) -> Deed | None:
        deed = next_deed(table, chat, shown, mode)
        boards = [board for board in shown if not board.call]
        if (deed is None or deed.do not in (Do.POST, Do.EDIT)) and boards and (chat, table.record.id) in self._anew:
            return Deed(Do.EDIT, boards[-1])
        return deed

    async def _seen(self, chat: ChatKey, name: str) -> tuple[Table | None, BoardMode, list[BoardRecord]]:
        """A table as it is now, how the chat wants it to be shown, and its messages there."""
        table = await self._tables.fresh(name)
        mode = (await settings_of(self._store, chat)).board
        return table, mode, [board for board in await self._store.boards(name) if board.chat == chat]

    async def _do(
        self, deed: Deed, table: Table, chat: ChatKey, shown: list[BoardRecord], known: int | None
    ) -> list[BoardRecord] | None:
        """The chat's messages after a deed; None if there is no use in going on."""
        if deed.do is Do.POST:
            posted = await self._post(chat, table, [board for board in shown if not board.call], known)
            return None if posted is None else [*shown, posted]
        if deed.do is Do.CALL:
            return [*shown, await self._call(table, chat)]
        if deed.board is None:
            return None
        others = [board for board in shown if board != deed.board]
        if deed.do is Do.EDIT:
            edited = await self._edit(table, deed.board)
            return None if edited is None else [*others, *edited]
        messenger = self._messenger(chat)
        if deed.do is Do.HUSH:
            with suppress(MessageGone, NotAllowed):  # a call that must stay does no harm
                await messenger.delete(chat, deed.board.message)
        else:
            with suppress(MessageGone):
                await messenger.retire(chat, deed.board.message)
        await self._store.drop_board(deed.board)
        return others

    async def _turn(self, chat: ChatKey, deed: Deed) -> bool:
        """Waits until the platform may be called; whether that took any time."""
        pace = self._paces.get(chat.platform)
        return pace is not None and await pace.turn(chat, deed.board.message if deed.board is not None else None)

    async def _edit(self, table: Table, last: BoardRecord) -> list[BoardRecord] | None:
        """The message as it is now: none if it is gone; None if it cannot be drawn."""
        known = min(last.version, table.record.version - 1)  # shown anew, it tells again how it came to be
        screen = await self._face(table, last.chat, table.plies_since(known))
        if screen is None:
            return None
        try:
            await self._messenger(last.chat).edit(last.chat, last.message, screen)
        except MessageGone:
            await self._store.drop_board(last)
            return []
        edited = _board(table, last.chat, last.message, screen)
        await self._store.save_board(edited)
        self._measures.shown(table.record.id, self._clock.now())
        return [edited]

    async def _post(
        self, chat: ChatKey, table: Table, boards: list[BoardRecord], known: int | None
    ) -> BoardRecord | None:
        """A new message, below those there are; `known` is the version that the chat has seen, if that is known."""
        version = table.record.version
        if known is None:
            known = min(version - 1, boards[-1].version if boards else version)
        screen = await self._face(table, chat, table.plies_since(known))
        if screen is None:
            return None
        try:
            message = await self._messenger(chat).post(chat, screen, nonce=_nonce(table, boards))
        except MessageGone:
            _log.warning("the chat of table %s is gone", table.record.id)
            return None
        posted = _board(table, chat, message, screen)
        await self._store.save_board(posted)
        self._measures.shown(table.record.id, self._clock.now())
        previous = Options.load(table.record.options).previous
        if previous is not None and not boards:
            await self.publish(previous)  # its button to open this table goes
        return posted

    async def _call(self, table: Table, chat: ChatKey) -> BoardRecord:
        """Calls whoever is to act, beside the board."""
        screen = call_screen(table, await self._languages.of_chat(chat))
        version = table.record.version
        message = await self._messenger(chat).post(chat, screen, nonce=f"{table.record.id}:{version}:c")
        called = BoardRecord(table.record.id, chat, message, version, live=False, call=True)
        await self._store.save_board(called)
        return called

    async def _face(self, table: Table, chat: ChatKey, since: int) -> Screen | None:
        """The screen to show; None if it cannot be made, which trying again would not mend."""
        try:
            theme = (await settings_of(self._store, chat)).theme
            return await self._faces.of(table, since, await self._languages.of_chat(chat), theme)
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
