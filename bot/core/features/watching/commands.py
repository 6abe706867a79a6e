"""Boards where people want them: below the chat's messages, or in other chats.

A table's code is the secret: anybody who knows it may watch the table and play from elsewhere.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.board_messages.digest import HUSHED
from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupCommand
from bot.core.commands.options import TABLE
from bot.core.domain import deadlines, permissions
from bot.core.domain.seat_offers import offers
from bot.core.domain.table import Table, played_by
from bot.core.features.context import FeatureContext
from bot.core.i18n.translator import N_
from bot.core.messages.content import Part, Style
from bot.core.messages.requests import Outcome, Request
from bot.core.services.table_display import TableDisplay
from bot.core.services.table_service import TableService
from bot.core.services.watching import watch_from
from data.records import ChatKey, PersonKey, Status


class WatchCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service

    async def board(self, request: Request) -> Outcome:
        """Show the board again below, in place of its earlier messages in this chat. Raises Refusal."""
        table = await self._service.pick(request, played_by(request.person.key))
        display = await self._service.anywhere(table.id)
        await _show_below(self._service, display, display.place(request.chat), request.person.key)
        await self._service.go_on(table.id)
        return Outcome(table=table.id)

    async def watch(self, request: Request) -> Outcome:
        """Show a table by its code at the bottom of this chat, or stop; raises Refusal."""
        display = await self._service.anywhere(request.options.get("table", ""))
        if request.options.get("show") == "off":
            return await self._end(request, display)
        if display.role(request.chat) is None:
            await watch_from(self._service, display, request.chat, request.person)
        elif not request.chat.is_hand:
            await _show_below(self._service, display, display.place(request.chat), request.person.key)
        return Outcome(table=display.table.id)

    async def _end(self, request: Request, display: TableDisplay) -> Outcome:
        table, chat = display.table, request.chat
        permissions.may_stop_watching(
            table,
            chat,
            is_shown=display.role(chat) is not None,
            is_played=any(display.plays_from(person) == chat for person in table.people),
        )
        await self._service.store.drop_places(table.id, chat)
        t = await self._service.languages.of_person(request.person)
        notice = t.note("Table {code} is no longer shown here.", code=Part(table.id, Style.CODE))
        return Outcome(notice=notice, table=table.id)


async def _show_below(service: TableService, display: TableDisplay, chat: ChatKey, person: PersonKey) -> None:
    """Replace a chat's boards of a table by a new one, which the publisher posts.

    The new board mentions nobody if it would mention a person who has blocked `person`, who asks for it.
    """
    hushed = bool(await service.store.blockers(person, _called_by_board(display.table)))
    for board in display.messages(chat):
        if board.live:
            await service.store.save_board(replace(board, live=False, face=HUSHED if hushed else board.face))


def _called_by_board(table: Table) -> set[PersonKey]:
    if table.status is Status.LOBBY:
        asked = [offer.person for offer in offers(table)]
        return {*asked, *(caller.key for caller in (*table.lobby.called, *table.dice.voided))}
    seat = deadlines.to_act(table)
    return set() if seat is None or seat.person is None else {seat.person}


GROUP = CommandGroup(
    WatchCommands,
    (
        GroupCommand(
            Command(
                "board",
                N_("Show the board again, down here"),
                (TABLE,),
                section=Section.TABLE,
                rank=5,
            ),
            WatchCommands.board,
        ),
        GroupCommand(
            Command(
                "watch",
                N_("Watch a game from another chat"),
                (
                    replace(TABLE, description=N_("The table's code"), required=True),
                    Option(
                        "show",
                        OptionKind.CHOICE,
                        N_("Show it here, or stop"),
                        ("on", "off"),
                    ),
                ),
                example="/watch abc234",
                section=Section.GAMES,
                rank=2,
            ),
            WatchCommands.watch,
        ),
    ),
)
