"""Win chances in Parchís: the net's, from the next roll or pick."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Final

from engine.game import Move
from engine.parchis.game import play_move
from engine.parchis.state import Phase, State
from engine.parchis.turn_flow import Play
from engine.players.parchis_corrections import as_they_come_true
from engine.players.parchis_lookahead import Chances, Lookahead
from engine.players.parchis_nets import has_judge
from engine.players.parchis_search import searched

_FACES: Final = 6
_TWO: Final = 2
_SOME: Final = 4
_FEW: Final = 2
"""By a judge, which takes longer and errs less; four were no stronger."""
_CHOICES: Final = (Phase.PICK, Phase.MOVE, Phase.BONUS)


class ParchisEvaluation:
    """The win chances of the sides of a Parchís table (`Evaluation`), by the players' net or by a judge."""

    def __init__(self, *, judging: bool = False, told: bool = False, lasting: bool = False) -> None:
        """Values that are `told` are corrected at tables of three or more sides, too; choices are the net's."""
        self._judging, self._told, self._lasting = judging, told, lasting
        self._last: Lookahead | None = None

    def lasting(self) -> ParchisEvaluation:
        """Return one for successive positions of a single game.

        It remembers what it looked at, and looks one roll further after a 6: the same player rolls again.
        """
        return ParchisEvaluation(judging=self._judging, told=self._told, lasting=True)

    def sides(self, state: State) -> tuple[int, ...]:
        return state.setup.side_of_seat

    def candidates(self, state: State) -> int:
        return _FEW if self._judging and has_judge(state.setup) else _SOME

    def chances(self, state: State) -> tuple[float, ...]:
        if state.finished:
            return tuple(float(side == state.finished[0]) for side in range(len(state.setup.sides)))
        if state.phase is Phase.OVER:
            return tuple(float(not left) for left in Play(state).left)
        return as_they_come_true(state.setup, _next_chances(state, self._ahead(Play(state))))

    def values(self, state: State, moves: Sequence[Move], plies: int) -> dict[Move, tuple[float, ...]]:
        """Return each side's chance to finish next after each of these moves, rolls included, with best play.

        Two plies look through the next roll, three through the next two; without dice two run a search of fixed size.
        """
        play = Play(state)
        ahead = self._ahead(play)
        if plies > 1 and state.setup.rules.diceless and state.phase in _CHOICES:
            found = searched(ahead, play)  # of all moves: it is one search whichever are wanted
        else:
            found = {move: tuple(_value(ahead, play, move, plies, after_six=self._lasting)) for move in moves}
        if len(state.setup.sides) > _TWO and not self._told:
            return {move: tuple(chances) for move, chances in found.items()}
        return {move: as_they_come_true(state.setup, chances) for move, chances in found.items()}

    def _ahead(self, play: Play) -> Lookahead:
        if not self._lasting or play.setup.rules.diceless:
            return Lookahead(play, judging=self._judging, told=self._told)
        if self._last is None or not self._last.goes_on(play):
            self._last = Lookahead(play, judging=self._judging, told=self._told, lasting=True)
        return self._last


def _value(ahead: Lookahead, root: Play, move: Move, plies: int, *, after_six: bool) -> Chances:
    play = root.branch()
    play_move(play, move)
    if play.phase is Phase.OPENING:
        return _opening(play.state(), ahead)
    chances, end = ahead.settled(play)
    return ahead.expected(end, plies - 1 + (after_six and end.six_count > 0)) if plies > 1 else chances


def _next_chances(state: State, ahead: Lookahead) -> Chances:
    """Return the chances to finish next in any phase before the end."""
    if state.phase is Phase.OPENING:
        return _opening(state, ahead)
    chances, _ = ahead.settled(Play(state))
    return chances


def _opening(state: State, ahead: Lookahead) -> Chances:
    """Return the chances before the first turn: those of each starter, weighted by its probability."""
    whole = [0.0] * len(state.setup.sides)
    for seat, likely in _starters(state).items():
        play = Play(state)
        play.begin(seat)
        found = ahead.chances(play)
        whole = [sofar + likely * chance for sofar, chance in zip(whole, found, strict=True)]
    return whole


def _starters(state: State) -> dict[int, float]:
    """Return each seat's probability of starting (P21); those tied for the highest roll are equally likely."""
    thrown, waiting = dict(state.thrown), len(state.to_throw)
    best = max(thrown.values(), default=0)
    leaders = [seat for seat, value in thrown.items() if value == best]
    found = {
        seat: sum(_ties(waiting, best, ties) / (ties + len(leaders)) for ties in range(waiting + 1))
        for seat in leaders
    }
    for seat in state.to_throw:
        found[seat] = sum(
            _ties(waiting - 1, value, ties) / (ties + 1 + (len(leaders) if value == best else 0)) / _FACES
            for value in range(max(best, 1), _FACES + 1)
            for ties in range(waiting)
        )
    return found


def _ties(seats: int, value: int, ties: int) -> float:
    """Return the probability that `ties` of the seats roll the value and the others less."""
    return comb(seats, ties) * (1 / _FACES) ** ties * ((value - 1) / _FACES) ** (seats - ties)
