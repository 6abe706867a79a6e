"""The records of tournaments, challenges, appointments, people in search of a game, puzzles and games of the day."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from data.records import ChatKey, PersonKey


@dataclass(frozen=True, slots=True)
class EntrantRecord:
    """Who entered under a number, and the chat that they play from."""

    number: int
    person: PersonKey
    name: str
    chat: ChatKey


@dataclass(frozen=True, slots=True)
class TournamentRecord:
    """A tournament; `body` is a JSON object that names nobody. `due`: when to look at it, in Unix seconds."""

    id: str
    chat: ChatKey
    host: PersonKey
    host_name: str
    seed: bytes
    version: int
    created: float
    due: float | None
    body: str
    entrants: tuple[EntrantRecord, ...] = ()

    def __repr__(self) -> str:  # a seed must not reach a log before the end
        return f"TournamentRecord({self.id!r}, version={self.version})"


@dataclass(frozen=True, slots=True)
class TournamentPost:
    """A chat that shows a tournament: the mark of its last message, the message, and a digest of what it shows.

    A process has `claimed` the next mark and is `sending` its message since then; '' and 0 if none is.
    """

    tournament: str
    chat: ChatKey
    mark: str = ""
    message: str = ""
    face: str = ""
    claimed: str = ""
    sending: float = 0.0


class ChallengeState(StrEnum):
    """What became of a challenge; LATER: its guest has seen it and will answer."""

    OFFERED = "offered"
    LATER = "later"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class ChallengeRecord:
    """A challenge to a `guest`, or to anybody; `due`: when to look at it next. Times are in Unix seconds.

    `options`: a JSON object, the options of the command. `table`: the code of the first game, once it is accepted.
    """

    id: str
    chat: ChatKey
    person: PersonKey
    name: str
    guest: PersonKey | None
    guest_name: str
    options: str
    created: float
    due: float
    state: ChallengeState = ChallengeState.OFFERED
    version: int = 0
    message: str = ""
    table: str = ""

    def after(self, **changes: Any) -> ChallengeRecord:
        """Return the challenge with changes."""
        return replace(self, **changes)


class AppointmentState(StrEnum):
    """What became of an appointment; CALLED: the reminder is sent, MISSED: no table could open."""

    OPEN = "open"
    CALLED = "called"
    OPENED = "opened"
    CANCELLED = "cancelled"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class GuestRecord:
    """A person's answer to an appointment: whether they come, and since when."""

    person: PersonKey
    name: str
    comes: bool
    since: float


@dataclass(frozen=True, slots=True)
class AppointmentRecord:
    """A table that opens at `starts`; `due`: when to look at it next. Times are in Unix seconds.

    `options`: a JSON object, the options of the command. `person`: who planned it, None once forgotten. `table`: the
    code of the table, once it is to open. `guests`: the answers, oldest first.
    """

    id: str
    chat: ChatKey
    person: PersonKey | None
    name: str
    options: str
    created: float
    starts: float
    due: float
    state: AppointmentState = AppointmentState.OPEN
    version: int = 0
    message: str = ""
    table: str = ""
    guests: tuple[GuestRecord, ...] = ()

    def after(self, **changes: Any) -> AppointmentRecord:
        """Return the appointment with changes."""
        return replace(self, **changes)


class SeekerState(StrEnum):
    """Where a search for a game stands; MISSED: the call wasn't answered."""

    WAITING = "waiting"
    ASKED = "asked"
    HERE = "here"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class SeekerRecord:
    """A person who looks for others to play with; `due`: when to look at it next. Times are in Unix seconds.

    `wish`: options of /play, `name=value` each. `points`: their rating. `table`: the code of the table that they
    are called to, `message`: the call, in their `private_chat`, or where they asked if that is empty.
    """

    person: PersonKey
    name: str
    chat: ChatKey
    wish: str
    points: int
    since: float
    due: float
    state: SeekerState = SeekerState.WAITING
    table: str = ""
    message: str = ""
    version: int = 0
    private_chat: str = ""

    @property
    def call_chat(self) -> ChatKey:
        """Return the chat of the call."""
        return ChatKey(self.chat.platform, self.private_chat) if self.private_chat else self.chat

    def after(self, **changes: Any) -> SeekerRecord:
        """Return the search with changes."""
        return replace(self, **changes)


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """A chat's puzzle of a day; `body` is a JSON object, `table` whose game it is from, if from one of the chat's."""

    chat: ChatKey
    day: int
    body: str
    table: str | None = None


@dataclass(frozen=True, slots=True)
class PuzzleTally:
    """A puzzle, how many answered it, and how many of them were right."""

    puzzle: PuzzleRecord
    answers: int
    solved: int


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """What somebody answered to a chat's puzzle of a day."""

    chat: ChatKey
    day: int
    person: PersonKey
    move: str
    solved: bool


@dataclass(frozen=True, slots=True)
class StreakRecord:
    """How many days in a row somebody solved a chat's puzzle up to `day`, and how many it were at most."""

    day: int
    days: int
    longest: int


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """Where somebody stands after an answer.

    `answer` is their first one of the day, and `fresh` whether it was given just now. `before` and `streak` are their
    streak before and after, if they have ever solved one there; `record` is the longest of all in the chat, 0 where
    there is none.
    """

    answer: PuzzleAnswer
    fresh: bool
    before: StreakRecord | None
    streak: StreakRecord | None
    record: int


@dataclass(frozen=True, slots=True)
class DayGame:
    """When a chat's next game of the day opens; None while it pauses.

    `opens`: when the one that is being opened was due; None if it is open. `table`: its code, or that of the last
    one. `idle`: the days in a row without anybody.
    """

    chat: ChatKey
    due: float | None
    opens: float | None = None
    table: str | None = None
    idle: int = 0


@dataclass(frozen=True, slots=True)
class PuzzlePost:
    """When a chat's next puzzle is to be posted, and how many posts in a row nobody has answered."""

    chat: ChatKey
    due: float
    unanswered: int
