"""Collect what a turn tells. Turns in a row may share a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, takewhile

from bot.core.games.commentary import Stuck
from bot.core.i18n.grammar import Marks
from bot.core.i18n.lists import listed_lines
from bot.core.i18n.text_format import joined, words
from bot.core.i18n.translator import Line, Translator
from engine.events import GOAL, Captured, Entered, Event, Moved

NULL = "∅"
"""The number that passes, in a game without dice."""
FEW = 2
"""The most turns in a row whose moves a line has."""
LIGHT = 30
"""The weight below which a comment may go where there is little room."""
Paragraph = tuple[Line, ...]
"""The lines of a turn, or of something between turns."""


@dataclass(frozen=True, slots=True)
class QuietTurn:
    """A turn without a comment: its line, its player and numbers, and why nothing moved, one reason a number."""

    player: Line
    values: tuple[int, ...]
    reasons: tuple[Stuck, ...]
    line: Line
    numbers: Line = ()
    """Its numbers, with whose they are if another player rolled them, and the piece that came out, if any."""

    @property
    def is_idle(self) -> bool:
        """Whether nothing moved."""
        return len(self.reasons) == len(self.values) > 0


@dataclass(slots=True)
class Clause:
    """A number that came up, and what was done with it."""

    head: Line
    deeds: list[Line] = field(default_factory=list)
    alone: bool = True
    """Whether it is worth a line even if nothing was done with it."""
    value: int = 0
    stuck: Stuck | None = None
    """Why nothing moved."""
    moved: str = ""
    """The piece that made a plain move with the number."""
    onward: str = ""
    """More numbers with which it moved on."""
    given: Line = ()
    """The number with who rolled it, if that was another player, as the head says."""
    entered: bool = False
    """Whether a piece came out."""

    @property
    def numbers(self) -> Line:
        entry = (*words(" ("), *self.deeds[-1], *words(")")) if self.entered and self.deeds else ()
        return (*(self.given or words(f"{self.value}{self.onward}")), *entry)

    def line(self, marks: Marks) -> Line:
        return (*self.head, *words(marks.colon), *joined(self.deeds, ", ")) if self.deeds else self.head


class Turn:
    """The paragraph of the present turn."""

    def __init__(self, seat: int, marks: Marks, player: Line = ()) -> None:
        """Start a turn; with its player if its paragraph is to be short."""
        self.seat = seat
        self._marks = marks
        self._player = player
        self._is_eventful = False
        self.headlines: list[Line] = []
        self.chapter: Line = ()
        self.standings: Line = ()
        self.held: Line = ()
        """What stands after the recap."""
        self.clauses: list[Clause] = []
        self.weight = 0

    @property
    def line(self) -> Line:
        """Return what was done in the turn, without a full stop."""
        return joined((clause.line(self._marks) for clause in self._clauses()), self._marks.semicolon)

    def _clauses(self) -> Iterator[Clause]:
        """Yield what is worth a clause; numbers that move nothing for the same reason share one."""
        last: Clause | None = None
        for clause in self.clauses:
            alike = last is not None and (clause.stuck, clause.deeds) == (last.stuck, last.deeds)
            if last is not None and alike and clause.stuck is not None and clause.value:
                last = replace(last, head=(*last.head, *words(f"+{clause.value}")))
                continue
            if last is not None:
                yield last
            last = clause if clause.deeds or clause.alone else None
        if last is not None:
            yield last

    def _skip_useless(self) -> None:
        """Tell numbers that move nothing together with the first that moves something."""
        useless = [*takewhile(lambda clause: clause.stuck is not None and clause.value, self.clauses)]
        if useless and self.clauses[len(useless) :]:
            first = self.clauses[len(useless)]
            numbers = "+".join(str(clause.value) for clause in (*useless, first))
            first.head = (*self._player, *words(f" {numbers}{first.onward}"))
            del self.clauses[: len(useless)]

    def weigh(self, event: Event) -> None:
        """Note what is never told among quiet turns: a capture, and an arrival in the goal."""
        if isinstance(event, Captured) or (isinstance(event, Moved) and event.to == GOAL):
            self.weight = max(self.weight, LIGHT)
            self._is_eventful = True
        if isinstance(event, Entered) and self.clauses:
            self.clauses[-1].entered = True

    def short(self, player: Line) -> Line:
        """Return who rolled what, and what was done with it; the whole line where that says more."""
        moving = [clause for clause in self.clauses if clause.deeds and clause.stuck is None]
        reasons = {clause.stuck for clause in self.clauses if clause.stuck is not None}
        if any(clause.given for clause in self.clauses) or (not moving and len(reasons) != 1):
            return self.line
        moving = moving or [next(clause for clause in self.clauses if clause.stuck is not None)]
        numbers = "+".join(f"{clause.value}{clause.onward}" for clause in self.clauses if clause.value)
        alike = [(deed, len([*some])) for deed, some in groupby(deed for clause in moving for deed in clause.deeds)]
        deeds = joined(((*deed, *words(f" ×{n}" if n > 1 else "")) for deed, n in alike), ", ")
        return (*player, *words(f" {numbers}" if numbers else ""), *words(self._marks.colon), *deeds)

    @property
    def paragraph(self) -> Paragraph:
        if self._player and self._is_eventful:
            self._skip_useless()
        told = self.short(self._player) if self._player and not self._is_eventful else self.line
        lines = ((*told, *words(".")) if told else (), joined(self.headlines, " "), self._recap)
        return tuple(line for line in lines if line)

    @property
    def _recap(self) -> Line:
        return joined([line for line in (self.chapter, self.standings, self.held) if line], " ")

    def quiet(self, player: Line) -> QuietTurn | None:
        """Return the turn if there is nothing to say but what was done in it."""
        return None if self.headlines or self.chapter or self.weight else self.plainly(player)

    def plainly(self, player: Line) -> QuietTurn | None:
        """Return what was done in the turn, without any comment; None if nothing was."""
        if self.chapter or not self.line:
            return None
        reasons = tuple(clause.stuck for clause in self.clauses if clause.stuck is not None)
        numbers = [clause.numbers for clause in self.clauses if clause.value]
        values = tuple(clause.value for clause in self.clauses)
        return QuietTurn(player, values, reasons, self.short(player), joined(numbers, "+") or words(NULL))


def merged_line(turns: Sequence[QuietTurn], t: Translator, *, rolled: bool = True) -> Line:
    """Return the line of turns in a row: many by their numbers, few by their moves; idle ones share a reason."""
    moving, idle = ([turn for turn in turns if turn.is_idle is idle] for idle in (False, True))
    if len(moving) > FEW:
        told = [*_by_player(moving), *([_together(idle, t)] if idle else [])]
        return (*words("🎲 " if rolled else ""), *joined(told, " · "), *words("."))
    told = [_together([*group], t) for _, group in groupby(turns, key=lambda turn: turn.is_idle or id(turn))]
    return (*joined(told, " · "), *words("."))


def _by_player(turns: Sequence[QuietTurn]) -> list[Line]:
    """Return each player's numbers, in turn."""
    rolls: dict[Line, list[Line]] = {}
    for turn in turns:
        rolls.setdefault(turn.player, []).append(turn.numbers)
    return [(*player, *words(" "), *joined(numbers, ", ")) for player, numbers in rolls.items()]


def _together(turns: Sequence[QuietTurn], t: Translator) -> Line:
    """Return turns without a move as one clause: each player's rolls, and a shared reason."""
    if len(turns) == 1:
        return turns[0].line
    sentences = {reason.several for turn in turns for reason in turn.reasons}
    sentence = sentences.pop() if len(sentences) == 1 else Stuck("").several
    return t.text(sentence, rolls=listed_lines(t, _by_player(turns)))
