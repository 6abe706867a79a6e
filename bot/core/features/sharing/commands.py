"""/share: a link to a table. The link of a private table lets people in, so only its host gets it."""

from __future__ import annotations

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupCommand
from bot.core.commands.options import TABLE
from bot.core.domain.permissions import knows
from bot.core.domain.table import Table
from bot.core.domain.table_codes import secret_code
from bot.core.features.context import FeatureContext
from bot.core.features.sharing.view import share_text
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Outcome, Request, SharedTable
from bot.core.services.table_display import TableDisplay
from data.records import OPEN, Status


class ShareCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service

    async def share(self, request: Request) -> Outcome:
        """Send a link that opens a table, and the command for other platforms. Raises Refusal."""
        display = await self._shown(request)
        table, person = display.table, request.person.key
        if table.status not in OPEN:
            raise Refusal(N_("That game is over. To see it again, type /replay."))
        hidden = table.lobby.private and table.host == person and not request.alone
        code = self._code(table, request)
        opens = not table.lobby.private or code != table.id
        joins = _has_room(table) and (opens or knows(table, person))
        shared = _shared(display, code, request, joins=joins)
        links = request.share(shared) if request.share is not None else None
        t = await self._service.languages.of_person(request.person)
        return Outcome(notice=share_text(shared, links, t, seats=joins and opens, hidden=hidden))

    async def _shown(self, request: Request) -> TableDisplay:
        """Return the table: one shown in this chat, or by its code one that the asker plays at."""
        code = request.options.get("table", "").strip().lower()
        if code:
            display = await self._service.anywhere(code)
            if display.role(request.chat) is not None or knows(display.table, request.person.key):
                return display
        table = await self._service.pick(request, lambda one: knows(one, request.person.key))
        return await self._service.anywhere(table.id)

    def _code(self, table: Table, request: Request) -> str:
        """Return the code that lets people in; the secret one only for a private table's host in private."""
        if table.lobby.private and table.host == request.person.key and request.alone:
            return secret_code(table)
        return table.id


def _has_room(table: Table) -> bool:
    return table.status is Status.LOBBY and any(seat.is_free for seat in table.seats)


def _shared(display: TableDisplay, code: str, request: Request, *, joins: bool) -> SharedTable:
    """Return the newest board in the asker's chat, or in the table's own or its thread."""
    table = display.table
    for chat in dict.fromkeys((display.place(request.chat), table.chat)):
        boards = [board.message for board in display.messages(chat) if not board.call]
        if boards:
            return SharedTable(code, joins, chat, boards[-1], near=chat == display.place(request.chat))
    return SharedTable(code, joins, table.chat, near=False)


GROUP = CommandGroup(
    ShareCommands,
    (
        GroupCommand(
            Command(
                "share",
                N_("Get a link that opens your table"),
                (TABLE,),
                section=Section.TABLE,
                rank=3,
            ),
            ShareCommands.share,
        ),
    ),
)
