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
