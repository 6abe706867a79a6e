"""A table's values besides its game: small frozen classes, one for each concern."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum

from bot.core.domain.chat_settings import BoardMode, Pause
from bot.core.domain.time_control import TimeControl
from data.records import ChatKey, PersonKey

MOST_POINTS = 100
"""The maximum of a stake's points (H25)."""
HOLES = ("5", "15")
PAGES = (
    "main", "options", "computers", "seating", "colours", "rules", "rules2", "rules3", "shelters", "stakes", "pace",
    "people", "remove",
)  # fmt: skip
NO_SEAT = -1


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """A person, with their name at the time; an empty key means unknown."""

    key: PersonKey
    name: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat's number, and the person it is kept for."""

    seat: int
    person: PersonKey
    name: str


class Throws(StrEnum):
    """How a person's rolls are made: each by a press, by a press if they may lead to a choice, or automatically.

    The stored words are older than the second way, which is what `hand` means since.
    """

    EACH = "each"
    MATTERS = "hand"
    SELF = "self"


class RatingBarrier(Enum):
    """Why a game cannot be rated.

    No two sides have people, a person or account (a browser on the page) plays on two sides, or an admin removed a
    player.
    """

    ONE_SIDE = "one side"
    BOTH_SIDES = "both sides"
    ONE_ACCOUNT = "one account"
    REMOVED = "removed"


USUAL_LEVEL = "casual"
"""The level of bots if nobody chose one."""


@dataclass(frozen=True, slots=True)
class TableOptions:
    """What the people agree on apart from the game's rules.

    `auto`: forced moves play themselves. `throws`: how people roll who have not chosen for themselves, None as fits
    the pace. `lot_by_hand`: people press for the rolls that decide who begins. `stakes`: the points of a hole's
    stake, where not 1. `pace`: the time for a decision. `pause`, `board`: as in the chat's settings, None for these.
    `rated`: whether the game should be rated, if its players do not rule it out. `bots`: the level of the bots that
    fill free seats at the start. `matched`: it follows the rating of the person who opens the table. `hints`: whether
    players may ask for hints; None means only in unrated games. `chances`: whether chats may show win chances on the
    board; never during a rated game.
    """

    auto: bool = True
    throws: Throws | None = None
    lot_by_hand: bool = False
    stakes: Mapping[str, int] = field(default_factory=dict)
    pace: TimeControl = field(default_factory=TimeControl)
    rated: bool = True
    bots: str = USUAL_LEVEL
    matched: bool = False
    hints: bool | None = None
    chances: bool = True
    pause: Pause | None = None
    board: BoardMode | None = None

    def stake(self, hole: str) -> int:
        return self.stakes.get(hole, 1)


@dataclass(frozen=True, slots=True)
class Lobby:
    """A lobby's state.

    `page`: the page of its message. `laid`: the version of the last change of the seating. `private`: only people
    `invited` may sit, and nobody who was removed (`barred`). `swap`: the seat of a person who asks to swap, and the
    seat they ask for. `offers`: seats kept for people who have not accepted yet. `asked`: the version since which
    people who had accepted are asked again. `called`: people to mention at the next change of the table.
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
    """After an outage of a live game, or at its start: one seat of each player who has not pressed since.

    No clock runs until they have all pressed, or until `until`.
    """
    gathers: bool = False
    """Whether they are awaited since the start of the game."""
    until: float | None = None
    warned: int | None = None
    """The version at which the reminder or announcement was sent."""
    there: bool = False
    """The player to act had just pressed when their turn came, so the board does not ping them."""
    nudge: float | None = None
    """When they get that ping after all, if they have not acted."""
    starts: float | None = None
    """In the lobby of a chat's game of the day: when it starts by itself."""
    stops: float | None = None
    """When a chat's game of the day ends by itself."""
    holiday: float | None = None
    """Until when the clocks stand still, since the player to act is on holiday."""
    idle: bool = False
    """The table was closed because nobody touched it."""
    faded: bool = False
    """The game ended so long ago that its message no longer offers another."""

    @property
    def is_of_day(self) -> bool:
        """Return whether the table is a chat's game of the day: only these end by themselves."""
        return self.stops is not None


@dataclass(frozen=True, slots=True)
class Dice:
    """Where the rolls come from, apart from the seed.

    `version`: that of the derivation of rolls. `contributions`: the players' words in the dice, and `mixers`, for
    each of these, who said them. `mixed`: when words were last mixed in, or made void by a later change. `voided`:
    the people whose words were void, until they mix in new ones. `voided_at`: the version that did it.
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
class Series:
    """A match of two people, the best of several games: this is game `number` of at most `best`.

    `wins`: each seat's wins in the games before this one. `stopped`: no other game follows.
    """

    best: int
    number: int = 1
    wins: tuple[int, ...] = (0, 0)
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Links:
    """The tables before and after this one, by `again`; `first` began the row, None if it is this one.

    `announcement`: for a table in a thread, the parent chat, where its place and result are announced. `tournament`:
    the one that this table belongs to, and `event` its title. `series`: the match that the game belongs to.
    `private`: people who play from their private chat, though the game counts in the chat that they came from.
    """

    previous: str | None = None
    following: str | None = None
    first: str | None = None
    announcement: ChatKey | None = None
    tournament: str | None = None
    event: str = ""
    series: Series | None = None
    private: tuple[tuple[PersonKey, ChatKey], ...] = ()

    def without(self, person: PersonKey) -> Links:
        """Return the links without the private chat of a person."""
        return replace(self, private=tuple(one for one in self.private if one[0] != person))


@dataclass(frozen=True, slots=True)
class Origin:
    """Whether a game was imported, and what its text says.

    `imported`: known only from its text. `known_as`: the `Id` of that text, where the table has another code because
    that one was taken. `counted`: the final places in its text. `signature`: its key and signature, in hexadecimal,
    if it has them. `own`: the key is this bot's.
    """

    imported: bool = False
    known_as: str | None = None
    counted: tuple[int, ...] = ()
    signature: tuple[str, ...] = ()
    own: bool = False


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """A seat that somebody took over, the version that did it, and the first person who left it."""

    seat: int
    version: int
    person: PersonKey
    name: str


@dataclass(frozen=True, slots=True)
class Departures:
    """Seats of people who left a game.

    `placed`: they had finished before, so their place stands. `removed`: an admin removed them while they played, so
    the game is unrated for all. `taken`: somebody else plays on, but the result is that of the person who left.
    """

    placed: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()
    taken: tuple[TakenSeat, ...] = ()

    def at(self, seat: int) -> TakenSeat | None:
        """Return who left a seat that somebody took over."""
        return next((one for one in self.taken if one.seat == seat), None)


@dataclass(frozen=True, slots=True)
class Throwing:
    """How people roll who have chosen for themselves, whatever the table has agreed on.

    `chosen`: how, by seat, from the start of the game on. `rolls_on`: the seats whose further rolls in a turn are
    automatic.
    """

    chosen: tuple[tuple[int, Throws], ...] = ()
    rolls_on: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint that was given: for which entry of the log, counted from 1, and for which seat."""

    entry: int
    seat: int


class IncidentKind(StrEnum):
    """Incidents: resigning, removal, leaving for good with one's data deleted, a lost chat, and a seat taken over.

    A table whose thread is gone moves to the parent chat.
    """

    RESIGNED = "resigned"
    KICKED = "kicked"
    LEFT = "left"
    LOST = "lost"
    HOME = "home"
    TAKEN = "taken"


@dataclass(frozen=True, slots=True)
class Incident:
    """An incident, its version of the table, and its person: a seat, or for NO_SEAT a person and their name.

    `kind` is an `IncidentKind`, or the word of a newer version, which is kept and not shown.
    """

    version: int
    kind: str
    seat: int = NO_SEAT
    person: PersonKey | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class TableResult:
    """How a game ended: the places by seat from the rules or an early end; why; and when.

    `at` is in Unix seconds, None for games of older versions, which did not store it.
    """

    places: tuple[int, ...]
    reason: str
    at: float | None = None


@dataclass(frozen=True, slots=True)
class Gain:
    """A person's rating before and after a game, in points."""

    person: PersonKey
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Honour:
    """A new badge from a game, and what it is given for."""

    name: str
    told: str


@dataclass(frozen=True, slots=True)
class Honours:
    """All new badges of a person from a game."""

    person: PersonKey
    badges: tuple[Honour, ...]
