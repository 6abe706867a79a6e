"""Keep bans and hidden names in memory, so that a press needs no query.

Every process reads the list again every `EVERY` seconds.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.hidden_names import hidden_name
from bot.core.messages.requests import Person
from data.records import PersonKey
from data.store import Store

EVERY = 30.0
"""Seconds between two reads of the list."""
MOST = 10_000
"""Maximum number of restricted people; all are in memory."""


class Restrictions:
    """The people restricted by the operator, as last read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.banned = frozenset[PersonKey]()
        """Accounts; several people of the page may share one."""
        self.hidden = frozenset[PersonKey]()
        """People with hidden names."""

    async def refresh(self) -> None:
        """Read the list; raises StoreError."""
        records = await self._store.restrictions(MOST)
        self.banned = frozenset(account_of(record.person) for record in records if record.banned)
        self.hidden = frozenset(record.person for record in records if record.hidden)

    def is_banned(self, person: PersonKey) -> bool:
        return bool(self.banned) and account_of(person) in self.banned

    def known_as(self, person: PersonKey | None, name: str) -> str:
        return hidden_name(person) if person is not None and person in self.hidden else name

    def shown(self, person: Person) -> Person:
        name = self.known_as(person.key, person.name)
        return person if name == person.name else replace(person, name=name)


def account_of(person: PersonKey) -> PersonKey:
    """Return the account that a ban applies to: on the page the browser, elsewhere the person."""
    return PersonKey(person.platform, person.account)
