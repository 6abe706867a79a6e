"""The rules of Palma in plain words, each sentence with the tables that it applies to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.games.palma.how_to_play import BRIEF
from bot.core.games.palma.opening_frame import FRAME
from bot.core.games.rule_sheet import RuleSheet, Sentence, where
from bot.core.i18n.translator import N_

GENERAL = (
    Sentence(
        "aim.five",
        N_(
            "One side has five hounds, the other five jackals. They run down their own side of the "
            "palm and up the trunk. The first to have all five in holes 25 to 29 wins."
        ),
        where("pieces", 5),
    ),
    Sentence(
        "aim.three",
        N_(
            "One side has three hounds, the other three jackals. They run down their own side of the "
            "palm and up the trunk. The first to have all three in holes 25 to 29 wins."
        ),
        where("pieces", 3),
    ),
    Sentence(
        "sticks",
        N_(
            "You throw three sticks. One sun is 1 step, two suns 2, three suns 3; three moons are 5 and another roll."
        ),
    ),
    Sentence(
        "hand",
        N_(
            "All your pieces start in your hand. With a 5 you can put one on hole 0, at the top, or "
            "move a piece 5 holes, as you like; with any other number you move a piece."
        ),
    ),
    Sentence(
        "jump",
        N_(
            "Pieces can jump over others, but two never share a hole, except hole 0. Nobody is "
            "captured, and nobody goes past 29."
        ),
    ),
    Sentence("slide", N_("There are slides: a piece that ends its roll on 10 slides on to 24, and on 20 to 22.")),
    Sentence(
        "pass",
        N_(
            "If you can use a roll, you must. If you can't, it goes to your opponent, who must play it "
            "if possible. If it wasn't a 5, your turn is over; if it was, you still roll again."
        ),
    ),
)

DETAILS = (
    Sentence("penalty.no", N_("No slide goes backwards."), where("penalty", False)),
    Sentence(
        "penalty.yes",
        N_("Slides go backwards too: a piece that ends its roll on 22 goes back to 20, and on 24 back to 10."),
        where("penalty", True),
    ),
    Sentence("hole5.none", N_("Hole 5 is a hole like any other."), where("hole5", "none")),
    Sentence("hole5.rethrow", N_("If your piece stops in hole 5, you roll again."), where("hole5", "rethrow")),
    Sentence(
        "hole5.stake",
        N_(
            "The first piece of either side to stop in its hole 5 wins the stake: extra points that "
            "don't decide the game."
        ),
        where("hole5", "stake"),
    ),
    Sentence("hole15.none", N_("Hole 15 is a hole like any other."), where("hole15", "none")),
    Sentence(
        "hole15.rethrow",
        N_("If your piece stops in hole 15, you roll again."),
        where("hole15", "rethrow"),
    ),
    Sentence(
        "hole15.stake",
        N_(
            "The first piece of either side to stop in its hole 15 wins the stake: extra points that "
            "don't decide the game."
        ),
        where("hole15", "stake"),
    ),
    Sentence(
        "blocked.illegal",
        N_("If the end of a slide is taken, you can't make that move."),
        where("blocked_slide", "illegal"),
    ),
    Sentence(
        "blocked.stay",
        N_("If the end of a slide is taken, the piece stays where the slide starts."),
        where("blocked_slide", "stay"),
    ),
    Sentence("first.lot", N_("The start is drawn at random."), where("first", "lot")),
    Sentence("first.D", N_("The hounds start."), where("first", "D")),
    Sentence("first.J", N_("The jackals start."), where("first", "J")),
)

LABELS: Mapping[tuple[str, Any], str] = {
    ("penalty", False): N_("slides only go forward"),
    ("penalty", True): N_("slides go both ways"),
    ("hole5", "none"): N_("hole 5: normal"),
    ("hole5", "rethrow"): N_("hole 5: roll again"),
    ("hole5", "stake"): N_("hole 5: stake"),
    ("hole15", "none"): N_("hole 15: normal"),
    ("hole15", "rethrow"): N_("hole 15: roll again"),
    ("hole15", "stake"): N_("hole 15: stake"),
    ("blocked_slide", "illegal"): N_("blocked slide: no move"),
    ("blocked_slide", "stay"): N_("blocked slide: stay put"),
    ("first", "lot"): N_("draw for the start"),
    ("first", "D"): N_("hounds start"),
    ("first", "J"): N_("jackals start"),
    ("pieces", 5): N_("five pieces each"),
    ("pieces", 3): N_("three pieces each"),
}
"""Each value in a few words, for a list."""

BUTTONS: Mapping[tuple[str, Any], str] = {
    ("penalty", True): N_("Back-slides"),
    ("hole5", "none"): N_("Hole 5: nothing"),
    ("hole5", "rethrow"): N_("Hole 5: roll again"),
    ("hole5", "stake"): N_("Hole 5: stake"),
    ("hole15", "none"): N_("Hole 15: nothing"),
    ("hole15", "rethrow"): N_("Hole 15: roll again"),
    ("hole15", "stake"): N_("Hole 15: stake"),
    ("blocked_slide", "illegal"): N_("Blocked slide: no move"),
    ("blocked_slide", "stay"): N_("Blocked slide: stay put"),
    ("first", "lot"): N_("First: draw"),
    ("first", "D"): N_("First: hounds"),
    ("first", "J"): N_("First: jackals"),
    ("pieces", 5): N_("Pieces: 5"),
    ("pieces", 3): N_("Pieces: 3"),
}
"""Each value on a button of the lobby."""


SHEET = RuleSheet(GENERAL, DETAILS, LABELS, BUTTONS, BRIEF, FRAME)
