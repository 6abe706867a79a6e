"""The person of an app: one, from the platform around it, whose name is changed there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from bot.platforms.web.apps.bearer import Visit
from bot.platforms.web.identity import clean_name
from bot.platforms.web.protocol import BadFrame
from data.records import PersonKey, PersonRecord
from data.roles.people import People


class AppPerson:
    """The household of an app; its only number is 1."""

    def __init__(self, store: People, visit: Visit) -> None:
        self._store = store
        self._key = PersonKey(visit.platform, visit.user)
        self._name = visit.name or "?"

    def key(self, number: int) -> PersonKey:
        """Return the person's key; raises BadFrame for another number."""
        if number != 1:
            raise BadFrame("an app has one person")
        return self._key

    async def listed(self) -> list[dict[str, Any]]:
        record = await self.record(1)
        return [{"n": 1, "name": clean_name(record.name), "language": record.language, "user": self._key.user}]

    async def known(self, number: int) -> PersonRecord | None:
        return await self._store.person(self.key(number))

    async def record(self, number: int) -> PersonRecord:
        """Return the person with the name that the platform gives."""
        known = await self.known(number)
        return replace(known, name=self._name) if known is not None else PersonRecord(self._key, self._name)

    async def save(self, number: int, name: str, language: str | None) -> None:  # noqa: ARG002
        await self._store.save_person(replace(await self.record(number), language=language))

    def taken(self, name: str, known: Collection[tuple[str, PersonKey]]) -> bool:  # noqa: ARG002
        return False

    def free(self, name: str, known: Collection[tuple[str, PersonKey]]) -> str:  # noqa: ARG002
        return name
