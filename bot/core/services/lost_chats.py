"""Handle chats where the bot may no longer write: the table's other chats are notified.

If a thread is gone, its table moves to the announcement chat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.core.domain import presence
from bot.core.domain.incidents import noted, of
from bot.core.domain.table import StartedTable, Table, in_play
from bot.core.domain.table_values import Incident, IncidentKind
from bot.core.i18n.refusal import Refusal
from bot.core.services.table_display import TableDisplay
from bot.core.services.table_service import TableService
from data.records import OPEN, ChatKey, PersonKey, Status


class Losses:
    """Handles the lost chats that the publisher reports."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    async def lost(self, name: str, chat: ChatKey, gone: bool) -> bool:
        """Record at a table that a player's chat is lost; return whether others must be notified.

        `gone`: the chat no longer exists.
        """
        display = await self._service.tables.display(name)
        if (
            display is not None
            and (gone or not display.messages(chat))  # it may open threads, but not write there
            and chat == display.table.chat
            and display.table.links.announcement is not None
        ):
            return await bring_home(self._service, display, at_home)
        if display is None or display.table.status is not Status.PLAYING:
            return False
        people = presence.present(display.table)
        lost = {person for person in people if display.plays_from(person) == chat}
        if not lost or lost == people:
            return False
        try:
            after = await self._service.change(name, lambda now: noted_at(now, lost))
        except Refusal:  # other processes were faster, many times: the next change tries again
            return False
        return after.version > display.table.version


async def bring_home(service: TableService, display: TableDisplay, home: Callable[[Table, ChatKey], Table]) -> bool:
    """Move a table without a thread to its announcement chat with `home`; return whether it moved."""
    table = display.table
    try:
        after = await service.change(table.id, lambda now: home(now, table.chat))
    except Refusal:
        return False
    await service.store.drop_places(table.id, table.chat)
    for board in display.record.boards:
        if board.chat in (table.chat, after.chat):
            await service.store.drop_board(board)
    return after.chat != table.chat


def at_home(table: Table, thread: ChatKey) -> Table:
    """Move a table from its lost thread to its announcement chat, with a message; else return the same table."""
    moved = unopened(table, thread)
    if moved is table:
        return table
    return noted(moved, Incident(moved.version, IncidentKind.HOME, 0))


def unopened(table: Table, thread: ChatKey) -> Table:
    """Move a table from a thread that never opened to its announcement chat; else return the same table."""
    announcement = table.links.announcement
    if announcement is None or table.chat != thread or table.status not in OPEN:
        return table
    return replace(
        table, chat=announcement, links=replace(table.links, announcement=None), version=table.next_version
    )


def noted_at(table: Table, gone: set[PersonKey]) -> Table:
    """Return a table that reports these people as unreachable; the same if it does already."""
    game = in_play(table)
    if game is None:
        return table
    known = {
        game.seats[incident.seat].person: incident.version
        for incident in of(game)
        if incident.kind == IncidentKind.LOST
    }
    fresh = [person for person in sorted(gone, key=str) if _unknown(game, person, known.get(person))]
    seats = [seat for person in fresh if (seat := game.seat_of(person)) is not None]
    if not seats:
        return table
    lost = (Incident(game.next_version, IncidentKind.LOST, seat) for seat in seats)
    return replace(noted(game, *lost), version=game.next_version)


def _unknown(table: StartedTable, person: PersonKey, version: int | None) -> bool:
    """Return whether a person's loss is unreported, or they have acted since."""
    if version is None:
        return True
    seats = {index for index, seat in enumerate(table.seats) if seat.person == person}
    return any(move.version > version and move.seat in seats and move.automation is None for move in table.log)
