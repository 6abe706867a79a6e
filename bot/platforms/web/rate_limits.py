"""What one client may ask of the page at most, counted by its address: whatever it says of itself it can make up."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum

from bot.core.ratelimit.reply_guard import ReplyGuard, ReplyVerdict
from bot.core.ratelimit.sliding_window import RateLimit, SlidingWindowLimiter
from bot.platforms.web.identity import PLATFORM
from data.records import ChatKey, PersonKey

REMEMBERED = 10_000
"""How many addresses are remembered for each kind of wish."""


class Wish(Enum):
    """What is counted."""

    HELLO = "hello"
    LINE = "line"
    COMMAND = "command"
    PRESS = "press"
    TABLE = "table"


WISHES = {
    Wish.HELLO: RateLimit(240, 60.0, burst=100),
    Wish.LINE: RateLimit(120, 60.0, burst=40),
    Wish.COMMAND: RateLimit(120, 30.0, burst=40),
    Wish.PRESS: RateLimit(1500, 20.0, burst=200),
    Wish.TABLE: RateLimit(100, 3600.0),
}
ANSWERS = RateLimit(20, 60.0, burst=12)
"""How many answers to commands one address may bring all people of a chat to read."""


@dataclass(frozen=True, slots=True)
class WebLimits:
    """Far above what a household needs. `connections` and `pages`: so many at once; a page is a connection too."""

    connections: int = 700
    """Below the 1,024 files that a process may usually open."""
    connections_each: int = 150
    pages: int = 500
    pages_each: int = 64
    wishes: Mapping[Wish, RateLimit] = field(default_factory=lambda: WISHES)
    head_seconds: float = 20.0
    """In which a request's head must have come, the next one too."""
    heartbeat: float = 20.0
    """Seconds between two signs of life that a page is asked for."""


class TooOften(Exception):
    """A client wishes too much; the argument is what it wishes."""

    def __init__(self, wish: Wish) -> None:
        super().__init__(wish.value)
        self.wish = wish


class ClientLimiter:
    """Count what clients have open and wish for, each under its `client_of`."""

    def __init__(self, limits: WebLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._clock = clock
        self._pages = Counter[str]()
        self._wishes = {wish: SlidingWindowLimiter[str](limit, REMEMBERED) for wish, limit in limits.wishes.items()}
        self._replies = ReplyGuard(clock, ANSWERS)

    def has_room(self, client: str) -> bool:
        """Return whether a client may open one more page."""
        return self._pages[client] < self.limits.pages_each and self._pages.total() < self.limits.pages

    @contextmanager
    def page(self, client: str) -> Iterator[bool]:
        """Count a page for as long as it is open, and say whether there is room for it."""
        room = self.has_room(client)
        if room:
            self._pages[client] += 1
        try:
            yield room
        finally:
            if room:
                self._pages[client] -= 1
            if not self._pages[client]:
                del self._pages[client]

    def count(self, client: str, wish: Wish) -> None:
        """Count a wish; raises TooOften, and counts nothing, if there have been too many lately."""
        if not self._wishes[wish].allows(client, self._clock()):
            raise TooOften(wish)

    def may_answer(self, client: str, chat: ChatKey, words: str | None) -> bool:
        """Tell whether all people of a chat are to read an answer, and note it if so; without `words` it may well be
        given twice within a minute.
        """
        verdict, _ = self._replies.judge(chat, PersonKey(PLATFORM, client), words)
        return verdict is ReplyVerdict.GIVE
