"""The rules of a game of Parchís as data: one field per switch of the rule book (section 9)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.parchis.board import PIECES, SHELTER_OFFSETS

SWITCHES: Mapping[str, tuple[Any, ...]] = {
    "source": ("die", "pool"),
    "setup": ("one_out", "first_shelters", "all_home"),
    "six_all_out": ("none", 7, 12),
    "all_out": ("not_home", "on_field"),
    "six_choice": (False, True),
    "mixed_pair_blocks": (False, True),
    "third_six_spares_shelter": (False, True),
    "own_pair": ("barrier", "capture"),
    "team_pair": ("barrier", "capture"),
    "entry_evicts_friend": (False, True),
    "stuck_helps": (False, True),
    "turns_by_colour": (False, True),
    "play_on": (False, True),
    "pieces": (4, 3, 2),
    "colours": (3, 4, 5, 6),
}
"""Every switch and option with its legal values."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A preset's values, or a table's own. `shelters` are offsets from each mouth (P5)."""

    preset: str
    source: str  # P91: die, or a pool of numbers
    setup: str  # P20, P22, P90
    six_all_out: int | str  # P51: 7, 12 or "none"
    all_out: str  # P51
    six_choice: bool  # P52
    mixed_pair_blocks: bool  # P42
    third_six_spares_shelter: bool  # P53
    own_pair: str  # P70
    team_pair: str  # P73
    entry_evicts_friend: bool  # P72
    stuck_helps: bool  # P74
    turns_by_colour: bool = False  # P76
    play_on: bool = False  # P81
    pieces: int = PIECES  # P9: of each colour
    colours: int = 4  # P1
    shelters: tuple[int, ...] = SHELTER_OFFSETS

    @property
    def diceless(self) -> bool:
        """Whether numbers are picked from pools (section 10)."""
        return self.source == "pool"
