"""Search without dice: whoever picks knows all that can follow.

Best first, as Korf and Chickering have it ("Best-first minimax search", 1996): the line that is best for all who
choose in it is made one turn longer, again and again, until so many positions have been looked at. It needs no depth,
serves two sides as well as six (each chooses for itself), and looks twice at nothing. The number of positions is
fixed, so that a choice never depends on the machine.
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
"""How many positions a search looks at; it may exceed them by the choices of one turn."""


class _Node:
    """A position before a pick, or at the end, and what has been found out about it."""

    __slots__ = ("chances", "children", "first", "play", "side")

    def __init__(self, play: Play, first: int, chances: Chances) -> None:
        self.play = play
        self.first = first  # the choice at the root that leads here
        self.side = play.slots[play.slot].side
        self.chances = chances
        self.children: Sequence[_Node] = ()

    def back_up(self) -> None:
        """Take the chances of the child that is best for whoever chooses."""
        self.chances = self.best().chances

    def best(self) -> _Node:
        """Return the child that is best for whoever chooses, the first of equals."""
        return max(self.children, key=lambda child: child.chances[self.side])


def searched(ahead: Lookahead, play: Play, positions: int = POSITIONS) -> dict[Move, tuple[float, ...]]:
    """Return the chances after each choice of whoever is on turn in a game without dice."""
    root = _Node(play, -1, ())
    root.children = [_Node(end, choice, ahead.chances(end)) for choice, end in _endings(ahead, play)]
    while ahead.looked < positions:
        line = [root]
        while line[-1].children:
            line.append(line[-1].best())
        leaf = line[-1]
        if ahead.finished(leaf.play) is not None:
            break  # the game ends where everybody plays best
        leaf.children = [_Node(end, leaf.first, ahead.chances(end)) for _, end in _endings(ahead, leaf.play)]
        for node in reversed(line):
            node.back_up()
    found: dict[Move, tuple[float, ...]] = {}
    for child in sorted(root.children, key=lambda child: child.chances[root.side]):
        found[choice_text(play, child.first)] = tuple(child.chances)
    return found


def _endings(ahead: Lookahead, play: Play) -> list[tuple[int, Play]]:
    """Return where a turn may lead, up to the next pick, each with its first choice."""
    found = []
    for choice in choices(play):
        after = made(play, choice)
        if after.phase in (Phase.MOVE, Phase.BONUS) and ahead.finished(after) is None:
            found += [(choice, end) for _, end in _endings(ahead, after)]
        else:
            found.append((choice, after))
    return found
