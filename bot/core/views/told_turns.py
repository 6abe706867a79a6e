"""Collect what a turn tells. Turns in a row without a move share a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.core.games.commentary import Stuck
from bot.core.i18n.conjunctions import listed_lines
from bot.core.i18n.text_format import joined, words
from bot.core.i18n.translator import Line, Translator

Paragraph = tuple[Line, ...]
"""The lines of a turn, or of something between turns."""


@dataclass(frozen=True, slots=True)
class IdleTurn:
    """A turn without a move: its player, its numbers with the reasons, and its own line."""

    player: Line
    values: tuple[int, ...]
    reasons: tuple[Stuck, ...]
    line: Line


@dataclass(slots=True)
class Clause:
    """A number that came up, and what was done with it."""

    head: Line
    deeds: list[str] = field(default_factory=list)
    alone: bool = True
    """Whether it is worth a line even if nothing was done with it."""
    value: int = 0
    stuck: Stuck | None = None
    """Why nothing moved."""

    @property
    def line(self) -> Line:
        return (*self.head, *words(f": {', '.join(self.deeds)}")) if self.deeds else self.head


class Turn:
    """The paragraph of the present turn."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.headlines: list[Line] = []
        self.chapter: Line = ()
        self.clauses: list[Clause] = []
        self.counted = False
        """Whether the turn has said that a number counts for more."""

    @property
    def highlights(self) -> Paragraph:
        told = joined((*self.headlines, self.chapter), " ")
        return (told,) if told else ()

    @property
    def paragraph(self) -> Paragraph:
        told = joined((clause.line for clause in self.clauses if clause.deeds or clause.alone), "; ")
        lines = ((*told, *words(".")) if told else (), joined(self.headlines, " "), self.chapter)
        return tuple(line for line in lines if line)

    def idle(self, player: Line) -> IdleTurn | None:
        """Return the turn if nothing moved in it and there is nothing else to say."""
        reasons = tuple(clause.stuck for clause in self.clauses if clause.stuck is not None)
        if not reasons or len(reasons) < len(self.clauses) or self.headlines or self.chapter:
            return None
        return IdleTurn(player, tuple(clause.value for clause in self.clauses), reasons, self.paragraph[0])


def one_line(turns: Sequence[IdleTurn], t: Translator) -> Line:
    """Return the line of turns in a row; the shared reason is named if it is the same for all."""
    if len(turns) == 1:
        return turns[0].line
    sentences = {reason.several for turn in turns for reason in turn.reasons}
    sentence = sentences.pop() if len(sentences) == 1 else Stuck(()).several
    rolls = [(*turn.player, *words(f" {'+'.join(map(str, turn.values))}")) for turn in turns]
    return t.text(sentence, rolls=listed_lines(t, rolls))
