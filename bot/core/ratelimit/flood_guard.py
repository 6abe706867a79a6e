"""Limit the actions of a person or a chat; the limits are far above normal play."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from bot.core.common.clock import Clock
from bot.core.common.lru import LruDict
from bot.core.ratelimit.keyed_windows import REMEMBERED, KeyedWindows
from bot.core.ratelimit.sliding_window import RateLimit
from data.records import ChatKey, PersonKey

PERSON = {"command": RateLimit(30, 30.0, burst=12), "press": RateLimit(460, 20.0, burst=60)}
CHAT = {"command": RateLimit(120, 30.0, burst=40), "press": RateLimit(1500, 20.0, burst=200)}


class FloodVerdict(Enum):
    """The decision on an action: answer it, refuse it with a warning, or ignore a command."""

    FINE = "fine"
    WARN = "warn"
    IGNORE = "ignore"


class FloodGuard:
    """Judges each action. A person who is too fast is warned once until they slow down."""

    def __init__(
        self, clock: Clock, person: Mapping[str, RateLimit] = PERSON, chat: Mapping[str, RateLimit] = CHAT
    ) -> None:
        """Set the limits by the kind of action."""
        self._clock = clock
        self._person = {kind: KeyedWindows[PersonKey](limit) for kind, limit in person.items()}
        self._chat = {kind: KeyedWindows[ChatKey](limit) for kind, limit in chat.items()}
        self._warned = LruDict[PersonKey, None](REMEMBERED)

    def judge(self, kind: str, chat: ChatKey, person: PersonKey) -> FloodVerdict:
        """Return the decision on an action; count it if it is fine."""
        now = self._clock.now()
        person_window, chat_window = self._person[kind].window(person), self._chat[kind].window(chat)
        if not person_window.wait(now) and not chat_window.wait(now):
            person_window.take(now)
            chat_window.take(now)
            if person_window.used(now) <= (person_window.limit.burst or person_window.limit.calls) / 2:
                self._warned.pop(person, None)
            return FloodVerdict.FINE
        if person in self._warned:
            return FloodVerdict.IGNORE
        self._warned[person] = None
        return FloodVerdict.WARN
