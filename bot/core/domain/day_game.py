"""A chat's game of the day: opened at an hour, started an hour later, over after a day.

It is a quick game of Parchís at a pace of three waking hours a move. The table itself knows when it starts and ends.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from bot.core.common.entropy import Entropy
from bot.core.domain import deadlines, lobby, seat_offers
from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.new_table import new_table
from bot.core.domain.table import Table
from bot.core.i18n.time_zones import zone_of
from bot.core.messages.requests import Person
from data.records import ChatKey, PersonKey, SeatRecord, Status

OPTIONS = {"game": "parchis", "variant": "quick", "pace": "3h", "rolls": "self"}
"""What is played: a bot plays the turn of who is not there for three waking hours."""
JOINING = 3600.0
"""Seconds between the opening and the start."""
UNATTENDED = 3
"""Days in a row without anybody after which no more games open."""
NOBODY = "game-of-the-day"
"""The host until the first person sits down."""


def next_opening(settings: ChatSettings, after: float) -> float | None:
    """Return the next time after a moment at which a chat's game opens; None if never."""
    if settings.game is None:
        return None
    moment = datetime.fromtimestamp(after, zone_of(settings.zone or "UTC"))
    moment = moment.replace(hour=settings.game, minute=0, second=0, microsecond=0, fold=0)
    while moment.timestamp() <= after:
        moment += timedelta(days=1)
    return moment.timestamp()


def opened(chat: ChatKey, code: str, ends: float, entropy: Entropy, now: float) -> Table:
    """Return the lobby of a chat's game of the day, with all seats free."""
    host = PersonKey(chat.platform, NOBODY)
    table = new_table(chat, Person(host, ""), OPTIONS, entropy, now)
    free = tuple(SeatRecord(seat.colours) for seat in table.seats)
    clock = replace(table.clock, starts=now + JOINING, stops=ends)
    return replace(table, id=code, seats=free, clock=clock)


def started(table: Table, now: float) -> Table:
    """Start a game with the people who are in, and bots at the other seats; close it if nobody is."""
    if not table.people:
        return deadlines.closed(table, now)
    for offer in seat_offers.offers(table):
        table = seat_offers.withdrawn(table, offer.person)
    return lobby.changed(table, lambda now_in: lobby.started(_filled(now_in)), now)


def _filled(table: Table) -> Table:
    bot = table.options.bots
    return table.with_seats(
        {at: SeatRecord(seat.colours, computer=bot) for at, seat in enumerate(table.seats) if seat.is_free}
    )


def attended(table: Table | None) -> bool:
    """Return whether anybody took part in a game of the day."""
    return table is not None and bool(table.people) and table.status is not Status.CANCELLED
