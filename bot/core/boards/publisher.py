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

from bot.core.boards.deeds import Deeds
from bot.core.boards.faces import Faces
from bot.core.boards.pace import Bounds, Pace
from bot.core.boards.places import Showing
from bot.core.boards.showing import Deed, Do, next_deed
from bot.core.chat import Messenger, NotAllowed, TryLater
from bot.core.chat_settings import ChatSettings
from bot.core.clock import Clock
from bot.core.languages import Languages
from bot.core.lately import Lately
from bot.core.measures import Measures, NoMeasures
from bot.core.options import Options
from bot.core.table import Table
from bot.core.tables import Tables, Unreadable
from data.records import OPEN, BoardRecord, ChatKey
from data.store import Store, StoreError

_log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
DIRTY_AT_ONCE = 1000
REMEMBERED = 10_000
"""How many chats are known where the bot may not write, and how many things are noted for the next change."""


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
        self._clock = clock
        self._messengers = messengers
        self._paces = paces or {}
        self._bounds = Bounds(clock)
        self._deeds = Deeds(store, languages, faces, clock, messengers, measures or NoMeasures())
        self._waiting: dict[ChatKey, dict[str, Showing | None]] = {}
        """What is to be shown, in order; with how it is shown if that was read just now, and nothing was since."""
        self._workers: dict[ChatKey, asyncio.Task[None]] = {}
        self._barred = Lately[ChatKey, None](REMEMBERED)
        self._anew = Lately[tuple[ChatKey, str], None](REMEMBERED)
        self._pressed = Lately[tuple[ChatKey, str], str](REMEMBERED)

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

    def pressed(self, chat: ChatKey, message: str, table: str) -> None:
        """A button was pressed under a board message. If the store does not know the message, it will with the next
        change: a process may have died after it posted a board and before it noted that.
        """
        self._pressed[chat, table] = message

    def heard(self, chat: ChatKey) -> None:
        """Somebody acts there: if the bot could not write in that chat, it tries again with the next change."""
        self._barred.pop(chat, None)

    async def publish(self, table: str, *, again: bool = True) -> None:
        """Sees to it that a table is shown as it is now, wherever it is shown. Does not wait for it.

        Where the bot could not write it is not tried again, but in the table's own chat, whose players act, it is.
        """
        try:
            showing = await self._tables.showing(table)
        except Unreadable:  # logged where it was read
            return
        if showing is not None:
            showing = await self._with_pressed(showing)
            for chat in showing.chats:
                self._publish(showing, chat, again=again)

    async def _with_pressed(self, showing: Showing) -> Showing:
        """How a table is shown, with the messages that were pressed though nobody had noted them."""
        record = showing.table.record
        for chat in showing.chats:
            message = self._pressed.pop((chat, record.id), None)
            shown = [board for board in showing.messages(chat) if not board.call]
            if message is None or any(board.message == message for board in shown):
                continue
            version = min((record.version - 1, *(board.version for board in shown)))
            await self._store.save_board(BoardRecord(record.id, chat, message, version))
            showing = await self._tables.showing(record.id) or showing
        return showing

    def _publish(self, showing: Showing, chat: ChatKey, *, again: bool) -> None:
        if chat.platform not in self._messengers:
            return
        if again and chat == showing.table.record.chat:
            self._barred.pop(chat, None)
        if chat in self._barred:
            return
        at_once = chat not in self._workers
        self._waiting.setdefault(chat, {})[showing.table.record.id] = showing if at_once else None
        if at_once:
            self._workers[chat] = asyncio.create_task(self._work(chat))

    async def show_anew(self, chat: ChatKey) -> None:
        """Shows a chat's open tables again though nothing has happened at them: the chat reads otherwise now."""
        for record in await self._tables.of_chat(chat):
            self._anew[chat, record.id] = None
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
                read = waiting.pop(table)
                try:
                    await self._show(chat, table, read)
                    pause = FIRST_PAUSE
                except Unreadable:
                    continue
                except NotAllowed as error:
                    _log.warning("table %s cannot be shown there until somebody acts there: %s", table, error)
                    self._barred[chat] = None
                    waiting.clear()
                except TryLater as later:
                    waiting.setdefault(table, None)
                    pace = self._paces.get(chat.platform)
                    if later.everywhere and pace is not None:
                        pace.rest(later.seconds)
                    await self._clock.sleep(later.seconds)
                except Exception as error:  # noqa: BLE001 - whatever a platform throws, the board is shown later
                    _log.warning("table %s cannot be shown now: %s: %s", table, type(error).__name__, error)
                    waiting.setdefault(table, None)
                    await self._clock.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            self._waiting.pop(chat, None)
            self._workers.pop(chat, None)

    async def _show(self, chat: ChatKey, table: str, read: Showing | None) -> None:
        """Brings a table's messages in this chat up to date, call by call."""
        showing = read or await self._tables.showing(table)
        shown = showing.messages(chat) if showing is not None else []
        while showing is not None and (deed := self._next(showing, chat, shown)) is not None:
            if await self._turn(
                showing, chat, deed
            ):  # something may have changed meanwhile: the turn is for what is newest
                showing = await self._tables.showing(table)
                shown = showing.messages(chat) if showing is not None else []
                newest = self._next(showing, chat, shown) if showing is not None else None
                if showing is None or newest is None:
                    return
                deed = newest
            if deed.do in (Do.POST, Do.EDIT):
                self._anew.pop((chat, table), None)
            after = await self._deeds.do(deed, showing, chat, shown)
            if after is None:
                return
            if deed.do is Do.POST and all(board.call for board in shown):
                await self._open_next(showing.table)
            shown = after

    def _next(self, showing: Showing, chat: ChatKey, shown: list[BoardRecord]) -> Deed | None:
        mode = ChatSettings.of(showing.stored(chat)).board
        deed = next_deed(showing, chat, shown, mode)
        boards = [board for board in shown if not board.call]
        if (deed is None or deed.do not in (Do.POST, Do.EDIT)) and boards and self._wants_anew(showing, chat):
            return Deed(Do.EDIT, boards[-1])
        return deed

    def _wants_anew(self, showing: Showing, chat: ChatKey) -> bool:
        return (chat, showing.table.record.id) in self._anew and showing.role(chat) is not None

    async def _turn(self, showing: Showing, chat: ChatKey, deed: Deed) -> bool:
        """Waits until the chat wants a message and the platform may be called; whether that took any time."""
        most = ChatSettings.of(showing.stored(chat)).messages
        waited = deed.do in (Do.POST, Do.CALL) and await self._bounds.turn(chat, most)
        pace = self._paces.get(chat.platform)
        message = deed.board.message if deed.board is not None else None
        return (pace is not None and await pace.turn(chat, message)) or waited

    async def _open_next(self, table: Table) -> None:
        """A table is shown for the first time: the button to open it, at the one before, goes."""
        previous = Options.load(table.record.options).previous
        if previous is not None:
            await self.publish(previous)
