"""A tournament as a frozen value: entrants, rounds, pairings. Each accepted step makes a new one."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum

from bot.core.tournaments.terms import Format, Terms
from data.records import ChatKey, PersonKey
from data.result_records import FORMER

NEW = -1
"""The division of an entrant who has none yet."""
UNCALLED, CALLING, CALLED, ALOUD = range(4)
"""Whether an entrant was called to check in: not yet, just now, in private, or to be called in their chat."""
BOT = -1
"""The number of a bot among the sides of a pairing."""
NOBODY = -1
"""No entrant."""


class Credit(IntEnum):
    """What a side gets for its place: nothing if it played too little, a bye's points if all others left so early."""

    NONE = 0
    BYE = 1
    FULL = 2


class Stage(StrEnum):
    """The life of a tournament."""

    ENTRIES = "entries"
    CHECKIN = "checkin"
    PLAYING = "playing"
    OVER = "over"
    CANCELLED = "cancelled"


OPEN = (Stage.ENTRIES, Stage.CHECKIN, Stage.PLAYING)


class Standby(StrEnum):
    """What an entrant is.

    In, waiting for a place, resting from an arena, out, or removed by the host. INVITED: named by the host, and not
    in yet. ASKING: they named a partner, who is ASKED and hasn't agreed yet.
    """

    IN = "in"
    WAITING = "waiting"
    RESTING = "resting"
    OUT = "out"
    REMOVED = "removed"
    INVITED = "invited"
    ASKING = "asking"
    ASKED = "asked"


PENDING = (Standby.INVITED, Standby.ASKING, Standby.ASKED)
"""Those who aren't in before somebody has agreed."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A person who entered, and the chat that they play from.

    `number` counts from 0 in order of entry and never changes. `rating`: their points on the ladder at entry, which
    seed a knock-out. `here`: they checked in. `division` of a league, from 0. `partner`: who plays with them, by
    number. `instead`: whose entry they were invited to take over. `before`: for an entry that somebody took over
    during play, the entrant who had it until then, as whom draws go on to treat it; `since`: the rounds drawn then.
    `called`: how they were called to check in.
    """

    number: int
    person: PersonKey
    name: str
    chat: ChatKey
    rating: int = 1000
    standby: Standby = Standby.IN
    here: bool = False
    division: int = NEW
    partner: int = NOBODY
    instead: int = NOBODY
    before: int = NOBODY
    since: int = 0
    called: int = UNCALLED

    @property
    def is_out(self) -> bool:
        """Return whether the person isn't drawn any more."""
        return self.standby in (Standby.OUT, Standby.REMOVED)

    @property
    def is_gone(self) -> bool:
        """Return whether the person has deleted their data."""
        return self.person.platform == FORMER


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table of a round: its sides in seat order, by number, `BOT` for bots; its code, and its result.

    A pair has the number of its first entrant. `places` by side are empty until it counts. `captures` by side.
    `at`: when it ended. `credit` by side, empty if all have it in full. `thread`: where its board is, if it has one.
    """

    sides: tuple[int, ...]
    table: str = ""
    opened: bool = False
    places: tuple[int, ...] = ()
    captures: tuple[int, ...] = ()
    at: float = 0.0
    credit: tuple[Credit, ...] = ()
    thread: ChatKey | None = None

    @property
    def is_over(self) -> bool:
        return bool(self.places)

    @property
    def people(self) -> tuple[int, ...]:
        """Return the entrants, or the pairs, at this table, without bots."""
        return tuple(side for side in self.sides if side != BOT)

    def credit_of(self, number: int) -> Credit:
        """Return an entrant's credit."""
        return self.credit[self.sides.index(number)] if self.credit else Credit.FULL

    def place_of(self, number: int) -> int:
        """Return the place of an entrant who plays here; the pairing must be over."""
        return self.places[self.sides.index(number)]


@dataclass(frozen=True, slots=True)
class Round:
    """Pairings that were drawn together. `byes` have no table and get the points of a middle place (T24)."""

    pairings: tuple[Pairing, ...]
    began: float
    deadline: float
    byes: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        return all(pairing.is_over for pairing in self.pairings)


@dataclass(frozen=True, slots=True)
class Result:
    """What a table says of its sides: places, captures and credit, at its end or as it stands."""

    places: tuple[int, ...]
    captures: tuple[int, ...]
    at: float
    is_over: bool = True
    credit: tuple[Credit, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Tournament:
    """A tournament. `seed`, 32 bytes, decides all draws; its SHA-256 is public from the announcement on.

    `paused`: since when, in Unix seconds. `ended`: when it was over or cancelled, and `why`.
    """

    id: str
    chat: ChatKey
    host: PersonKey
    host_name: str
    title: str
    terms: Terms
    seed: bytes
    created: float
    stage: Stage = Stage.ENTRIES
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    paused: float | None = None
    ended: float | None = None
    why: str = ""
    version: int = 0

    def __repr__(self) -> str:  # a seed must not reach a log before the end
        return f"Tournament({self.id!r}, {self.stage}, version={self.version})"

    @property
    def next_version(self) -> int:
        """Return the version that an accepted change makes."""
        return self.version + 1

    @property
    def is_arena(self) -> bool:
        return self.terms.format is Format.ARENA

    @property
    def is_league(self) -> bool:
        """Return whether people have divisions, or will."""
        return self.terms.divisions > 1 or any(one.division != NEW for one in self.entrants)

    @property
    def active(self) -> tuple[int, ...]:
        """Return the numbers of the entrants who are in, without those who have deleted their data.

        A pair is in if both are. It has the number of its first.
        """
        return tuple(one.number for one in self.entrants if self.heads(one) and self._is_in(one.number))

    def _is_in(self, number: int) -> bool:
        members = [self.entrants[one] for one in self.members(number)]
        whole = len(members) == (2 if self.terms.pairs else 1)
        return whole and all(one.standby is Standby.IN and not one.is_gone for one in members)

    def members(self, number: int) -> tuple[int, ...]:
        """Return an entrant and their partner, the first of the pair first; an entrant without one alone."""
        partner = self.entrants[number].partner
        return (number,) if partner == NOBODY else (min(number, partner), max(number, partner))

    def heads(self, one: Entrant) -> bool:
        """Return whether an entrant gives the number to a side."""
        return self.members(one.number)[0] == one.number

    def is_out(self, number: int) -> bool:
        """Return whether an entrant or their partner isn't drawn any more."""
        return any(self.entrants[one].is_out for one in self.members(number))

    def rating_of(self, number: int) -> float:
        """Return the rating of an entrant at entry, the mean of a pair's."""
        ratings = [self.entrants[one].rating for one in self.members(number)]
        return sum(ratings) / len(ratings)

    def people_of(self, pairing: Pairing) -> list[Entrant]:
        """Return all people at a table, partners next to each other."""
        return [self.entrants[one] for side in pairing.people for one in self.members(side)]

    def part(self, division: int) -> Tournament:
        """Return one division of a league as a tournament: its entrants, their tables and byes."""
        mine = {one.number for one in self.entrants if one.division == division}
        entrants = tuple(
            one if one.number in mine else replace(one, standby=Standby.OUT, here=False) for one in self.entrants
        )
        rounds = tuple(
            replace(
                drawn,
                pairings=tuple(pairing for pairing in drawn.pairings if mine.issuperset(pairing.people)),
                byes=tuple(one for one in drawn.byes if one in mine),
            )
            for drawn in self.rounds
        )
        return replace(self, entrants=entrants, rounds=rounds, terms=replace(self.terms, divisions=1))

    @property
    def pairings(self) -> Iterator[Pairing]:
        """Yield all pairings, in the order in which they were drawn."""
        for drawn in self.rounds:
            yield from drawn.pairings

    def entrant_of(self, person: PersonKey) -> Entrant | None:
        """Return the entrant who is this person; None if they never entered."""
        return next((one for one in self.entrants if one.person == person), None)

    def with_entrants(self, changes: Mapping[int, Entrant]) -> Tournament:
        """Return the tournament with other entrants at these numbers."""
        return replace(self, entrants=tuple(changes.get(one.number, one) for one in self.entrants))

    def lot(self, purpose: str, number: int) -> bytes:
        """Return an entrant's lot: the draw takes the smallest first (T41)."""
        return hmac.digest(self.seed, f"palmares tournament 1 {self.id} {purpose} {number}".encode(), "sha256")
