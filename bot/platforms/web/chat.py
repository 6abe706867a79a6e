"""The page's chat: the store keeps its messages, and all pages that show it receive every change."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, Protocol
from weakref import WeakValueDictionary

from bot.core.common.lru import LruDict
from bot.core.common.recent_messages import RecentMessages
from bot.core.messages.content import Picture, Screen, Text
from bot.core.messages.ports import NOT_TOLD, Abilities, MessageGone
from bot.platforms.web.boards import Boards
from bot.platforms.web.identity import PLATFORM
from bot.platforms.web.message_format import (
    Body,
    digest_of,
    dump,
    load,
    read_in,
    reworded,
    screen_body,
    shown,
    thinned,
)
from bot.platforms.web.message_soundness import stand_in
from bot.platforms.web.night_pictures import NightPictures
from bot.platforms.web.protocol import HISTORY
from data.records import ChatKey, MessageRecord, PersonKey
from data.store import Store
from render.content.layered import LAYERED

_PRUNE_EVERY = 20
REMEMBERED = 1000
PICTURES = 128
"""How many pictures of replaced messages pages may still request: some 10 MB."""

TOLD = 256
"""How many messages are remembered as pages know them, some 5 KB each: a change of one has what differs."""


class ChatListener(Protocol):
    """A page that shows a chat."""

    @property
    def languages(self) -> frozenset[str]:
        """The languages of its readers."""

    def send(self, frame: Mapping[str, Any]) -> None:
        """Send a frame, without waiting."""


class WebMessenger:
    """The page's `Messenger`: stores a message first, then sends it to the pages."""

    threads = None
    abilities = Abilities(rings=False, costless=True, motion=LAYERED, moves=True, detailed=True)

    def __init__(self, store: Store, clock: Callable[[], float], *, rule_books: str = "") -> None:
        self.abilities = replace(self.abilities, rule_books=rule_books)
        self._store = store
        self._clock = clock
        self._listeners: dict[ChatKey, set[ChatListener]] = defaultdict(set)
        self._writing: WeakValueDictionary[ChatKey, asyncio.Lock] = WeakValueDictionary()
        self._pictures = LruDict[tuple[int, str], bytes](PICTURES)
        self._posts = LruDict[ChatKey, int](REMEMBERED)
        self._told = LruDict[int, tuple[int, Body, str]](TOLD)
        """Each message's revision and body as pages know it, and the document of its board."""
        self._recent = RecentMessages()
        self.night = NightPictures()
        self.boards = Boards()
        self.known_as: Callable[[PersonKey, str], str] = lambda _, name: name
        """Returns the name to show for the writer of a message."""

    # the Messenger protocol -------------------------------------------------------------------------------------

    def below(self, chat: ChatKey, message: str) -> int | None:
        """Return how many messages stand below one, of those that came since the program started."""
        return self._recent.below(chat, int(message)) if message.isdecimal() else None

    def languages(self, chat: ChatKey) -> frozenset[str]:
        return frozenset[str]().union(*(page.languages for page in self._listeners.get(chat, ())))

    async def private(self, person: PersonKey) -> ChatKey | None:  # noqa: ARG002
        return None

    async def post(self, chat: ChatKey, screen: Screen, *, nonce: str) -> str:
        body = screen_body(screen)
        record = await self.write(chat, body, screen.picture, nonce=f"bot:{nonce}", people=screen.people)
        return str(record.id)

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        data = screen.picture.data if screen.picture is not None else None
        body = screen_body(screen)
        if not message.isdecimal():
            raise MessageGone(message)
        async with self._writing.setdefault(chat, asyncio.Lock()):
            edited = await self._store.edit_message(int(message), dump(body), data, people=screen.people)
            await self._keep(chat, int(message), body, screen.picture)
            await self._tell(chat, edited, message)

    async def retire(
        self,
        chat: ChatKey,
        message: str,
        text: Text,
        *,
        pictured: bool,  # noqa: ARG002
        told: Mapping[str, Text] = NOT_TOLD,
    ) -> None:
        async with self._writing.setdefault(chat, asyncio.Lock()):
            record = await self.find(chat, message)
            if record is None:
                raise MessageGone(message)
            body = dump(reworded(await self.body(record), text, told))
            if body != record.body:
                edited = await self._store.edit_message(record.id, body, None, keep_picture=True)
                await self._tell(chat, edited, message)

    async def delete(self, chat: ChatKey, *messages: str) -> None:
        (message,) = messages
        async with self._writing.setdefault(chat, asyncio.Lock()):
            if await self.find(chat, message) is None or not await self._store.drop_message(chat, int(message)):
                raise MessageGone(message)
            self.lost(chat, int(message))

    # for the page -----------------------------------------------------------------------------------------------

    async def write(
        self, chat: ChatKey, body: Body, picture: Picture | None, *, nonce: str, people: Collection[PersonKey] = ()
    ) -> MessageRecord:
        """Add a message to the chat, once for each nonce; `people` wrote it or are named in it."""
        data = picture.data if picture is not None else None
        record = await self._store.post_message(chat, nonce, dump(body), data, self._clock(), people=people)
        await self._keep(chat, record.id, body, picture)
        self._recent.watch(chat)
        self._recent.arrived(chat, record.id)
        await self._tell(chat, record, str(record.id))
        self._posts[chat] = self._posts.get(chat, 0) + 1
        if self._posts[chat] % _PRUNE_EVERY == 1:
            self._lost(chat, await self._store.prune_messages(chat, keep=HISTORY))
        return record

    def listen(self, chat: ChatKey, listener: ChatListener) -> None:
        """Send a chat's changes to a listener from now on."""
        self._listeners[chat].add(listener)

    def leave(self, chat: ChatKey, listener: ChatListener) -> None:
        self._listeners[chat].discard(listener)
        if not self._listeners[chat]:
            del self._listeners[chat]

    def lost(self, chat: ChatKey, message: int) -> None:
        """Tell the pages that a message is no longer stored."""
        self._lost(chat, [message])

    async def missed(self, chat: ChatKey, have: Mapping[int, int], languages: Collection[str]) -> Mapping[str, Any]:
        """Return a frame with the messages newer than a page's, and those of its messages that are gone.

        Their words are in the page's languages only.
        """
        records = await self._store.messages(chat, limit=HISTORY)
        fresh = [record for record in records if have.get(record.id) != record.revision]
        present = {record.id for record in records}
        newest = max((record.id for record in fresh if record.id in self.boards), default=0)
        return {
            "is": "messages",
            "chat": chat.chat,
            "messages": [
                self._shown(record, read_in(await self.body(record), languages), whole=record.id == newest)
                for record in fresh
            ],
            "gone": [message for message in have if message not in present],
            "caught_up": True,
        }

    async def find(self, chat: ChatKey, message: str) -> MessageRecord | None:
        return await self._store.message(chat, int(message)) if message.isdecimal() else None

    async def body(self, record: MessageRecord) -> Body:
        """Return what a message shows; a placeholder for a corrupt one, which is set aside."""
        try:
            body = load(record.body)
        except ValueError as error:
            await self._store.set_aside("messages", {"id": record.id}, "body", str(error), record.body)
            return stand_in()
        if (author := body["author"]) is not None:
            author["name"] = self.known_as(PersonKey(PLATFORM, author["user"]), author["name"])
        return body

    async def authors(self, chat: ChatKey) -> list[tuple[str, PersonKey]]:
        """Return the writers in the chat, the last first, by the names they had then."""
        records = await self._store.messages(chat, limit=HISTORY)
        said = [(await self.body(record))["author"] for record in records]
        return [(one["name"], PersonKey(PLATFORM, one["user"])) for one in reversed(said) if one is not None]

    async def picture(self, message: int, digest: str) -> bytes | None:
        """Return the picture with this digest if it is the message's, or was until lately; else None.

        So a page on a slow line shows each board's text with that board's picture.
        """
        if (message, digest) in self._pictures:
            return self._pictures[message, digest]
        data = await self._store.picture(message)
        return data if data is not None and digest_of(data) == digest else None

    async def dims(self, chat: ChatKey, message: str, digest: str) -> tuple[str, int] | None:
        """Return the table and version of this picture of a message; None for one without a dark version."""
        record = await self.find(chat, message)
        body = await self.body(record) if record is not None else {}
        picture = body.get("picture") or {}
        if picture.get("digest") != digest or not picture.get("dims") or "board" not in body:
            return None
        table, version = body["board"]
        return table, version

    async def _keep(self, chat: ChatKey, message: int, body: Body, picture: Picture | None) -> None:
        if picture is not None:
            self._pictures[message, body["picture"]["digest"]] = picture.data
        self.night.keep(message, picture)
        await self.boards.keep(chat, message, picture)

    def _shown(
        self, record: MessageRecord, body: Body, *, whole: bool = False, brief: bool = False
    ) -> dict[str, Any]:
        """Return a message for the page; `whole`: with its board's document, `brief`: after the last one."""
        digest = (body["picture"] or {}).get("digest", "")
        return shown(record, body) | self.boards.told(record.id, digest, whole=whole, brief=brief)

    def _lost(self, chat: ChatKey, messages: list[int]) -> None:
        self._recent.gone(chat, *messages)
        if not messages:
            return
        for key in [key for key in self._pictures if key[0] in messages]:
            del self._pictures[key]
        for message in messages:
            self._told.pop(message, None)
            self.night.forget(message)
            self.boards.forget(message)
        for listener in tuple(self._listeners.get(chat, ())):
            listener.send({"is": "messages", "chat": chat.chat, "messages": [], "gone": messages})

    async def _tell(self, chat: ChatKey, record: MessageRecord | None, message: str) -> None:
        if record is None:
            raise MessageGone(message)
        body, before = read_in(await self.body(record), self.languages(chat)), self._told.get(record.id)
        document = self.boards.document(record.id)
        self._told[record.id] = record.revision, body, document
        has_board = before is not None and before[2] == document
        message_shown = self._shown(record, body, whole=not has_board, brief=True)
        if before is not None:
            message_shown |= {"body": thinned(body, before[1]), "after": before[0]}
        frame = {"is": "messages", "chat": chat.chat, "messages": [message_shown], "gone": []}
        for listener in tuple(self._listeners.get(chat, ())):
            listener.send(frame)
