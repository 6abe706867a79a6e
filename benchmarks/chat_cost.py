"""Attributes the processor time of a press to parts of the program.

Each step of a coroutine is booked, by its thread's clock, on the part whose code runs: `adapter` (between library and
core), `core`, `store` (with SQLite's thread) or `picture`. The rest is the library's, the event loop's and the
imitation's; the cost of reading the clock is subtracted.
"""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Generator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import discord
import telegram

from bot.core.board_messages.publisher import Publisher
from bot.core.dispatch.dispatcher import Dispatcher
from bot.platforms.discord.client import PalmaresClient
from bot.platforms.discord.interactions import Interactions
from bot.platforms.discord.messenger import DiscordMessenger
from bot.platforms.telegram.messenger import TelegramMessenger
from bot.platforms.telegram.platform import TelegramPlatform
from bot.platforms.telegram.update_handler import UpdateHandler
from data.sqlite.store import SqliteStore
from render import picture
from render.content.card_content import ResultCard
from render.content.scene import Scene
from render.content.touch import Disc, Touch
from render.content.unseen import Unseen
from render.films.moving import draw_motion

THREADS = {"painter": "core", "_connection_worker_thread": "store"}
"""The parts that threads belong to, by words in their names."""
OURS = ("adapter", "core", "store", "picture")
"""The parts that a press waits for; `motion` runs separately and is skipped if not ready."""


class Book:
    """Processor time of the event loop's thread, by part."""

    def __init__(self) -> None:
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._part, self._since = "rest", time.thread_time()
        self._look = self._cost_of_a_look()

    def turn_to(self, part: str) -> str:
        """Book time from now on for this part; return the previous part."""
        now, before = time.thread_time(), self._part
        self.spent[before] += now - self._since - self._look
        self._part, self._since = part, now
        return before

    def _cost_of_a_look(self, looks: int = 10_000) -> float:
        """Measure the seconds between two consecutive readings of the clock."""
        self._look = 0.0
        for _ in range(looks):
            self.turn_to("rest")
        return self.spent.pop("rest") / looks


class Steps:
    """A coroutine whose steps are booked."""

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
    """Watch the entry points of the parts within the context."""
    bot = telegram.Bot
    doors: list[tuple[str, type, tuple[str, ...]]] = [
        ("core", Dispatcher, ("press", "command")),
        ("core", Publisher, ("publish", "_run")),
        ("store", SqliteStore, tuple(name for name in dir(SqliteStore) if not name.startswith("_"))),
        ("adapter", Interactions, ("_answer_press", "_answer_command")),
        ("adapter", PalmaresClient, ("pressed", "on_interaction")),
        ("adapter", DiscordMessenger, ("post", "edit", "retire", "delete")),
        ("adapter", UpdateHandler, ("handle",)),
        ("adapter", TelegramMessenger, ("post", "edit", "retire", "delete", "answer", "reply")),
        ("rest", discord.InteractionResponse, ("edit_message", "send_message", "defer")),
        ("rest", discord.PartialMessage, ("edit", "delete")),
        ("rest", discord.PartialMessageable, ("send",)),
        ("rest", bot, ("send_photo", "send_animation", "send_message", "edit_message_media", "edit_message_text")),
        ("rest", bot, ("edit_message_reply_markup", "edit_message_caption", "delete_message")),
        ("rest", bot, ("answer_callback_query",)),
    ]
    accept, read = TelegramPlatform.accept, telegram.Update.de_json
    with ExitStack() as stack:
        for part, owner, names in doors:
            for name in names:
                stack.enter_context(patch.object(owner, name, _steps(book, part, getattr(owner, name))))
        accepting = _at_once(book, "adapter", accept)
        stack.enter_context(patch.object(TelegramPlatform, "accept", accepting))
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
MOVED: list[float] = []
"""Processor time of each moving board."""


def timed_motion(unseen: Unseen, kind: str, longest: float) -> bytes | None:
    """Draw a moving board, and record its time."""
    began = time.thread_time()
    try:
        return draw_motion(unseen, kind, longest)
    finally:
        MOVED.append(time.thread_time() - began)


class TimedPictures:
    """The real pictures, recording the time of each."""

    def draw(self, scene: Scene) -> bytes:
        return self._noted(lambda: picture.draw(scene))

    def touch(self, scene: Scene) -> Touch:
        return picture.touch(scene)

    def seats(self, scene: Scene) -> tuple[tuple[Disc, ...], ...]:
        return picture.seats(scene)

    def draw_pair(self, left: Scene, right: Scene) -> bytes:
        return self._noted(lambda: picture.draw_pair(left, right))

    def draw_result_card(self, card: ResultCard, scene: Scene) -> bytes:
        return self._noted(lambda: picture.draw_result_card(card, scene))

    def _noted(self, work: Callable[[], bytes]) -> bytes:
        began = time.thread_time()
        try:
            return work()
        finally:
            DRAWN.append(time.thread_time() - began)


def clocks() -> dict[str, float]:
    """Return the processor time so far of the process, the pictures, the rest of their threads, and SQLite's."""
    costs: defaultdict[str, float] = defaultdict(float)
    costs["picture"] = sum(DRAWN)
    costs["motion"] = sum(MOVED)
    costs["core"] = -sum(DRAWN) - sum(MOVED)
    costs["process"] = time.process_time()
    for thread in threading.enumerate():
        part = next((part for word, part in THREADS.items() if word in thread.name), "rest")
        if part != "rest" and thread.ident is not None:
            costs[part] += time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
    return costs
