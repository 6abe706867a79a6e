"""The paragraphs of a text: quiet turns wait there, so that those in a row share a line."""

from __future__ import annotations

from itertools import chain

from bot.core.i18n.text_format import joined, plain, width, words
from bot.core.i18n.translator import Line, Translator
from bot.core.views.events_only import EventsOnly
from bot.core.views.told_turns import Paragraph, QuietTurn, came_out, idle_line

LONGEST = 170
"""The longest line of several turns."""
SEVERAL = 2
"""The most of them."""


class Paragraphs:
    """What is written so far, and the quiet turns after it."""

    def __init__(self, t: Translator, events: EventsOnly | None, entry_words: str) -> None:
        """Start empty. `events`: write those only, two turns a line at most; pieces that come out share one."""
        self._t, self._events, self._entry_words = t, events, entry_words
        self._quiet: list[QuietTurn] = []
        self._came: list[tuple[Line, ...]] = []
        self.written: list[Paragraph] = []
        self.turns: list[int] = []
        """How many turns each paragraph has."""

    def wait(self, turn: QuietTurn) -> None:
        """Keep a quiet turn for a shared line."""
        if self._events is not None and turn.came_out:
            self._came.append(turn.came_out)
            return
        if self._events is not None and self._quiet and not _fits([*self._quiet, turn]):
            self.end_quiet()
        self._quiet.append(turn)

    def write(self, told: Paragraph, came: tuple[Line, ...] = ()) -> None:
        """Write a paragraph after the quiet turns; `came`: whose pieces came out in it, if it doesn't say so."""
        self.end_quiet()
        self._add(told, 0 if came else 1)
        self._came += [came] if came else []

    def end_quiet(self) -> None:
        """Write the quiet turns."""
        quiet, self._quiet = self._quiet, []
        if quiet:
            line = idle_line(quiet, self._t) if self._events is None else _side_by_side(quiet)
            self._add(((*line, *words(".")),), len(quiet))

    def end(self) -> None:
        """Write the quiet turns, and who brought pieces out."""
        self.end_quiet()
        turns, self._came = self._came, []
        if turns:
            self._add((came_out([*chain(*turns)], self._entry_words, self._t),), len(turns))

    def _add(self, told: Paragraph, turns: int) -> None:
        self.written.append(told)
        self.turns.append(turns + (self._events.forget() if self._events is not None else 0))


def _side_by_side(turns: list[QuietTurn]) -> Line:
    return joined([turn.line for turn in turns], " · ")


def _fits(turns: list[QuietTurn]) -> bool:
    return len(turns) <= SEVERAL and width(plain(_side_by_side(turns))) <= LONGEST
