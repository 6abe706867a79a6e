"""How much one person, or one chat, may ask at a time: windows in memory, far above what play needs."""

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
    """What is done about an action: it is answered, refused with a word, or, a command, passed over in silence."""

    FINE = "fine"
    WARN = "warn"
    IGNORE = "ignore"


class FloodGuard:
    """Judges each action of each person. Whoever is too fast is told so once, until they have calmed down."""

    def __init__(
        self, clock: Clock, person: Mapping[str, RateLimit] = PERSON, chat: Mapping[str, RateLimit] = CHAT
    ) -> None:
        """Take the limits by the kind of action."""
        self._clock = clock
        self._person = {kind: KeyedWindows[PersonKey](limit) for kind, limit in person.items()}
        self._chat = {kind: KeyedWindows[ChatKey](limit) for kind, limit in chat.items()}
        self._warned = LruDict[PersonKey, None](REMEMBERED)

    def judge(self, kind: str, chat: ChatKey, person: PersonKey) -> FloodVerdict:
        """Count an action, if it is fine."""
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
