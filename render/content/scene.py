"""What a picture shows: a position, the players, the current choices and the latest events."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from engine.events import Event
from engine.game import Move


@dataclass(frozen=True, slots=True)
class Glide:
    """A moving piece: the squares of its way, and the share behind it, from 0 to 1.

    In a `flight` it leaves the board and flies from the first square to the last. `struck`: it was captured.
    """

    piece: str
    way: tuple[str, ...]
    share: float
    flight: bool = False
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Toss:
    """A seat's tumbling die, or falling sticks with their `faces`, and the share that is over, 0 to 1."""

    seat: int
    value: int
    share: float
    faces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tally:
    """A seat's bonus being counted up to `steps`; invisible at 0."""

    seat: int
    steps: int


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a board picture depends on. Its only words are player names, so one picture serves all languages.

    `names`: one per seat. `moves`: the choices now (empty before a roll), marked with pieces and landings. `trail`:
    the events since the last picture, oldest first. `faces`: the sticks, each `sun` or `moon`. `size`: the width in
    pixels; None for as wide as the numbers need. `theme`: one of `render.themes.catalog.NAMES`. `teams`: the seats of
    each team. `glides`: pieces shown on their way instead of where they stand; they, `tosses` and `tallies` move
    above all else. `film`: leaves out the ring around whose turn it is, which would flicker. `places`: the seats'
    places after a resignation; nobody has to act then. `chances`: each side's win chance, 0 to 1, as from
    `engine.players.evaluation.win_chances`, shown in a bar below the board; all scenes of a video have them, or none.
    `reach`: marks pieces of the side to act that an opponent's next roll could capture. `waiting`: the game has not
    begun. `allowed`: the time for the current decision in language-neutral text, `24 h`; empty without a clock.
    `ghosts`: pieces and the squares where they would stand after a better move. `density`: pixels for each of `size`.
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
    ghosts: tuple[tuple[str, str], ...] = ()
    density: int = 1

    @property
    def moving(self) -> bool:
        """Whether anything is moving."""
        return bool(self.glides or self.tosses or self.tallies)

    def standing(self) -> Scene:
        """Return what all pictures with the same moving pieces have in common."""
        lifted = tuple(Glide(glide.piece, (), 0.0) for glide in self.glides)
        due = tuple(Tally(tally.seat, 0) for tally in self.tallies)
        return replace(self, glides=lifted, tosses=(), tallies=due) if self.moving else self
