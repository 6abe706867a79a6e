"""What a press costs on Discord and on Telegram: `python -m benchmarks chat [seconds]`.

The real client libraries talk to the tests' imitations of both platforms, on loopback and in this very process. Two
people and two computers play Parchís in each chat, the pictures and the SQLite file are those of a running bot, and
whoever is to move presses again as soon as the next board is there. So with 50 chats the waiting times are those of a
bot that is never idle. The platforms' own pace, which would hide what is measured, is left out.

Milliseconds a press until a call reaches the platform, counted from the moment it sends the update: the press's
answer, and the call that brings the next board (on Discord both are one while the turn stays).

Processor time a press is exclusive: every step of a coroutine is booked, by this thread's own clock, on the part
whose code runs, no longer on its caller's. `adapter` is our code between library and core; `core` the service, the
publisher, the computers' thinking and the words of a board; `store` its calls and SQLite's thread; `picture` the
drawing. The rest of the process's time is the library's, the event loop's, and that of the imitation and its people.
What this book-keeping takes is in there too, mostly on our side; and so is what a busy machine adds: the last line
says what a picture takes by itself at that moment.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from unittest.mock import patch

import discord
import pytest
import telegram

from benchmarks.pictures import scenes
from bot.adapters import telegram_adapter, telegram_handler
from bot.adapters.discord_adapter import DiscordAdapter, DiscordMessenger, DiscordSettings
from bot.adapters.discord_client import PalmaresClient
from bot.core.clock import SystemClock
from bot.core.opening import seeded
from bot.core.publisher import Publisher
from bot.core.registry import registry
from bot.core.service import Service
from bot.wiring import house
from data.sqlite import SqliteStore, open_sqlite
from render.picture import draw
from render.scene import Scene
from tests.bot.adapters.discord.conftest import Place, ids_of, point_library_at
from tests.fakes.discord_server import DiscordServer
from tests.fakes.discord_state import TOKEN, Channel
from tests.fakes.telegram_room import TelegramRoom
from tests.fakes.telegram_server import TOKEN as TELEGRAM_TOKEN
from tests.fakes.telegram_server import FakeTelegram
from tests.fakes.telegram_world import ANA, BEA
from tests.fakes.telegram_world import Chat as TelegramChat

BOUND = 6.0
THREADS = {"painter": "core", "_connection_worker_thread": "store"}
"""Whose threads are whose, by words in their names."""
OURS = ("adapter", "core", "store", "picture")

# whose time it is -------------------------------------------------------------------------------------------------


class Book:
    """Processor time of the event loop's thread, booked on parts."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._part, self._since = "rest", time.thread_time()

    def turn_to(self, part: str) -> str:
        """From now on time is this part's; whose it was before."""
        now, before = time.thread_time(), self._part
        self.spent[before] += now - self._since
        self._part, self._since = part, now
        return before


class Steps:
    """A coroutine each of whose steps is booked."""

    def __init__(self, book: Book, part: str, asked: Awaitable[Any]) -> None:
        self._book, self._part, self._asked = book, part, asked

    def __await__(self) -> Generator[Any, Any, Any]:
        inner: Any = self._asked.__await__()
        step: Callable[[], Any] = lambda: inner.send(None)  # noqa: E731
        while True:
            before = self._book.turn_to(self._part)
            try:
                got = step()
            except StopIteration as end:
                return end.value
            finally:
                self._book.turn_to(before)
            try:
                sent = yield got
                step = lambda sent=sent: inner.send(sent)  # type: ignore[misc]  # noqa: E731
            except BaseException as error:  # noqa: BLE001 - passed on
                step = lambda error=error: inner.throw(error)  # type: ignore[misc]  # noqa: E731


@contextmanager
def booked(book: Book) -> Generator[None]:
    """While this lasts the parts' doors are watched."""
    bot = telegram.Bot
    doors: list[tuple[str, type, tuple[str, ...]]] = [
        ("core", Service, ("press", "command")),
        ("core", Publisher, ("publish", "_work")),
        ("store", SqliteStore, tuple(name for name in vars(SqliteStore) if not name.startswith("_"))),
        ("adapter", PalmaresClient, ("pressed", "on_interaction")),
        ("adapter", DiscordMessenger, ("post", "edit", "retire", "delete")),
        ("adapter", telegram_handler.Handler, ("handle",)),
        ("adapter", telegram_adapter.TelegramMessenger, ("post", "edit", "retire", "delete", "answer", "reply")),
        ("rest", discord.InteractionResponse, ("edit_message", "send_message", "defer")),
        ("rest", discord.PartialMessage, ("edit", "delete")),
        ("rest", discord.PartialMessageable, ("send",)),
        ("rest", bot, ("send_photo", "send_message", "edit_message_media", "edit_message_text")),
        ("rest", bot, ("edit_message_reply_markup", "edit_message_caption", "delete_message")),
        ("rest", bot, ("answer_callback_query",)),
    ]
    accept, read = telegram_adapter.TelegramAdapter.accept, telegram.Update.de_json
    with ExitStack() as stack:
        for part, owner, names in doors:
            for name in names:
                stack.enter_context(patch.object(owner, name, _steps(book, part, getattr(owner, name))))
        accepting = _at_once(book, "adapter", accept)
        stack.enter_context(patch.object(telegram_adapter.TelegramAdapter, "accept", accepting))
        stack.enter_context(patch.object(telegram.Update, "de_json", staticmethod(_at_once(book, "rest", read))))
        yield


def _steps(book: Book, part: str, method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def call(*args: Any, **kwargs: Any) -> Any:
        return await Steps(book, part, method(*args, **kwargs))

    return call


def _at_once(book: Book, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        before = book.turn_to(part)
        try:
            return function(*args, **kwargs)
        finally:
            book.turn_to(before)

    return call


DRAWN: list[float] = []
"""Processor time of each picture."""


def timed(scene: Scene) -> bytes:
    """Draws, and notes what it took."""
    began = time.thread_time()
    try:
        return draw(scene)
    finally:
        DRAWN.append(time.thread_time() - began)


def clocks() -> dict[str, float]:
    """Processor time so far of the process, of the pictures, of the rest of their threads, and of SQLite's."""
    found: defaultdict[str, float] = defaultdict(float)
    found["picture"] = sum(DRAWN)
    found["core"] = -sum(DRAWN)
    found["process"] = time.process_time()
    for thread in threading.enumerate():
        part = next((part for word, part in THREADS.items() if word in thread.name), "rest")
        if part != "rest" and thread.ident is not None:
            found[part] += time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    return found


# chats ------------------------------------------------------------------------------------------------------------


@dataclass
class Chat:
    """A chat where a game goes on: the version of its newest board, and what is waited for."""

    place: Any
    people: list[Any]
    version: int = 0
    pressed: float | None = None
    answer: str = ""
    changed: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Figures:
    """What was seen."""

    answers: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    calls: int = 0


class Site(Protocol):
    """A platform and the bot on it."""

    chats: dict[str, Chat]
    figures: Figures

    async def open(self, number: int, known: Chat | None = None) -> Chat:
        """A chat where a game has just begun."""

    def newest(self, chat: Chat) -> tuple[Any, list[str], Any]:
        """The newest board: the message, what can be pressed, who is called."""

    async def press(self, who: Any, message: Any, token: str) -> str:
        """A press; by what its answer will be known."""

    async def idle(self) -> None:
        """Returns when nothing is under way."""


def version_of(tokens: list[str]) -> int:
    """Which state of its table a board shows."""
    return int(tokens[0].split(".")[1])


def reached(site: Site, key: str, answer: str | None, at: float) -> None:
    """A call has been carried out that reached the platform at this moment."""
    chat = site.chats.get(key)
    site.figures.calls += 1
    if chat is None or chat.pressed is None:
        return
    if answer is not None and answer == chat.answer:
        chat.answer = ""
        site.figures.answers.append(at - chat.pressed)
    if version_of(site.newest(chat)[1]) > chat.version:
        site.figures.boards.append(at - chat.pressed)
        chat.pressed = None
        chat.changed.set()


async def play(site: Site, chat: Chat, end: float) -> int:
    """Presses until the time is over; how often."""
    rng, presses = random.Random(1), 0
    while time.perf_counter() < end:
        message, tokens, who = site.newest(chat)
        if tokens[0].endswith(".again"):
            await site.idle()
            await site.open(0, chat)
            continue
        chat.version = version_of(tokens)
        chat.changed.clear()
        chat.pressed = time.perf_counter()
        chat.answer = "soon"
        chat.answer = await site.press(who, message, rng.choice(tokens))
        async with asyncio.timeout(20):
            await chat.changed.wait()
        presses += 1
    return presses


class OnDiscord:
    """Discord."""

    def __init__(self, place: Place) -> None:
        self.chats: dict[str, Chat] = {}
        self.figures = Figures()
        self._room = place

    async def open(self, number: int, known: Chat | None = None) -> Chat:
        room = self._room
        chat = known or Chat(room.channel(), [room.user(f"Ana {number}"), room.user(f"Bea {number}")])
        ana, bea = chat.people
        await room.gave(ana, chat.place, "play", game="parchis")
        await room.gave(bea, chat.place, "join")
        await room.clicked(ana, chat.place, "Fill")
        self.chats[chat.place.id] = chat
        return chat

    def newest(self, chat: Chat) -> tuple[Any, list[str], Any]:
        known = reversed(self._room.server.messages.values())
        channel: Channel = chat.place
        found = next(one for one in known if one.channel == channel.id and one.components and not one.gone)
        called = next((who for who in chat.people if f"<@{who.id}>" in found.content), None)
        return found, [token.removeprefix("palmares:") for token in ids_of(found)], called

    async def press(self, who: Any, message: Any, token: str) -> str:
        custom_id = next(each for each in ids_of(message) if each.endswith(token))
        made = await self._room.press(who, message, custom_id)
        return made.token

    async def idle(self) -> None:
        await self._room.idle()

    def called(self, path: str, at: float) -> None:
        """A call was carried out."""
        words = path.split("/")
        if "interactions" in words:
            made = self._room.server.interactions[words[5]]
            reached(self, made.channel.id, made.token, at)
        elif "channels" in words:
            reached(self, words[4], None, at)


class WatchedDiscord(DiscordServer):
    """Tells of calls."""

    told: Callable[[str, float], None] | None = None

    async def _served(self, request: Any, handler: Any) -> Any:
        at = time.perf_counter()
        answer = await super()._served(request, handler)
        if self.told is not None:
            self.told(request.path, at)
        return answer


@asynccontextmanager
async def on_discord(store: SqliteStore) -> AsyncIterator[OnDiscord]:
    """A bot there."""
    clock: Any = SystemClock()
    server = WatchedDiscord(clock)
    await server.start()
    adapter = DiscordAdapter(DiscordSettings(TOKEN, None, None), store, registry(), clock)
    try:
        with pytest.MonkeyPatch.context() as patching:
            point_library_at(server, patching)
            messengers = {"discord": adapter.messenger}
            async with house(store, messengers, clock, timed, entropy=seeded("1")) as core:
                await adapter.start(core.service, core.publisher, core.desk)
                site = OnDiscord(Place(server, adapter, core, store, clock))
                server.told = site.called
                yield site
                await adapter.drain()
            await adapter.stop()
    finally:
        await server.stop()


class OnTelegram:
    """Telegram."""

    def __init__(self, room: TelegramRoom) -> None:
        self.chats: dict[str, Chat] = {}
        self.figures = Figures()
        self._room = room
        self._queries: dict[str, str] = {}

    async def open(self, number: int, known: Chat | None = None) -> Chat:
        room = self._room
        chat = known or Chat(room.server.chat(-100 - number), [ANA, BEA])
        await room.say(ANA, "/play parchis", chat.place)
        await room.say(BEA, "/join", chat.place)
        await room.click(ANA, "Fill", chat.place)
        self.chats[str(chat.place.id)] = chat
        return chat

    def newest(self, chat: Chat) -> tuple[Any, list[str], Any]:
        group: TelegramChat = chat.place
        known = reversed(self._room.server.messages)
        found = next(one for one in known if one.chat is group and one.rows and not one.gone)
        return found, found.tokens, next((who for who in chat.people if who.id in found.mentioned), None)

    async def press(self, who: Any, message: Any, token: str) -> str:
        query = await self._room.server.press(who, message, token)
        self._queries[query] = str(message.chat.id)
        return query

    async def idle(self) -> None:
        await self._room.settle()

    def called(self, params: dict[str, Any], at: float) -> None:
        """A call was carried out."""
        query = params.get("callback_query_id")
        if query is not None:
            reached(self, self._queries.get(query, ""), query, at)
        elif "chat_id" in params:
            reached(self, str(params["chat_id"]), None, at)


class WatchedTelegram(FakeTelegram):
    """Tells of calls."""

    told: Callable[[dict[str, Any], float], None] | None = None

    async def _answer(self, method: str, params: dict[str, Any]) -> Any:
        at = time.perf_counter()
        answer = await super()._answer(method, params)
        if self.told is not None:
            self.told(params, at)
        return answer


@asynccontextmanager
async def on_telegram(store: SqliteStore) -> AsyncIterator[OnTelegram]:
    """A bot there."""
    clock: Any = SystemClock()
    server = WatchedTelegram(clock)
    await server.start()
    client = telegram_adapter.connect(telegram_adapter.Account(TELEGRAM_TOKEN, server.base))
    messenger = telegram_adapter.TelegramMessenger(client)
    try:
        await telegram_adapter.say_hello(client)
        async with house(store, {"telegram": messenger}, clock, timed, entropy=seeded("1")) as core:
            rooms = telegram_adapter.Rooms(core.desk, messenger, core.service, core.publisher)
            adapter = telegram_adapter.TelegramAdapter(client, rooms)
            await adapter.start()
            try:
                site = OnTelegram(TelegramRoom(server, messenger, adapter, core, store))
                server.told = site.called
                yield site
            finally:
                await adapter.stop()
    finally:
        await client.shutdown()
        await server.stop()


# the table --------------------------------------------------------------------------------------------------------


async def measure(name: str, chats: int, seconds: float) -> str:
    """One line."""
    book = Book()
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        stack.enter_context(booked(book))
        store = await open_sqlite(str(Path(folder) / "chat.sqlite3"))
        stack.push_async_callback(store.close)
        site: Site = await stack.enter_async_context(on_discord(store) if name == "discord" else on_telegram(store))
        opened = [await site.open(number) for number in range(chats)]
        await asyncio.gather(*(play(site, chat, time.perf_counter() + 0.5) for chat in opened))
        await site.idle()
        site.figures = Figures()
        book.turn_to("rest")
        book.spent.clear()
        before, began = clocks(), time.perf_counter()
        presses = sum(await asyncio.gather(*(play(site, chat, began + seconds) for chat in opened)))
        await site.idle()
        took, after = time.perf_counter() - began, clocks()
        spent = {part: book.spent[part] + after[part] - before[part] for part in OURS}
        cpu, ours = after["process"] - before["process"], sum(spent.values())
        figures = site.figures
    each = 1e3 / presses
    times = "".join(f"{p50:8.1f}{p99:7.1f}" for p50, p99 in (_cut(figures.answers), _cut(figures.boards)))
    parts = "".join(f"{spent[part] * each:9.2f}" for part in OURS)
    verdict = "" if ours * each < BOUND else f"  above {BOUND:.0f}"
    return (
        f"{f'{name}, {chats}':14}{presses / took:7.0f}{figures.calls / presses:7.2f}{times}"
        f"{parts}{ours * each:8.2f}{(cpu - ours) * each:8.2f}{verdict}"
    )


def _cut(times: list[float]) -> tuple[float, float]:
    """Median and 99th percentile, in milliseconds."""
    return statistics.median(times) * 1e3, statistics.quantiles(times, n=100, method="inclusive")[98] * 1e3


def main(seconds: float = 6.0) -> None:
    """Prints the table."""
    print(
        f"Parchís, two people and two computers in each chat; {seconds:g} s a line; ours to be under {BOUND:.0f} ms"
    )
    print(f"{'':28}{'answer, ms':>15}{'board, ms':>15}   CPU, ms a press")
    print(
        f"{'chats':14}{'press/s':>7}{'calls':>7}{'p50':>8}{'p99':>7}{'p50':>8}{'p99':>7}"
        + "".join(f"{part:>9}" for part in OURS)
        + f"{'= ours':>8}{'rest':>8}"
    )
    for name in ("discord", "telegram"):
        for chats in (1, 50):
            print(asyncio.run(measure(name, chats, seconds)), flush=True)
    shown = scenes("parchis", {"preset": "spanish", "colours": 4}, 800, 20)
    DRAWN.clear()
    for scene in shown * 5:
        timed(scene)
    print(f"a picture by itself: {statistics.median(DRAWN) * 1e3:.2f} ms of processor time")


if __name__ == "__main__":
    main(*(float(word) for word in sys.argv[1:2]))
