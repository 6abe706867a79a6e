"""The guided game of Palma: one idea a step, on a position that shows it."""

from __future__ import annotations

from bot.core.games.lesson import Lesson, LessonStep
from bot.core.i18n.translator import N_

HOME = "H"
_HAND = [HOME] * 5
_FIVE = {"phase": "move", "throw": 5}
_THREE = {"phase": "move", "throw": 3}
_LINK = {"D": ["7", "2", HOME, HOME, HOME], "J": ["4", HOME, HOME, HOME, HOME]}
_MARK = {"D": ["12", "9", HOME, HOME, HOME], "J": ["4", "17", HOME, HOME, HOME]}

LESSON = Lesson(
    "palma",
    {"preset": "classic"},
    ("D", "J"),
    (
        LessonStep(
            N_(
                "Welcome! You play the hounds: run down your side of the palm and up the trunk, and stand with all "
                "five in holes 25 to 29 before the jackals do. Three sticks say how far: each sun is 1 step, and "
                "three moons are 5."
            ),
            {"D": _HAND, "J": _HAND},
            {"phase": "throw"},
        ),
        LessonStep(
            N_("Three moons, a 5! A 5 brings a piece from your hand to hole 0, and you may throw again."),
            {"D": _HAND, "J": _HAND},
            _FIVE,
            right=(),
        ),
        LessonStep(
            N_(
                "Lines link some holes: a piece that ends on 10 slides on to 24, and one that ends on 20 to 22. You "
                "have thrown a 3. Can you use a link?"
            ),
            _LINK,
            _THREE,
            right=("D1+3",),
            hint=N_("That is allowed too, but from hole 7 a 3 leads to 10, where a link begins."),
        ),
        LessonStep(
            N_(
                "What a slide! Pieces may jump over others, but two never share a hole, and nobody is captured. A "
                "throw that you cannot use passes to your opponent, who must play it if possible."
            ),
            _LINK,
            _THREE,
            ("D1+3",),
        ),
        LessonStep(
            N_("Hole 15 is marked: whoever stops a piece there throws again. You have thrown a 3."),
            _MARK,
            _THREE,
            right=("D1+3",),
        ),
        LessonStep(
            N_(
                "Four hounds are at the end of the trunk, and nobody may go past 29. One more, and you have won. You "
                "have thrown a 2."
            ),
            {"D": ["29", "28", "27", "26", "23"], "J": ["24", "18", "11", HOME, HOME]},
            {"phase": "move", "throw": 2},
            right=(),
        ),
    ),
)
