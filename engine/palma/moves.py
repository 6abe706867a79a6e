"""Where a piece may go with a roll: H21 to H24."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.palma.board import ENTERING, HAND, LAST, SIDES, TOP, slides
from engine.palma.rules import Rules
from engine.palma.state import Pieces


@dataclass(frozen=True, slots=True)
class Landing:
    """One piece's way with a roll."""

    piece: int  # index, from 0
    start: int
    reached: int  # where the roll itself ends
    end: int  # where the slide, if any, ends


@lru_cache(maxsize=4096)
def landings(rules: Rules, pieces: Pieces, throw: int) -> tuple[Landing, ...]:
    """Return a side's options with a roll, in the order of its pieces; of equal ways only the lowest piece's."""
    found = []
    for piece, start in enumerate(pieces):
        if start <= TOP and start in pieces[:piece]:
            continue  # a lower piece in hand or on hole 0 does the same
        reached = _reached(pieces, start, throw)
        end = None if reached is None else _slide_end(rules, pieces, start, reached)
        if reached is not None and end is not None:
            found.append(Landing(piece, start, reached, end))
    return tuple(found)


def can_use(rules: Rules, pieces: Pieces, throw: int) -> bool:
    """Return whether a side has any move with a roll (H26)."""
    return bool(landings(rules, pieces, throw))


def move_text(side: int, landing: Landing, throw: int) -> str:
    """Write a move, `D2+5`, or `D4+in` for a piece that enters."""
    step = "in" if landing.start == HAND else str(throw)
    return f"{SIDES[side]}{landing.piece + 1}+{step}"


def _reached(pieces: Pieces, start: int, throw: int) -> int | None:
    """Return where the roll itself ends, or None where it may not.

    That is an empty hole up to 29 (H22), or from the hand hole 0, which is always free (H3, H21).
    """
    if start == HAND:
        return TOP if throw == ENTERING else None
    reached = start + throw
    return None if reached > LAST or reached in pieces else reached


def _slide_end(rules: Rules, pieces: Pieces, start: int, reached: int) -> int | None:
    """Return where a piece that reached an empty hole comes to rest (H23, H24); None if that is illegal."""
    end = slides(penalty=rules.penalty).get(reached)
    if end is None:
        return reached
    if end not in pieces or end == start:
        return end
    return reached if rules.blocked_slide == "stay" else None
