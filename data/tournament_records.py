"""The records of tournaments that the store takes and gives."""

from __future__ import annotations

from dataclasses import dataclass

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
    """A chat that shows a tournament: the post claimed there, the message, and a digest of what it shows."""

    tournament: str
    chat: ChatKey
    mark: str = ""
    message: str = ""
    face: str = ""
