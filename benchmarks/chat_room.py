"""Observes chats with running games from outside."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from bot.core.common.clock import SystemClock

T = TypeVar("T")
NAMES = ("Ana", "Bea", "Cai", "Dan", "Eva", "Fran")


@dataclass(frozen=True, slots=True)
class Setup:
    """How many people play, and the options of /play; bots take the other seats."""

    people: int
    options: Mapping[str, str]

    @property
    def line(self) -> str:
        return " ".join(f"{name}={value}" for name, value in self.options.items())


USUAL = Setup(2, {"game": "parchis", "rolls": "each"})
"""Two people and two bots, each roll by a press."""


class Shifted(SystemClock):
    """The machine's clock, ahead by the time that people have taken."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def now(self) -> float:
        return super().now() + self.ahead


@dataclass
class Chat:
    """A chat with a running game: its newest board's version, and what it waits for.

    That is a board since a press, and answers by their ids; `early` answers came before their id was known.
    """

    place: Any
    people: list[Any]
    version: int = 0
    pressed: float | None = None
    asked: dict[str, float] = field(default_factory=dict)
    early: dict[str, float] = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    calls: int = 0
    """The number of calls about it."""


@dataclass
class Figures:
    """The measured seconds and calls."""

    answers: list[float] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    calls: int = 0


class Site(Protocol):
    """A platform and the bot on it."""

    chats: dict[str, Chat]
    figures: Figures

    async def open(self, number: int, known: Chat | None = None, setup: Setup = USUAL) -> Chat:
        """Open a chat with a new game."""

    def newest(self, chat: Chat) -> tuple[Any, list[str], Any]:
        """Return the newest board: the message, its buttons, and who is called."""

    async def press(self, who: Any, message: Any, token: str) -> str:
        """Press a button; return the id of its answer."""

    def messages(self, chat: Chat) -> tuple[int, int]:
        """Return how many messages of the bot a chat has received, and how many of them rang on a phone."""

    async def idle(self) -> None:
        """Wait until nothing is in progress."""


def is_board(tokens: list[str]) -> bool:
    """Return whether a message has a board's buttons, unlike an offer to one person."""
    return bool(tokens) and not any(".offer:" in token for token in tokens)


def asked(text: str, people: Mapping[str, T]) -> T | None:
    """Return the person whom a board's last line names first, by their names; None if it names nobody.

    People who have just pressed are named without a mention.
    """
    line = text.splitlines()[-1]
    named = {line.index(name): who for name, who in people.items() if name in line}
    return named[min(named)] if named else None


def version_of(tokens: list[str]) -> int:
    """Return the version of the table that a board shows."""
    return int(tokens[0].split(".")[1])


def reached(site: Site, key: str, answer: str | None, at: float) -> None:
    """Record a finished call that reached the platform at this time."""
    chat = site.chats.get(key)
    site.figures.calls += 1
    if chat is None:
        return
    if answer is not None:
        began = chat.asked.pop(answer, None)
        if began is None:
            chat.early[answer] = at
        else:
            site.figures.answers.append(at - began)
    if chat.pressed is None:
        return
    if version_of(site.newest(chat)[1]) > chat.version:
        site.figures.boards.append(at - chat.pressed)
        chat.pressed = None
        chat.changed.set()


async def play(site: Site, chat: Chat, end: float) -> int:
    rng, presses = random.Random(1), 0
    while time.perf_counter() < end:
        message, tokens, who = site.newest(chat)
        if tokens[0].endswith(".again"):
            await site.idle()
            await site.open(0, chat)
            continue
        chat.version = version_of(tokens)
        chat.changed.clear()
        began = chat.pressed = time.perf_counter()
        answer = await site.press(who, message, rng.choice(tokens))
        at = chat.early.pop(answer, None)
        if at is None:
            chat.asked[answer] = began
        else:
            site.figures.answers.append(at - began)
        async with asyncio.timeout(20):
            await chat.changed.wait()
        presses += 1
    return presses
