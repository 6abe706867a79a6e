"""What a chat's administrators have settled, and who may change it."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.domain.chat_settings import Opening, settings_of
from bot.core.domain.table import Table
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.time_zones import moment
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Person
from bot.core.services.table_service import TableService
from data.records import ChatKey, PersonKey, Status


async def only_admin(desk: TableService, chat: ChatKey, person: PersonKey) -> None:
    """Raises Refusal for anybody who does not administer the chat."""
    if not await desk.is_admin(chat, person):
        raise Refusal(N_("Only administrators of this chat can do that."))


async def may_open(desk: TableService, chat: ChatKey, person: PersonKey) -> None:
    """Raises Refusal for somebody who may not open tables in the chat."""
    settings = await settings_of(desk.store, chat)
    if settings.opening is Opening.ADMINS and not await desk.is_admin(chat, person):
        raise Refusal(N_("In this chat only administrators open tables."))


async def limit_of(desk: TableService, chat: ChatKey) -> int:
    """How many open tables the chat may have: its own bound within the bot's."""
    own = (await settings_of(desk.store, chat)).tables
    return desk.limit if own is None else min(own, desk.limit)


def only_host(table: Table, person: Person) -> None:
    """Raises Refusal for anybody but the host."""
    if person.key != table.host:
        raise Refusal(N_("Only the host of the table can do that."))


def may_sit(table: Table, person: PersonKey) -> None:
    """Raises Refusal for somebody who may not take a seat."""
    if person in table.lobby.barred:
        raise Refusal(N_("You were sent away from this table. Its host can invite you again."))
    if table.lobby.private and not knows(table, person):
        raise Refusal(N_("This table is private: its host can invite you, or tell you its secret code for /join."))


def knows(table: Table, person: PersonKey) -> bool:
    """Whether a person belongs to a table: sits there, was invited, or opened it."""
    if person == table.host or table.sits(person):
        return True
    return person in table.lobby.invited


ABANDONED: Mapping[Status, float] = {Status.LOBBY: 3600.0, Status.PLAYING: 3 * 86400.0}
"""For how many seconds nobody has touched a table that anybody may close: a lobby, or a game of one person."""


def abandoned_from(table: Table) -> float | None:
    """From when on an open table is abandoned if nobody touches it; None if that is not yet to be said.

    A game in which people wait for each other is abandoned once it is announced that it closes by itself: so never
    while a clock runs, which plays on. Time in which the program did not run is not counted.
    """
    clock = table.clock
    alone = len(table.people) < 2 and clock.deadline is None
    if clock.closes is not None and table.status is Status.PLAYING:
        return table.updated
    if table.status is Status.LOBBY or alone:
        return table.updated + clock.out + ABANDONED[table.status]
    return None


def abandoned(table: Table, now: float) -> bool:
    """Whether nobody has touched an open table for so long that anybody may close it."""
    moment = abandoned_from(table) if table.status in ABANDONED else None
    return moment is not None and now >= moment


def may_close(table: Table, person: PersonKey, now: float, *, admin: bool = False) -> None:
    """Raises Refusal unless this person may close this open table now; it tells from when on anybody may."""
    if admin or person == table.host or abandoned(table, now):
        return
    since = abandoned_from(table)
    if since is None:
        raise Refusal(
            N_("Only the host can close the table. If nobody touches it for days, I announce that it closes.")
        )
    raise Refusal(
        N_("Only the host can close the table. If nobody touches it, anybody can from {time} on."),
        time=moment(since),
    )
