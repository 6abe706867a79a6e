"""The switches of Palma as one frozen object: H4, H20, H23, H24, H25."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from engine.palma.board import PIECES

Mark = Literal["none", "rethrow", "stake"]
BlockedSlide = Literal["illegal", "stay"]
First = Literal["lot", "D", "J"]
Number = Literal[5, 3]


@dataclass(frozen=True, slots=True)
class Rules:
    """One value per switch; the defaults are the classic game."""

    penalty: bool = False
    """H24: pieces that end their roll on 22 and 24 slide back."""

    hole5: Mark = "none"
    """H25: what hole 5 of either side gives."""

    hole15: Mark = "rethrow"
    """H25: what hole 15 of either side gives."""

    blocked_slide: BlockedSlide = "illegal"
    """H23: what happens to a move whose slide ends on an occupied hole."""

    first: First = "lot"
    """H20: who begins."""

    pieces: Number = PIECES
    """H4: the pieces of each side."""

    def mark(self, hole: int) -> Mark:
        """Return what a piece earns that ends its move on the hole (H25)."""
        if hole == 15:
            return self.hole15
        return self.hole5 if hole == 5 else "none"

    def switches(self) -> dict[str, Any]:
        """Return every switch with its value, as JSON."""
        return {name: getattr(self, name) for name in SWITCHES}


SWITCHES: Final[Mapping[str, tuple[bool | int | str, ...]]] = {
    "penalty": (False, True),
    "hole5": ("none", "rethrow", "stake"),
    "hole15": ("none", "rethrow", "stake"),
    "blocked_slide": ("illegal", "stay"),
    "first": ("lot", "D", "J"),
    "pieces": (5, 3),
}
"""The legal values of each switch."""
