"""Which language somebody reads: what they chose, else what their platform tells; for a chat likewise."""

from __future__ import annotations

from dataclasses import replace

from bot.core.chat import Person
from bot.core.chat_settings import ChatSettings
from bot.core.texts import Translator, choose, translator
from data.records import ChatKey, ChatRecord, PersonRecord
from data.store import Store


class Languages:
    """The languages of people and chats, out of the store."""

    def __init__(self, store: Store, default: str) -> None:
        self._store = store
        self._default = default

    async def of_person(self, person: Person) -> Translator:
        """For what only this person reads."""
        record = await self._store.person(person.key)
        chosen = record.language if record is not None else None
        return translator(choose(chosen, person.locale, self._default))

    async def of_chat(self, chat: ChatKey) -> Translator:
        """For what everybody in the chat reads."""
        return self.of_readers(await self._store.chat(chat))

    def of_readers(self, record: ChatRecord | None) -> Translator:
        """For what everybody reads in a chat of which this is stored."""
        if record is None:
            return translator(choose(self._default))
        return translator(choose(record.language, ChatSettings.load(record.settings).locale, self._default))

    async def remember(self, chat: ChatKey, person: Person) -> None:
        """The first who opens a table sets the chat's language, until somebody chooses one."""
        record = await self._store.chat(chat) or ChatRecord(chat)
        settings = ChatSettings.load(record.settings)
        known = await self._store.person(person.key)
        spoken = (known.language if known is not None else None) or person.locale
        if record.language is None and settings.locale is None and spoken is not None:
            await self._store.save_chat(replace(record, settings=replace(settings, locale=spoken).dump()))

    async def meet(self, person: Person) -> None:
        """Keeps a person's name as last seen, and the language they chose."""
        known = await self._store.person(person.key)
        if known is None or known.name != person.name:
            known = known or PersonRecord(person.key, person.name)
            await self._store.save_person(replace(known, name=person.name))

    async def choose_for_person(self, person: Person, language: str | None) -> None:
        """A person chooses; None goes back to what the platform tells."""
        known = await self._store.person(person.key) or PersonRecord(person.key, person.name)
        await self._store.save_person(replace(known, name=person.name, language=language))

    async def choose_for_chat(self, chat: ChatKey, language: str | None) -> None:
        """Somebody chooses for the chat; None goes back to the first opener's."""
        record = await self._store.chat(chat) or ChatRecord(chat)
        await self._store.save_chat(replace(record, language=language))
