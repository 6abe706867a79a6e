"""The paragraphs of a text: quiet turns wait there, so that those in a row share a line."""

from __future__ import annotations

from bot.core.i18n.text_format import words
from bot.core.i18n.translator import Translator
from bot.core.views.events_only import EventsOnly
from bot.core.views.told_turns import Paragraph, QuietTurn, idle_line


class Paragraphs:
    """What is written so far, and the quiet turns after it."""

    def __init__(self, t: Translator, events: EventsOnly | None) -> None:
        """Start empty. `events`: write those only."""
        self._t, self._events = t, events
        self._quiet: list[QuietTurn] = []
        self.written: list[Paragraph] = []
        self.turns: list[int] = []
        """How many turns each paragraph has."""

    def wait(self, turn: QuietTurn) -> None:
        """Keep a quiet turn for a shared line."""
        self._quiet.append(turn)

    def write(self, told: Paragraph) -> None:
        """Write a paragraph after the quiet turns."""
        self.end()
        self._add(told, 1)

    def end(self) -> None:
        """Write the quiet turns."""
        quiet, self._quiet = self._quiet, []
        if quiet:
            self._add(((*idle_line(quiet, self._t), *words(".")),), len(quiet))

    def _add(self, told: Paragraph, turns: int) -> None:
        self.written.append(told)
        self.turns.append(turns + (self._events.forget() if self._events is not None else 0))
