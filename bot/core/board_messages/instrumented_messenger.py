"""Count the calls to a platform."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial

from bot.core.messages.content import Screen, Text
from bot.core.messages.metrics import Metrics
from bot.core.messages.ports import NOT_TOLD, MessageGone, Messenger, NotAllowed, TryLater
from data.records import ChatKey, PersonKey


class InstrumentedMessenger:
    """A messenger that counts its calls by result."""

    def __init__(self, messenger: Messenger, platform: str, measures: Metrics) -> None:
        self.abilities = messenger.abilities
        self.threads = messenger.threads
        self.below = messenger.below
        self.languages = messenger.languages
        self._messenger = messenger
        self._ending: Callable[[str], AbstractContextManager[None]] = partial(_Ending, measures, platform)

    async def private(self, person: PersonKey) -> ChatKey | None:
        with self._ending("private"):
            return await self._messenger.private(person)

    async def post(self, chat: ChatKey, screen: Screen, *, nonce: str) -> str:
        with self._ending("post"):
            return await self._messenger.post(chat, screen, nonce=nonce)

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        with self._ending("edit"):
            await self._messenger.edit(chat, message, screen)

    async def retire(
        self, chat: ChatKey, message: str, text: Text, *, pictured: bool, told: Mapping[str, Text] = NOT_TOLD
    ) -> None:
        with self._ending("retire"):
            await self._messenger.retire(chat, message, text, pictured=pictured, told=told)

    async def delete(self, chat: ChatKey, *messages: str) -> None:
        with self._ending("delete"):
            await self._messenger.delete(chat, *messages)


class _Ending:
    """Count a call's result. A cancelled call is not counted."""

    _NAMES: tuple[tuple[type[Exception], str], ...] = (
        (MessageGone, "gone"),
        (TryLater, "later"),
        (NotAllowed, "barred"),
        (Exception, "failed"),
    )

    def __init__(self, measures: Metrics, platform: str, call: str) -> None:
        self._measures = measures
        self._platform = platform
        self._call = call

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._measures.called(self._platform, self._call, "ok")
        elif issubclass(kind, Exception):
            outcome = next(name for ending, name in self._NAMES if issubclass(kind, ending))
            self._measures.called(self._platform, self._call, outcome)
