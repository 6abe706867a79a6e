"""How to play Palma in a few lines, and a slide to look at."""

from __future__ import annotations

from typing import Any

from bot.core.games.profile import Moment
from bot.core.games.rule_sheet import Sentence, where
from bot.core.i18n.translator import N_
from engine import catalog

BRIEF = (
    Sentence(
        "aim.five",
        N_("Run down your side of the palm and up the trunk. The first to have five pieces in holes 25–29 wins."),
        where("pieces", 5),
    ),
    Sentence(
        "aim.three",
        N_("Run down your side of the palm and up the trunk. The first to have three pieces in holes 25–29 wins."),
        where("pieces", 3),
    ),
    Sentence("sticks", N_("Throw three sticks: each sun is 1 step. Three moons are 5, and you roll again.")),
    Sentence("hand", N_("A 5 brings a piece from your hand to hole 0 at the top, or moves a piece 5 holes.")),
    Sentence("jump", N_("Jump over anyone, but two never share a hole, except hole 0. Nobody is captured.")),
    Sentence("slide.on", N_("Stop on 10 and you slide to 24; on 20, to 22."), where("penalty", False)),
    Sentence(
        "slide.back",
        N_("Stop on 10 and you slide to 24; on 20, to 22. And back: from 24 to 10, from 22 to 20."),
        where("penalty", True),
    ),
    Sentence("hole5.rethrow", N_("Stop in hole 5 and you roll again."), where("hole5", "rethrow")),
    Sentence(
        "hole5.stake",
        N_("The first piece to stop in its hole 5 wins extra points."),
        where("hole5", "stake"),
    ),
    Sentence("hole15.rethrow", N_("Stop in hole 15 and you roll again."), where("hole15", "rethrow")),
    Sentence(
        "hole15.stake", N_("The first piece to stop in its hole 15 wins extra points."), where("hole15", "stake")
    ),
    Sentence("pass", N_("If you can use a roll, you must. If you can't, your opponent has to, if possible.")),
)


def moment(opening: Any) -> Moment:
    """Return a slide of a hound from 10 to 24."""
    game = catalog.game("palma")
    pieces = {"D": ["7", "2"], "J": ["4", "17"]}
    position = {"game": "palma", "rules": game.position(opening)["rules"], "pieces": pieces, "seat": 0}
    step = game.apply(game.from_position({**position, "phase": "move", "throw": 3}), "D1+3")
    return Moment(step.state, step.events, "3")
