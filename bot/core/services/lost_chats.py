"""A chat that people play from is lost: the bot may not write there any more. Their table tells all others."""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain import presence
from bot.core.domain.incidents import noted, of
from bot.core.domain.table import StartedTable, Table, in_play
from bot.core.domain.table_values import Incident, IncidentKind
from bot.core.i18n.refusal import Refusal
from bot.core.services.table_service import TableService
from data.records import ChatKey, PersonKey, Status


class Losses:
    """The chats where nothing can be shown any more, as the publisher tells of them."""

    def __init__(self, desk: TableService) -> None:
        self._desk = desk

    async def lost(self, name: str, chat: ChatKey) -> bool:
        """Note at a table that a chat is lost from which somebody plays; return whether others must be told of it."""
        showing = await self._desk.tables.showing(name)
        if showing is None or showing.table.status is not Status.PLAYING:
            return False
        people = presence.present(showing.table)
        gone = {person for person in people if showing.plays_from(person) == chat}
        if not gone or gone == people:
            return False
        try:
            after = await self._desk.change(name, lambda now: noted_at(now, gone))
        except Refusal:  # others were faster, many times: the next change finds the chat as it is then
            return False
        return after.version > showing.table.version


def noted_at(table: Table, gone: set[PersonKey]) -> Table:
    """Return the table that tells of people who cannot be reached; the very same if it does already."""
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
    """Return whether it was not told yet that somebody cannot be reached, or they have acted since."""
    if version is None:
        return True
    seats = {index for index, seat in enumerate(table.seats) if seat.person == person}
    return any(move.version > version and move.seat in seats and move.automation is None for move in table.log)
