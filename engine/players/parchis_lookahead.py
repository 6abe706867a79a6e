"""Looks ahead in Parchís through chance and the other sides' moves.

Chances are to finish *next* among the sides that play at the root of a search: the win chances, except in games with
`play_on` (P81). A choice is followed through the movements that belong to it, of a pick and of bonuses, until the
next roll or pick.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.parchis.state import Phase
from engine.parchis.turn_flow import Play
from engine.players.network import network, softmax
from engine.players.parchis_endgames import exact_chance, is_solved
from engine.players.parchis_features import sight
from engine.players.parchis_nets import SHARPER, judge_of, player_of
from engine.players.parchis_partners import help_each_other, unevenness
from engine.players.parchis_places import places

Chances = Sequence[float]
"""One per side, in the order of `Setup.sides`; they sum to one."""

FACES = range(1, 7)
_CONTINUES = (Phase.MOVE, Phase.BONUS)
_MOST = 6000
"""Positions that one lookahead remembers: those of some ten rolls."""


class Lookahead:
    """Looks ahead from one position; make a new one for each, or one that is `lasting` for those of one game."""

    def __init__(self, root: Play, *, judging: bool = False, told: bool = False, lasting: bool = False) -> None:
        """Look ahead by the players' net, or as a judge: by the net for the kind of table (`parchis_nets.py`).

        A judge adds what the net does not see of partners. Chances that are `told` are as sharp as they come true. A
        lookahead that is `lasting` remembers the positions before rolls, and what it expects of them.
        """
        setup = root.setup
        self.playing = tuple(side for side, left in enumerate(root.left) if left)
        self.looked = 0
        """How many positions have been evaluated."""
        self._sight, self._solved = sight(setup), is_solved(setup)
        name = judge_of(setup) if judging else player_of(setup)
        self._network, self._sharper = network(name), SHARPER.get(name, 1.0) if told else 1.0
        self._partners = judging and help_each_other(setup)
        self._scores: dict[tuple[int, ...], float] = {}
        self._felt: dict[tuple[int, ...], tuple[int, int]] = {}
        self._known: dict[tuple[object, ...], Chances] | None = {} if lasting else None

    def goes_on(self, play: Play) -> bool:
        """Return whether one that is `lasting` has room for another position of its game."""
        return self.looked < _MOST and self.finished(play) is None

    def chances(self, play: Play) -> Chances:
        """Return the net's chances before a roll or pick, exact ones where known, or the outcome at the end."""
        if (first := self.finished(play)) is not None:
            return [float(side == first) for side in range(len(play.left))]
        if (exact := self._exact(play)) is not None:
            return exact
        if self._known is None or play.phase is not Phase.THROW:
            return self._evaluated(play)
        key = _place(play, 0)
        if (found := self._known.get(key)) is None:
            found = self._known[key] = self._evaluated(play)
        return found

    def _evaluated(self, play: Play) -> Chances:
        self.looked += 1
        rows = self._sight.rows(play)
        seen = [tuple(rows[side]) for side in self.playing]
        scores = self._judged(play, seen) if self._network.sees_all else [self._score(row) for row in seen]
        if self._partners:
            more = unevenness(play.setup, play.steps)
            scores = [score + more[side] for side, score in zip(self.playing, scores, strict=True)]
        found = softmax([score * self._sharper for score in scores])
        whole = [0.0] * len(rows)
        for side, chance in zip(self.playing, found, strict=True):
            whole[side] = chance
        return whole

    def _exact(self, play: Play) -> Chances | None:
        """Return the chances before a roll in a solved end of a game."""
        if not self._solved or (chance := exact_chance(play)) is None:
            return None
        whole = [1 - chance] * len(play.left)
        whole[play.slots[play.slot].side] = chance
        return whole

    def finished(self, play: Play) -> int | None:
        """Return the side that has finished since the root, or None."""
        return next((side for side in self.playing if not play.left[side]), None)

    def _score(self, row: tuple[int, ...]) -> float:
        found = self._scores.get(row)
        if found is None:  # rows recur: a move leaves most sides unchanged
            found = self._scores[row] = self._network.score(self._network.own(row))
        return found

    def _judged(self, play: Play, rows: Sequence[tuple[int, ...]]) -> list[float]:
        """Return the judge's scores of the sides that play. It sees all sides' rows, and where all pieces stand."""
        felt = [self._feel(row) for row in rows]
        others = sum(other for _, other in felt)
        stand = places(play.setup, play.steps)
        return [
            self._network.score(own + others - other, stand[side])
            for side, (own, other) in zip(self.playing, felt, strict=True)
        ]

    def _feel(self, row: tuple[int, ...]) -> tuple[int, int]:
        found = self._felt.get(row)
        if found is None:
            found = self._felt[row] = self._network.own(row), self._network.other(row)
        return found

    def settled(self, play: Play) -> tuple[Chances, Play]:
        """Follow a choice through what it gives its mover; return the chances and the final position."""
        if play.phase in _CONTINUES and self.finished(play) is None:
            return self.best(play)
        return self.chances(play), play

    def best(self, play: Play) -> tuple[Chances, Play]:
        """Return the chances and position after the best choice of the player on turn."""
        side = play.slots[play.slot].side
        return max((self.settled(made(play, choice)) for choice in choices(play)), key=lambda found: found[0][side])

    def expected(self, play: Play, rolls: int = 1) -> Chances:
        """Return the chances before a roll: the average over its faces, each with the best movement.

        With more `rolls`, each face counts as what is expected of the next roll.
        """
        if play.phase is not Phase.THROW or self.finished(play) is not None:
            return self.chances(play)
        if (exact := self._exact(play)) is not None:
            return exact
        if self._known is None:
            return self._average(play, rolls)
        key = _place(play, rolls)
        if (found := self._known.get(key)) is None:
            found = self._known[key] = self._average(play, rolls)
        return found

    def _average(self, play: Play, rolls: int) -> Chances:
        whole = [0.0] * len(play.left)
        for face in FACES:
            after = play.branch()
            after.throw_die(face)
            found, end = self.settled(after)
            if rolls > 1:
                found = self.expected(end, rolls - 1)
            whole = [sofar + chance / len(FACES) for sofar, chance in zip(whole, found, strict=True)]
        return whole


def choices(play: Play) -> list[int]:
    """Return what the player on turn may choose: numbers of the pool, or movements."""
    return sorted(play.pools[play.slot]) if play.phase is Phase.PICK else play.legal


def made(play: Play, choice: int) -> Play:
    after = play.branch()
    if play.phase is Phase.PICK:
        after.pick(choice)
    else:
        after.move(choice)
    return after


def _place(play: Play, rolls: int) -> tuple[object, ...]:
    """Return what tells a position before a roll from others of its game, and how far to look."""
    last = play.last if play.six_count else None
    return rolls, play.slot, play.six_count, last, tuple(play.steps), play.arrivals() if play.full else ()
