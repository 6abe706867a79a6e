"""Open a new table: in the chat, or in its own thread below an announcement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.core.board_messages.digest import digest_of
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.new_table import new_table
from bot.core.domain.table import Table
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.text_format import text_of, words
from bot.core.messages.content import Screen
from bot.core.messages.requests import Outcome, Person, Press, Request, ThreadOffer
from bot.core.services.actors import may_open_table
from bot.core.services.bot_strength import with_bots
from bot.core.services.lost_chats import bring_home, unopened
from bot.core.services.table_creation import full, limit_of, open_table
from bot.core.services.table_service import TableService
from bot.core.services.threads import NO_THREAD_NOW, settle_in, thread_wish
from bot.core.views.announcement import announcement_screen, thread_name
from data.records import BoardRecord, ChatKey


async def open_asked(
    service: TableService, asked: Request | Press, options: Mapping[str, str]
) -> tuple[Outcome, Table]:
    """Open a table from the options of /play; raises Refusal.

    Return the table as created too; the stored one may have another code.
    """
    chat, person = asked.chat, asked.person
    settings = await settings_of(service.store, chat)
    given = {"pace": settings.pace, "rolls": settings.rolls or "", **options}
    wanted = await with_bots(service, person.key, given, alone=asked.private)
    table = new_table(chat, person, wanted, service.entropy_of(chat), service.clock.now())
    await may_open_table(service, chat, person.key)
    wish = thread_wish(options.get("thread"), asked.thread, usual=settings.threads)
    await service.languages.remember(chat, person)
    await service.languages.meet(person)
    notes = [] if wish.note is None else [wish.note]
    if wish.offer is None:
        outcome = await open_table(service, table)
    else:
        outcome = await _open_in_thread(service, table, wish.offer, person)
        notes += [] if outcome.told else [NO_THREAD_NOW]
    if notes:
        t = await service.languages.of_person(person)
        outcome = replace(outcome, notice=text_of(*(words(t(note)) for note in notes)))
    return outcome, table


async def _open_in_thread(service: TableService, table: Table, offer: ThreadOffer, person: Person) -> Outcome:
    """Open a table in a thread below its chat, or in the chat if no thread opens. Raises Refusal.

    The thread takes over the chat's settings, and its tables count as the chat's. The table is stored before its
    thread opens. So a process that dies in between leaves no empty thread, and the table moves to the chat.
    """
    announcement = table.chat
    await _require_room(service, announcement)
    t = await service.languages.of_chat(announcement, person)
    line = announcement_screen(table, t)
    posted = await offer.post(line)
    if posted is None:
        return await open_table(service, table)
    thread, message = posted
    try:
        outcome = await _store_inside(service, table, thread, message, line)
    except Refusal:
        await offer.withdraw(message)
        raise
    if await offer.open(message, thread_name(table, t)):
        return replace(outcome, told=True)
    display = await service.tables.display(outcome.table or "")
    if display is not None:
        await bring_home(service, display, unopened)
    await offer.withdraw(message)  # it promises a thread
    return outcome


async def _store_inside(service: TableService, table: Table, thread: ChatKey, message: str, line: Screen) -> Outcome:
    """Store a thread's table and the announcement as shown; raises Refusal."""
    announcement = table.chat
    await settle_in(service.store, announcement, thread)
    inside = replace(table, chat=thread, links=replace(table.links, announcement=announcement))
    outcome = await open_table(service, inside)
    if outcome.table is not None:
        shown = BoardRecord(outcome.table, announcement, message, table.version, face=digest_of(line, inside))
        await service.store.save_board(shown)
    return outcome


async def _require_room(service: TableService, announcement: ChatKey) -> None:
    """Raise Refusal if the chat has reached its limit of open tables, its threads included."""
    tables, limit = await service.tables.of_chat(announcement), await limit_of(service, announcement)
    if sum(announcement in (table.chat, table.links.announcement) for table in tables) >= limit:
        raise full(limit)
