"""The plain records the store takes and gives: no rules, no chat, no behaviour."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

HAND = "hand"
"""The thread of an app's room whose person plays at the table, or may sit down there."""
APP_ROOM, ROOMS = "app-", 16
"""What the names of apps' rooms begin with; the hexadecimal digit after it is the number of the room's lease."""


class ChatKey(NamedTuple):
    """A channel of a platform; `thread` is empty where there is none.

    A tuple, as `PersonKey` is: a press compares them and looks them up two hundred times.
    """

    platform: str
    chat: str
    thread: str = ""

    @property
    def is_hand(self) -> bool:
        """Whether it is an app's room: it shows a table to one person who plays there from another chat."""
        return self.thread == HAND

    @property
    def room(self) -> int | None:
        """Return the number of the lease of an app's room, -1 if its name has none; None for other chats."""
        if self.platform != "web" or not self.chat.startswith(APP_ROOM):
            return None
        return "0123456789abcdef".find(self.chat[len(APP_ROOM) :][:1] or "-")

    def holds(self, other: ChatKey) -> bool:
        """Return whether another chat is this one, or a thread of this channel."""
        return (self.platform, self.chat) == (other.platform, other.chat) and self.thread in ("", other.thread)


SHARDS = 64
"""Into how many shards chats are divided where several processes share them."""


def shard_of(chat: ChatKey) -> int:
    """Return the shard of a chat, the same for all its threads; servers compute it by `data/postgres/shards.py`."""
    digest = hashlib.md5(f"{chat.platform}:{chat.chat}".encode(errors="replace"), usedforsecurity=False)
    return int(digest.hexdigest()[:7], 16) % SHARDS


class PersonKey(NamedTuple):
    """A person of a platform, by the platform's own id."""

    platform: str
    user: str

    @property
    def account(self) -> str:
        """Return the account that the person plays from: `x` for `x-3`, which several may share."""
        return self.user.rpartition("-")[0] or self.user


@dataclass(frozen=True, slots=True)
class PersonRecord:
    """A person as last seen; `language` only if they chose one, `settings` is a JSON object."""

    key: PersonKey
    name: str
    language: str | None = None
    settings: str = "{}"


@dataclass(frozen=True, slots=True)
class ChatRecord:
    """A chat's settings; `language` only if one was chosen, `settings` is a JSON object."""

    key: ChatKey
    language: str | None = None
    settings: str = "{}"


@dataclass(frozen=True, slots=True)
class CallerRecord:
    """Somebody who wants to be called when the next table opens in a chat; `name` as they asked."""

    chat: ChatKey
    person: PersonKey
    name: str


@dataclass(frozen=True, slots=True)
class BlockRecord:
    """A block of one person by another of the same platform; `name` as it was then, `since` in Unix seconds."""

    person: PersonKey
    other: PersonKey
    name: str
    since: float


@dataclass(frozen=True, slots=True)
class RestrictionRecord:
    """How the operator restricts a person: `banned`, or with a `hidden` name; since when (Unix seconds), and why."""

    person: PersonKey
    banned: bool = False
    hidden: bool = False
    reason: str = ""
    at: float = 0.0


class Status(StrEnum):
    """A table's life: a lobby, then play, then over; or cancelled before its end."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CANCELLED = "cancelled"


OPEN = (Status.LOBBY, Status.PLAYING)


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One seat: its colours as letters (`Y`, `YR`, `D`), and who sits there: a person, a computer level, or nobody.

    A person who resigned keeps `person`, and `computer` names the level that plays on for them. `late` counts the
    turns in a row that were played for a person because their time was up; with a computer the person is away.
    """

    colours: str
    person: PersonKey | None = None
    name: str = ""
    computer: str | None = None
    late: int = 0

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here."""
        return self.person is None and self.computer is None

    @property
    def is_human(self) -> bool:
        """Whether a person plays here themselves."""
        return self.person is not None and self.computer is None

    @property
    def is_bot(self) -> bool:
        """Whether a computer has this seat, for nobody."""
        return self.person is None and self.computer is not None

    @property
    def is_automated(self) -> bool:
        """Whether a computer plays here, for somebody or for nobody."""
        return self.computer is not None

    @property
    def is_left(self) -> bool:
        """Whether a computer plays for this seat's person: they resigned, or are away."""
        return self.person is not None and self.computer is not None

    @property
    def is_away(self) -> bool:
        """Whether a computer plays for a person only until they are back."""
        return self.is_left and self.late > 0

    def is_held_by(self, person: PersonKey) -> bool:
        """Return whether a person plays here, or may come back: not one who resigned."""
        return self.person == person and (self.computer is None or self.is_away)


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table: one game in one chat, from its lobby to its end.

    `id` is a short public code. `version` counts accepted changes. `rules` and `options` are JSON objects, `teams` a
    JSON list of lists of seat numbers or `null`. `seed` is the dice's secret, 32 bytes. `snapshot` caches the state
    after `plies` moves, `anchor` (JSON) one a little earlier, from where a match is taken up; the move log is the
    truth. `result` is JSON once the game is over. `due` is when something
    is to be done at it though nobody does anything. `owed`: seconds of outages that `due` allows for and `options` do
    not yet, counted up to the moment `back`. Times are Unix seconds. `damaged` says that something in the
    database is no text, so that not all of this is what was stored: it cannot be played, nor written.
    """

    id: str
    chat: ChatKey
    game: str
    host: PersonKey
    seed: bytes
    seats: tuple[SeatRecord, ...]
    rules: str = "{}"
    teams: str = "null"
    options: str = "{}"
    status: Status = Status.LOBBY
    version: int = 0
    plies: int = 0
    snapshot: str | None = None
    anchor: str | None = None
    result: str | None = None
    created: float = 0.0
    updated: float = 0.0
    due: float | None = None
    owed: float = 0.0
    back: float = 0.0
    damaged: bool = False

    def __repr__(self) -> str:  # a seed must not reach a log before its game is over
        return f"TableRecord({self.id!r}, {self.chat}, {self.game!r}, {self.status}, version={self.version})"


class MoveRecord(NamedTuple):
    """One move of a table's log: `ply` counts from 0, `version` is the table's version that it made.

    `seat` is who acted; `automation` names what the engine or a computer did by itself, else null. A tuple, since a
    table that is read has hundreds.
    """

    ply: int
    version: int
    move: str
    seat: int
    automation: str | None
    at: float


class LogRecord(NamedTuple):
    """A log in two parts: the entries from some ply on, and what gives those before.

    `early` may have to read them first, and blocks meanwhile, about a thousandth of a second; it may be called in any
    thread and raises StoreError.
    """

    late: list[MoveRecord]
    early: Callable[[], list[MoveRecord]]


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """A message that shows a table: `version` is the table's version it shows; `live` while it has buttons.

    With `call`, it is a separate message that only calls the person to act at that version; it is never live.
    `face` is a digest of what the message shows, empty where that is not known. `since` is the first version that it
    showed, 0 where that is not known.
    """

    table: str
    chat: ChatKey
    message: str
    version: int
    live: bool = True
    call: bool = False
    face: str = ""
    since: int = 0


@dataclass(frozen=True, slots=True)
class TableSubscription:
    """A chat where a table is shown besides its own: because `person` plays from there, or, if nobody, to watch."""

    table: str
    chat: ChatKey
    person: PersonKey | None = None


@dataclass(frozen=True, slots=True)
class TableDisplayRecord:
    """How a table is shown, all of one moment.

    Its version and own chat, where else it is shown, the messages that show it, oldest first, and what is stored of
    the chats where it is to be shown and of the people who sit there. `crowded` are those of the chats that show
    another open table too.
    """

    version: int
    chat: ChatKey
    boards: tuple[BoardRecord, ...]
    places: tuple[TableSubscription, ...]
    chats: tuple[ChatRecord, ...]
    people: tuple[PersonRecord, ...]
    crowded: frozenset[ChatKey] = frozenset()


@dataclass(frozen=True, slots=True)
class ArchivedLogRecord:
    """Where the log of an old game lies: in which file, from which byte on, how many, and how many plies it has."""

    table: str
    file: str
    start: int
    size: int
    plies: int


@dataclass(frozen=True, slots=True)
class OutageRecord:
    """A stretch of time in which the program did not run, in Unix seconds; whether all have got it back."""

    began: float
    ended: float
    made_good: bool = False


@dataclass(frozen=True, slots=True)
class TouchedRecord:
    """A table that was touched then, and its version; `seq` tells which of two was there first."""

    table: str
    version: int
    moment: float
    seq: int


@dataclass(frozen=True, slots=True)
class BlankedRecord:
    """A message of the local web chat that was emptied since it named somebody who is forgotten.

    `table` and `version`: which board it is, if it is one.
    """

    chat: ChatKey
    message: str
    table: str | None = None
    version: int = 0


@dataclass(frozen=True, slots=True)
class TracesRecord:
    """Where somebody is named that only a look through whole tables finds.

    `tables`: ids, oldest first. `imported`: those of imported games that may name them in words. `answers`: messages
    that answer them. `names`: the names by which they are stored. `since`, `message`: when a table was last changed,
    and the newest message, at that look.
    """

    tables: tuple[str, ...]
    imported: tuple[str, ...]
    answers: tuple[int, ...]
    names: tuple[str, ...]
    since: float
    message: int


@dataclass(frozen=True, slots=True)
class ForgottenRecord:
    """What has become of somebody's traces: the tables that named them, oldest first, and the emptied messages."""

    tables: tuple[str, ...]
    messages: tuple[BlankedRecord, ...]


@dataclass(frozen=True, slots=True)
class MessageRecord:
    """A message of the local web chat. `body` is JSON; `revision` counts edits; `nonce` makes a post idempotent."""

    id: int
    chat: ChatKey
    nonce: str
    revision: int
    body: str
    at: float


@dataclass(frozen=True, slots=True)
class DamageRecord:
    """A value that cannot be read: in which table (`source`), row (`place`, as JSON) and column (`part`).

    `held` is what stood there, as text; `why` is what is wrong with it, in words for operators. `at` is when that was
    found, in Unix seconds.
    """

    source: str
    place: str
    part: str
    held: str
    why: str
    at: float
