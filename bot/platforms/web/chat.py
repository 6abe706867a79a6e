"""The page's chat: the store keeps its messages, and all pages that show it receive every change."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, Protocol
from weakref import WeakValueDictionary

from bot.core.common.lru import LruDict
from bot.core.common.recent_messages import RecentMessages
from bot.core.messages.content import Picture, Screen, Text
from bot.core.messages.ports import NOT_TOLD, Abilities, ChatGone, MessageGone
from bot.platforms.web.boards import Boards, sized
from bot.platforms.web.bundle import Asset
from bot.platforms.web.frames import parted
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


EMPTY = 120.0
"""Seconds after which an app's room without an app shows nothing more; one that is closed is emptied sooner."""


class Shown(NamedTuple):
    """A message's picture, its document if it is a board, and that of the board whose last move comes before it."""

    picture: Picture | None = None
    document: Asset | None = None
    film: Asset | None = None


NOTHING = Shown()


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
    abilities = Abilities(rings=False, private=False, costless=True, motion=LAYERED, moves=True, detailed=True)

    def __init__(self, store: Store, clock: Callable[[], float], *, rule_books: str = "") -> None:
        self.abilities = replace(self.abilities, rule_books=rule_books)
        self._store = store
        self._clock = clock
        self._listeners: dict[ChatKey, set[ChatListener]] = defaultdict(set)
        self._writing: WeakValueDictionary[ChatKey, asyncio.Lock] = WeakValueDictionary()
        self._pictures = LruDict[tuple[int, str], bytes](PICTURES)
        self._posts = LruDict[ChatKey, int](REMEMBERED)
        self._told = LruDict[int, tuple[int, Body]](TOLD)
        """Each message's revision and body as pages know it."""
        self._emptied = LruDict[ChatKey, float](REMEMBERED)
        """When the last page left an app's room, or when it was first seen without any."""
        self._recent = RecentMessages()
        self.boards = Boards()
        self.forgets: list[Callable[[int], object]] = []
        """Called with each message that is gone."""
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
        await self._leave_empty(chat, screen)
        return str((await self.show(chat, screen, nonce=f"bot:{nonce}")).id)

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        if not message.isdecimal():
            raise MessageGone(message)
        await self._leave_empty(chat, screen)
        async with self._writing.setdefault(chat, asyncio.Lock()):
            board = await self._board(screen.picture)
            body, data = screen_body(screen, sized(board.document)), _stored(screen.picture)
            edited = await self._store.edit_message(int(message), dump(body), data, people=screen.people)
            self._keep(chat, int(message), body, board)
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

    async def show(self, chat: ChatKey, screen: Screen, *, nonce: str) -> MessageRecord:
        """Add a message of the bot to the chat, once for each nonce."""
        board = await self._board(screen.picture)
        body = screen_body(screen, sized(board.document))
        return await self.write(chat, body, board, nonce=nonce, people=screen.people)

    async def write(
        self,
        chat: ChatKey,
        body: Body,
        shown: Shown = NOTHING,
        *,
        nonce: str,
        people: Collection[PersonKey] = (),
    ) -> MessageRecord:
        """Add a message to the chat, once for each nonce; `people` wrote it or are named in it."""
        data = _stored(shown.picture)
        record = await self._store.post_message(chat, nonce, dump(body), data, self._clock(), people=people)
        self._keep(chat, record.id, body, shown)
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
        if chat.room is not None:
            self._emptied[chat] = self._clock()

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
        """Return the stored picture with this digest if it is the message's, or was until lately; else None."""
        if (message, digest) in self._pictures:
            return self._pictures[message, digest]
        data = await self._store.picture(message)
        return data if data is not None and digest_of(data) == digest else None

    async def stored(self, message: int) -> MessageRecord | None:
        """Return a message of any chat."""
        return await self._store.message_anywhere(message)

    async def _leave_empty(self, chat: ChatKey, screen: Screen) -> None:
        """Stop showing a table in an app's room that nobody came back to; raises ChatGone.

        Its process was killed, or its lease has moved.
        """
        if chat.room is None or chat in self._listeners or screen.about is None:
            return
        now = self._clock()
        if now - self._emptied.setdefault(chat, now) > EMPTY:
            await self._store.drop_places(screen.about.table, chat)
            raise ChatGone("the app is closed")

    async def _board(self, picture: Picture | None) -> Shown:
        return Shown(picture, await self.boards.document(picture), await self.boards.film(picture))

    def _keep(self, chat: ChatKey, message: int, body: Body, shown: Shown) -> None:
        if shown.picture is not None and shown.picture.board is None:
            self._pictures[message, body["picture"]["digest"]] = shown.picture.data
        self.boards.keep(chat, message, *shown)

    def _shown(
        self, record: MessageRecord, body: Body, *, whole: bool = False, brief: bool = False
    ) -> dict[str, Any]:
        """Return a message for the page; `whole`: with its board's document, `brief`: after the last one."""
        told = self.boards.told(record.id, _digest_in(body), brief=brief) if whole else {}
        return shown(record, body) | told

    def _lost(self, chat: ChatKey, messages: list[int]) -> None:
        self._recent.gone(chat, *messages)
        if not messages:
            return
        for key in [key for key in self._pictures if key[0] in messages]:
            del self._pictures[key]
        for message in messages:
            self._told.pop(message, None)
            self.boards.forget(message)
            for forget in self.forgets:
                forget(message)
        for listener in tuple(self._listeners.get(chat, ())):
            listener.send({"is": "messages", "chat": chat.chat, "messages": [], "gone": messages})

    async def _tell(self, chat: ChatKey, record: MessageRecord | None, message: str) -> None:
        if record is None:
            raise MessageGone(message)
        body, before = read_in(await self.body(record), self.languages(chat)), self._told.get(record.id)
        self._told[record.id] = record.revision, body
        has_board = before is not None and _digest_in(before[1]) == _digest_in(body)
        message_shown = self._shown(record, body, whole=not has_board, brief=True)
        if before is not None:
            message_shown |= {"body": thinned(body, before[1]), "after": before[0]}
        message_shown |= self.boards.told_film(record.id)
        frame = {"is": "messages", "chat": chat.chat, "messages": [message_shown], "gone": []}
        listeners = tuple(self._listeners.get(chat, ()))
        for part in parted(frame) if listeners else ():  # it takes time, and no page may be open
            for listener in listeners:
                listener.send(part)


def _stored(picture: Picture | None) -> bytes | None:
    """Return what is stored of a picture: nothing of a board, which can be drawn again."""
    return None if picture is None or picture.board is not None else picture.data


def _digest_in(body: Body) -> str:
    """Return the digest of what a message shows; empty without a picture."""
    return str((body["picture"] or {}).get("digest", ""))
