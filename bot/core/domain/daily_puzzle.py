"""A chat's puzzle of the day: its position, and the day by the chat's clock.

Days are counted from 1970-01-01. A puzzle names no people: a game it came from is known only by its seats' colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from bot.core.domain.chat_settings import ChatSettings
from bot.core.i18n.time_zones import zone_of
from data.event_records import StreakRecord
from data.records import ChatKey
from engine.game import Move
from engine.players.puzzles import right
from engine.players.reasons import Judged

KEPT = 30
"""Days for which puzzles and answers are kept."""
UNANSWERED = 5
"""Posts in a row without an answer after which no more are made."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC).toordinal()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position as its game's `dump` writes it, with its moves, the best first.

    `played`: the end (Unix seconds) of the game it came from, if that was one of the chat's.
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
        """Return the mover's win chance after a move; raises KeyError for an unknown one."""
        return {judged.move: judged.chance for judged in self.ranking}[move]


def day_of(moment: float, settings: ChatSettings) -> int:
    return _local(moment, settings).toordinal() - _EPOCH


def next_post(settings: ChatSettings, after: float) -> float | None:
    """Return the next time after a moment at which a chat's puzzle is due; None if never."""
    if settings.puzzle is None:
        return None
    moment = _local(after, settings).replace(hour=settings.puzzle, minute=0, second=0, microsecond=0, fold=0)
    while moment.timestamp() <= after:
        moment += timedelta(days=1)
    return moment.timestamp()


def last_post(settings: ChatSettings, until: float) -> float:
    """Return when a chat's puzzle was last due until a moment; the moment itself if it never is."""
    moment = next_post(settings, until)
    if moment is None:
        return until
    return (_local(moment, settings) - timedelta(days=1)).timestamp()


def _local(moment: float, settings: ChatSettings) -> datetime:
    return datetime.fromtimestamp(moment, zone_of(settings.zone or "UTC"))


def turn_of(chat: ChatKey, day: int) -> int:
    """Return the index of a chat's puzzle in the stock on a day: each chat starts at a different place."""
    begins = int.from_bytes(sha256(f"{chat.platform} {chat.chat} {chat.thread}".encode()).digest()[:4])
    return begins + day


def lasting(streak: StreakRecord | None, day: int) -> int:
    """Return the length of a streak on a day that may still extend it: 0 once a day was missed."""
    return streak.days if streak is not None and streak.day >= day - 1 else 0
