"""The guided games of /learn: one idea a step, on a position that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.core.i18n.translator import N_
from engine.game import Move

HOME = "H"


@dataclass(frozen=True, slots=True)
class LessonStep:
    """What is told on a position. `pieces`, `turn` make the position, `played` is what has just been done on it.

    `right`: the moves that lead on, all that there are if it is empty, None where there is nothing to choose; who
    picks another one is told the `hint`.
    """

    text: str
    pieces: Mapping[str, list[str]]
    turn: Mapping[str, Any] = field(default_factory=dict)
    played: tuple[Move, ...] = ()
    right: tuple[Move, ...] | None = None
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game's steps; `rules` and `seats` as a position has them."""

    game: str
    rules: Mapping[str, Any]
    seats: tuple[str, ...]
    steps: tuple[LessonStep, ...]

    def position(self, step: LessonStep) -> dict[str, Any]:
        """A step's position, in the engine's terms, before what has been played on it."""
        seated = {} if self.game == "palma" else {"seats": list(self.seats)}
        return {"game": self.game, "rules": dict(self.rules), "pieces": step.pieces, "seat": 0, **seated, **step.turn}


_BEGINNING = {"Y": ["5", HOME, HOME, HOME], "R": ["39", HOME, HOME, HOME]}
_FIVE = {"phase": "move", "throw": 5}
_HUNT = {"Y": ["10", "30", HOME, HOME], "R": ["14", "60", HOME, HOME]}
_FOUR = {"phase": "move", "throw": 4}
_ARRIVAL = {"Y": ["c5", "30", "50", HOME], "R": ["4", "60", "45", HOME]}
_THREE = {"phase": "move", "throw": 3}

PARCHIS = Lesson(
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

_HAND = [HOME] * 5
_LINK = {"D": ["7", "2", HOME, HOME, HOME], "J": ["4", HOME, HOME, HOME, HOME]}
_MARK = {"D": ["12", "9", HOME, HOME, HOME], "J": ["4", "17", HOME, HOME, HOME]}

PALMA = Lesson(
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

LESSONS: Mapping[str, Lesson] = {"parchis": PARCHIS, "palma": PALMA}
