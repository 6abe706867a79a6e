"""A game's comments besides its moves: the kinds of news, and what is at stake in the next roll.

All are English sentences, marked by `N_`, with the seats and numbers for their placeholders. Views add names and
translate.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.core.i18n.translator import N_

Memory = dict[str, list[int]]
"""A game's own notes of a story: short lists of whole numbers, by name."""
THREAT = "threat"
"""The note of an announced threat: who may lose a piece, to whom, where, by which number, if it fell, and from where.

The number is 0 where none was named. The fifth note is 1 once that number was rolled in the hunter's turn. The last
is the hunter's square, 0 where the number tells it.
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of news: its wordings, its weight against others, and the turns until it is news again.

    Wordings have places for `player`, `victim` and `mate` (other seats), and for `n` and `m`. A game has each wording
    once. `always`: once all are used up, the first and plainest one comes again. `rest` grows with each telling.
    `mood`: how the player and the victim feel, 1 for glad and -1 for sorry: a bot may say a word about it. `asked`:
    it is left to the question that follows, if there is one. `most`: how often a game has it, 0 for once with each
    wording. `after`: it is news only if the story had one of these kinds about its players, at most `n` rounds ago.
    `grows`: with another wording it may come again within its turn, for one more. `counts`: which number counts
    something, and is written as a word. `tells`: it says itself what was done: a history has no line for that.
    """

    variants: tuple[str, ...]
    weight: int
    rest: int = 0
    mood: tuple[int, int] = (0, 0)
    asked: bool = False
    most: int = 0
    always: bool = False
    after: tuple[str, ...] = ()
    grows: bool = False
    counts: str = ""
    tells: bool = False


GREAT, TABLE, MORE = 40, 4, 15
"""The squares lost by a capture from which on it is a great one, with a line and a sentence, at a table of four.

`MORE`: for each seat more.
"""
ALWAYS = 1000
"""The weight of a sentence that no text leaves out."""
Kinds = Mapping[str, Kind]
"""The kinds of a game by key; the keys are stored and never renamed."""


def great(seats: int) -> int:
    """Return the squares of a great capture: a larger table has a larger board, and more captures."""
    return GREAT + MORE * max(0, seats - TABLE)


def is_cheap(cost: int, seats: int) -> bool:
    """Return whether a capture costs less than two thirds of a great one: teams have many of them."""
    return 3 * cost < 2 * great(seats)


@dataclass(frozen=True, slots=True)
class Find:
    """Something in a ply that may be news: its kind, the seats and the numbers."""

    kind: str
    seat: int
    others: tuple[int, ...] = ()
    n: int = 0
    m: int = 0


@dataclass(frozen=True, slots=True)
class Stuck:
    """Why a number moves nothing: the clause of a turn, and the sentence for several turns of it in a row.

    The clause may have places for `player`, whose barrier it is, and `square`; the sentence has one for `rolls`.
    """

    clause: str
    several: str = N_("Nothing moves: {rolls}")
    waits: bool = False
    """Whether only a 5 helps."""
    blocks: bool = False
    """Whether other pieces are in the way."""


@dataclass(frozen=True, slots=True)
class Stake:
    """What the next roll, or number, may bring to the player to act.

    `sentence` has places for `numbers` (3 or 5), or for `rolls` (a 3 or a 5), for `victim` if there is one, and for
    `hole` if one is given.
    """

    sentence: str
    numbers: tuple[int, ...]
    victim: int | None = None
    hole: int | None = None
    others: tuple[str, ...] = ()
    """Other wordings of the sentence, told in turn."""
