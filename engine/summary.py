"""Statistics of a game: what each seat did, and how the race went. For cards, charts and statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from engine.events import Captured, Thrown
from engine.game import Game
from engine.match import Match
from engine.more_throws import gave_more
from engine.plies import Ply, turns_begun


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """What one seat did.

    `captures`, `losses`: pieces sent home and pieces lost. `best_throws`: rolls of the highest value, a 6 or the
    sticks' 5. `throws`: rolls, without the opening; `more`: those that gave it another one. `longest`: most steps in
    one turn.
    """

    captures: int = 0
    losses: int = 0
    best_throws: int = 0
    throws: int = 0
    more: int = 0
    longest: int = 0


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in figures.

    `race` has each seat's share of its way, 0 to 1, at the start and whenever another seat or turn follows. `turns`
    counts as a replay does: what another seat does within a turn belongs to that turn.
    """

    seats: tuple[SeatSummary, ...]
    race: tuple[tuple[float, ...], ...]
    turns: int


def summary(match: Match[Any], stood_in: Collection[int] = ()) -> Summary:
    """Summarize a match so far, from its events and states.

    Rolls, captures and steps of the plies in `stood_in`, numbered from 0, count for nobody; lost pieces always count.
    """
    game, state = match.game, match.opening
    way = game.way(state)
    captures, losses, best, throws = (Counter[int]() for _ in range(4))
    longest = [0] * len(way)
    turns = match.turns()
    race = [game.steps(state)]
    number = 0
    for turn in turns:
        own = [at not in stood_in for at in range(number, number + len(turn))]
        number += len(turn)
        for ply, counts in zip(turn, own, strict=True):
            for event in ply.events:
                match event:
                    case Captured(seat=seat, owner=owner):
                        captures[seat] += counts
                        losses[owner] += 1
                    case Thrown(seat=seat, value=value, opening=False):
                        throws[seat] += counts
                        best[seat] += counts and value == game.best_throw
        longest[turn[0].seat] = max(longest[turn[0].seat], _forward(game, state, turn, own))
        state = turn[-1].state
        race.append(game.steps(state))
    more = gave_more(match, len(way), stood_in)
    seats = tuple(
        SeatSummary(captures[seat], losses[seat], best[seat], throws[seat], more[seat], longest[seat])
        for seat in range(len(way))
    )
    shares = tuple(tuple(made / own for made, own in zip(moment, way, strict=True)) for moment in race)
    return Summary(seats, shares, turns_begun(match.plies))


def _forward(game: Game[Any], before: Any, turn: tuple[Ply[Any], ...], own: Sequence[bool]) -> int:
    """Count the steps that the seat of a turn made forward in its own plies."""
    seat, made = turn[0].seat, 0
    for ply, counts in zip(turn, own, strict=True):
        if counts:
            made += max(0, game.steps(ply.state)[seat] - game.steps(before)[seat])
        before = ply.state
    return made
