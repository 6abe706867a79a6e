"""The people at a page: who they are, what they are called, and which languages they read."""

from __future__ import annotations

import contextlib
from itertools import chain
from typing import Any

from bot.core.dispatch.middleware import banned_note
from bot.core.i18n.translator import Translator, base, choose, languages
from bot.core.messages.content import Text
from bot.core.messages.requests import Person
from bot.platforms.web.context import Visitor, WebContext
from bot.platforms.web.identity import clean_name
from bot.platforms.web.names import Household
from bot.platforms.web.protocol import Rename
from bot.platforms.web.rate_limits import TooOften, Wish
from bot.platforms.web.texts import EMPTY_NAME, NAME_TAKEN
from data.records import ChatKey, PersonKey


class PagePeople:
    """The people of one page, in the chat that it shows."""

    def __init__(self, context: WebContext, visitor: Visitor, household: Household) -> None:
        self._context, self._visitor, self.household = context, visitor, household
        self.locale: str | None = None
        self.zone: str | None = None
        self.languages = frozenset[str]()
        """The languages of this page: its browser's, and those that its people have chosen."""
        self.names: list[tuple[str, PersonKey]] = []

    def learn(self, people: list[dict[str, Any]]) -> None:
        """Note who is at the page now."""
        self.names = [(one["name"], self.household.key(one["n"])) for one in people]
        self.languages = frozenset(base(choose(one["language"], self.locale)) for one in people)

    async def person(self, number: int) -> tuple[Person, Translator]:
        """Return somebody by number, and what speaks their language."""
        record = await self.household.record(number)
        name = self._context.core.service.restrictions.known_as(record.key, record.name)
        person = Person(record.key, name, self.locale, zone=self.zone)
        return person, self._context.core.service.languages.of_reader(person, record)

    async def give_way(self, chat: ChatKey) -> None:
        """Rename people who come into a chat where somebody else has their name."""
        known = await self._around(chat)
        for one in await self.household.listed():
            free = self.household.free(one["name"], known)
            if free != one["name"]:
                with contextlib.suppress(TooOften):  # too many new people from one address: two may share a name
                    await self._save(one["n"], free, one["language"])

    async def rename(self, wish: Rename, chat: ChatKey) -> Text | None:
        """Give somebody a name and a language; return why not. Raises TooOften."""
        self._context.limiter.count(self._visitor.client, Wish.COMMAND)
        person, t = await self.person(wish.person)
        name = clean_name(wish.name)
        if self._context.core.service.restrictions.is_banned(person.key):
            return banned_note(t)
        if not name:
            return t.note(EMPTY_NAME)
        if self.household.taken(name, await self._around(chat)):
            return t.note(NAME_TAKEN, name=name)
        await self._save(wish.person, name, wish.language if wish.language in languages() else None)
        await self.tell()
        return None

    async def tell(self) -> None:
        """Tell all pages of this browser who is there."""
        people = await self.household.listed()
        frame = {"is": "people", "people": people}
        for session in tuple(self._context.sessions):
            if session.prefix == self._visitor.prefix:
                await session.meet(people)
                session.send(frame)

    async def _save(self, number: int, name: str, language: str | None) -> None:
        """Store somebody's name; raises TooOften if there are too many new people."""
        if await self.household.known(number) is None:
            self._context.limiter.count(self._visitor.client, Wish.PERSON)
        await self.household.save(number, name, language)

    async def _around(self, chat: ChatKey) -> list[tuple[str, PersonKey]]:
        """Return by name the people who wrote in a chat lately, sit at a table there, or look at it."""
        others = [
            one.names for one in self._context.sessions if one.chat == chat and one.prefix != self._visitor.prefix
        ]
        tables = await self._context.core.service.store.tables(chat)
        seats = [(seat.name, seat.person) for table in tables for seat in table.seats if seat.person is not None]
        return [*chain.from_iterable(others), *seats, *await self._context.messenger.authors(chat)]
