"""Record what people won in a chat, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from data.records import ChatKey, PersonKey


class HonourKind(StrEnum):
    """Where an honour comes from."""

    SEASON = "season"
    CUP = "cup"
    LEAGUE = "league"


@dataclass(frozen=True, slots=True)
class HonourRecord:
    """A place from 1 that somebody reached in an event of a chat, at `at` (Unix seconds), the event's end.

    `chat` is the whole chat: its thread is dropped. `event` identifies the event in this chat and kind: the code of a
    tournament, or a season's first day. `title` is its name as people read it, empty if it is made from the kind and
    the time. `detail` is a JSON object with what a certificate adds, such as points; a number or text by name.
    `name` and `settings` are those of the person, if known; they are read and never written.
    """

    chat: ChatKey
    kind: HonourKind
    event: str
    player: PersonKey
    place: int
    at: float
    title: str = ""
    detail: str = "{}"
    name: str | None = None
    settings: str = "{}"


@dataclass(frozen=True, slots=True)
class SeasonSeat:
    """One seat of a rated game; `here`: its person played from the chat that was asked for.

    `captures` are those of `ResultSeat`. `climb` is by how many rating points the game moved them.
    `name` and `settings` are those of the person, if known.
    """

    player: PersonKey
    side: int
    place: int
    left: bool = False
    counted: bool = True
    captures: int = 0
    here: bool = True
    climb: float = 0.0
    name: str | None = None
    settings: str = "{}"


@dataclass(frozen=True, slots=True)
class SeasonGame:
    """A rated game of a ladder (`game`, `family`) that ended at `at`, with all of its seats.

    `lowest` is that of its `AnalysisRecord`, 0 without one.
    """

    table: str
    game: str
    at: float
    seats: tuple[SeasonSeat, ...]
    family: str = ""
    plies: int = 0
    lowest: int = 0


@dataclass(frozen=True, slots=True)
class OpenSeason:
    """A chat's season under way: the end of its first game of two people of the chat, and when it is looked at next.

    `due` is None while the chat has no seasons. `told`: the chat knows that the season runs on.
    """

    chat: ChatKey
    since: float
    due: float | None
    told: bool = False


@dataclass(frozen=True, slots=True)
class ClosedSeason:
    """A chat's season that is over; `post` is when its card is posted, None once it was."""

    chat: ChatKey
    began: float
    ended: float
    post: float | None = None

    @property
    def event(self) -> str:
        """The event of its honours."""
        return str(int(self.began))
