"""The rules of Palma in plain words: what always holds, and a sentence for every value of every switch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.texts import N_
from bot.core.views.sheet import Sheet, Sitting

ALWAYS = (
    N_("One player has five hounds, the other five jackals. They run down their own side of the palm and up the "
       "trunk. The first whose five pieces stand in holes 25 to 29 wins."),
    N_("You throw three sticks. One sun is 1 step, two suns 2, three suns 3; three moons are 5 and another throw."),
    N_("All pieces begin in your hand. A 5 may bring one to hole 0, at the top, or move a piece 5 holes, as you "
       "like; any other number moves a piece."),
    N_("Pieces jump over others, but two never share a hole, except hole 0. Nobody is captured, and nobody goes "
       "past 29."),
    N_("A piece that ends its throw on 10 slides on to 24, and on 20 to 22."),
    N_("A throw that you can use must be used. One that you cannot use passes to your opponent, who must play it if "
       "possible. If it was not a 5, your turn is over; if it was, you throw again all the same."),
)  # fmt: skip

SENTENCES: Mapping[tuple[str, Any], str] = {
    ("penalty", False): N_("No slide goes backwards."),
    ("penalty", True): N_("Slides go backwards too: who ends the throw on 22 goes back to 20, on 24 back to 10."),
    ("hole5", "none"): N_("Hole 5 is a hole like any other."),
    ("hole5", "rethrow"): N_("If a piece of yours stops in hole 5, you throw again."),
    ("hole5", "stake"): N_(
        "The first piece to stop in hole 5 wins the stake there: extra points, which do not decide who wins."
    ),
    ("hole15", "none"): N_("Hole 15 is a hole like any other."),
    ("hole15", "rethrow"): N_("If a piece of yours stops in hole 15, you throw again."),
    ("hole15", "stake"): N_(
        "The first piece to stop in hole 15 wins the stake there: extra points, which do not decide who wins."
    ),
    ("blocked_slide", "illegal"): N_("If the end of a slide is taken, that move is not allowed."),
    ("blocked_slide", "stay"): N_("If the end of a slide is taken, the piece stays where the slide begins."),
    ("first", "lot"): N_("Who begins is drawn by lot."),
    ("first", "D"): N_("The hounds begin."),
    ("first", "J"): N_("The jackals begin."),
}
"""What each value of each switch means."""

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
"""Each value in a few words, for a button or a list."""


def _applies(_name: str, _values: Mapping[str, Any], _sitting: Sitting) -> bool:
    return True


SHEET = Sheet(ALWAYS, SENTENCES, LABELS, _applies)
