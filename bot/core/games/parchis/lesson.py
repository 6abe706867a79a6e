"""The guided game of Parchís: one idea a step, on a position that shows it."""

from __future__ import annotations

from bot.core.games.lesson import Lesson, LessonStep
from bot.core.i18n.translator import N_

HOME = "H"
_BEGINNING = {"Y": ["5", HOME, HOME, HOME], "R": ["39", HOME, HOME, HOME]}
_FIVE = {"phase": "move", "throw": 5}
_HUNT = {"Y": ["10", "30", HOME, HOME], "R": ["14", "60", HOME, HOME]}
_FOUR = {"phase": "move", "throw": 4}
_ARRIVAL = {"Y": ["c5", "30", "50", HOME], "R": ["4", "60", "45", HOME]}
_THREE = {"phase": "move", "throw": 3}

LESSON = Lesson(
    "parchis",
    {"preset": "spanish", "colours": 4},
    ("Y", "R"),
    (
        LessonStep(
            N_(
                "Welcome! You play yellow: bring your four pieces round the board to your goal in the middle. You "
                "have thrown a 5, and with a 5 a piece must leave home. Bring it out."
            ),
            _BEGINNING,
            _FIVE,
            right=(),
        ),
        LessonStep(
            N_(
                "Now two of your pieces stand on one square: that is a barrier. Nobody gets past it, not even you, "
                "until one of them moves on."
            ),
            _BEGINNING,
            _FIVE,
            ("Y2+in",),
        ),
        LessonStep(
            N_(
                "Later in the game you have thrown a 4. Whoever ends a move on a piece of another player captures it "
                "and sends it home. There is a red piece to catch!"
            ),
            _HUNT,
            _FOUR,
            right=("Y1+4",),
            hint=N_("That is allowed too, but look: another piece of yours stands exactly 4 squares behind red."),
        ),
        LessonStep(
            N_("Caught! For a capture you move 20 squares more, with any piece you like. Choose one."),
            _HUNT,
            _FOUR,
            ("Y1+4",),
            right=(),
        ),
        LessonStep(
            N_(
                "This time red is behind you, close enough to catch your piece. On the squares with a rosette, the "
                "shelters, nobody is captured. You have thrown a 4: bring the piece in danger to safety."
            ),
            {"Y": ["8", "30", HOME, HOME], "R": ["4", "60", HOME, HOME]},
            _FOUR,
            right=("Y1+4",),
            hint=N_("That piece is in no danger. The one near red can reach a shelter with a 4."),
        ),
        LessonStep(
            N_(
                "A 6! It gives you another throw, but first you must open your barrier. And beware: after a third 6 "
                "in a row the piece you moved last goes home."
            ),
            {"Y": ["20", "20", "30", HOME], "R": ["4", "60", HOME, HOME]},
            {"phase": "move", "throw": 6, "sixes": 1},
            right=(),
        ),
        LessonStep(
            N_(
                "Nearly there: one piece is in your corridor, where nobody can follow. The goal needs the exact "
                "number. You have thrown a 3."
            ),
            _ARRIVAL,
            _THREE,
            right=("Y1+3",),
            hint=N_("Count the squares: the piece in the corridor is exactly 3 away from the goal."),
        ),
        LessonStep(
            N_("In! A piece in the goal gives you 10 squares more, with any other piece. Choose one."),
            _ARRIVAL,
            _THREE,
            ("Y1+3",),
            right=(),
        ),
    ),
)
