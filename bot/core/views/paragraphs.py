"""The paragraphs of a text: quiet turns wait there, so that those in a row share a line."""

from __future__ import annotations

from bot.core.i18n.text_format import plain, width, words
from bot.core.i18n.translator import Line, Translator
from bot.core.views.events_only import EventsOnly
from bot.core.views.told_turns import Paragraph, QuietTurn, event_line, idle_line

LONGEST = 170
"""The longest line of several turns."""
SEVERAL = 3
"""The most clauses on it."""


class Paragraphs:
    """What is written so far, and the quiet turns after it."""

    def __init__(
        self, t: Translator, events: EventsOnly | None, entry_words: tuple[str, str], *, joins: bool
    ) -> None:
        """Start empty. `joins`: quiet turns share lines, a turn with a comment has its own."""
        self._t, self._events, self._entry_words = t, events, entry_words
        self._joins = joins
        self._quiet: list[QuietTurn] = []
        self.written: list[Paragraph] = []
        self.turns: list[int] = []
        """How many turns each paragraph has."""

    def wait(self, turn: QuietTurn) -> None:
        """Keep a quiet turn for a shared line."""
        if self._joins and self._quiet and not _fits(self._line([*self._quiet, turn])):
            self.end_quiet()
        self._quiet.append(turn)

    def write(self, told: Paragraph) -> None:
        """Write a paragraph after the quiet turns."""
        self.end_quiet()
        self._add(told, 1)

    def end_quiet(self) -> None:
        """Write the quiet turns."""
        quiet, self._quiet = self._quiet, []
        if quiet:
            self._add(((*self._line(quiet), *words(".")),), len(quiet))

    def _line(self, quiet: list[QuietTurn]) -> Line:
        if self._events is None:
            return idle_line(quiet, self._t)
        return event_line(quiet, self._t, *self._entry_words)

    def _add(self, told: Paragraph, turns: int) -> None:
        self.written.append(told)
        self.turns.append(turns + (self._events.forget() if self._events is not None else 0))


def _fits(line: Line) -> bool:
    text = plain(line)
    return width(text) <= LONGEST and text.count(" · ") < SEVERAL
