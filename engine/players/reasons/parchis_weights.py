"""Weighs the facts of Parchís by the net features that each concerns."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from engine.parchis.state import State
from engine.parchis.turn_flow import Play
from engine.players.network import Network, network, softmax
from engine.players.parchis_features import FEATURES, Row, sight
from engine.players.reasons.fact import Fact, Line, ParchisFact

_ALL: Final = frozenset(FEATURES)
_WAY: Final = frozenset(
    name for name in FEATURES if name in ("way", "ahead", "behind", "near") or name.startswith(("stretch", "phase"))
)
_GOAL: Final = frozenset(
    name for name in FEATURES if name == "in the goal" or name.startswith(("corridor", "goal faces", "last"))
)
_ENTRY: Final = frozenset(
    ("at home", "homes", "shut out", "start shared", "start captures", "may enter", "stretch 4", "stretch 5")
)
_DANGER: Final = frozenset(
    (
        *("exposed", "risk", "risk of way", "worst risk", "risk now", "far hunters"),
        *("twenty ahead", "ten ahead", "near entries"),
    )
)
_HUNT: Final = frozenset(("prey", "prey now", "hits", "hits now", "far prey"))
_SHELTER: Final = frozenset(("sheltered", "on a foreign start", "exposed"))
_PAIR: Final = frozenset(("paired", "bars", "barred by its own"))
_TURN: Final = frozenset(
    ("to throw", "turns away", "next", "one six", "two sixes", "six at stake", "hits now", "prey now", "risk now")
)
_POOL: Final = frozenset(name for name in FEATURES if name.startswith("pool")) | {"may enter", "goal faces", "hits"}
_NONE: Final = frozenset[str]()

_ABOUT: Final[Mapping[ParchisFact, tuple[frozenset[str], frozenset[str]]]] = {
    ParchisFact.CAPTURES: (_WAY, _ALL),
    ParchisFact.CAPTURES_OWN: (_WAY | _ENTRY, _NONE),
    ParchisFact.GOAL: (_GOAL | _WAY, _NONE),
    ParchisFact.ENTERS: (_ENTRY | _WAY, _NONE),
    ParchisFact.AGAIN: (_TURN, _TURN),
    ParchisFact.ESCAPES: (_DANGER, _HUNT),
    ParchisFact.RELIEVED: (_DANGER, _HUNT),
    ParchisFact.EXPOSED: (_DANGER, _HUNT),
    ParchisFact.BARED: (_DANGER, _HUNT),
    ParchisFact.STAYS_EXPOSED: (_DANGER, _HUNT),
    ParchisFact.AT_THE_DOOR: (_DANGER | _SHELTER, _HUNT | {"start captures"}),
    ParchisFact.SAFE: (_SHELTER | _DANGER, _HUNT),
    ParchisFact.LEAVES_SAFETY: (_SHELTER | _DANGER, _HUNT),
    ParchisFact.CORRIDOR: (_GOAL | _WAY, _NONE),
    ParchisFact.BARRIER: (_PAIR, frozenset({"barred"})),
    ParchisFact.OPENS: (_PAIR, frozenset({"barred"})),
    ParchisFact.BARRED: (frozenset({"barred"}), frozenset({"bars"})),
    ParchisFact.HUNTS: (_HUNT, _DANGER),
    ParchisFact.GOAL_NEXT: (_GOAL, _NONE),
    ParchisFact.THIRD_SIX: (_TURN, _NONE),
    ParchisFact.KEEPS_FIVE: (_POOL, _NONE),
    ParchisFact.LAST: (_WAY, _NONE),
    ParchisFact.FIRST: (_WAY, _NONE),
    ParchisFact.PASSES: (_POOL | _WAY, _NONE),
}
"""The features of the mover's side, and those of the others, that each kind of fact concerns."""


def weights_of(line: Line, other: Line) -> dict[Fact, float]:
    """Return the weight of each fact of a line, compared to another line from the same state."""
    before: State = line.before
    side = before.setup.slots[before.slot].side
    mine, theirs = _End(before, line.after), _End(before, other.after)
    if mine.finished or theirs.finished:
        gained = float(side in mine.finished) - float(side in theirs.finished)
        return {fact: gained if fact.kind is ParchisFact.WINS else 0.0 for fact in line.facts}
    here = mine.chance(side)
    found = {}
    for fact in line.facts:
        own, foreign = _ABOUT[ParchisFact(fact.kind)]
        found[fact] = here - mine.chance(side, theirs.rows, own, foreign)
    return found


class _End:
    """The end of a line, with its features."""

    def __init__(self, before: State, state: State) -> None:
        play = Play(state)
        self.playing = [side for side, left in enumerate(play.left) if left]
        self.finished = [side for side, left in enumerate(Play(before).left) if left and side not in self.playing]
        self.rows: Sequence[Row] = [] if self.finished else sight(state.setup).rows(play)
        self.network: Network = network("diceless" if state.setup.rules.diceless else "dice")

    def chance(
        self,
        side: int,
        others: Sequence[Row] = (),
        own: Collection[str] = (),
        foreign: Collection[str] = (),
    ) -> float:
        """Return a side's chance if its `own` features, and the others' `foreign` ones, were as in `others`."""
        rows = [
            _mixed(row, others[at], own if at == side else foreign) if others else tuple(row)
            for at, row in enumerate(self.rows)
        ]
        chances = softmax([self.network.score(self.network.own(rows[at])) for at in self.playing])
        return chances[self.playing.index(side)]


def _mixed(row: Row, other: Row, names: Collection[str]) -> tuple[int, ...]:
    return tuple(theirs if name in names else mine for name, mine, theirs in zip(FEATURES, row, other, strict=True))
