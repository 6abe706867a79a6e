"""Finds what a video shows of a game: each ply with moving pieces, and the roll that led to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.dice import STICKS, FairDice, device_for
from engine.events import Event, Thrown
from engine.game import Game, TurnKind
from engine.match import Match
from engine.plies import Ply
from render.content.painter import Way
from render.picture import PAINTERS


@dataclass(frozen=True, slots=True)
class FilmMoment:
    """Pieces moving from one state to another, in a seat's turn, counted from 1.

    `thrown` is the roll that caused it, if any, `faces` the sticks, `events` everything that happened. `since` is the
    turn of the previous moment.
    """

    before: Any
    after: Any
    seat: int
    turn: int
    since: int
    ways: tuple[Way, ...]
    thrown: tuple[Event, ...]
    events: tuple[Event, ...]
    faces: tuple[str, ...]

    @property
    def gliding(self) -> tuple[Way, ...]:
        """The ways of pieces along the board."""
        return tuple(way for way in self.ways if not way.sent)

    @property
    def sent(self) -> tuple[Way, ...]:
        """The ways of pieces that fly home."""
        return tuple(way for way in self.ways if way.sent)

    @property
    def telling(self) -> bool:
        """Whether it has a capture or an arrival."""
        return any(way.sent or way.arrives for way in self.ways)


def moments_of(match: Match[Any], dice: FairDice | None, begins: int) -> tuple[list[FilmMoment], Any]:
    """Return the moments from a turn on, and the state before it."""
    found: list[FilmMoment] = []
    state = opening = match.opening
    turn, since = 1, begins
    ways = PAINTERS[match.game.name].ways
    thrown: tuple[Event, ...] = ()
    faces: tuple[str, ...] = ()
    for ply in match.plies:
        if throws := tuple(event for event in ply.events if isinstance(event, Thrown)):
            thrown, faces = throws, _fallen(match.game, state, ply, dice)
        if turn >= begins and (moved := ways(state, ply.events)):
            events = (*thrown, *(event for event in ply.events if not isinstance(event, Thrown)))
            found.append(FilmMoment(state, ply.state, ply.seat, turn, since, moved, thrown, events, faces))
            since = turn
        state = ply.state
        if ply.ends_turn:
            thrown, faces = (), ()
            turn += 1
            opening = state if turn == begins else opening
    return found, opening


def joined(moments: Sequence[FilmMoment]) -> FilmMoment:
    """Merge moments into one: each piece makes all its ways at once, and captured pieces fly."""
    first, last = moments[0], moments[-1]
    gone: dict[str, Way] = {}
    for way in (way for moment in moments for way in moment.ways):
        if (known := gone.get(way.piece)) is None:
            gone[way.piece] = way
        elif known.sent or way.sent:
            gone[way.piece] = Way(way.piece, (known.squares[0], way.squares[-1]), sent=True)
        else:
            squares = (*known.squares, *way.squares[1:])
            gone[way.piece] = Way(way.piece, squares, arrives=way.arrives)
    ways = tuple(way for way in gone.values() if way.squares[0] != way.squares[-1])
    return replace(last, before=first.before, since=first.since, ways=ways, events=last.thrown)


def _fallen(game: Game[Any], state: Any, ply: Ply[Any], dice: FairDice | None) -> tuple[str, ...]:
    """Return the sticks of a roll, or without dice some that show the same value."""
    if ply.kind is not TurnKind.THROW or device_for(odds := game.odds(state)) is not STICKS:
        return ()
    throw = dice.throw(ply.throws - 1, odds) if dice is not None else None
    return throw.faces if throw is not None and throw.outcome == ply.move else STICKS.showing(ply.move)
