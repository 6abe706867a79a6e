"""The session of an app: one person, one table, and no commands."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from aiohttp import web

from bot.core.common.background import cancel
from bot.core.common.clock import Clock
from bot.core.dispatch.middleware import TOO_FAST
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Outcome, Request
from bot.core.services.ownership import APPS, Ownership
from bot.core.services.table_service import TableService
from bot.platforms.web.apps.bearer import LIFE, Bearers, Visit
from bot.platforms.web.apps.person import AppPerson
from bot.platforms.web.context import Visitor, WebContext
from bot.platforms.web.cups import LISTED
from bot.platforms.web.deeds import Deeds
from bot.platforms.web.identity import PLATFORM
from bot.platforms.web.message_format import text_lines
from bot.platforms.web.people import PagePeople
from bot.platforms.web.protocol import Cups, Hello, Rename, Say
from bot.platforms.web.session import Session
from data.records import HAND, ChatKey, MessageRecord, PersonKey, Status

Rooms = Callable[[], list[str]]
"""Returns the names of a person's rooms at their table."""
AGAIN = 3.0
"""Seconds until an app that came too often tries again to show its table."""
ONLY_HERE = N_("Write that in the chat. This page is just for this table.")


@dataclass(frozen=True, slots=True)
class App:
    """What a session knows of its app: who sees which table, and how bearers are renewed."""

    visit: Visit
    bearers: Bearers
    clock: Clock


class _Alone(PagePeople):
    """The one person of an app."""

    async def rename(self, wish: Rename, chat: ChatKey) -> None:
        """Ignore a name: people change theirs in the chat."""


class _Presses(Deeds):
    """What somebody does in an app: they type nothing."""

    def __init__(self, context: WebContext, visitor: Visitor, people: PagePeople, rooms: Rooms) -> None:
        super().__init__(context, visitor, people)
        self._rooms = rooms

    async def find(self, chat: ChatKey, message: str) -> MessageRecord | None:
        """Return a message of this person's rooms: a press may come again in another room than it was made in."""
        record = await super().find(chat, message)
        if record is not None or not message.isdecimal():
            return record
        other = await self._context.messenger.stored(int(message))
        return other if other is not None and other.chat.chat in self._rooms() else None

    async def say(self, say: Say, chat: ChatKey) -> Outcome:  # noqa: ARG002
        _, t = await self._people.person(say.person)
        return Outcome(notice=t.note(ONLY_HERE))


class AppSession(Session):
    """One WebSocket of one app; its bearer is renewed as long as it is open."""

    def __init__(
        self,
        context: WebContext,
        socket: web.WebSocketResponse,
        visitor: Visitor,
        drop: Callable[[], object],
        app: App,
        entered: Callable[[str], Awaitable[None]],
    ) -> None:
        """Begin a session. `entered` is called with the name of each room in which it shows its table."""
        context = replace(context, invitation=None)
        super().__init__(context, socket, visitor, drop)
        self.people = _Alone(context, visitor, AppPerson(context.core.service.store, app.visit))
        self._visit, self._bearers, self._clock = app.visit, app.bearers, app.clock
        self.deeds = _Presses(context, visitor, self.people, lambda: self._bearers.rooms(self._visit))
        self.room = ChatKey(PLATFORM, self._bearers.rooms(app.visit)[0])
        self._entered = entered
        self._looking: asyncio.Task[None] | None = None
        self._again: asyncio.Task[None] | None = None

    async def run(self) -> None:
        try:
            await super().run()
        finally:
            await cancel(self._looking)
            await cancel(self._again)

    def send(self, frame: Mapping[str, Any]) -> None:
        """Send a frame; after a change of the board, look whether a next table follows this one."""
        super().send(frame)
        if frame["is"] == "messages" and (self._looking is None or self._looking.done()):
            self._looking = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        """Send the bearer for the next table, once somebody has opened it."""
        table = await self._context.core.service.tables.get(self._visit.table)
        if table is not None and table.links.following is not None:
            self._go_on(table.links.following)

    async def _cups(self, wanted: Cups, chat: ChatKey) -> dict[str, Any]:
        """Return the tournaments, the one of the present table first; or go on to one of their tables."""
        codes, present = await self._cup_codes(chat), await self._tournament_of(self._visit.table)
        if wanted.table and await self._tournament_of(wanted.table) in codes:
            self._go_on(wanted.table)
        told = await super()._cups(replace(wanted, cup=wanted.cup or present or ""), chat)
        return told | {"table": self._visit.table}

    async def _cup_codes(self, chat: ChatKey) -> list[str]:  # noqa: ARG002
        """Return the tournaments of the chat that the person plays from, and that of the table that they see."""
        service, person = self._context.core.service, PersonKey(self._visit.platform, self._visit.user)
        display = await service.tables.display(self._visit.table)
        if display is None:
            return []
        plays = display.table.sits(person)
        codes = await service.store.tournaments_of(display.came_from(person), LISTED) if plays else []
        mine = display.table.links.tournament
        return codes if mine is None or mine in codes else [mine, *codes]

    async def _tournament_of(self, table: str) -> str | None:
        found = await self._context.core.service.tables.outline(table)
        return None if found is None else found.links.tournament

    def _go_on(self, table: str) -> None:
        """Send the bearer for another table, which the page shows from then on."""
        self._visit = replace(self._visit, table=table, until=self._clock.now() + LIFE)
        self.send({"is": "next", "bearer": self._bearers.issue(self._visit)})

    async def _hello(self, hello: Hello) -> None:
        await super()._hello(replace(hello, locale=hello.locale or self._visit.language))
        self._renew()
        await cancel(self._again)
        if not await self._look():
            self._again = asyncio.create_task(self._look_again())

    def _commands(self) -> dict[str, Any]:
        """Return none: an app has no line to type."""
        return {}

    async def _room(self, hello: Hello) -> ChatKey:  # noqa: ARG002
        name = served_room(self._bearers, self._visit, self._context.ownership)
        self.room = await room_of(self._context.core.service, self._visit, name or self.room.chat)
        if name is None:
            self.drop()  # this process has no rooms any more: the app comes to another one
        await self._entered(self.room.chat)
        return self.room

    def _beat(self) -> None:
        """Renew the bearer once half its life is over."""
        if self._visit.until - self._clock.now() < LIFE / 2:
            self._renew()

    def _renew(self) -> None:
        self._visit = replace(self._visit, until=self._clock.now() + LIFE)
        self.send({"is": "bearer", "bearer": self._bearers.issue(self._visit)})

    async def _look_again(self) -> None:
        """Show the table once that is not too soon any more: an app may have come several times in a row."""
        while True:
            await asyncio.sleep(AGAIN)
            if await self._look():
                return

    async def _look(self) -> bool:
        """Show the table here as `/watch` does, by the same rules; return False if that was too soon."""
        person, t = await self.people.person(1)
        request = Request(self.room, person, "watch", {"table": self._visit.table})

        async def deliver(outcome: Outcome) -> bool:
            if outcome.throttled or outcome.notice == t.note(TOO_FAST):
                return False
            if outcome.notice is not None:
                self.send({"is": "done", "id": "look", "as": 1, "notice": text_lines(outcome.notice)})
            return True

        return await self._context.core.dispatcher.command(request, deliver)

    async def leave(self) -> None:
        """Stop showing the table here."""
        person, _ = await self.people.person(1)
        request = Request(self.room, person, "watch", {"table": self._visit.table, "show": "off"})

        async def deliver(_: Outcome) -> None:
            return None

        await self._context.core.dispatcher.command(request, deliver)


def served_room(bearers: Bearers, visit: Visit, ownership: Ownership) -> str | None:
    """Return the name of a person's room under a lease of this process; None without leases."""
    held = (name for name in bearers.rooms(visit) if ownership.holds(APPS.lease(ChatKey(PLATFORM, name).room or 0)))
    return next(held, None)


async def shown_room(service: TableService, visit: Visit, bearers: Bearers) -> ChatKey | None:
    """Return the room that shows a person's table, in whichever process; None if none does."""
    display = await service.tables.display(visit.table)
    if display is None:
        return None
    rooms = frozenset(bearers.rooms(visit))
    return next((place.chat for place in display.record.places if place.chat.chat in rooms), None)


async def room_of(service: TableService, visit: Visit, name: str) -> ChatKey:
    """Return a room where a person sees their table, with buttons if they play or may still sit down."""
    table = await service.tables.get(visit.table)
    person = PersonKey(visit.platform, visit.user)
    plays = table is not None and (table.sits(person) or table.status is Status.LOBBY)
    return ChatKey(PLATFORM, name, HAND if plays else "")
