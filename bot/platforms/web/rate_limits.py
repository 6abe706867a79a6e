"""Limit what one client may request of the page, by its address: everything else can be made up."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from bot.core.ratelimit.concurrency_limit import ConcurrencyLimit
from bot.core.ratelimit.keyed_windows import KeyedWindows
from bot.core.ratelimit.reply_guard import ReplyGuard, ReplyVerdict
from bot.core.ratelimit.sliding_window import RateLimit
from bot.platforms.web.identity import PLATFORM
from data.records import ChatKey, PersonKey


class Wish(Enum):
    """What is limited."""

    HELLO = "hello"
    LINE = "line"
    COMMAND = "command"
    PRESS = "press"
    TABLE = "table"
    GAME = "game"
    POSITION = "position"
    PERSON = "person"
    INVITATION = "invitation"
    TRIAL = "trial"


WISHES = {
    Wish.HELLO: RateLimit(240, 60.0, burst=100),
    Wish.LINE: RateLimit(120, 60.0, burst=40),
    Wish.COMMAND: RateLimit(120, 30.0, burst=40),
    Wish.PRESS: RateLimit(1500, 20.0, burst=200),
    Wish.TABLE: RateLimit(100, 3600.0),
    Wish.GAME: RateLimit(240, 60.0, burst=60),
    Wish.POSITION: RateLimit(1500, 60.0, burst=200),
    Wish.PERSON: RateLimit(100, 3600.0),
    Wish.INVITATION: RateLimit(30, 60.0),
    Wish.TRIAL: RateLimit(60, 3600.0),
}
ANSWERS = RateLimit(20, 60.0, burst=12)
"""How many public answers to commands one address may cause in a chat."""


@dataclass(frozen=True, slots=True)
class WebLimits:
    """Far above what a household needs. `connections` and `pages` are concurrent; a page is a connection too."""

    connections: int = 700
    """Below the 1,024 files that a process may usually open."""
    connections_each: int = 150
    pages: int = 500
    pages_each: int = 64
    trials: int = 40
    """Positions tried out at the same time: their bots think on this machine."""
    trials_each: int = 4
    wishes: Mapping[Wish, RateLimit] = field(default_factory=lambda: WISHES)
    head_seconds: float = 10.0
    """Until a request's head must have arrived, also that of the next request."""
    heartbeat: float = 20.0
    """Seconds between heartbeats of a page."""


class TooOften(Exception):
    """A client requests too much; the argument is the kind of request."""

    def __init__(self, wish: Wish) -> None:
        super().__init__(wish.value)
        self.wish = wish


class ClientLimiter:
    """Count what clients have open and request, each under its `client_of`."""

    def __init__(self, limits: WebLimits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._clock = clock
        self.pages = ConcurrencyLimit[str](limits.pages, limits.pages_each)
        self.trials = ConcurrencyLimit[str](limits.trials, limits.trials_each)
        self._wishes = {wish: KeyedWindows[str](limit) for wish, limit in limits.wishes.items()}
        self._replies = ReplyGuard(clock, ANSWERS)

    def count(self, client: str, wish: Wish) -> None:
        """Count a request; raises TooOften, and counts nothing, if there were too many lately."""
        if not self._wishes[wish].allows(client, self._clock()):
            raise TooOften(wish)

    def may_answer(self, client: str, chat: ChatKey, words: str | None) -> bool:
        """Return whether an answer may be public, and count it if so.

        Without `words` it may be repeated within a minute.
        """
        verdict, _ = self._replies.judge(chat, PersonKey(PLATFORM, client), words)
        return verdict is ReplyVerdict.GIVE
