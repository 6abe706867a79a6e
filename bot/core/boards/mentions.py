"""Who does not want to be called is named without a call, wherever they are named."""

from __future__ import annotations

from dataclasses import replace

from bot.core.chat import Messenger, Outcome
from bot.core.person_settings import person_settings
from bot.core.screen import Part, Screen, Text
from data.records import ChatKey
from data.store import Store


async def quiet_text(text: Text, store: Store) -> Text:
    """A text that calls only those who want it; the very same one if all do."""
    people = {part.mention for line in text.lines for part in line if part.mention is not None}
    quiet = {person for person in people if not (await person_settings(store, person)).mentions}
    if not quiet:
        return text

    def named(part: Part) -> Part:
        return replace(part, mention=None) if part.mention in quiet else part

    return Text(tuple(tuple(map(named, line)) for line in text.lines))


async def quiet_outcome(outcome: Outcome, store: Store) -> Outcome:
    """An answer that calls only those who want it."""
    if outcome.screen is None:
        return outcome
    return replace(outcome, screen=await _quiet_screen(outcome.screen, store))


class QuietMessenger:
    """A messenger that calls only those who want it."""

    def __init__(self, messenger: Messenger, store: Store) -> None:
        self._messenger = messenger
        self._store = store
        self.films = messenger.films
        self.retire = messenger.retire
        self.delete = messenger.delete

    async def post(self, chat: ChatKey, screen: Screen, *, nonce: str) -> str:
        """Posts a message and gives its id."""
        return await self._messenger.post(chat, await _quiet_screen(screen, self._store), nonce=nonce)

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        """Replaces a message."""
        await self._messenger.edit(chat, message, await _quiet_screen(screen, self._store))


async def _quiet_screen(screen: Screen, store: Store) -> Screen:
    text = await quiet_text(screen.text, store)
    return screen if text is screen.text else replace(screen, text=text)
