"""How much a bot says in a group: nobody can fill it with answers, and none is given there twice within a minute.

What is not given to all is, where words to one person cost nobody else anything, given to whoever asked alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from enum import Enum

from bot.core.common.lru import LruDict
from bot.core.messages.content import Document, Screen
from bot.core.ratelimit.keyed_windows import REMEMBERED, KeyedWindows
from bot.core.ratelimit.sliding_window import RateLimit
from data.records import ChatKey, PersonKey

PERSON = RateLimit(4, 60.0)
"""How many answers one person is given in one group."""
SAME = 60.0
"""For so many seconds an answer is not given again."""
POINTED = 20
"""How many people are shown where the same answer stands."""


class ReplyVerdict(Enum):
    """What becomes of an answer: it is given, or the asker is shown where it stands, or told that it is enough."""

    GIVE = "give"
    POINT = "point"
    WARN = "warn"
    DROP = "drop"


@dataclass(slots=True)
class Given:
    """An answer that was given: when, and as which message, once that is known; and who was shown where it stands."""

    at: float
    message: int | None = None
    shown: set[PersonKey] = field(default_factory=set)


class ReplyGuard:
    """Judge the answers to commands in groups."""

    def __init__(self, now: Callable[[], float], person: RateLimit = PERSON) -> None:
        """Begin with no answers; `now` tells the seconds since some moment."""
        self._now = now
        self._people = KeyedWindows[tuple[ChatKey, PersonKey]](person)
        self._given = LruDict[tuple[ChatKey, Hashable], Given](REMEMBERED)
        self._warnings = KeyedWindows[tuple[ChatKey, PersonKey]](RateLimit(1, SAME))

    def judge(self, chat: ChatKey, person: PersonKey, answer: Hashable) -> tuple[ReplyVerdict, Given]:
        """Tell what becomes of an answer, and note that; with it comes where the answer stands, or is to be noted.

        `answer` is the same for the same words, or None for what may well be said again.
        """
        now, who = self._now(), (chat, person)
        given = self._given.get((chat, answer)) if answer is not None else None
        if given is not None and 0 <= now - given.at < SAME:
            if person in given.shown or len(given.shown) >= POINTED or not self._people.allows(who, now):
                return ReplyVerdict.DROP, given
            given.shown.add(person)
            return ReplyVerdict.POINT, given
        fresh = Given(now)
        if not self._people.allows(who, now):
            return ReplyVerdict.WARN if self._warnings.allows(who, now) else ReplyVerdict.DROP, fresh
        if answer is not None:
            self._given[chat, answer] = fresh
        return ReplyVerdict.GIVE, fresh

    def failed(self, chat: ChatKey, answer: Hashable) -> None:
        """Take note that an answer did not get through: whoever asks next is given it."""
        self._given.pop((chat, answer), None)


def identity(screen: Screen, document: Document | None = None) -> Hashable:
    """Return what is the same for the same answer; None for one with buttons, which are good once."""
    if screen.rows:
        return None
    picture = screen.picture.alt if screen.picture is not None else None
    return hash((screen.text.plain, picture, document))
