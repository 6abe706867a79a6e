"""Ordered analyses: a few at a time, one for each person and chat.

An order is stored with its progress message. After a restart the next process resumes it in the same message.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.core.board_messages.subject import subject_of
from bot.core.domain.game_analysis import GameAnalysis
from bot.core.domain.table import StartedTable
from bot.core.features.analysis.looking import looked_at
from bot.core.features.analysis.report_view import failed_text, progress_text
from bot.core.features.context import FeatureContext
from bot.core.i18n.refusal import CorruptTable, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.content import Screen, Text
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.ratelimit.platform_limiter import Priority, Ticket
from bot.core.services.analysis_codec import load
from data.errors import NoTable, StoreError
from data.records import ChatKey, PersonKey
from data.result_records import AnalysisOrder

_log = logging.getLogger(__name__)

MOST = 8
"""The limit on waiting orders."""
STEPS = (35, 70)
"""The percentages at which the message changes, if its last change is old enough."""
CALM = 4.0
"""Seconds between two changes of the message."""
ATTEMPTS = 4
Show = Callable[[GameAnalysis, StartedTable, ChatKey], Awaitable[Screen]]


class AnalysisOrders:
    """Take orders, and answer each in its own message."""

    def __init__(self, context: FeatureContext, show: Show) -> None:
        """Start with the function that shows a report in a chat."""
        self._service = context.service
        self._thinking = context.thinking
        self._messengers = context.messengers
        self._limiter_of = context.limiter_of
        self._background = context.background
        self._show = show
        self._people: dict[ChatKey, PersonKey] = {}
        """The people who wait, by chat."""

    async def known(self, table: StartedTable) -> GameAnalysis | None:
        """Return a game's stored analysis; None if there is none."""
        body = await self._service.store.analysis(table.id)
        if body is None:
            return None
        try:
            return await asyncio.to_thread(load, body, table.match)
        except ValueError as error:
            await self._service.store.set_aside("analyses", {"table_id": table.id}, "body", str(error))
            return None

    async def take(self, table: StartedTable, chat: ChatKey, person: PersonKey) -> None:
        """Start to analyse a game; raises Refusal."""
        if chat in self._people:
            raise Refusal(N_("I'm already going through a game here. One at a time, please!"))
        if person in self._people.values():
            raise Refusal(N_("I'm already going through a game for you. One at a time, please!"))
        if len(self._people) >= MOST:
            raise Refusal(N_("I'm busy with lots of games. Try again in a minute."))
        order = AnalysisOrder(table.id, chat, person, None, self._service.clock.now())
        self._begin(order, table)

    async def resume(self) -> None:
        """Resume orders that an earlier process left."""
        for order in (await self._service.store.orders())[:MOST]:
            try:
                table = await self._service.tables.get(order.table)
            except CorruptTable:
                table = None
            if isinstance(table, StartedTable) and order.chat.platform in self._messengers:
                self._begin(order, table)
            elif order.chat.platform in self._messengers:
                await self._service.store.drop_order(order.chat)

    def _begin(self, order: AnalysisOrder, table: StartedTable) -> None:
        self._people[order.chat] = order.person
        task = self._background.start(self._work(order, table))
        task.add_done_callback(lambda _: self._people.pop(order.chat, None))

    async def _work(self, order: AnalysisOrder, table: StartedTable) -> None:
        try:
            await self._answer(order, table)
        except NoTable:
            _log.info("table %s was deleted before its analysis", table.id)
        except (MessageGone, NotAllowed) as error:
            _log.info("cannot post the analysis of table %s: %s", table.id, error)
        except Exception:  # noqa: BLE001 - logged; the person who waits gets no other news
            _log.exception("failed to post the analysis of table %s", table.id)
        try:
            await self._service.store.drop_order(order.chat)
        except StoreError:
            _log.exception("failed to delete the order for table %s; the next start resumes it", table.id)

    async def _answer(self, order: AnalysisOrder, table: StartedTable) -> None:
        await self._service.store.save_order(order)
        t = await self._service.languages.of_chat(order.chat)
        message = await self._tell(order, progress_text(table, 0, t))
        order = replace(order, message=message)
        await self._service.store.save_order(order)
        try:
            found = await self.known(table) or await self._analysed(order, table)
            screen = await self._show(found, table, order.chat)
        except Exception:  # noqa: BLE001 - logged; the person who waits gets the news
            _log.exception("failed to analyse table %s", table.id)
            screen = Screen(failed_text(table, t))
        await self._tell(order, screen)

    async def _analysed(self, order: AnalysisOrder, table: StartedTable) -> GameAnalysis:
        clock = self._service.clock
        steps, changed = list(STEPS), clock.now()

        async def told(done: int) -> None:
            nonlocal steps, changed
            if steps and steps[0] <= done < 100 and clock.now() - changed >= CALM:
                steps, changed = [step for step in steps if step > done], clock.now()
                t = await self._service.languages.of_chat(order.chat)
                await self._tell(order, progress_text(table, done, t))

        return await looked_at(table, self._service, self._thinking, f"{order.chat}:{table.id}", told)

    async def _tell(self, order: AnalysisOrder, screen: Screen | Text) -> str:
        """Change the order's message, or post it; return its id."""
        if isinstance(screen, Text):
            screen = Screen(screen)
        chat, messenger = order.chat, self._messengers[order.chat.platform]
        if screen.picture is not None:
            table = await self._service.tables.get(order.table)
            screen = screen if table is None else replace(screen, about=subject_of(table, game=True))
        limiter = self._limiter_of(chat)
        message = order.message
        for attempt in range(1, ATTEMPTS + 1):
            try:
                async with limiter.slot(chat, Ticket(Priority.REPLY, self._service.clock.now())):
                    if message is not None:
                        await messenger.edit(chat, message, screen)
                        return message
                    return await messenger.post(chat, screen, nonce=f"look:{order.table}:{int(order.at) % 10**8}")
            except MessageGone:
                if message is None:
                    raise
                message = None  # it was deleted: post a new one
            except NotAllowed:
                raise
            except Exception as error:
                if attempt == ATTEMPTS:
                    raise
                await self._service.clock.sleep(error.seconds if isinstance(error, TryLater) else 2.0**attempt)
        raise MessageGone(order.chat.chat)
