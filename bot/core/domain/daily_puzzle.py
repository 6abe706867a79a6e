"""A chat's puzzle of the day: its position, and which day it is by the chat's own clock.

Days are counted from 1970-01-01. A puzzle says nothing of people: whose game it may have been is known by the colours
of its seats alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from bot.core.domain.chat_settings import ChatSettings
from bot.core.i18n.time_zones import zone_of
from data.records import ChatKey
from data.result_records import StreakRecord
from engine.game import Move
from engine.players.puzzles import right
from engine.players.reasons import Judged

KEPT = 30
"""For how many days puzzles and answers are kept."""
UNANSWERED = 5
"""After how many posts in a row that nobody has answered there are no more."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC).toordinal()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position as its game's `dump` writes it, with its moves, the best first.

    `played`: when the game was over that it is from (Unix seconds), if it is one of the chat's own.
    """

    game: str
    line: str
    ranking: tuple[Judged, ...]
    played: float | None = None

    @property
    def right(self) -> tuple[Move, ...]:
        """The moves that solve it, the best first."""
        return tuple(judged.move for judged in right(self.ranking))

    def chance(self, move: Move) -> float:
        """Return the mover's win chance after a move; raises KeyError for one that there is not."""
        return {judged.move: judged.chance for judged in self.ranking}[move]


def day_of(moment: float, settings: ChatSettings) -> int:
    """Return the day of a moment (Unix seconds) by a chat's clock."""
    return _local(moment, settings).toordinal() - _EPOCH


def next_post(settings: ChatSettings, after: float) -> float | None:
    """Return the first moment after another when a chat's puzzle is due by itself; None if it never is."""
    if settings.puzzle is None:
        return None
    moment = _local(after, settings).replace(hour=settings.puzzle, minute=0, second=0, microsecond=0, fold=0)
    while moment.timestamp() <= after:
        moment += timedelta(days=1)
    return moment.timestamp()


def _local(moment: float, settings: ChatSettings) -> datetime:
    return datetime.fromtimestamp(moment, zone_of(settings.zone or "UTC"))


def turn_of(chat: ChatKey, day: int) -> int:
    """Return which puzzle of the stock is a chat's on a day: it goes round, each chat from a place of its own."""
    begins = int.from_bytes(sha256(f"{chat.platform} {chat.chat} {chat.thread}".encode()).digest()[:4])
    return begins + day


def lasting(streak: StreakRecord | None, day: int) -> int:
    """Return how many days a streak has on a day that may still bring another: none once a day was missed."""
    return streak.days if streak is not None and streak.day >= day - 1 else 0
