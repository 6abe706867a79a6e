"""Imitate a chat platform in memory, which refuses whatever a strict one would refuse."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bot.core.messages.content import Button, Screen, Text
from bot.core.messages.ports import NOT_TOLD, Abilities, MessageGone
from data.records import ChatKey, PersonKey

ROWS = COLUMNS = 5
TOKEN, LABEL, CAPTION, TEXT, ALT, NONCE = 64, 80, 1024, 4096, 1024, 25
ABILITIES = Abilities(films=("video/mp4", "image/gif"), deletes=100, threads=True, rings=False, motion="image/gif")
"""Mentions ring nobody, so that each new board has one, whenever its player last pressed."""


class Refused(Exception):
    """The platform does not take this."""


@dataclass
class Message:
    """A message as its readers see it."""

    id: str
    chat: ChatKey
    nonce: str
    screen: Screen
    faces: list[Screen] = field(default_factory=list)
    gone: bool = False
    told: dict[str, Text] = field(default_factory=dict)

    @property
    def buttons(self) -> list[Button]:
        return [button for row in self.screen.rows for button in row]

    @property
    def tokens(self) -> list[str]:
        return [button.token for button in self.buttons]

    @property
    def pinged(self) -> set[PersonKey]:
        """Return whom it called when it was posted."""
        parts = [part for line in self.faces[0].text.lines for part in line]
        return {part.mention for part in parts if part.mention is not None}


class FakeMessenger:
    """Keeps messages in order. Calls wait while the `gate` is shut; `trouble` is asked by each and may raise."""

    threads = None

    def __init__(self, **abilities: Any) -> None:
        self.abilities = replace(ABILITIES, **abilities)
        self.messages: list[Message] = []
        self.talk: list[tuple[ChatKey, int]] = []
        """What people say: where, and how many messages of the bot there were by then."""
        self.read: dict[ChatKey, frozenset[str]] = {}
        """In which languages people read a chat."""
        self.doors: dict[PersonKey, ChatKey] = {}
        """The private chats of people who can be reached there."""
        self.calls: list[str] = []
        self.trouble: Callable[[str], None] = lambda call: None
        self.gate = asyncio.Event()
        self.gate.set()
        self.called = asyncio.Event()

    def below(self, chat: ChatKey, message: str) -> int | None:
        at = next((index for index, one in enumerate(self.messages) if one.id == message), len(self.messages))
        said = sum(place == chat and before > at for place, before in self.talk)
        return said + sum(one.chat == chat and not one.gone for one in self.messages[at + 1 :])

    def say(self, chat: ChatKey, times: int = 1) -> None:
        """Let people talk among themselves."""
        self.talk += [(chat, len(self.messages))] * times

    async def private(self, person: PersonKey) -> ChatKey | None:
        return self.doors.get(person)

    async def post(self, chat: ChatKey, screen: Screen, *, nonce: str) -> str:
        await self._called("post")
        if len(nonce) > NONCE:
            raise Refused(f"a nonce of {len(nonce)} characters")
        check(screen)
        known = next((m for m in self.messages if m.chat == chat and m.nonce == nonce and not m.gone), None)
        if known is None:
            known = Message(str(len(self.messages) + 1), chat, nonce, screen, [screen])
            self.messages.append(known)
        return known.id

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        await self._called("edit")
        check(screen)
        found = self._find(chat, message)
        found.screen = screen
        found.faces.append(screen)

    def languages(self, chat: ChatKey) -> frozenset[str]:
        return self.read.get(chat, frozenset())

    async def retire(
        self, chat: ChatKey, message: str, text: Text, *, pictured: bool, told: Mapping[str, Text] = NOT_TOLD
    ) -> None:
        await self._called("retire")
        found = self._find(chat, message)
        found.told = dict(told)
        if pictured != (found.screen.picture is not None):
            raise Refused("a caption where there is no picture, or a text where there is one")
        found.screen = replace(found.screen, text=text, rows=())
        check(found.screen)

    async def delete(self, chat: ChatKey, *messages: str) -> None:
        await self._called("delete")
        for message in messages:
            self._find(chat, message).gone = True

    def of(self, chat: ChatKey) -> list[Message]:
        """Return what a chat shows now."""
        return [message for message in self.messages if message.chat == chat and not message.gone]

    def _find(self, chat: ChatKey, message: str) -> Message:
        for found in self.of(chat):
            if found.id == message:
                return found
        raise MessageGone(message)

    async def _called(self, call: str) -> None:
        self.calls.append(call)
        self.called.set()
        await self.gate.wait()
        self.trouble(call)


def failing(error: BaseException) -> Callable[[str], None]:
    """Return a trouble that fails each call."""

    def trouble(call: str) -> None:
        raise error

    return trouble


def check(screen: Screen) -> None:
    """Check that every platform can show this."""
    text = screen.text.plain
    limit = CAPTION if screen.picture is not None else TEXT
    if not text.strip() or len(text.encode("utf-16-le")) // 2 > limit:
        raise Refused(f"a text of {len(text)} characters")
    if len(screen.rows) > ROWS or any(not 1 <= len(row) <= COLUMNS for row in screen.rows):
        raise Refused(f"rows of {[len(row) for row in screen.rows]} buttons")
    tokens = [button.token for row in screen.rows for button in row]
    if len(set(tokens)) != len(tokens):
        raise Refused("two buttons with the same token")
    for button in (button for row in screen.rows for button in row):
        if not 1 <= len(button.token.encode()) <= TOKEN:
            raise Refused(f"a token of {len(button.token)} bytes")
        if not button.label.strip() or len(button.label.encode("utf-16-le")) // 2 > LABEL:
            raise Refused(f"the label {button.label!r}")
    if screen.picture is not None and not (screen.picture.data and 1 <= len(screen.picture.alt) <= ALT):
        raise Refused("a picture without its data or its text")
