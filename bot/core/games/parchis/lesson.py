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
                "Welcome! You play yellow: take your four pieces round the board to your goal in the "
                "middle. You've rolled a 5, and with a 5 a piece has to leave home. Bring it out!"
            ),
            _BEGINNING,
            _FIVE,
            right=(),
        ),
        LessonStep(
            N_(
                "Now you have two pieces on one square: that's a barrier. Nobody gets past it, not even "
                "you, until one of them moves on."
            ),
            _BEGINNING,
            _FIVE,
            ("Y2+in",),
        ),
        LessonStep(
            N_(
                "A little later you've rolled a 4. End a move on another player's piece and you capture "
                "it: it goes all the way home. There's a red one within reach!"
            ),
            _HUNT,
            _FOUR,
            right=("Y1+4",),
            hint=N_("That's allowed too, but look: another of your pieces is exactly 4 squares behind the red one."),
        ),
        LessonStep(
            N_("Got it! A capture gives you 20 bonus squares, with any piece you like. Which one?"),
            _HUNT,
            _FOUR,
            ("Y1+4",),
            right=(),
        ),
        LessonStep(
            N_(
                "This time red is right behind you, close enough to capture your piece. On safe squares, "
                "the ones with a shield, nobody is captured. You've rolled a 4: get your piece out of danger!"
            ),
            {"Y": ["8", "30", HOME, HOME], "R": ["4", "60", HOME, HOME]},
            _FOUR,
            right=("Y1+4",),
            hint=N_("That piece is in no danger. The one near the red piece can reach a safe square with a 4."),
        ),
        LessonStep(
            N_(
                "A 6! You get another roll, but first you have to open your barrier. And watch out: after "
                "a third 6 in a row, the piece you moved last goes home."
            ),
            {"Y": ["20", "20", "30", HOME], "R": ["4", "60", HOME, HOME]},
            {"phase": "move", "throw": 6, "sixes": 1},
            right=(),
        ),
        LessonStep(
            N_(
                "Nearly there: one of your pieces is in your corridor, where nobody can follow. To reach "
                "the goal you need the exact number. You've rolled a 3."
            ),
            _ARRIVAL,
            _THREE,
            right=("Y1+3",),
            hint=N_("Count the squares: the piece in the corridor is exactly 3 away from the goal."),
        ),
        LessonStep(
            N_("It's in! A piece in the goal gives you 10 bonus squares, with any other piece. Which one?"),
            _ARRIVAL,
            _THREE,
            ("Y1+3",),
            right=(),
        ),
    ),
)
