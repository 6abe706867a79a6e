"""Search without dice, where everything that can follow is known.

Best-first minimax search (Korf and Chickering, 1996) extends the line that is best for all who choose in it, turn by
turn, until `POSITIONS` positions are evaluated. The fixed number keeps choices independent of the machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.game import Move
from engine.parchis.game import choice_text
from engine.parchis.state import Phase
from engine.parchis.turn_flow import Play
from engine.players.parchis_lookahead import Chances, Lookahead, choices, made

POSITIONS: Final = 300
"""Positions per search; the choices of one turn may exceed it."""


class _Node:
    """A position before a pick, or at the end, with its chances."""

    __slots__ = ("chances", "children", "first", "play", "side")

    def __init__(self, play: Play, first: int, chances: Chances) -> None:
        self.play = play
        self.first = first  # the choice at the root that leads here
        self.side = play.slots[play.slot].side
        self.chances = chances
        self.children: Sequence[_Node] = ()

    def back_up(self) -> None:
        """Take the chances of the child that is best for the side to choose."""
        self.chances = self.best().chances

    def best(self) -> _Node:
        """Return the child that is best for the side to choose, the first of equals."""
        return max(self.children, key=lambda child: child.chances[self.side])


def searched(ahead: Lookahead, play: Play, positions: int = POSITIONS) -> dict[Move, tuple[float, ...]]:
    """Return the chances after each choice of the player on turn in a diceless game."""
    root = _Node(play, -1, ())
    root.children = [_Node(end, choice, ahead.chances(end)) for choice, end in _endings(ahead, play)]
    while ahead.looked < positions:
        line = [root]
        while line[-1].children:
            line.append(line[-1].best())
        leaf = line[-1]
        if ahead.finished(leaf.play) is not None:
            break  # with best play the game ends here
        leaf.children = [_Node(end, leaf.first, ahead.chances(end)) for _, end in _endings(ahead, leaf.play)]
        for node in reversed(line):
            node.back_up()
    found: dict[Move, tuple[float, ...]] = {}
    for child in sorted(root.children, key=lambda child: child.chances[root.side]):
        found[choice_text(play, child.first)] = tuple(child.chances)
    return found


def _endings(ahead: Lookahead, play: Play) -> list[tuple[int, Play]]:
    """Return the positions where a turn may end, before the next pick, each with its first choice."""
    found = []
    for choice in choices(play):
        after = made(play, choice)
        if after.phase in (Phase.MOVE, Phase.BONUS) and ahead.finished(after) is None:
            found += [(choice, end) for _, end in _endings(ahead, after)]
        else:
            found.append((choice, after))
    return found
