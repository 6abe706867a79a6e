"""What a table knows beside its game: small frozen values, one for each concern."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum

from bot.core.domain.time_control import TimeControl
from data.records import ChatKey, PersonKey

MOST_POINTS = 100
"""The points that a stake may be worth at most (H25)."""
HOLES = ("5", "15")
PAGES = (
    "main", "options", "computers", "seating", "colours", "rules", "rules2", "rules3", "shelters", "stakes", "pace",
    "people", "remove",
)  # fmt: skip
NO_SEAT = -1


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """A person, and the name by which they were known at the time; an empty key is nobody that we know."""

    key: PersonKey
    name: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat by its number, and for whom it is kept."""

    seat: int
    person: PersonKey
    name: str


class Throws(StrEnum):
    """How a person's throws are made: each by a press, or by themselves until there is something to choose."""

    HAND = "hand"
    SELF = "self"


class RatingBarrier(Enum):
    """Why a game cannot count for the rankings.

    No two sides have people, somebody plays on two of them, people of one account do (of one browser on the page), or
    an admin removed somebody who was playing.
    """

    ONE_SIDE = "one side"
    BOTH_SIDES = "both sides"
    ONE_ACCOUNT = "one account"
    REMOVED = "removed"


USUAL_LEVEL = "casual"
"""The level of bots of which nobody has said how well they are to play."""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What the people agree on apart from the game's rules.

    `auto`: forced moves play themselves. `throws`: how the people throw who have not chosen for themselves. `lot`:
    how it is decided who begins. `stakes`: the points agreed for the stake of a hole, where they are not 1. `pace`:
    the time for a decision. `rated`: whether the game counts for the rankings, if those who play do not rule it out.
    `bots`: the level of the bots that take the seats that are free when the game starts.
    `hints`: whether those who are to choose may ask for hints; None for only if the game does not count.
    `chances`: whether chats that want to may show win chances on the board; never while a rated game is under way.
    """

    auto: bool = True
    throws: Throws = Throws.HAND
    lot: Throws = Throws.SELF
    stakes: Mapping[str, int] = field(default_factory=dict)
    pace: TimeControl = field(default_factory=TimeControl)
    rated: bool = True
    bots: str = USUAL_LEVEL
    hints: bool | None = None
    chances: bool = True

    def stake(self, hole: str) -> int:
        """Return the points of a hole's stake."""
        return self.stakes.get(hole, 1)


@dataclass(frozen=True, slots=True)
class Lobby:
    """How a table comes together.

    `page`: what its message shows. `laid`: the version since which the seats have been laid out as they are.
    `private`: only who was `invited` may sit, and never who was sent away (`barred`). `swap`: the seat of
    somebody who asks to change seats, and the seat they ask for. `offers`: seats that are kept for somebody who
    has not said yes yet; `asked`: the version since which somebody who had said yes is asked again. `called`: who
    wanted to be called by this table, until something happens at it.
    """

    page: str = "main"
    laid: int = 0
    private: bool = False
    invited: tuple[PersonKey, ...] = ()
    barred: tuple[PersonKey, ...] = ()
    swap: tuple[int, ...] = ()
    offers: tuple[Offer, ...] = ()
    asked: int | None = None
    called: tuple[NamedPerson, ...] = ()


@dataclass(frozen=True, slots=True)
class TableClock:
    """Times at which a table needs something although nobody acts, in Unix seconds."""

    deadline: float | None = None
    """When the current decision times out."""
    remind: float | None = None
    """When to send the reminder; None once it is sent."""
    postponed: bool = False
    """The deadline was already postponed, for quiet hours chosen after it was set."""
    closes: float | None = None
    """When the table is closed because nobody touches it; set once that is announced."""
    claim: float | None = None
    """Without a time limit: from when others may claim what they are owed by a player who does not act."""
    claimable: bool = False
    """Whether that time has come."""
    out: float = 0.0
    """Seconds of outage since somebody last touched the table."""
    back: float = 0.0
    """Up to when outages are counted in `out`."""
    awaited: tuple[int, ...] = ()
    """After an outage of a live game: one seat of each player who has not pressed since.

    No clock runs until they have all pressed, or until `until`.
    """
    until: float | None = None
    warned: int | None = None
    """The version at which the reminder or announcement was sent."""
    idle: bool = False
    """The table was closed because nobody touched it."""
    faded: bool = False
    """The game ended so long ago that its message no longer offers another."""


@dataclass(frozen=True, slots=True)
class Dice:
    """Where the throws come from, apart from the seed.

    `version`: that of the derivation of the throws. `contributions`: the players' words in the dice, and `mixers`,
    for each of these, who said them. `mixed`: when words were last mixed in, or were made void by a change after
    that; `voided`: whose words were, until they mix in others; `voided_at`: the version that did it.
    `demonstration`: the seed was known beforehand.
    """

    version: int = 1
    contributions: tuple[str, ...] = ()
    mixers: tuple[NamedPerson, ...] = ()
    mixed: float | None = None
    voided: tuple[NamedPerson, ...] = ()
    voided_at: int | None = None
    demonstration: bool = False


@dataclass(frozen=True, slots=True)
class Links:
    """The tables before and after this one, by `again`; `first` is the one that began the row, None if it is this.

    `announcement`: for a table in a thread, the parent chat. It announces where the table is and how it ends.
    """

    previous: str | None = None
    following: str | None = None
    first: str | None = None
    announcement: ChatKey | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """Whether a game was played elsewhere, and what its text says of it.

    `imported`: it is known from its text. `known_as`: the `Id` of that text, where the table has another code since
    its own was taken; `counted`: the places that count, as its text says; `signature`: its key and signature, in
    hexadecimal, if it has them; `own`: the key is this bot's.
    """

    imported: bool = False
    known_as: str | None = None
    counted: tuple[int, ...] = ()
    signature: tuple[str, ...] = ()
    own: bool = False


@dataclass(frozen=True, slots=True)
class Departures:
    """Seats whose people left a game without losing it by that.

    `placed`: they had come in before, so their place stands. `removed`: an admin removed them while they played, so
    the game counts for nobody's rating.
    """

    placed: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Takeback:
    """A wish to take back.

    It holds the length of the log when it was said, how many plies, by which seat, and which seats have agreed. It is
    void once the log has grown.
    """

    entries: int
    plies: int
    seat: int
    agreed: tuple[int, ...]

    @property
    def mark(self) -> str:
        """Return what a button remembers of it.

        After it was withdrawn somebody else may ask, of the same length of log.
        """
        return f"{self.entries}-{self.seat}"


@dataclass(frozen=True, slots=True)
class ThrowsWish:
    """A wish that all throw in another way, said at a version of the table.

    It holds which way, who wishes it, by seat, and which seats have agreed. It stands while the game goes on.
    """

    throws: Throws
    version: int
    seat: int
    agreed: tuple[int, ...]

    @property
    def mark(self) -> str:
        """Return what a button remembers of it."""
        return f"{self.version}-{self.seat}"


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of the wish of a mark: the seat that wished it, and the one that said no, or None if all agreed."""

    mark: str
    seat: int
    no: int | None


@dataclass(frozen=True, slots=True)
class Votes:
    """What those who play ask each other.

    `takeback`: what somebody asks to take back, and `answered`: what became of the last such wish. `throws` and
    `settled`: the same for a wish to throw in another way. `ending`: whether somebody asks to end the game since
    somebody is away; `agreed`: a seat of each who agrees.
    """

    takeback: Takeback | None = None
    answered: Answer | None = None
    throws: ThrowsWish | None = None
    settled: Answer | None = None
    ending: bool = False
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Throwing:
    """How people throw who have chosen for themselves, whatever the table has agreed on.

    `chosen`: how, by seat, from the start of the game on. `offers`: a seat of each who is asked whether throws shall
    come by themselves, and has not said yes or no.
    """

    chosen: tuple[tuple[int, Throws], ...] = ()
    offers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint that somebody had: for which entry of the log, counted from 1, and in whose seat."""

    entry: int
    seat: int


class IncidentKind(StrEnum):
    """What can happen: giving up, being sent away, leaving for good when forgotten, and a chat that is lost.

    A table whose thread is gone goes home, to the chat below which it was.
    """

    RESIGNED = "resigned"
    KICKED = "kicked"
    LEFT = "left"
    LOST = "lost"
    HOME = "home"


@dataclass(frozen=True, slots=True)
class Incident:
    """What happened in which version of a table, to whom: a seat, or where it is NO_SEAT a person and their name.

    `kind` is an `IncidentKind`, or the word of a newer version, which is kept and not told.
    """

    version: int
    kind: str
    seat: int = NO_SEAT
    person: PersonKey | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableResult:
    """How a game ended: the places by seat as the rules, or its untimely end, have them; why; and when.

    `at` is in Unix seconds, None for games of older versions, which did not note it.
    """

    places: tuple[int, ...]
    reason: str
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Gain:
    """What a person's rating was before a game, and is after it, in points."""

    person: PersonKey
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Honour:
    """A badge that a game has brought somebody who had not earned it before, and what it is given for."""

    name: str
    told: str


@dataclass(frozen=True, slots=True)
class Honours:
    """All the badges that a game has brought somebody."""

    person: PersonKey
    badges: tuple[Honour, ...]
