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

FEW, ALIKE = 1, 2
"""The most turns in a row without an event whose moves a line has, and those without a move that it has by name."""
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
    is_notable: bool = False
    """Whether more happened than plain moves."""

    @property
    def is_plain(self) -> bool:
        """Whether there were only plain moves, and no piece was stopped but for want of a 5."""
        waits = all(reason.waits for reason in self.reasons)
        return not self.is_notable and (waits if self.is_idle else not self.reasons)

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
        self.is_notable = False
        """Whether more happened than plain moves."""
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
        self.is_notable |= not isinstance(event, Moved)

    def short(self, player: Line) -> Line:
        """Return who rolled what, and what was done with it; the whole line where only some numbers moved a piece."""
        moving = [clause for clause in self.clauses if clause.deeds and clause.stuck is None]
        reasons = {clause.stuck for clause in self.clauses if clause.stuck is not None}
        if any(clause.given for clause in self.clauses) or (not moving and len(reasons) != 1):
            return self.line
        if reasons and any(clause.moved for clause in moving):
            return self.line
        moving = moving or [next(clause for clause in self.clauses if clause.stuck is not None)]
        told = [(clause.entered, deed) for clause in moving for deed in clause.deeds]
        alike = [
            (deed, len([*some]))
            for (_, deed), some in groupby(told, key=lambda each: each if each[0] else (id(each), each[1]))
        ]
        deeds = joined(((*deed, *words(f" ×{n}" if n > 1 else "")) for deed, n in alike), ", ")
        return (*player, *words(f" {self._numbers}" if self._numbers else ""), *words(self._marks.colon), *deeds)

    @property
    def _numbers(self) -> str:
        """Return all numbers of the turn, such as `6+2`."""
        return "+".join(f"{clause.value}{clause.onward}" for clause in self.clauses if clause.value)

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
        numbers = self._numbers
        entries = joined((clause.deeds[-1] for clause in self.clauses if clause.entered and clause.deeds), ", ")
        told = (*player, *words(f" {numbers}"), *((*words(" ("), *entries, *words(")")) if entries else ()))
        line, is_given = self.short(player), any(clause.given for clause in self.clauses)
        return QuietTurn(
            player,
            reasons,
            line,
            told if numbers and not is_given else line,
            is_idle=len(reasons) == len(self.clauses) > 0,
            is_notable=self.is_notable,
        )


def merged_lines(turns: Sequence[QuietTurn], t: Translator, *, full: bool = False, ends: bool = False) -> Paragraph:
    """Return the line of turns in a row, in the order of play; many without an event only by their number.

    Turns in a row in which nothing moved for the same reason share it. `full`: each turn has its moves; `ends`: the
    last one has.
    """
    told: list[Line] = []
    last = len(turns) - 1 if ends and not full else len(turns)
    for is_plain, some in groupby(enumerate(turns), key=lambda each: each[1].is_plain and each[0] != last):
        group = [turn for _, turn in some]
        if is_plain and len(group) > FEW and not full:
            told.append(_counted(group, t))
            continue
        shared = groupby(group, key=lambda turn: turn.shared or id(turn))
        told += [_together([*alike], t, full=full) for _, alike in shared]
    return ((*joined(told, " · "), *words(".")),)


def folded_line(turns: Sequence[QuietTurn], t: Translator) -> Line:
    """Return turns in a row as briefly as can be: those with an event, and how many others there were."""
    told: list[Line] = []
    for is_notable, group in groupby(turns, key=lambda turn: turn.is_notable):
        some = [*group]
        told += [turn.line for turn in some] if is_notable or len(some) == 1 else [_counted(some, t)]
    return (*joined(told, " · "), *words("."))


def _counted(turns: Sequence[QuietTurn], t: Translator) -> Line:
    """Return how many turns there were, and who could not come out."""
    count = words(t.plural("{n} quiet turn", "{n} quiet turns", len(turns)))
    waiting = [*dict.fromkeys(turn.player for turn in turns if turn.is_idle and turn.is_plain)]
    if not waiting:
        return count
    return t.text("{turns}, no 5 for {players}", turns=count, players=listed_lines(t, waiting))


def _together(turns: Sequence[QuietTurn], t: Translator, *, full: bool) -> Line:
    """Return one turn, or turns in a row without a move as one clause with a shared reason."""
    if len(turns) == 1:
        return turns[0].line
    if len(turns) > ALIKE and not full:
        return words(t.plural("{n} turn without a move", "{n} turns without a move", len(turns)))
    return t.text(turns[0].shared, rolls=listed_lines(t, [turn.told for turn in turns]))
