"""Lessons of a second grade in Parchís: five positions with a real choice, all clear to the master."""

from __future__ import annotations

from bot.core.games.lesson import Lesson, LessonStep
from bot.core.i18n.translator import N_

PRACTICE = Lesson(
    "parchis",
    {"preset": "spanish", "colours": 4},
    ("Y", "R"),
    (
        LessonStep(
            N_(
                "You play yellow and you've rolled a 4. Two red pieces stand close ahead of your piece on 45. "
                "Which piece do you move?"
            ),
            {"Y": ["F", "45", "H", "13"], "R": ["F", "29", "48", "46"]},
            {"phase": "move", "throw": 4},
            right=("Y4+4",),
        ),
        LessonStep(
            N_("A 2 this time, and a red piece is coming up behind you. Run, or something better?"),
            {"Y": ["F", "c4", "12", "10"], "R": ["61", "c4", "F", "7"]},
            {"phase": "move", "throw": 2},
            right=("Y4+2",),
        ),
        LessonStep(
            N_("You've rolled a 5. Your barrier on 12 has a red piece waiting behind it. Which piece do you move?"),
            {"Y": ["5", "12", "21", "12"], "R": ["c1", "8", "60", "F"]},
            {"phase": "move", "throw": 5},
            right=("Y3+5",),
        ),
        LessonStep(
            N_("You've brought a piece to the goal: 10 bonus squares! Which piece gets them?"),
            {"Y": ["F", "F", "36", "23"], "R": ["H", "F", "c5", "26"]},
            {"phase": "bonus", "throw": 3, "last": "Y2", "bonus": 10},
            right=("Y3+10",),
        ),
        LessonStep(
            N_("The end is near and you've rolled a 3. Which piece moves? Think of what comes after, too."),
            {"Y": ["F", "F", "63", "c5"], "R": ["29", "F", "F", "F"]},
            {"phase": "move", "throw": 3},
            right=("Y4+3",),
        ),
    ),
)
