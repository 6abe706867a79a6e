"""The people of a browser, with names unique among the browsers of a chat."""

from __future__ import annotations

import unicodedata
from collections.abc import AsyncIterator, Collection
from dataclasses import replace
from itertools import count
from typing import Any, Protocol

from bot.platforms.web.identity import NAME_LENGTH, PEOPLE, key_of, name_of
from data.records import PersonKey, PersonRecord
from data.roles.people import People

Known = Collection[tuple[str, PersonKey]]
"""Names, each with its person."""


class Household(Protocol):
    """The people of one page."""

    def key(self, number: int) -> PersonKey: ...

    async def listed(self) -> list[dict[str, Any]]: ...

    async def known(self, number: int) -> PersonRecord | None: ...

    async def record(self, number: int) -> PersonRecord: ...

    async def save(self, number: int, name: str, language: str | None) -> None: ...

    def taken(self, name: str, known: Known) -> bool: ...

    def free(self, name: str, known: Known) -> str: ...


class BrowserPeople:
    """The people of one browser, by number from 1 on."""

    def __init__(self, store: People, prefix: str) -> None:
        self._store = store
        self._prefix = prefix
        self._keys = [key_of(prefix, number) for number in range(1, PEOPLE + 1)]

    def key(self, number: int) -> PersonKey:
        return self._keys[number - 1]

    async def listed(self) -> list[dict[str, Any]]:
        """Return the people for the page; the first exists without a chosen name."""
        return [{"n": n, "name": one.name, "language": one.language} async for n, one in self._records()]

    async def known(self, number: int) -> PersonRecord | None:
        return await self._store.person(self._keys[number - 1])

    async def record(self, number: int) -> PersonRecord:
        """Return what is stored of somebody, or the defaults."""
        return await self.known(number) or PersonRecord(self._keys[number - 1], name_of(self._prefix, number))

    async def save(self, number: int, name: str, language: str | None) -> None:
        await self._store.save_person(replace(await self.record(number), name=name, language=language))

    def taken(self, name: str, known: Known) -> bool:
        """Return whether somebody of another browser has this name, and nobody of this one had it before."""
        own = {key.user for key in self._keys}
        called = {key.user for other, key in known if _plain(other) == _plain(name)}
        return bool(called - own) and not called & own

    def free(self, name: str, known: Known) -> str:
        """Return a name, with a number after it if the name is taken."""
        if not self.taken(name, known):
            return name
        numbered = (f"{name[: NAME_LENGTH - 4]} {number}" for number in count(2))
        return next(one for one in numbered if not self.taken(one, known))

    async def _records(self) -> AsyncIterator[tuple[int, PersonRecord]]:
        yield 1, await self.record(1)
        for number in range(2, PEOPLE + 1):
            record = await self.known(number)
            if record is not None:
                yield number, record


def _plain(name: str) -> str:
    """Return a key that is the same for names that look alike."""
    return unicodedata.normalize("NFKC", name).casefold()
