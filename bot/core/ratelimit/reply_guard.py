"""Limit the bot's answers in a group: per person, and no identical answer within a minute.

Where private notices are free, the person gets the withheld answer alone.
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
"""Answers for one person in one group."""
SAME = 60.0
"""Seconds in which an answer isn't repeated."""
POINTED = 20
"""Number of people who get a pointer to the same answer."""


class ReplyVerdict(Enum):
    """The decision on an answer: give it, point to the earlier one, warn, or drop it."""

    GIVE = "give"
    POINT = "point"
    WARN = "warn"
    DROP = "drop"


@dataclass(slots=True)
class Given:
    """An answer given: its time, its message if known, and the people pointed to it."""

    at: float
    message: int | None = None
    shown: set[PersonKey] = field(default_factory=set)


class ReplyGuard:
    def __init__(self, now: Callable[[], float], person: RateLimit = PERSON) -> None:
        """Start without answers; `now` returns the seconds of a clock."""
        self._now = now
        self._people = KeyedWindows[tuple[ChatKey, PersonKey]](person)
        self._given = LruDict[tuple[ChatKey, Hashable], Given](REMEMBERED)
        self._warnings = KeyedWindows[tuple[ChatKey, PersonKey]](RateLimit(1, SAME))

    def judge(self, chat: ChatKey, person: PersonKey, answer: Hashable) -> tuple[ReplyVerdict, Given]:
        """Return the decision on an answer, and the earlier answer or a new record; count it.

        `answer` identifies identical answers; None for those that may be repeated.
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
        """Forget an answer that was not delivered: the next person gets it."""
        self._given.pop((chat, answer), None)


def identity(screen: Screen, document: Document | None = None) -> Hashable:
    """Return a hash of an answer's content; None if it has buttons that work once."""
    if screen.rows and not screen.repeatable:
        return None
    picture = screen.picture.alt if screen.picture is not None else None
    return hash((screen.text.plain, picture, document))
