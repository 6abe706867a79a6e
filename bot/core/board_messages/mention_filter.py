"""Name people without a mention if they turned mentions off or blocked the person who mentions them.

People with a hidden name get none either: a mention would reveal the platform's name.
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.hidden_names import is_hidden
from bot.core.domain.person_settings import PersonSettings, person_settings
from bot.core.messages.content import Part, Screen, Text
from bot.core.messages.ports import Messenger
from bot.core.services.table_display import TableDisplay
from data.records import ChatKey, PersonKey
from data.store import Store


class MentionFilter:
    """A messenger that mentions only people who allow it."""

    def __init__(self, messenger: Messenger, store: Store) -> None:
        self._messenger = messenger
        self._store = store
        self.abilities = messenger.abilities
        self.threads = messenger.threads
        self.below = messenger.below
        self.languages = messenger.languages
        self.private = messenger.private
        self.retire = messenger.retire
        self.delete = messenger.delete

    async def post(self, chat: ChatKey, screen: Screen, *, nonce: str) -> str:
        return await self._messenger.post(chat, await quiet_screen(screen, self._store), nonce=nonce)

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        await self._messenger.edit(chat, message, await quiet_screen(screen, self._store))


async def quiet_screen(screen: Screen, store: Store, display: TableDisplay | None = None) -> Screen:
    """Return a screen that mentions only people who allow it; the same object if nothing changes.

    `display` saves a query for each person at the table.
    """
    called = {part.mention: part for line in screen.text.lines for part in line if part.mention is not None}
    quiet = {
        person
        for person, part in called.items()
        if is_hidden(person, part.text) or not (await _settings(person, store, display)).mentions
    }
    callers = {part.by for part in called.values() if part.by is not None}
    for caller in callers:
        quiet |= await store.blockers(caller, [person for person, part in called.items() if part.by == caller])
    if not quiet and not callers:
        return screen

    def named(part: Part) -> Part:
        if part.mention is None:
            return part
        return part._replace(mention=None if part.mention in quiet else part.mention, by=None)

    return replace(screen, text=Text(tuple(tuple(map(named, line)) for line in screen.text.lines)))


def uncalled(screen: Screen) -> Screen:
    """Return the same screen without mentions, in all languages."""

    def named(part: Part) -> Part:
        return part if part.mention is None else part._replace(mention=None)

    lines = tuple(tuple(map(named, line)) for line in screen.text.lines)
    return replace(screen, text=Text(lines), told=tuple((language, uncalled(told)) for language, told in screen.told))


async def _settings(person: PersonKey, store: Store, display: TableDisplay | None) -> PersonSettings:
    known = display.settings(person) if display is not None else None
    return await person_settings(store, person) if known is None else known
