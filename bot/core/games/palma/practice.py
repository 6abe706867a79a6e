"""Lessons of a second grade in Palma: five positions with a real choice, all clear to the master."""

from __future__ import annotations

from bot.core.games.lesson import Lesson, LessonStep
from bot.core.i18n.translator import N_

PRACTICE = Lesson(
    "palma",
    {"preset": "classic"},
    ("D", "J"),
    (
        LessonStep(
            N_("You play the hounds and you've rolled a 5. Do you run on, or bring a hound in?"),
            {"D": ["13", "29", "H", "H", "H"], "J": ["28", "25", "3", "H", "H"]},
            {"phase": "move", "throw": 5, "stack": [0]},
            right=("D3+in",),
        ),
        LessonStep(
            N_("Another 5, and two hounds are on their way. Which one gets more out of it?"),
            {"D": ["29", "7", "25", "28", "5"], "J": ["29", "27", "24", "8", "6"]},
            {"phase": "move", "throw": 5, "stack": [0]},
            right=("D5+5",),
        ),
        LessonStep(
            N_("You've rolled a 3 and only one hound is still on its way. Does it have to be the one that moves?"),
            {"D": ["25", "26", "27", "29", "18"], "J": ["27", "28", "25", "20", "29"]},
            {"phase": "move", "throw": 3},
            right=("D1+3",),
        ),
        LessonStep(
            N_("A single step. Think of your next roll: which numbers could you still use?"),
            {"D": ["28", "25", "22", "29", "27"], "J": ["29", "28", "25", "27", "23"]},
            {"phase": "move", "throw": 1},
            right=("D2+1",),
        ),
        LessonStep(
            N_("You've rolled a 3 and have three hounds to choose from. One hole is special."),
            {"D": ["26", "24", "25", "12", "29"], "J": ["28", "27", "29", "7", "13"]},
            {"phase": "move", "throw": 3},
            right=("D4+3",),
        ),
    ),
)
