"""The end of a duel of Parchís, solved: the last piece of a side against the last one or two of the other.

A table holds the chance of the side to throw, before a throw without sixes before it, for every pair of places. After
a 6 or two the chance follows from the table by looking through the throws. The sides sit opposite each other.
There is a table for each preset with a die; `python -m tools.strength endgames` makes them.
"""

from __future__ import annotations

import lzma
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import Final

from engine.parchis.board import PIECES
from engine.parchis.presets import PRESETS
from engine.parchis.rules import Rules
from engine.parchis.setup import Setup
from engine.parchis.state import Phase
from engine.parchis.turn_flow import Play

WHOLE: Final = {"spanish": 8191, "italian": 1023, "quick": 1023}
"""By preset what its chances are stored out of, as integers."""
SPOTS: Final = 72
"""Home, and the steps before the goal."""
PAIRS: Final = SPOTS * (SPOTS + 1) // 2
SIZE: Final = SPOTS * (SPOTS + 2 * PAIRS)
_SHAPES: Final = {(1, 1): (0, SPOTS), (2, 1): (SPOTS * SPOTS, SPOTS), (1, 2): (SPOTS * (SPOTS + PAIRS), PAIRS)}
"""By the pieces left to the side to throw and to the other: the first number, and the places of the other."""
_FACES: Final = range(1, 7)
_LEFT: Final = 3
"""The most pieces left in the table."""


@lru_cache(maxsize=64)
def table_of(setup: Setup) -> str | None:
    """Return the preset whose table has the ends of these duels; None if they aren't solved."""
    colours = setup.colours
    if not len(setup.sides) == len(setup.slots) == len(colours) == 2:
        return None
    if 2 * (colours[1] - colours[0]) != setup.rules.colours:
        return None
    own = _relevant(setup.rules)
    return next((name for name in WHOLE if _relevant(PRESETS[name]) == own), None)


def is_solved(setup: Setup) -> bool:
    """Return whether the ends of these duels are in a table."""
    return table_of(setup) is not None


def _relevant(rules: Rules) -> tuple[object, ...]:
    """Return the switches that matter to the last pieces of a duel, on the usual board."""
    long = rules.all_out == "not_home" or rules.pieces < _LEFT  # else a piece in the goal rules long sixes out
    sixes = (rules.six_all_out, rules.all_out, rules.six_choice) if long else ("never",)
    fixed = (rules.source, rules.colours, rules.shelters, rules.mixed_pair_blocks)
    return (*fixed, rules.third_six_spares_shelter, *sixes)


def exact_chance(play: Play) -> float | None:
    """Return the chance of the side to throw in a solved duel; None before its end."""
    if sum(play.left) > _LEFT or play.phase is not Phase.THROW or 0 in play.left:
        return None
    return _chance(play)


def _chance(play: Play) -> float:
    own, other = _places(play, play.slot), _places(play, 1 - play.slot)
    if play.six_count:
        return _thrown(play)
    preset, at = table_of(play.setup) or "", 2 * number_of(own, other)
    held = _table(preset)
    return (held[at] | held[at + 1] << 8) / WHOLE[preset]


def file_of(preset: str) -> str:
    return f"parchis-endgames-{preset}.xz"


def number_of(own: Sequence[int], other: Sequence[int]) -> int:
    """Return the number in the table of a side's pieces and those of the other, each from home, 0, to 71."""
    first, wide = _SHAPES[len(own), len(other)]
    return first + _number(own) * wide + _number(other)


def _number(places: Sequence[int]) -> int:
    high, low = max(places), min(places)
    return high if len(places) == 1 else high * (high + 1) // 2 + low


def _places(play: Play, slot: int) -> list[int]:
    first = PIECES * play.slots[slot].own[0]
    goal = play.board.goal
    return [step + 1 for step in play.steps[first : first + play.rules.pieces] if step < goal]


def _thrown(play: Play) -> float:
    """Return the chance before a throw: the mean over its faces, each with the best movement."""
    total = 0.0
    for face in _FACES:
        after = play.branch()
        after.throw_die(face)
        total += _settled(after, play.slot)
    return total / len(_FACES)


def _settled(play: Play, side: int) -> float:
    """Return a slot's chance within its turn or after it."""
    if play.phase in (Phase.MOVE, Phase.BONUS):
        best = 0.0
        for movement in play.legal:
            after = play.branch()
            after.move(movement)
            best = max(best, _settled(after, side))
        return best
    if 0 in play.left:
        return float(not play.left[play.slots[side].side])
    chance = _chance(play)
    return chance if play.slot == side else 1 - chance


@cache
def _table(preset: str) -> bytes:
    """Return the chances, two bytes each, the low one first."""
    held = lzma.decompress(resources.files("engine.players").joinpath("weights", file_of(preset)).read_bytes())
    if len(held) != 2 * SIZE:
        raise ValueError(f"a table has {2 * SIZE} bytes, not {len(held)}")
    return held
