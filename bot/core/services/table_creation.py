"""Store a new table, within its chat's limit and with a unique code, and notify the waitlist."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.domain.chat_settings import settings_of
from bot.core.domain.deadlines import FADES
from bot.core.domain.new_table import new_code
from bot.core.domain.table import Table
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Outcome
from bot.core.services.table_display import TableDisplay
from bot.core.services.table_service import TableService
from bot.core.services.waitlist import have_called, with_callers
from data.errors import ChannelFull, StaleTable, TableExists
from data.records import ChatKey, TableSubscription
from engine.dice import SEED_BYTES

CROWD = 3
"""A chat may have this multiple of its limit, counting tables with only one person."""
_FULL = N_("There are already {n} open tables here. Finish one, or close it with /close.")
_FULL_WITH_ONE = N_("There's an open table here already. Finish it, or close it with /close.")


def full(limit: int) -> Refusal:
    """Return the refusal of another table."""
    return Refusal(_FULL if limit > 1 else _FULL_WITH_ONE, n=limit)


async def open_table(
    service: TableService,
    table: Table,
    after: TableDisplay | None = None,
    *,
    once: bool = False,
    places: Sequence[TableSubscription] = (),
) -> Outcome:
    """Open a table, shown wherever the previous one `after` is; raises Refusal.

    The previous table is linked in the same transaction, so it never has two successors. `once`: a table with this
    code was opened by an earlier try, and stays. `places`: other chats that people play from.
    """
    limit = await limit_of(service, table.chat)
    if service.demonstration is not None:
        table = replace(table, dice=replace(table.dice, demonstration=True))
    while True:
        table = await with_callers(service, table)
        shown = [] if after is None else await _shown_again(service, table, after)
        announcement = table.links.announcement
        everywhere = dict.fromkeys(
            (*shown, *places, *([] if announcement is None else [TableSubscription(table.id, announcement)]))
        )
        linked = None if after is None else _linked(after.table, table)
        try:
            try:
                await service.tables.create(table, limit=limit, places=tuple(everywhere), linked=linked)
            except ChannelFull:
                room = await _room(service, table, limit)
                await service.tables.create(table, limit=room, places=tuple(everywhere), linked=linked)
        except TableExists:  # with a fixed seed every start draws the same codes again
            if once:
                return Outcome(table=table.id)
            entropy = service.entropy_of(table.chat)
            table = replace(table, id=new_code(entropy), seed=entropy(SEED_BYTES))
            continue
        except ChannelFull:
            raise full(limit) from None
        except StaleTable:  # another process was faster
            raise Refusal(STALE) from None
        await have_called(service, table)
        return Outcome(table=table.id)


async def _shown_again(service: TableService, table: Table, after: TableDisplay) -> list[TableSubscription]:
    """Return where a rematch is shown: like the last table, except for players who blocked the host.

    In a private chat every message pings.
    """
    places = after.record.places
    away = await service.store.blockers(table.host, [place.person for place in places if place.person is not None])
    return [replace(place, table=table.id) for place in places if place.person not in away]


async def limit_of(service: TableService, chat: ChatKey) -> int:
    """Return how many open tables the chat may have: its own limit within the bot's."""
    bound = (await settings_of(service.store, chat)).tables
    return service.limit if bound is None else min(bound, service.limit)


async def _room(service: TableService, table: Table, limit: int) -> int:
    """Return how many tables may be open so that this one may open too.

    A table with one other person, alone or with bots, counts for that person and not for the chat. So nobody can
    block a chat.
    """
    newcomers = {table.host, *table.people}
    here = [{one.host, *one.people} for one in await service.tables.of_chat(table.chat) if one.chat == table.chat]
    alone = sum(len(people) == 1 and not people & newcomers for people in here)
    return min(limit + alone, CROWD * limit)


def _linked(before: Table, following: Table) -> Table:
    links = replace(before.links, following=following.id)
    due = None if before.due is None else following.created + FADES
    return replace(before, links=links, version=before.next_version, updated=following.created, due=due)
