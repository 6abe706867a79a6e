"""Parchís behind the interface of all games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.errors import GameOver, IllegalMove, echo
from engine.events import Event, Won
from engine.game import Course, Game, Move, Played, Result, Step, Turn, TurnKind
from engine.parchis.board import DISTANCES, HOME, LETTERS, PIECES, piece_name
from engine.parchis.position_json import position_of, state_of
from engine.parchis.presets import DEFAULT, PRESETS
from engine.parchis.rules import SWITCHES
from engine.parchis.seating import seatings, team_forms
from engine.parchis.setup import Setup, setup_of
from engine.parchis.state import Phase, State
from engine.parchis.turn_flow import NULL, Play
from engine.parchis.working_position import ENTER

OUTCOMES: Mapping[Move, int] = {str(value): 1 for value in range(1, 7)}
_ROLLS = tuple(OUTCOMES)
THROWING = (Phase.OPENING, Phase.THROW)


class ParchisGame(Game[State]):
    """The rules P1 to P95 as functions of a state."""

    name = "parchis"
    best_throw = 6

    def __init__(self) -> None:
        self._thawed = _Thawed()

    def start(
        self,
        rules: Mapping[str, Any] | None = None,
        seats: Sequence[str] | None = None,
        teams: Sequence[Sequence[int]] | None = None,
    ) -> State:
        """Return the position before the opening rolls (P20, P21); raises BadRules."""
        setup = setup_of(rules, seats, teams)
        given = {"rules": rules, "seats": seats, "teams": teams}
        return state_of({**given, "pieces": _first_squares(setup), "phase": Phase.OPENING})

    def turn(self, state: State) -> Turn:
        return _TURNS[state.phase][state.setup.slots[state.slot].seat]

    def moves(self, state: State) -> tuple[Move, ...]:
        if state.phase in THROWING:
            return _ROLLS
        if state.phase is Phase.PICK:
            return tuple(sorted(f"n{number}" for number in state.pools[state.slot]))
        if state.phase is Phase.OVER:
            return ()
        return tuple(sorted(map(_text, self._thawed.of(state).legal)))

    def odds(self, state: State) -> Mapping[Move, int]:
        """Return six equally likely values if a roll is due (P30)."""
        return OUTCOMES if state.phase in THROWING else {}

    def apply(self, state: State, move: Move) -> Step[State]:
        played = self.play(state, move)
        return Step(played.state, played.events)

    def play(self, state: State, move: Move) -> Played[State]:
        events: list[Event] = []
        before = self._thawed.of(state)
        play = before.branch(events)
        played = _played(play, move)
        self._thawed.kept = ((played.state, play), (state, before))
        return played

    def thawed(self, state: State) -> Play:
        """Return a state's working position, which is kept: look at it, or branch it."""
        return self._thawed.of(state)

    def course(self, state: State) -> Course[State]:
        """Return a function that plays from a state, in one working position that changes in place."""
        play = Play(state, [])
        return lambda move: _played(play, move)

    def result(self, state: State) -> Result | None:
        """Return the places (P80, P81); sides with the same pieces and steps share one."""
        return Result(self.ranking(state), "all_in_goal") if state.phase is Phase.OVER else None

    def ranking(self, state: State) -> tuple[int, ...]:
        """Return the places by pieces in the goal, then by steps (P81), whether the game is over or not."""
        setup = state.setup
        goal = setup.board.goal

        def merit(side: int) -> tuple[int, int, int]:
            steps = [state.steps[piece] for colour in setup.sides[side] for piece in setup.pieces_of(colour)]
            order = -state.finished.index(side) if side in state.finished else -len(setup.sides)
            return order, steps.count(goal), sum(steps) - HOME * steps.count(HOME)

        merits = [merit(side) for side in range(len(setup.sides))]
        places = [1 + sum(other > mine for other in merits) for mine in merits]
        return tuple(places[side] for side in setup.side_of_seat)

    def position(self, state: State) -> dict[str, Any]:
        return position_of(state)

    def from_position(self, position: Mapping[str, Any]) -> State:
        return state_of(position)

    def steps(self, state: State) -> tuple[int, ...]:
        steps = state.steps  # of a piece at home it is -1, and entering counts as one
        return tuple(
            sum([sum(steps[PIECES * colour : PIECES * (colour + 1)]) + PIECES for colour in colours])
            for colours in state.setup.seats
        )

    def way(self, state: State) -> tuple[int, ...]:
        """Return the steps from home to the goal of all pieces (P9)."""
        colour = (state.setup.board.goal + 1) * state.setup.rules.pieces
        return tuple(colour * len(colours) for colours in state.setup.seats)

    def due(self, state: State) -> tuple[int, ...]:
        """Return the seat whose roll is still due, if any: never more than one (P50)."""
        return (state.seat,) if state.phase is Phase.THROW or state.again else ()

    def reached(self, state: State) -> dict[int, int]:
        """Return the places of finished sides, by seat (P81)."""
        sides = enumerate(state.setup.side_of_seat)
        return {seat: 1 + state.finished.index(side) for seat, side in sides if side in state.finished}

    def is_lot(self, state: State) -> bool:
        """Return whether the next roll is for the first turn (P21)."""
        return state.phase is Phase.OPENING

    def describe(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "default": DEFAULT,
            "presets": {name: {"preset": name, **_values(name)} for name in PRESETS},
            "switches": {name: list(values) for name, values in SWITCHES.items()},
            "seatings": {str(n): seatings(n) for n in SWITCHES["colours"]},
            "teams": {str(n): team_forms(n) for n in SWITCHES["colours"]},
        }


class _Thawed:
    """The last two states that were looked at or played from, thawed: most are looked at again, or played on from.

    Threads may share them, since nobody changes what is kept; a race only forgets one.
    """

    def __init__(self) -> None:
        self.kept: tuple[tuple[State, Play], ...] = ()

    def of(self, state: State) -> Play:
        """Return a state's working position, to be looked at or branched."""
        for kept, play in self.kept:
            if kept is state:
                return play
        play = Play(state)
        self.kept = ((state, play), *self.kept[:1])
        return play


def _played(play: Play, move: Move) -> Played[State]:
    events = play.log
    assert events is not None  # noqa: S101 - this play has one
    turn, forced = _TURNS[play.phase][play.slots[play.slot].seat], _is_forced(play)
    events.clear()
    play_move(play, move)
    after = play.state()
    if after.phase is Phase.OVER:
        places = PARCHIS.ranking(after)
        events.append(Won(Result(places, "all_in_goal").winners, places))
    return Played(turn, forced, after, tuple(events))


_KINDS = {Phase.OPENING: TurnKind.THROW, Phase.THROW: TurnKind.THROW, Phase.OVER: TurnKind.OVER}
_TURNS = {
    phase: tuple(Turn(_KINDS.get(phase, TurnKind.CHOOSE), seat) for seat in range(len(LETTERS))) for phase in Phase
}
"""The turns of each phase, by seat."""


def _is_forced(play: Play) -> bool:
    if play.phase in (Phase.MOVE, Phase.BONUS):
        return len(play.legal) == 1
    return play.phase is Phase.PICK and len(play.pools[play.slot]) == 1


def play_move(play: Play, move: Move) -> None:
    """Play a move given as text; raises IllegalMove, GameOver and leaves `play` unchanged."""
    phase = play.phase
    if phase is Phase.OVER:
        raise GameOver("the game is over")
    if phase in THROWING:
        if move not in OUTCOMES:
            raise IllegalMove(f"{echo(move)} is not a roll; it must be 1 to 6")
        value = int(move)
        if phase is Phase.OPENING:
            play.opening(value)
        else:
            play.throw_die(value)
    elif phase is Phase.PICK:
        number = _numbers().get(move)
        if number is None or number not in play.pools[play.slot]:
            raise IllegalMove(f"{echo(move)} is not left in the pool")
        play.pick(number)
    else:
        movement = _MOVEMENTS.get(move)
        if movement is None or movement not in play.legal:
            raise IllegalMove(f"{echo(move)} is not among {', '.join(map(_text, play.legal)) or 'no moves'}")
        play.move(movement)


_TEXTS = {
    piece << 5 | distance: f"{piece_name(piece)}+{'in' if distance == ENTER else distance}"
    for piece in range(PIECES * len(LETTERS))
    for distance in (ENTER, *DISTANCES)
}
"""Movements as moves."""
_MOVEMENTS = {text: movement for movement, text in _TEXTS.items()}
_text = _TEXTS.__getitem__


def choice_text(play: Play, choice: int) -> Move:
    """Write a choice of the player on turn, a number of the pool or a movement, as a move."""
    return f"n{choice}" if play.phase is Phase.PICK else _text(choice)


@cache
def _numbers() -> Mapping[Move, int]:
    return {f"n{number}": number for number in (NULL, 1, 2, 3, 4, 5, 6)}


def _first_squares(setup: Setup) -> dict[str, list[str]]:
    """Return where the pieces of each colour begin, without those at home (P20, P22, P90)."""
    board = setup.board
    steps = range(board.mouth + 1)
    # of the shelters on its way, the first is its start
    out = {"one_out": 1, "first_shelters": setup.rules.pieces - 1, "all_home": 0}[setup.rules.setup]
    return {
        LETTERS[colour]: [board.square(colour, step) for step in steps if board.safe[board.cells[colour][step]]][:out]
        for colour in setup.colours
    }


def _values(name: str) -> dict[str, Any]:
    rules = PRESETS[name]
    return {switch: getattr(rules, switch) for switch in SWITCHES}


PARCHIS = ParchisGame()
