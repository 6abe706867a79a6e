"""A game in figures: what each seat did in it, and how the race went. For cards, charts and statistics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.match import Match, Ply
from engine.more_throws import gave_more
from engine.palma.board import LAST
from engine.palma.board import PIECES as PALMA_PIECES
from engine.palma.state import State as PalmaState
from engine.parchis.board import LETTERS
from engine.parchis.board import PIECES as PARCHIS_PIECES
from engine.parchis.state import State as ParchisState

_PALMA_WAY = sum(hole + 1 for hole in range(LAST + 1 - PALMA_PIECES, LAST + 1))


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """What one seat did.

    `captures`, `losses`: pieces sent home and pieces lost so (Parchís). `best_throws`: how often it threw the highest
    value, a 6 or the sticks' 5. `throws`: how often it threw, the throws for the first turn left out, and `more`:
    after how many of these it threw again because of them. `longest`: the most steps it made in one turn.
    """

    captures: int = 0
    losses: int = 0
    best_throws: int = 0
    throws: int = 0
    more: int = 0
    longest: int = 0


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in figures. `race` holds each seat's share of its way, 0 to 1, at the start and after each turn."""

    seats: tuple[SeatSummary, ...]
    race: tuple[tuple[float, ...], ...]
    turns: int


def summary(match: Match[Any]) -> Summary:
    """Sum up a match as far as it has gone, from its events and states alone."""
    count = len(steps(match.opening))
    captures, losses, best, throws, longest = ([0] * count for _ in range(5))
    turns = match.turns()
    state = match.opening
    race = [steps(state)]
    for turn in turns:
        for ply in turn:
            for event in ply.events:
                _count(event, match.opening, captures, losses, best, throws)
        longest[turn[0].seat] = max(longest[turn[0].seat], _forward(state, turn))
        state = turn[-1].state
        race.append(steps(state))
    seats = tuple(map(SeatSummary, captures, losses, best, throws, gave_more(match, count), longest))
    whole = way(match.opening)
    shares = tuple(tuple(made / own for made, own in zip(moment, whole, strict=True)) for moment in race)
    return Summary(seats, shares, len(turns))


def steps(state: Any) -> tuple[int, ...]:
    """Return how far all pieces of each seat have come, in steps; a piece's entry is one."""
    if isinstance(state, PalmaState):
        return tuple(sum(hole + 1 for hole in side) for side in state.pieces)
    parchis: ParchisState = state
    return tuple(
        sum(sum(step + 1 for step in parchis.steps[PARCHIS_PIECES * colour :][:PARCHIS_PIECES]) for colour in colours)
        for colours in parchis.setup.seats
    )


def way(state: Any) -> tuple[int, ...]:
    """Return how many steps each seat has to make in all."""
    if isinstance(state, PalmaState):
        return (_PALMA_WAY, _PALMA_WAY)
    parchis: ParchisState = state
    piece = parchis.setup.board.goal + 1
    return tuple(piece * PARCHIS_PIECES * len(colours) for colours in parchis.setup.seats)


def _count(
    event: Any, opening: Any, captures: list[int], losses: list[int], best: list[int], throws: list[int]
) -> None:
    kind = event["type"]
    if kind == "captured":
        captures[event["seat"]] += 1
        losses[_owner(opening, event["piece"])] += 1
    elif kind == "thrown" and not event.get("opening"):
        throws[event["seat"]] += 1
        best[event["seat"]] += event["value"] == (5 if isinstance(opening, PalmaState) else 6)


def _owner(state: ParchisState, piece: str) -> int:
    colour = LETTERS.index(piece[0])
    return next(seat for seat, colours in enumerate(state.setup.seats) if colour in colours)


def _forward(before: Any, turn: tuple[Ply[Any], ...]) -> int:
    """Count the steps that the seat of a turn made forward in it, with whatever pieces."""
    seat, made = turn[0].seat, 0
    for ply in turn:
        made += max(0, steps(ply.state)[seat] - steps(before)[seat])
        before = ply.state
    return made
