"""Describe what a picture shows: a position, who plays, what may be chosen now and what has just happened."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.events import Event
from engine.game import Move


@dataclass(frozen=True, slots=True)
class Glide:
    """A piece on its way: the squares that it goes by, and how much of the way is behind it, from 0 to 1.

    In a `flight` it leaves the board and flies from the first square to the last. `struck`: it has been captured.
    """

    piece: str
    way: tuple[str, ...]
    share: float
    flight: bool = False
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Toss:
    """A seat's die as it tumbles, or its sticks as they fall with their `faces`, and how much is over, 0 to 1."""

    seat: int
    value: int
    share: float
    faces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """A seat's bonus that is being counted up, and how far; nothing of it is seen before the first step."""

    seat: int
    steps: int


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a board picture depends on; no words but the players' names, so one picture serves all languages.

    `names` holds one name a seat. `moves` are the choices open now (empty at a throw): their pieces and landings are
    marked. `trail` holds the events since the last picture, oldest first. `faces` are the sticks as they fell, each
    `sun` or `moon`. `size` is the width in pixels, None as wide as the numbers need; `theme` one of
    `render.themes.catalog.NAMES`. `teams` are the seats of each team, if there are any. `glides` are pieces shown on
    their way and not where they stand; they, `tosses` and `tallies` move over all else. In a `film` the large ring
    round whose turn it is would flicker, and is left out. `places` are the seats' places where the moves do not
    decide them, since somebody gave up: then nobody is to act any more. `chances` are those of each side to win, 0
    to 1, as `engine.players.evaluation.win_chances` has them: where they are given, a bar below the board shows them.
    All scenes of a film have them, or none. `reach`: whether pieces of the side to act that somebody's next throw
    could capture are marked. `waiting`: the game has not begun, and nobody is to act. `allowed`: how long whoever
    is to act has for it from its beginning, in signs that all languages have, `24 h`; empty where no clock runs.
    """

    game: str
    state: Any
    names: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    trail: tuple[Event, ...] = ()
    faces: tuple[str, ...] = ()
    size: int | None = 800
    theme: str = "classic"
    teams: tuple[tuple[int, ...], ...] = ()
    glides: tuple[Glide, ...] = ()
    tosses: tuple[Toss, ...] = ()
    tallies: tuple[Tally, ...] = ()
    film: bool = False
    places: tuple[int, ...] = ()
    chances: tuple[float, ...] = ()
    reach: bool = False
    waiting: bool = False
    allowed: str = ""

    @property
    def moving(self) -> bool:
        """Whether anything is on its way."""
        return bool(self.glides or self.tosses or self.tallies)

    def standing(self) -> Scene:
        """Return what all pictures have in common in which the same pieces are on their way."""
        lifted = tuple(Glide(glide.piece, (), 0.0) for glide in self.glides)
        due = tuple(Tally(tally.seat, 0) for tally in self.tallies)
        return replace(self, glides=lifted, tosses=(), tallies=due) if self.moving else self
