"""Checks an error of an analysis by what follows: both moves are played out with the same dice.

Games without dice are searched from both moves instead, twice. The work does not depend on time, so the
same game always has the same analysis.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from engine.game import Game, Move, TurnKind
from engine.parchis.game import play_move
from engine.parchis.state import Phase
from engine.parchis.state import State as ParchisState
from engine.parchis.turn_flow import Play
from engine.players.evaluation import JUDGES, evaluation
from engine.players.parchis_lookahead import Lookahead
from engine.players.parchis_search import searched

PAIRS: Final = 36
"""How often both moves are played out: once for each outcome of the first two rolls."""
ROLLS: Final = 8
"""Rolls after which a line is judged, or the end of the game."""
SAID: Final = 0.75
"""What an analysed error is worth on average, of what it seems (docs/strength.md)."""
SPREAD: Final = 0.03
"""The standard deviation of that."""
POSITIONS: Final = (300, 600, 1200)
"""The sizes of the searches, each for one of both moves, until two in a row agree."""
AGREED: Final = 0.01
"""By how much two searches that agree may differ."""
SHOWN: Final = 0.03
"""The least error that is shown; a search that finds less decides."""
_FACES: Final = 6


@dataclass(frozen=True, slots=True)
class Difference:
    """What a move is worth more than another, in win chances of its side, with the standard error."""

    mean: float
    error: float

    def confirmed(self, said: float) -> float:
        """Return what is left of an analysed error: less than it seemed, or nothing."""
        trust = SPREAD**2 / (SPREAD**2 + self.error**2)
        return min(said, max(0.0, SAID * said + trust * (self.mean - SAID * said)))


def difference(
    game: Game[Any], state: Any, better: Move, worse: Move, *, pairs: int = PAIRS, salt: str = ""
) -> Difference:
    """Play out two moves of a choice; another `salt` means other rolls. Raises NoEvaluation.

    Without dice, twice as many `pairs` mean searches twice as wide.
    """
    side = evaluation(game).sides(state)[game.turn(state).seat]
    if isinstance(state, ParchisState):
        if state.setup.rules.diceless:
            return _searched(state, better, worse, side, tuple(pairs // PAIRS * size for size in POSITIONS))
        return _rolled(state, better, worse, side, pairs, salt)
    rng, found = random.Random(game.dump(state) + better + worse + salt), list[float]()  # noqa: S311 - no secret
    for _ in range(pairs):
        seed = rng.random()
        lines = (_line(game, game.apply(state, move).state, seed) for move in (better, worse))
        first, second = (JUDGES[game.name].chances(end)[side] for end in lines)
        found.append(first - second)
    return _of(found)


def _of(found: list[float]) -> Difference:
    mean = sum(found) / len(found)
    return Difference(mean, sqrt(sum((one - mean) ** 2 for one in found) / len(found) / (len(found) - 1)))


def _line(game: Game[Any], state: Any, seed: float) -> Any:
    """Play on from a state by the quick judgement, with rolls from a seed."""
    rng, rolls = random.Random(seed), 0  # noqa: S311 - no secret
    while (turn := game.turn(state)).kind is not TurnKind.OVER and rolls < ROLLS:
        if turn.kind is TurnKind.THROW:
            odds, rolls = game.odds(state), rolls + 1
            move = rng.choices(tuple(odds), tuple(odds.values()))[0]
        else:
            judge = JUDGES[game.name]
            side, found = judge.sides(state)[turn.seat], judge.values(state, game.moves(state), 1)
            move = max(found, key=lambda one: found[one][side])
        state = game.apply(state, move).state
    return state


def _rolled(state: ParchisState, better: Move, worse: Move, side: int, pairs: int, salt: str) -> Difference:
    root = Play(state)
    ahead = Lookahead(root, judging=True, told=True)
    rng = random.Random(f"{state.steps}{state.throw}{better}{worse}{salt}")  # noqa: S311 - no secret
    begun = [ahead.settled(_after(root, move))[1] for move in (better, worse)]
    found = []
    for number in range(pairs):
        faces = [1 + number % _FACES, 1 + number // _FACES % _FACES]
        faces += [rng.randint(1, _FACES) for _ in range(ROLLS - len(faces))]
        first, second = (ahead.chances(_rolled_on(ahead, play, faces))[side] for play in begun)
        found.append(first - second)
    return _of(found)


def _after(root: Play, move: Move) -> Play:
    play = root.branch()
    play_move(play, move)
    return play


def _rolled_on(ahead: Lookahead, play: Play, faces: list[int]) -> Play:
    for face in faces:
        if ahead.finished(play) is not None or play.phase is not Phase.THROW:
            break
        play = play.branch()
        play.throw_die(face)
        play = ahead.settled(play)[1]
    return play


def _searched(
    state: ParchisState, better: Move, worse: Move, side: int, sizes: Sequence[int] = POSITIONS
) -> Difference:
    """Search both moves more and more widely, until two searches agree or one finds next to no difference.

    The smaller difference of the last two counts; if no two agree, the smallest.
    """
    begun, found = [_after(Play(state), move) for move in (better, worse)], list[float]()
    for positions in sizes:
        found.append(_searched_both(begun, side, positions))
        if found[-1] < SHOWN or (len(found) > 1 and abs(found[-1] - found[-2]) <= AGREED):
            return Difference(min(found[-2:]), 0.0)
    return Difference(min(found), 0.0)


def _searched_both(begun: list[Play], side: int, positions: int) -> float:
    better, worse = (_searched_one(play, side, positions) for play in begun)
    return better - worse


def _searched_one(play: Play, side: int, positions: int) -> float:
    ahead = Lookahead(play, judging=True)
    if ahead.finished(play) is not None or play.phase not in (Phase.PICK, Phase.MOVE, Phase.BONUS):
        return ahead.chances(play)[side]
    mover = play.slots[play.slot].side
    found = searched(ahead, play, positions)
    return max(found.values(), key=lambda chances: chances[mover])[side]
