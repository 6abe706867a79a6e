"""Keep the board messages of all chats up to date with their tables (decision 2).

What a message shows is stored only after the platform accepted it; after a crash it is sent again, under the same
nonce. Each chat has a queue ordered by priority: after any wait, the newest state decides the call.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from bot.core.board_messages.board_motion import BoardMotion
from bot.core.board_messages.contested_calls import ContestedCalls
from bot.core.board_messages.display_task import DisplayTask
from bot.core.board_messages.executor import ActionExecutor
from bot.core.board_messages.next_actions import NextActions
from bot.core.board_messages.planner import ActionKind
from bot.core.board_messages.pressed_messages import PressedMessages
from bot.core.board_messages.screen_renderer import ScreenRenderer
from bot.core.board_messages.turn_steps import PAUSES, Progress, TurnSteps
from bot.core.common.background import cancel
from bot.core.common.clock import Clock, sleep_or, wait_until
from bot.core.common.lru import LruDict
from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.table import Table
from bot.core.i18n.refusal import CorruptTable
from bot.core.messages.metrics import Metrics, NoMetrics
from bot.core.messages.ports import ChatGone, Messenger, NotAllowed, TryLater
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter, Priority, Ticket
from bot.core.ratelimit.sliding_window import SlidingWindow
from bot.core.services.languages import Languages
from bot.core.services.lease_tasks import changed_within
from bot.core.services.ownership import Backlog, Ownership, SoleOwnership
from bot.core.services.table_display import TableDisplay
from bot.core.services.table_repository import TableRepository
from data.errors import StoreError
from data.records import ChatKey
from data.store import Store

_log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds between two tries after a failure; a press or `/board` ends a pause after the first second."""
DIRTY_AT_ONCE = 1000
LATELY = 120.0
"""Seconds within which others notice a process killed between storing and showing."""
RELEASING = 1.5
"""Seconds for the calls under way in chats that pass to another process."""
REMEMBERED = 10_000
"""Number of chats remembered where the bot may not write."""

Lost = Callable[[str, ChatKey, bool], Awaitable[bool]]
"""Takes a table, a chat that can't show it, and whether that chat is gone; returns whether the table changed."""


class Publisher:
    """Runs at most one task for each table in each chat, which keeps the order of updates."""

    def __init__(
        self,
        store: Store,
        tables: TableRepository,
        languages: Languages,
        renderer: ScreenRenderer,
        motion: BoardMotion,
        clock: Clock,
        messengers: Mapping[str, Messenger],
        limiters: Mapping[str, PlatformRateLimiter] | None = None,
        measures: Metrics | None = None,
        lost: Lost | None = None,
        ownership: Ownership | None = None,
        backlog: Backlog | None = None,
    ) -> None:
        """Call `lost` for tables that can't be shown; `backlog` returns the boards behind here."""
        self._tables = tables
        self._clock = clock
        self._messengers = messengers
        self._lost = lost
        self._backlog = backlog or store
        self._ownership = ownership or SoleOwnership()
        for name in messengers:
            self._ownership.releasing(name, self._release, "boards on their way")
        self._limiters = {name: (limiters or {}).get(name) or PlatformRateLimiter(clock) for name in messengers}
        self._plan = NextActions(messengers)
        self._executor = ActionExecutor(
            store, languages, renderer, motion, clock, messengers, measures or NoMetrics(), self._ownership
        )
        self._turns = TurnSteps(tables, self._executor, clock, self._limiters)
        self._calls = ContestedCalls(store, self._ownership)
        self._works: dict[tuple[ChatKey, str], DisplayTask] = {}
        self._stopping = False
        self._barred = LruDict[ChatKey, bool](REMEMBERED)
        """Where the bot may not write, and whether the chat is gone."""
        self._pressed = PressedMessages(store, tables)

    async def watch(self, every: float = 20.0) -> None:
        """Show tables that other code stored and never published. Runs until cancelled."""
        while True:
            seen = self._ownership.revision
            try:
                await self.look()
            except StoreError as error:
                _log.warning("the store does not answer: %s", error)
            await self._rest(every, seen)

    async def look(self) -> None:
        """Show what is behind now; raises StoreError."""
        behind = await self._backlog.dirty_boards(DIRTY_AT_ONCE)
        unshown = await self._backlog.unshown_tables(self._clock.now() - LATELY, DIRTY_AT_ONCE)
        for table in dict.fromkeys((*(one.table for one in behind if one.chat not in self._barred), *unshown)):
            await self.publish(table, again=False, in_steps=False, handed=True)

    async def _rest(self, seconds: float, seen: int) -> None:
        """Wait `seconds`, or until this process's chats change."""
        if not self._ownership.is_shared:
            await self._clock.sleep(seconds)
        else:
            await changed_within(self._ownership, seconds, seen)

    def pressed(self, chat: ChatKey, message: str, table: str) -> None:
        self._pressed.note(chat, message, table)

    def heard(self, chat: ChatKey) -> None:
        """Note that somebody acts in a chat; if the bot could not write there, it tries again."""
        self._barred.pop(chat, None)

    async def publish(self, table: str, *, again: bool = True, in_steps: bool = True, handed: bool = False) -> None:
        """Start to update a table wherever it is shown; return without waiting.

        Chats where the bot could not write are skipped, except the table's own with `again`. `in_steps`: bots' turns
        may be shown one by one. `handed`: the owners of its other chats know already.
        """
        try:
            display = await self._tables.display(table)
        except CorruptTable:  # logged where it was read
            return
        if display is not None:
            display = await self._pressed.stored(display, lambda chat: (chat, table) in self._works)
            theirs = []
            for chat in display.chats:
                if await self._ownership.owns(chat):
                    self._publish(display, chat, again=again, in_steps=in_steps)
                else:
                    theirs.append(chat)
            if theirs and not handed:
                await self._ownership.hand_on(table, theirs)

    async def show(self, table: str) -> None:
        """Show a table as it is now, without steps for bots' turns of an earlier process."""
        await self.publish(table, in_steps=False)

    def _publish(self, display: TableDisplay, chat: ChatKey, *, again: bool, in_steps: bool) -> None:
        if chat.platform not in self._messengers:
            return
        if again and chat == display.table.chat:
            self._barred.pop(chat, None)
        if chat in self._barred:
            return
        key = (chat, display.table.id)
        work = self._works.get(key)
        if work is None:
            pause = self._pause(display, chat)
            progress = Progress(pause) if in_steps and pause else None
            work = self._works[key] = DisplayTask(self._clock.now(), display, progress=progress)
            work.task = asyncio.create_task(self._run(chat, display.table.id, work))
        else:
            self._tell(work, display, chat)
            if again:
                work.wanted.set()

    def _tell(self, work: DisplayTask, display: TableDisplay, chat: ChatKey) -> None:
        """Note a change of a table that is waiting or being shown."""
        now = self._clock.now()
        if not work.again and (work.ticket is None or work.ticket.priority is Priority.TIDY):
            work.since = now
        work.again = True
        work.news.set()
        if work.ticket is not None and (deed := self._plan.next(display, chat, display.messages(chat))) is not None:
            priority, windows = self._plan.terms(display, chat, deed)
            work.ticket.hurry(priority, work.since, windows)

    async def show_anew(self, chat: ChatKey) -> None:
        """Redraw a chat's open tables after a change of its settings."""
        for record in await self._tables.of_chat(chat):
            self._plan.want_anew(chat, record.id)
            await self.publish(record.id)

    async def show_again(self, chat: ChatKey, table: str) -> None:
        """Show a board again without a change: its message was blanked or may be outdated.

        Bots' turns aren't repeated.
        """
        self._plan.want_anew(chat, table)
        await self.show(table)

    async def _release(self, _: str) -> None:
        """End the work in chats that this process no longer owns."""
        works = [(chat, work) for (chat, _), work in self._works.items()]
        left = [work for chat, work in works if not await self._ownership.owns(chat)]
        for work in left:
            work.news.set()
        if tasks := [work.task for work in left if work.task is not None]:
            waiting = (await asyncio.wait(tasks, timeout=RELEASING))[1]
            for task in waiting:
                task.cancel()

    async def is_barred(self, chat: ChatKey, table: str) -> bool:
        """Return whether the bot can't write in a chat that is to show a table.

        Waits until the platform was called, or the call has to wait.
        """
        work = self._works.get((chat, table))
        if work is not None:
            await work.tried.wait()
        return self._barred.get(chat) is False

    async def idle(self) -> None:
        while tasks := self._tasks():
            await asyncio.wait(tasks)

    async def stop(self, patience: float = 3.0) -> None:
        """Show what can be shown within `patience` seconds; the next start does the rest."""
        self._stopping = True
        for work in self._works.values():
            work.news.set()
            if work.task is not None and work.ticket is not None and work.ticket.priority is Priority.TIDY:
                work.task.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self.idle()
        await cancel(*self._tasks())

    def _tasks(self) -> tuple[asyncio.Task[None], ...]:
        return tuple(work.task for work in self._works.values() if work.task is not None)

    # one table in one chat ------------------------------------------------------------------------------------------

    async def _run(self, chat: ChatKey, table: str, work: DisplayTask) -> None:
        pause, going = FIRST_PAUSE, True
        try:
            while going and chat not in self._barred:
                going = False
                work.wanted.clear()
                try:
                    await self._show(chat, table, work)
                    if not (work.again or self._stopping):
                        work.news.clear()
                        await self._executor.move_late(chat, table, work.news)
                    pause, going = FIRST_PAUSE, work.again
                except CorruptTable:
                    going = work.again
                except NotAllowed as error:
                    _log.warning("table %s cannot be shown there until somebody acts there: %s", table, error)
                    self._barred[chat] = isinstance(error, ChatGone)
                    work.tried.set()
                    await self._tell_lost(table, chat, gone=isinstance(error, ChatGone))
                    going = work.again  # somebody acted there meanwhile: it may be allowed again
                except TryLater as later:
                    going = True
                    work.tried.set()
                    await self._clock.sleep(later.seconds)
                except Exception as error:  # noqa: BLE001 - whatever a platform raises, the board is shown later
                    _log.warning("table %s cannot be shown now: %s: %s", table, type(error).__name__, error)
                    going = True
                    work.tried.set()
                    await self._pause_after_failure(work, pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
        finally:
            self._executor.late.pop((chat, table), None)
            del self._works[chat, table]
            work.tried.set()

    async def _pause_after_failure(self, work: DisplayTask, seconds: float) -> None:
        """Wait; once somebody wants the board, only until the first pause is over."""
        soonest = self._clock.now() + FIRST_PAUSE
        if await sleep_or(self._clock, seconds, work.wanted):
            await wait_until(self._clock, soonest)

    async def chat_gone(self, chat: ChatKey) -> None:
        """Note that a chat is gone; raises StoreError."""
        self._barred[chat] = True
        for table in await self._tables.of_chat(chat):
            await self._tell_lost(table.id, chat, gone=True)

    async def _tell_lost(self, table: str, chat: ChatKey, *, gone: bool) -> None:
        """Report a lost chat to its table, and update the table's other chats."""
        try:
            if self._lost is not None and await self._lost(table, chat, gone):
                await self.publish(table, again=False)
        except Exception as error:  # noqa: BLE001 - the next change that fails there reports it
            _log.warning("cannot report a lost chat of table %s: %s", table, type(error).__name__)

    async def _show(self, chat: ChatKey, table: str, work: DisplayTask) -> None:
        """Update a table's messages in a chat, call by call, until the table changes."""
        display, work.read, work.again = work.read if not work.again else None, None, False
        display = await self._in_steps(chat, work, display or await self._tables.display(table))
        shown = display.messages(chat) if display is not None else []
        while display is not None and not work.again and (deed := self._plan.next(display, chat, shown)) is not None:
            if deed.do is ActionKind.DROP:
                shown = await self._executor.do(deed, display, chat, shown) or []
                continue
            message = deed.board.message if deed.board is not None else None
            priority, windows = self._plan.terms(display, chat, deed)
            if message is not None and self._limiters[chat.platform].is_free(chat, message):
                priority = Priority.ANSWER  # it answers somebody who pressed there
            if self._stopping and priority is Priority.TIDY:
                return
            self._executor.ahead(deed, display, chat, shown)
            work.ticket = ticket = Ticket(priority, work.since, windows, work.tried.set)
            try:
                async with self._limiters[chat.platform].slot(chat, ticket, message) as slot:
                    if slot.waited or work.again:  # something may have changed: use the turn for the newest state
                        work.again = False
                        display = await self._tables.display(table)
                        shown = display.messages(chat) if display is not None else []
                        newest = self._plan.next(display, chat, shown) if display is not None else None
                        if (
                            display is None
                            or newest is None
                            or newest.do is ActionKind.DROP
                            or not self._fits(ticket, *self._plan.terms(display, chat, newest))
                        ):
                            slot.give_back()
                            continue
                        deed = newest
                    if not await self._ownership.owns(chat):
                        slot.give_back()
                        return
                    async with self._calls.about(table, chat):
                        with self._plan.fulfilled(chat, table, deed):
                            after = await self._executor.do(deed, display, chat, shown, slot.give_back)
            finally:
                work.ticket = None
                work.tried.set()
            if after is None:
                return
            if deed.do is ActionKind.POST and all(board.call for board in shown):
                await self._open_next(display.table)
            shown = after

    async def _in_steps(self, chat: ChatKey, work: DisplayTask, display: TableDisplay | None) -> TableDisplay | None:
        """Show bots' turns one by one if wanted; return the display after that."""
        if display is None or work.progress is None or self._stopping:
            return display
        work.news.clear()
        if not await self._ownership.owns(chat):
            return display
        async with self._calls.about(display.table.id, chat):
            took_time = await self._turns.tell(display, chat, work.progress, work.news)
        return await self._tables.display(display.table.id) if took_time else display

    @staticmethod
    def _fits(ticket: Ticket, priority: Priority, windows: tuple[SlidingWindow, ...]) -> bool:
        return priority <= ticket.priority and set(windows) <= set(ticket.windows)

    def _pause(self, display: TableDisplay, chat: ChatKey) -> float:
        """Return the seconds between two bots' turns in a chat; 0 if shown together."""
        costless = self._messengers[chat.platform].abilities.costless
        settings = ChatSettings.of(display.stored(chat))
        return PAUSES.get(display.table.options.pause or settings.pause_where(costless=costless), 0.0)

    async def _open_next(self, table: Table) -> None:
        """Update the previous table, to remove the button that opened this one."""
        previous = table.links.previous
        if previous is not None:
            await self.publish(previous)
