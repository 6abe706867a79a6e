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

FEW = 2
"""The most turns in a row whose moves a line has."""
ROUND = 4
"""The least turns of a line before the next round begins another one."""
LIGHT = 30
"""The weight of a capture and of an arrival in the goal, which always have a line."""
Paragraph = tuple[Line, ...]
"""The lines of a turn, or of something between turns."""


@dataclass(frozen=True, slots=True)
class QuietTurn:
    """A turn without a comment: its player, why nothing moved, one reason a number, and its line."""

    player: Line
    reasons: tuple[Stuck, ...]
    line: Line
    told: Line
    """Its player and numbers, and the piece that came out, if any; its line if a number was passed to it."""
    is_idle: bool
    """Whether nothing moved."""
    enters: bool = False
    """Whether a piece came out."""

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
    """Whether a piece came out."""

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
        self.score: Line = ()
        self.hands: Line = ()
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

    def end(self) -> None:
        """Tell numbers that move nothing together with the first that moves something, where something happened."""
        if not (self._player and self._is_eventful):
            return
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
        """Return who rolled what, and what was done with it; the whole line where only some numbers moved a piece."""
        moving = [clause for clause in self.clauses if clause.deeds and clause.stuck is None]
        reasons = {clause.stuck for clause in self.clauses if clause.stuck is not None}
        if any(clause.given for clause in self.clauses) or (not moving and len(reasons) != 1):
            return self.line
        if reasons and any(clause.moved for clause in moving):
            return self.line
        moving = moving or [next(clause for clause in self.clauses if clause.stuck is not None)]
        numbers = "+".join(f"{clause.value}{clause.onward}" for clause in self.clauses if clause.value)
        alike = [(deed, len([*some])) for deed, some in groupby(deed for clause in moving for deed in clause.deeds)]
        deeds = joined(((*deed, *words(f" ×{n}" if n > 1 else "")) for deed, n in alike), ", ")
        return (*player, *words(f" {numbers}" if numbers else ""), *words(self._marks.colon), *deeds)

    @property
    def paragraph(self) -> Paragraph:
        lines = (self._told, joined(self.headlines, " "), self.chapter, self.score, self.hands)
        return tuple(line for line in lines if line)

    @property
    def shorter(self) -> tuple[Paragraph, ...]:
        """Return the paragraph without a comment, and also without a recap; nothing if only those are left."""
        told = self._told
        if not told:
            return ()
        return (told, *(line for line in (self.chapter, self.score) if line)), (told,)

    @property
    def _told(self) -> Line:
        """Return what was done in the turn."""
        told = self.short(self._player) if self._player and not self._is_eventful else self.line
        return (*told, *words(".")) if told else ()

    def quiet(self, player: Line) -> QuietTurn | None:
        """Return the turn if there is nothing to say but what was done in it."""
        return None if self.headlines or self.chapter or self.weight else self.plainly(player)

    def plainly(self, player: Line) -> QuietTurn | None:
        """Return what was done in the turn, without any comment; None if nothing was."""
        if self.chapter or not self.line:
            return None
        reasons = tuple(clause.stuck for clause in self.clauses if clause.stuck is not None)
        numbers = "+".join(f"{clause.value}{clause.onward}" for clause in self.clauses if clause.value)
        entries = joined((clause.deeds[-1] for clause in self.clauses if clause.entered and clause.deeds), ", ")
        told = (*player, *words(f" {numbers}"), *((*words(" ("), *entries, *words(")")) if entries else ()))
        line, is_given = self.short(player), any(clause.given for clause in self.clauses)
        return QuietTurn(
            player,
            reasons,
            line,
            told if numbers and not is_given else line,
            is_idle=len(reasons) == len(self.clauses) > 0,
            enters=any(clause.entered for clause in self.clauses),
        )


def merged_lines(turns: Sequence[QuietTurn], t: Translator, *, rolled: bool = True) -> Paragraph:
    """Return turns in a row, in the order of play: many by their numbers, a line a round, few by their moves.

    Turns in a row in which nothing moved for the same reason share it.
    """
    groups = [[*group] for _, group in groupby(turns, key=lambda turn: turn.shared or id(turn))]
    is_brief = sum(not turn.is_idle for turn in turns) > FEW
    lines: list[list[Line]] = [[]]
    first, count = turns[0].player, 0
    for group in groups:
        if is_brief and count >= ROUND and first in [turn.player for turn in group]:
            lines.append([])
            first, count = group[0].player, 0
        lines[-1].append(_together(group, t, brief=is_brief))
        count += len(group)
    sign = words("🎲 " if rolled and is_brief else "")
    return tuple((*sign, *joined(line, " · "), *words(".")) for line in lines)


def folded_line(turns: Sequence[QuietTurn], t: Translator) -> Line:
    """Return turns in a row as briefly as can be: those in which a piece came out, and how many others there were."""
    told: list[Line] = []
    for enters, group in groupby(turns, key=lambda turn: turn.enters):
        some = [*group]
        count = words(t.plural("… {n} quiet turn …", "… {n} quiet turns …", len(some)))
        told += [turn.told for turn in some] if enters else [count]
    return (*joined(told, " · "), *words("." if turns[-1].enters else ""))


def _together(turns: Sequence[QuietTurn], t: Translator, *, brief: bool) -> Line:
    """Return one turn, or turns in a row without a move as one clause with a shared reason."""
    if len(turns) == 1:
        turn = turns[0]
        return turn.told if brief and not turn.is_idle else turn.line
    return t.text(turns[0].shared, rolls=listed_lines(t, [turn.told for turn in turns]))
