"""Explains moves in Palma.

A fact weighs what the win chances would lose without it: the piece where its slide began, the extra roll gone. Facts
about the next roll are weighted by its probability.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.events import Entered, Moved
from engine.game import Move
from engine.palma.board import ENTERING, HAND, HOME, THROWS, TOP, piece_name
from engine.palma.events import Rethrow, Slid, StakeWon
from engine.palma.game import PALMA
from engine.palma.moves import Landing, landings
from engine.palma.state import Phase, State
from engine.players.palma_chances import PalmaEvaluation
from engine.players.reasons.fact import Fact, Line, PalmaFact

_FALLS: Final = sum(THROWS.values())
_JUDGE: Final = PalmaEvaluation()


class PalmaExplainer:
    """Explains moves in Palma (`Explainer`)."""

    def line(self, state: State, move: Move) -> Line:
        step = PALMA.apply(state, move)
        after, side = step.state, state.mover
        if after.phase is Phase.OVER:
            return Line((move,), state, after, (Fact(PalmaFact.WINS),))
        found = []
        for event in step.events:
            match event:
                case Entered(piece=piece):
                    found.append(Fact(PalmaFact.ENTERS, piece))
                case Slid(piece=piece, origin=origin, to=to):
                    kind = PalmaFact.SLIDES if int(to) > int(origin) else PalmaFact.SLIDES_BACK
                    found.append(Fact(kind, piece, place=to))
                case Rethrow(hole=hole):
                    found.append(Fact(PalmaFact.RETHROW, move.partition("+")[0], place=hole))
                case StakeWon(hole=hole):
                    found.append(Fact(PalmaFact.STAKE, move.partition("+")[0], place=hole))
                case Moved(piece=piece):
                    found += _course(state, after, piece)
        return Line((move,), state, after, (*found, *_prospects(after, side)))

    def weights(self, line: Line, other: Line) -> Mapping[Fact, float]:
        state: State = line.before
        whole, gained = _chance(line.after, state.mover), _way(line) - _way(other)
        found = {}
        for fact in line.facts:
            match fact.kind:
                case PalmaFact.WINS:
                    found[fact] = whole - _chance(other.after, state.mover)
                case PalmaFact.SLIDES | PalmaFact.SLIDES_BACK:
                    found[fact] = whole - _chance(_placed(line.after, fact.piece, _reached(line)), state.mover)
                case PalmaFact.RETHROW:
                    found[fact] = whole - _chance(_without_throw(line.after), state.mover)
                case PalmaFact.STAKE:
                    found[fact] = 0.0  # worth points, as the table decides, but no chance to win
                case PalmaFact.ENTERS | PalmaFact.ARRIVES | PalmaFact.LAST | PalmaFact.FIRST:
                    found[fact] = gained
                case _:
                    found[fact] = _likely(fact.numbers) * _difference(line.after, fact, state.mover)
        return found


def _course(before: State, after: State, piece: str) -> list[Fact]:
    """Return a piece's rank among its own before the move, and whether it has arrived."""
    side, index = before.mover, int(piece[1:]) - 1
    was, now = before.pieces[side], after.pieces[side]
    found = []
    if now[index] in HOME and was[index] not in HOME:
        found.append(Fact(PalmaFact.ARRIVES, piece, place=str(now[index])))
    others = [hole for at, hole in enumerate(was) if at != index and hole >= TOP and hole not in HOME]
    if others and was[index] < min(others):
        found.append(Fact(PalmaFact.LAST, piece))
    elif others and was[index] not in HOME and was[index] > max(others):
        found.append(Fact(PalmaFact.FIRST, piece))
    return found


def _prospects(state: State, side: int) -> list[Fact]:
    """Return what the side's next roll may bring: slides, extra rolls, or nothing."""
    slides: dict[tuple[int, int], list[int]] = {}
    again: dict[tuple[int, int], list[int]] = {}
    idle = []
    for number in THROWS:
        ways = landings(state.rules, state.pieces[side], number)
        for way in ways:
            if way.end > way.reached:
                slides.setdefault((way.piece, way.end), []).append(number)
            if _throws_again(state, way) and number != ENTERING:
                again.setdefault((way.piece, way.end), []).append(number)
        if not ways:
            idle.append(number)
    found = [
        Fact(kind, piece_name(side, piece), place=str(hole), numbers=tuple(numbers))
        for kind, ways in ((PalmaFact.SLIDE_NEXT, slides), (PalmaFact.RETHROW_NEXT, again))
        for (piece, hole), numbers in sorted(ways.items())
    ]
    return [*found, Fact(PalmaFact.NO_USE, numbers=tuple(idle))] if idle else found


def _throws_again(state: State, way: Landing) -> bool:
    return state.rules.mark(way.end) == "rethrow"


def _likely(numbers: tuple[int, ...]) -> float:
    return sum(THROWS[number] for number in numbers) / _FALLS


def _chance(state: State, side: int) -> float:
    return _JUDGE.chances(state)[side]


def _reached(line: Line) -> int:
    """Return where the roll itself ended, before the slide."""
    state: State = line.before
    index, number = int(line.moves[0][1]) - 1, state.throw or 0
    return state.pieces[state.mover][index] + number


def _placed(state: State, piece: str, hole: int) -> State:
    """Return a state with a piece moved to a hole."""
    side, index = "DJ".index(piece[0]), int(piece[1:]) - 1
    own = tuple(hole if at == index else there for at, there in enumerate(state.pieces[side]))
    return state._replace(pieces=(own, state.pieces[1]) if side == 0 else (state.pieces[0], own))


def _without_throw(state: State) -> State:
    """Return a state without the next roll."""
    return state._replace(stack=state.stack[:-1])


def _way(line: Line) -> float:
    """Return what a line gains by its steps alone, without its slide."""
    before: State = line.before
    after: State = line.after
    name, _, _ = line.moves[0].partition("+")
    index = int(name[1:]) - 1
    start = before.pieces[before.mover][index]
    reached = TOP if start == HAND else _reached(line)
    side = before.mover
    return _chance(_placed(after, name, reached), side) - _chance(_placed(after, name, start), side)


def _difference(state: State, fact: Fact, side: int) -> float:
    """Return what a prospect would change if it came true: the slide, another roll, or one lost."""
    here = _chance(state, side)
    if fact.kind is PalmaFact.SLIDE_NEXT:
        return _chance(_placed(state, fact.piece, int(fact.place)), side) - here
    more = state._replace(stack=(*state.stack, side))
    if fact.kind is PalmaFact.RETHROW_NEXT:
        return _chance(more, side) - here
    return here - _chance(more, side)
