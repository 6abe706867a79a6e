"""The rule numbers of each sentence of the rule sheet, by the sentence's name."""

from __future__ import annotations

RULE_NUMBERS = {
    "aim.five": ("H1", "H30"),
    "aim.three": ("H4", "H30"),
    "sticks": ("H10",),
    "hand": ("H21",),
    "jump": ("H3", "H22"),
    "slide": ("H23",),
    "pass": ("H26", "H27"),
    "penalty.no": ("H24",),
    "penalty.yes": ("H24",),
    "hole5.none": ("H25",),
    "hole5.rethrow": ("H25",),
    "hole5.stake": ("H25",),
    "hole15.none": ("H25",),
    "hole15.rethrow": ("H25",),
    "hole15.stake": ("H25",),
    "blocked.illegal": ("H23",),
    "blocked.stay": ("H23",),
    "first.lot": ("H20",),
    "first.D": ("H20",),
    "first.J": ("H20",),
}
