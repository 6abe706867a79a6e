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
                "Welcome! You play the hounds: run down your side of the palm, climb the trunk, and get "
                "all five into holes 25 to 29 before the jackals do. Three sticks say how far you go: each "
                "sun is 1 step, and three moons are 5."
            ),
            {"D": _HAND, "J": _HAND},
            {"phase": "throw"},
        ),
        LessonStep(
            N_("Three moons: that's a 5! A 5 brings a piece from your hand to hole 0, and you roll again."),
            {"D": _HAND, "J": _HAND},
            _FIVE,
            right=(),
        ),
        LessonStep(
            N_(
                "Slides join some holes: stop on 10 and you slide to 24; stop on 20, to 22. You've rolled "
                "a 3: can you catch one?"
            ),
            _LINK,
            _THREE,
            right=("D1+3",),
            hint=N_("That's allowed too, but from hole 7 a 3 takes you to 10, and that's where a slide starts."),
        ),
        LessonStep(
            N_(
                "What a slide! Pieces can jump over others, but two never share a hole, except hole 0, and "
                "nobody is captured. A roll you can't use goes to your opponent, who must play it if "
                "possible."
            ),
            _LINK,
            _THREE,
            ("D1+3",),
        ),
        LessonStep(
            N_("Hole 15 is special: stop a piece there and you roll again. You've rolled a 3."),
            _MARK,
            _THREE,
            right=("D1+3",),
        ),
        LessonStep(
            N_(
                "Four hounds are already at the top of the trunk, and nothing goes past 29. One more and "
                "you've won! You've rolled a 2."
            ),
            {"D": ["29", "28", "27", "26", "23"], "J": ["24", "18", "11", HOME, HOME]},
            {"phase": "move", "throw": 2},
            right=(),
        ),
    ),
)
