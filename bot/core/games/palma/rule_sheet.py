"""The rules of Palma in plain words, each sentence with the tables at which it holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.games.rule_sheet import RuleSheet, Sentence, where
from bot.core.i18n.translator import N_

GENERAL = (
    Sentence(
        "aim",
        N_(
            "One player has five hounds, the other five jackals. They run down their own side of the palm and up "
            "the trunk. The first whose five pieces stand in holes 25 to 29 wins."
        ),
    ),
    Sentence(
        "sticks",
        N_(
            "You throw three sticks. One sun is 1 step, two suns 2, three suns 3; three moons are 5 and another "
            "throw."
        ),
    ),
    Sentence(
        "hand",
        N_(
            "All pieces begin in your hand. A 5 may bring one to hole 0, at the top, or move a piece 5 holes, as "
            "you like; any other number moves a piece."
        ),
    ),
    Sentence(
        "jump",
        N_(
            "Pieces jump over others, but two never share a hole, except hole 0. Nobody is captured, and nobody "
            "goes past 29."
        ),
    ),
    Sentence("slide", N_("A piece that ends its throw on 10 slides on to 24, and on 20 to 22.")),
    Sentence(
        "pass",
        N_(
            "A throw that you can use must be used. One that you cannot use passes to your opponent, who must "
            "play it if possible. If it was not a 5, your turn is over; if it was, you throw again all the same."
        ),
    ),
)

DETAILS = (
    Sentence("penalty.no", N_("No slide goes backwards."), where("penalty", False)),
    Sentence(
        "penalty.yes",
        N_("Slides go backwards too: who ends the throw on 22 goes back to 20, on 24 back to 10."),
        where("penalty", True),
    ),
    Sentence("hole5.none", N_("Hole 5 is a hole like any other."), where("hole5", "none")),
    Sentence("hole5.rethrow", N_("If a piece of yours stops in hole 5, you throw again."), where("hole5", "rethrow")),
    Sentence(
        "hole5.stake",
        N_(
            "The first piece of either side to stop in its hole 5 wins the stake there: extra points, which do "
            "not decide who wins."
        ),
        where("hole5", "stake"),
    ),
    Sentence("hole15.none", N_("Hole 15 is a hole like any other."), where("hole15", "none")),
    Sentence(
        "hole15.rethrow",
        N_("If a piece of yours stops in hole 15, you throw again."),
        where("hole15", "rethrow"),
    ),
    Sentence(
        "hole15.stake",
        N_(
            "The first piece of either side to stop in its hole 15 wins the stake there: extra points, which do "
            "not decide who wins."
        ),
        where("hole15", "stake"),
    ),
    Sentence(
        "blocked.illegal",
        N_("If the end of a slide is taken, that move is not allowed."),
        where("blocked_slide", "illegal"),
    ),
    Sentence(
        "blocked.stay",
        N_("If the end of a slide is taken, the piece stays where the slide begins."),
        where("blocked_slide", "stay"),
    ),
    Sentence("first.lot", N_("Who begins is drawn by lot."), where("first", "lot")),
    Sentence("first.D", N_("The hounds begin."), where("first", "D")),
    Sentence("first.J", N_("The jackals begin."), where("first", "J")),
)

LABELS: Mapping[tuple[str, Any], str] = {
    ("penalty", False): N_("no sliding back"),
    ("penalty", True): N_("sliding back too"),
    ("hole5", "none"): N_("hole 5: nothing"),
    ("hole5", "rethrow"): N_("hole 5: throw again"),
    ("hole5", "stake"): N_("hole 5: stake"),
    ("hole15", "none"): N_("hole 15: nothing"),
    ("hole15", "rethrow"): N_("hole 15: throw again"),
    ("hole15", "stake"): N_("hole 15: stake"),
    ("blocked_slide", "illegal"): N_("slide with its end taken: not allowed"),
    ("blocked_slide", "stay"): N_("slide with its end taken: the piece stays"),
    ("first", "lot"): N_("a lot says who begins"),
    ("first", "D"): N_("hounds begin"),
    ("first", "J"): N_("jackals begin"),
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
    ("blocked_slide", "illegal"): N_("Taken slide: no move"),
    ("blocked_slide", "stay"): N_("Taken slide: stay"),
    ("first", "lot"): N_("First: draw"),
    ("first", "D"): N_("First: hounds"),
    ("first", "J"): N_("First: jackals"),
}
"""Each value on a button of the lobby."""


SHEET = RuleSheet(GENERAL, DETAILS, LABELS, BUTTONS)
