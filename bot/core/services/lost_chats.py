"""A chat that people play from is lost: the bot may not write there any more. Their table tells all others."""

from __future__ import annotations

from bot.core.domain import deadlines, presence
from bot.core.domain.incidents import Incident, Kind, noted, of
from bot.core.domain.table import Table
from bot.core.domain.table_options import TableOptions
from bot.core.i18n.refusal import Refusal
from bot.core.services.table_service import TableService
from data.records import ChatKey, PersonKey, Status


class Losses:
    """Told by the publisher of chats where nothing can be shown."""

    def __init__(self, desk: TableService) -> None:
        self._desk = desk

    async def lost(self, name: str, chat: ChatKey) -> bool:
        """Note at a table that a chat is lost from which somebody plays; return whether others must be told of it."""
        showing = await self._desk.tables.showing(name)
        if showing is None or showing.table.record.status is not Status.PLAYING:
            return False
        people = presence.present(showing.table)
        gone = {person for person in people if showing.plays_from(person) == chat}
        if not gone or gone == people:
            return False
        try:
            after = await self._desk.change(name, lambda now: noted_at(now, gone))
        except Refusal:  # others were faster, many times: the next change finds the chat as it is then
            return False
        return after.record.version > showing.table.record.version


def noted_at(table: Table, gone: set[PersonKey]) -> Table:
    """Return the table that tells of people who cannot be reached; the very same if it does already."""
    record = table.record
    if record.status is not Status.PLAYING:
        return table
    known = {record.seats[each.seat].person: each.version for each in of(record) if each.kind is Kind.LOST}
    fresh = [person for person in sorted(gone, key=str) if _unknown(table, person, known.get(person))]
    if not fresh:
        return table
    seats = [next(index for index, seat in enumerate(record.seats) if seat.person == person) for person in fresh]
    told = noted(record, *(Incident(record.version + 1, Kind.LOST, seat) for seat in seats))
    return deadlines.bumped(table, TableOptions.load(told.options))


def _unknown(table: Table, person: PersonKey, version: int | None) -> bool:
    """Whether it was not told yet that somebody cannot be reached, or they have acted since."""
    if version is None:
        return True
    own = {index for index, seat in enumerate(table.record.seats) if seat.person == person}
    return any(move.version > version and move.seat in own and move.automation is None for move in table.log)
