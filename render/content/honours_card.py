"""The content of the card of a chat's roll of honours; all words are in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RollRow:
    """An event: its name, who won it, and who came next, a text each for the second and the third place.

    On the card of a person the winner's place has the event, and `place` is theirs.
    """

    event: str
    winner: str
    others: tuple[str, ...] = ()
    place: int = 1


@dataclass(frozen=True, slots=True)
class RollYear:
    """The events of a year, the latest first."""

    year: str
    rows: tuple[RollRow, ...]


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A record: what of, how much, and who has it."""

    title: str
    value: str
    name: str


@dataclass(frozen=True, slots=True)
class HonoursCard:
    """The roll: years, and records under a heading."""

    years: tuple[RollYear, ...]
    records_title: str = ""
    records: tuple[RecordRow, ...] = ()
