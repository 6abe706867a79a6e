"""The records of tournaments, appointments and people in search of a game that the store takes and gives."""

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
    are called to, `message`: the call.
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

    def after(self, **changes: Any) -> SeekerRecord:
        """Return the search with changes."""
        return replace(self, **changes)
