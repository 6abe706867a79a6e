"""Choose the language of a person or chat: the chosen one, else the platform's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.core.commands.quoting import Quotings
from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.person_settings import PersonSettings
from bot.core.i18n.time_zones import read_zone
from bot.core.i18n.translator import Translator, choose, translator
from bot.core.messages.requests import Person
from data.records import ChatKey, ChatRecord, PersonRecord, Status
from data.store import Store


class Languages:
    def __init__(self, store: Store, default: str) -> None:
        self._store = store
        self._default = default
        self._quotings: dict[str, Quotings] = {}
        self._made: dict[tuple[str, str, str], Translator] = {}

    def quote_commands(self, platform: str, quotings: Quotings) -> None:
        """Set how commands are written for a platform's users; the default is their English names."""
        self._quotings[platform] = quotings
        self._made.clear()

    def _translator(self, language: str, platform: str, shown: str) -> Translator:
        wanted = (language, platform, shown)
        if wanted not in self._made:
            quotings, made = self._quotings.get(platform), translator(language)
            if quotings is not None:
                made = made.quoted_by(quotings.of(shown if quotings.manner.menus else language))
            self._made[wanted] = made
        return self._made[wanted]

    async def of_person(self, person: Person) -> Translator:
        """Return the translator for a person's private texts; raises StoreError."""
        return self.of_reader(person, await self._store.person(person.key))

    def of_reader(self, person: Person, record: PersonRecord | None) -> Translator:
        """Return the translator for a person's private texts, given their record."""
        chosen = record.language if record is not None else None
        language = choose(chosen, person.locale, self._default)
        return self._translator(language, person.key.platform, choose(person.locale))

    async def of_chat(self, chat: ChatKey, speaker: Person | None = None) -> Translator:
        """Return the translator for a chat's texts; raises StoreError.

        If the chat has no language yet, use that of `speaker`, the person who acts, or else the default.
        """
        record = await self._store.chat(chat)
        if speaker is not None and _spoken(record) is None:
            return await self.of_person(speaker)
        return self.of_readers(chat, record)

    async def of_private(self, private: ChatKey, person: Person, chat: ChatKey) -> Translator:
        """Return the translator for a private chat with somebody who plays from this chat; raises StoreError.

        If neither the private chat nor the person has a language, use the chat's.
        """
        return await self.of_chat(private, replace(person, locale=(await self.of_chat(chat)).tag))

    def of_readers(self, chat: ChatKey, record: ChatRecord | None) -> Translator:
        """Return the translator for a chat's texts, given its record."""
        language = choose(_spoken(record), self._default)
        return self._translator(language, chat.platform, language)

    def spoken(self, chat: ChatKey, languages: Iterable[str], record: ChatRecord | None) -> tuple[Translator, ...]:
        """Return the translators for these languages in a chat, except the chat's own."""
        return self.in_each(chat, set(languages) - {choose(_spoken(record), self._default)})

    def in_each(self, chat: ChatKey, languages: Iterable[str]) -> tuple[Translator, ...]:
        """Return the translators for these languages in a chat."""
        return tuple(self._translator(language, chat.platform, language) for language in sorted(languages))

    async def of_newcomers(self, chat: ChatKey, locale: str | None) -> Translator | None:
        """Return the translator for the first message in a chat; None if the chat is known.

        Raises StoreError.
        """
        if await self._store.chat(chat) is not None or await self._store.tables(chat, tuple(Status)):
            return None
        language = choose(locale, self._default)
        return self._translator(language, chat.platform, language)

    async def remember(self, chat: ChatKey, person: Person) -> None:
        """Store the first opener's language as the chat's, until somebody chooses one."""
        record = await self._store.chat(chat) or ChatRecord(chat)
        settings = ChatSettings.load(record.settings)
        known = await self._store.person(person.key)
        spoken = (known.language if known is not None else None) or person.locale
        if record.language is None and settings.locale is None and spoken is not None:
            await self._store.save_chat(replace(record, settings=replace(settings, locale=spoken).dump()))

    async def meet(self, person: Person) -> None:
        """Store a person's name and their platform's time zone; keep the language they chose."""
        stored = await self._store.person(person.key)
        known = stored or PersonRecord(person.key, person.name)
        settings = PersonSettings.load(known.settings)
        zone = read_zone(person.zone) if person.zone is not None else None
        if zone is not None and zone != settings.guessed:
            known = replace(known, settings=replace(settings, guessed=zone).dump())
        known = replace(known, name=person.name)
        if known != stored:
            await self._store.save_person(known)

    async def choose_for_person(self, person: Person, language: str | None) -> None:
        """Store the language that a person chooses; None returns to the platform's."""
        known = await self._store.person(person.key) or PersonRecord(person.key, person.name)
        await self._store.save_person(replace(known, name=person.name, language=language))

    async def choose_for_chat(self, chat: ChatKey, language: str | None) -> None:
        """Store the language chosen for the chat; None returns to the first opener's."""
        record = await self._store.chat(chat) or ChatRecord(chat)
        await self._store.save_chat(replace(record, language=language))


def _spoken(record: ChatRecord | None) -> str | None:
    """Return a chat's chosen language, or the one of its first table."""
    return (record.language if record is not None else None) or ChatSettings.of(record).locale
