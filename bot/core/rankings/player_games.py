"""A person's games from their results: one entry a game, even with several seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from data.records import ChatKey
from data.result_records import PlayedSeat


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A person's deeds in a game; `place` is the final one, the last if they `left`.

    `captures`, `losses`, `sixes`, `throws` are sums over their seats, `longest` is the longest turn of one. `behind`
    is their side's largest deficit to another, in hundredths of the way. `counted`: they really played.
    """

    game: str
    family: str
    at: float
    chat: ChatKey
    place: int
    left: bool
    captures: int
    losses: int
    sixes: int
    throws: int
    longest: int
    behind: int
    counted: bool = True
    table: str = ""

    @property
    def won(self) -> bool:
        return self.place == 1 and not self.left


def games_of(played: Iterable[PlayedSeat]) -> tuple[PlayedGame, ...]:
    """Return the games of one person, oldest first.

    Hot seat is left out: a person on two sides always wins.
    """
    found = []
    for _, group in groupby(played, key=lambda one: one.table):
        seats = list(group)
        if len({one.seat.side for one in seats}) == 1:
            found.append(_game(seats))
    return tuple(found)


def _game(seats: Sequence[PlayedSeat]) -> PlayedGame:
    first, own = seats[0], [one.seat for one in seats]
    return PlayedGame(
        game=first.game,
        family=first.family,
        at=first.at,
        chat=first.chat,
        place=max(seat.place for seat in own),
        left=any(seat.left for seat in own),
        captures=sum(seat.captures for seat in own),
        losses=sum(seat.losses for seat in own),
        sixes=sum(seat.sixes for seat in own),
        throws=sum(seat.throws for seat in own),
        longest=max(seat.longest for seat in own),
        behind=max(seat.behind for seat in own),
        counted=all(seat.counted for seat in own),
        table=first.table,
    )
