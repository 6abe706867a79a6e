"""How far the sides of a game have come, and who leads."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from bot.core.games.profiles import profile_of
from engine.game import Game
from engine.match import Match
from engine.plies import Ply


class Road:
    """The way of the sides in a state. What is asked for is computed once."""

    def __init__(self, game: Game[Any], state: Any, teams: Sequence[Sequence[int]] | None) -> None:
        self._game, self._state, self._teams = game, state, teams

    @classmethod
    def after(cls, match: Match[Any], ply: Ply[Any]) -> Road:
        """Return the road of a match after one of its plies."""
        return cls(match.game, ply.state, match.teams)

    @cached_property
    def sides(self) -> Sequence[Sequence[int]]:
        """The seats of each side."""
        return self._teams or tuple((seat,) for seat in range(len(self._game.way(self._state))))

    @cached_property
    def share(self) -> list[float]:
        """How much of its way each side has done, in hundredths and their parts."""
        steps, way = self._game.steps(self._state), self._game.way(self._state)
        return [100 * sum(steps[seat] for seat in side) / sum(way[seat] for seat in side) for side in self.sides]

    @cached_property
    def come(self) -> list[int]:
        """The hundredths of its way that each side has done."""
        return [int(share) for share in self.share]

    @cached_property
    def order(self) -> list[int]:
        """The sides as they would be placed if the game ended now, teams by their way: the first one leads."""
        return sorted(range(len(self.sides)), key=lambda at: (self._places[at], -self.share[at], at))

    @property
    def furthest(self) -> int:
        """The side that has done most of its way; of several, the one placed first."""
        return self.furthest_of(self.order)

    def furthest_of(self, sides: Sequence[int]) -> int:
        """Return the side of these that has done most of its way; of several, the first one."""
        return max(sides, key=self.share.__getitem__)

    @cached_property
    def is_led(self) -> bool:
        """Whether one side alone leads."""
        return self._places.count(1) == 1

    @cached_property
    def _places(self) -> list[int]:
        if self._is_of_teams:
            return [1 + sum(other > share for other in self.share) for share in self.share]
        places = self._game.ranking(self._state)
        return [places[side[0]] for side in self.sides]

    @cached_property
    def _is_of_teams(self) -> bool:
        return any(len(side) > 1 for side in self.sides)

    @cached_property
    def arrived(self) -> list[int]:
        """How many pieces of each side have arrived; 0 in games that count none."""
        each = profile_of(self._game.name).arrived(self._state)
        return [sum(each[seat] for seat in side if each) for side in self.sides]

    @cached_property
    def by_pieces(self) -> bool:
        """Whether the pieces that have arrived count before the way; not for teams, who have many of them."""
        return self.has_goal and not self._is_of_teams

    @cached_property
    def has_goal(self) -> bool:
        """Whether pieces arrive in a goal, which they may enter with an exact number only."""
        return profile_of(self._game.name).by_pieces

    @cached_property
    def left(self) -> list[int]:
        """How many pieces each side still has to bring in."""
        each = profile_of(self._game.name).pieces(self._state)
        total = [sum(each[seat] for seat in side if each) for side in self.sides]
        return [all_pieces - there for all_pieces, there in zip(total, self.arrived, strict=True)]

    @cached_property
    def to_go(self) -> list[int]:
        """How many squares all pieces of each side still have to go; 0 in games that count none."""
        each = profile_of(self._game.name).to_go(self._state)
        return [sum(each[seat] for seat in side if each) for side in self.sides]

    def lead(self, ahead: int, behind: int) -> int:
        """Return by how many squares a side is ahead of another; coming out is none where that does not count."""
        if self.has_goal:
            return self.to_go[behind] - self.to_go[ahead]
        steps = self._game.steps(self._state)
        return sum(steps[seat] for seat in self.sides[ahead]) - sum(steps[seat] for seat in self.sides[behind])

    def side_of(self, seat: int) -> int:
        """Return the number of a seat's side."""
        return next(at for at, side in enumerate(self.sides) if seat in side)
