"""Tables shown in other chats than their own: to be watched there, or because somebody plays from there.

Whoever knows a table's code may do both: the code is the secret.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.commands.router import Feature
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.content import Part, Style
from bot.core.messages.requests import Outcome, Request
from bot.core.services.table_display import TableDisplay
from bot.core.services.table_service import TableService
from data.records import ChatKey, TableSubscription

WATCHERS = 20
"""In how many chats a table may be watched."""


class WatchCommands:
    """The command that shows a table in one chat more, and takes it away again."""

    def __init__(self, desk: TableService) -> None:
        self._desk = desk

    @property
    def feature(self) -> Feature:
        """As a part of the core."""
        return Feature(commands={"watch": self.watch})

    async def watch(self, request: Request) -> Outcome:
        """Shows the table of a code at the bottom of this chat, or no more."""
        showing = await self._desk.anywhere(request.options.get("table", ""))
        if request.options.get("show") == "off":
            return await self._end(request, showing)
        if showing.role(request.chat) is None:
            await self._begin(request, showing)
        else:
            await show_below(self._desk, showing, request.chat)
        return Outcome(table=showing.table.record.id)

    async def _begin(self, request: Request, showing: TableDisplay) -> None:
        watching = [place for place in showing.record.places if place.person is None]
        if len(watching) >= WATCHERS:
            raise Refusal(N_("Too many chats watch this table already."))
        await self._desk.languages.remember(request.chat, request.person)
        await self._desk.store.save_place(TableSubscription(showing.table.record.id, request.chat))

    async def _end(self, request: Request, showing: TableDisplay) -> Outcome:
        record, chat = showing.table.record, request.chat
        if showing.role(chat) is None:
            raise Refusal(N_("This table is not shown here."))
        if record.chat == chat:
            raise Refusal(N_("This table is at home here. Its host can close it with /cancel."))
        if any(seat.person is not None and showing.plays_from(seat.person) == chat for seat in record.seats):
            raise Refusal(N_("Somebody plays at this table from here."))
        await self._desk.store.drop_places(record.id, chat)
        t = await self._desk.languages.of_person(request.person)
        notice = t.note("Table {code} is not shown here any more.", code=Part(record.id, Style.CODE))
        return Outcome(notice=notice, table=record.id)


async def show_below(desk: TableService, showing: TableDisplay, chat: ChatKey) -> None:
    """Makes the boards that a chat has of a table give way to a new one, which the publisher posts."""
    for board in showing.messages(chat):
        if board.live:
            await desk.store.save_board(replace(board, live=False))
