"""What the players of a table ask each other, and what they answered."""

from __future__ import annotations

from dataclasses import dataclass

from bot.core.domain.table_values import Throws
from data.records import ChatKey, PersonKey


@dataclass(frozen=True, slots=True)
class Takeback:
    """A request to take back.

    It holds the length of the log at the time, the number of plies, the seat that asked, and the seats that agreed.
    It is void once the log has grown.
    """

    entries: int
    plies: int
    seat: int
    agreed: tuple[int, ...]

    @property
    def mark(self) -> str:
        """Return a button's mark of the request.

        After a withdrawal another player may ask at the same length of the log.
        """
        return f"{self.entries}-{self.seat}"


@dataclass(frozen=True, slots=True)
class ThrowsWish:
    """A request that all roll in another way, made at a version of the table.

    It holds the way, the seat that asked, and the seats that agreed. It stands while the game goes on.
    """

    throws: Throws
    version: int
    seat: int
    agreed: tuple[int, ...]

    @property
    def mark(self) -> str:
        """Return a button's mark of the request."""
        return f"{self.version}-{self.seat}"


@dataclass(frozen=True, slots=True)
class SeatWish:
    """A newcomer's request for a bot's seat, made at a version of the table, from a chat.

    It holds the seat, who asks, and the seats that agreed. It stands while the game goes on.
    """

    seat: int
    version: int
    person: PersonKey
    name: str
    chat: ChatKey
    agreed: tuple[int, ...] = ()

    @property
    def mark(self) -> str:
        """Return a button's mark of the request."""
        return f"{self.version}-{self.seat}"


@dataclass(frozen=True, slots=True)
class Answer:
    """A request's outcome, by its mark: the seat that asked, and the one that refused, or None if all agreed."""

    mark: str
    seat: int
    no: int | None


@dataclass(frozen=True, slots=True)
class Votes:
    """What players ask each other.

    `takeback`: an open request to take back, and `answered`: the outcome of the last one. `throws` and `settled`: the
    same for a request to roll in another way, `seat` and `seated`: for one to take a bot's seat. `ending`: whether
    there is a vote to end the game because a player is away; `agreed`: a seat of each who agrees.
    """

    takeback: Takeback | None = None
    answered: Answer | None = None
    throws: ThrowsWish | None = None
    settled: Answer | None = None
    seat: SeatWish | None = None
    seated: Answer | None = None
    ending: bool = False
    agreed: tuple[int, ...] = ()
