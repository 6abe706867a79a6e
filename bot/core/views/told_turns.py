"""Collect what a turn tells. Turns in a row may share a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from bot.core.games.commentary import Stuck
from bot.core.i18n.grammar import Marks
from bot.core.i18n.lists import listed_lines
from bot.core.i18n.text_format import joined, words
from bot.core.i18n.translator import Line, Translator
from engine.events import GOAL, HOME, Captured, Entered, Event, Moved

MANY_IDLE, FEW_IDLE = 5, 2
"""Turns in a row without a move of which the line has only the number; and the most that a short line has apart."""
LIGHT = 30
"""The weight below which a comment may go where there is little room."""
FOLLOWED = (Moved, Entered, Captured)
"""The events of which a turn notes more than its words."""
Paragraph = tuple[Line, ...]
"""The lines of a turn, or of something between turns."""


@dataclass(frozen=True, slots=True)
class QuietTurn:
    """A turn without a comment: its line, its player and numbers, and why nothing moved, one reason a number."""

    player: Line
    values: tuple[int, ...]
    reasons: tuple[Stuck, ...]
    line: Line
    short: Line = ()
    """The numbers, and what moved from where to where, with its player's sign only."""

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

    def line(self, marks: Marks) -> Line:
        return (*self.head, *words(marks.colon), *joined(self.deeds, ", ")) if self.deeds else self.head


class Turn:
    """The paragraph of the present turn."""

    def __init__(self, seat: int, marks: Marks) -> None:
        self.seat = seat
        self._marks = marks
        self.sign = ""
        self.ways: list[list[str]] = []
        """The squares of each piece in turn that moved on."""
        self.headlines: list[Line] = []
        self.chapter: Line = ()
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

    def follow(self, event: Event, square: Callable[[str], str]) -> None:
        """Note where a piece goes, and what is never told by squares alone: a capture, and an arrival in the goal."""
        if isinstance(event, Moved):
            self.go(square(event.origin), square(event.to))
        elif isinstance(event, Entered):
            self.go(square(HOME), event.to)
        if isinstance(event, Captured) or (isinstance(event, Moved) and event.to == GOAL):
            self.weight = max(self.weight, LIGHT)

    def go(self, origin: str, target: str) -> None:
        """Note a piece that moves; one that moves on from where it is goes on with its way."""
        way = next((way for way in self.ways if way[-1] == origin), None)
        if way is None:
            self.ways.append([origin, target])
        else:
            way.append(target)

    @property
    def short(self) -> Line:
        numbers = "+".join(str(clause.value) for clause in self.clauses if clause.value)
        ways = ", ".join(f"{way[0]} → {way[-1]}" for way in self.ways) or "–"
        return words(f"{self.sign} {numbers}{self._marks.colon}{ways}" if numbers else f"{self.sign} {ways}")

    @property
    def paragraph(self) -> Paragraph:
        told = self.line
        lines = ((*told, *words(".")) if told else (), joined(self.headlines, " "), self.chapter)
        return tuple(line for line in lines if line)

    def quiet(self, player: Line) -> QuietTurn | None:
        """Return the turn if there is nothing to say but what was done in it."""
        return None if self.headlines or self.chapter or self.weight else self.plainly(player)

    def plainly(self, player: Line) -> QuietTurn | None:
        """Return what was done in the turn, without any comment; None if nothing was."""
        if self.chapter or not (line := self.line):
            return None
        reasons = tuple(clause.stuck for clause in self.clauses if clause.stuck is not None)
        return QuietTurn(player, tuple(clause.value for clause in self.clauses), reasons, line, self.short)


def merged_line(turns: Sequence[QuietTurn], t: Translator) -> Line:
    """Return the line of turns in a row; those in a row without a move share their reason."""
    told = [_together([*group], t) for _, group in groupby(turns, key=lambda turn: turn.is_idle or id(turn))]
    return (*joined(told, " · "), *words("."))


def short_line(turns: Sequence[QuietTurn], t: Translator) -> Line:
    """Return the line of turns in a row where there is little room."""
    told: list[Line] = []
    for idle, group in groupby(turns, key=lambda turn: turn.is_idle):
        some = [*group]
        told += [_without_a_move(len(some), t)] if idle and len(some) > FEW_IDLE else [turn.short for turn in some]
    return joined(told, " · ")


def _without_a_move(turns: int, t: Translator) -> Line:
    return words(t.plural("{n} turn without a move", "{n} turns without a move", turns))


def clauses(turns: Sequence[QuietTurn]) -> int:
    """Return how many clauses the line of these turns has."""
    return sum(1 for _ in groupby(turns, key=lambda turn: turn.is_idle or id(turn)))


def _together(turns: Sequence[QuietTurn], t: Translator) -> Line:
    """Return turns without a move as one clause: many by their number, some by their rolls and a shared reason."""
    if len(turns) == 1:
        return turns[0].line
    if len(turns) >= MANY_IDLE:
        return _without_a_move(len(turns), t)
    sentences = {reason.several for turn in turns for reason in turn.reasons}
    sentence = sentences.pop() if len(sentences) == 1 else Stuck("").several
    rolls = [(*turn.player, *words(f" {'+'.join(map(str, turn.values))}")) for turn in turns]
    return t.text(sentence, rolls=listed_lines(t, rolls))
