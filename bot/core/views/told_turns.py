"""Collect what a turn tells. Turns in a row may share a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from bot.core.games.commentary import Stuck
from bot.core.i18n.grammar import Marks
from bot.core.i18n.lists import listed_lines
from bot.core.i18n.text_format import joined, words
from bot.core.i18n.translator import Line, Translator

Paragraph = tuple[Line, ...]
"""The lines of a turn, or of something between turns."""


@dataclass(frozen=True, slots=True)
class QuietTurn:
    """A turn without a comment: its player, why nothing moved, one reason a number, and its line."""

    player: Line
    reasons: tuple[Stuck, ...]
    line: Line
    told: Line
    """Its player and numbers; its line if a number was passed to it."""
    is_idle: bool
    """Whether nothing moved."""

    @property
    def shared(self) -> str:
        """Return the sentence that turns in a row without a move share, if all its numbers have the same."""
        sentences = {reason.several for reason in self.reasons}
        return sentences.pop() if self.is_idle and len(sentences) == 1 else ""


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
    given: bool = False
    """Whether another player rolled the number, as the head says."""
    entered: bool = False
    """Whether a piece only came out, by a player who had come some way already."""
    is_cheap: bool = False
    """Whether it is a capture that costs a few squares only."""
    extra: bool = False
    """Whether it is about extra squares."""
    moves: bool = False
    """Whether a piece moved on the board, or was captured."""
    is_near: bool = False
    """Whether the piece that made a plain move is in its corridor."""
    again: bool = False
    """Whether it brought another roll, whose move readers need too."""

    def is_event(self, *, stuck: bool) -> bool:
        """Return whether a history has it: no plain move. `stuck`: with numbers that move nothing, but for 5s."""
        is_stuck = self.stuck is not None and (self.stuck.waits or self.extra or not stuck)
        return not self.moved and not self.entered and bool(self.deeds) and not is_stuck

    @property
    def is_small(self) -> bool:
        """Whether it is no event, or a cheap capture."""
        return self.entered or bool(self.moved) or self.stuck is not None or self.is_cheap

    def line(self, marks: Marks) -> Line:
        return (*self.head, *words(marks.colon), *joined(self.deeds, ", ")) if self.deeds else self.head


class Turn:
    """The paragraph of the present turn."""

    def __init__(self, seat: int, marks: Marks) -> None:
        self.seat = seat
        self._marks = marks
        self.headlines: list[Line] = []
        self.is_told = False
        """Whether a headline says what was done."""
        self.leaders: list[Line] = []
        self.chapter: Line = ()
        self.score: Line = ()
        self.hands: Line = ()
        self.clauses: list[Clause] = []

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

    @property
    def repeats_a_number(self) -> bool:
        """Whether a number came up twice: without dice, the numbers came back in between."""
        numbers = _numbers(self.clauses).split("+")
        return len(set(numbers)) < len(numbers)

    def keep_events(self, player: Line, *, near: bool, moves: bool, stuck: bool, earlier: bool) -> None:
        """Leave out plain moves, pieces that come out without a comment, and numbers that move nothing.

        `near`: keep moves in a corridor. `moves`: keep all moves. `stuck`: keep numbers that move nothing.
        `earlier`: the first event has the numbers before it too.
        """
        after = [False, *(clause.again for clause in self.clauses)]
        kept = [
            clause
            for clause, follows in zip(self.clauses, after, strict=False)
            if clause.is_event(stuck=stuck)
            or (clause.entered and self.headlines)
            or (clause.moved and (moves or follows or (near and clause.is_near)))
        ]
        if kept and not kept[0].given:
            first = self.clauses.index(kept[0])
            numbers = _numbers(self.clauses[0 if earlier else first : first + 1])
            kept[0].head = (*player, *words(f" {numbers}" if numbers else ""))
        self.clauses = kept

    def comment(self, line: Line, *, follows: bool) -> None:
        """Add a comment; one that `follows` has a separate line after others."""
        (self.leaders if follows and self.headlines else self.headlines).append(line)

    @property
    def paragraph(self) -> Paragraph:
        """Return the turn's lines: what was done, a comment, a new leader, and a recap."""
        told = (*self.line, *words(".")) if self.line else ()
        lines = (told, joined(self.headlines, " "), *self.leaders, self.chapter, self.score, self.hands)
        return tuple(line for line in lines if line)

    @property
    def is_small(self) -> bool:
        """Whether pieces only came out, were stuck, made plain moves or cheap captures, without a comment."""
        return not (self.headlines or self.chapter) and all(clause.is_small for clause in self.clauses)

    def quiet(self, player: Line) -> QuietTurn | None:
        """Return the turn if there is nothing to say but what was done in it."""
        line = self.line
        if self.headlines or self.leaders or self.chapter or not line:
            return None
        numbers, is_given = _numbers(self.clauses), any(clause.given for clause in self.clauses)
        return QuietTurn(
            player,
            tuple(clause.stuck for clause in self.clauses if clause.stuck is not None),
            line,
            (*player, *words(f" {numbers}")) if numbers and not is_given else line,
            is_idle=all(clause.stuck is not None for clause in self.clauses),
        )


def _numbers(clauses: Sequence[Clause]) -> str:
    """Return the numbers of clauses, such as `6+2`."""
    return "+".join(f"{clause.value}{clause.onward}" for clause in clauses if clause.value)


def idle_line(turns: Sequence[QuietTurn], t: Translator) -> Line:
    """Return turns in a row without a move, without a full stop; those for the same reason share it."""
    shared = groupby(turns, key=lambda turn: turn.shared or id(turn))
    return joined((_together([*alike], t) for _, alike in shared), " · ")


def _together(turns: Sequence[QuietTurn], t: Translator) -> Line:
    """Return one turn, or turns in a row without a move as one clause with a shared reason."""
    if len(turns) == 1:
        return turns[0].line
    return t.text(turns[0].shared, rolls=listed_lines(t, [turn.told for turn in turns]))
