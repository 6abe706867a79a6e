"""The better move where a choice of a finished game gave something away: its cost, and what it would have done."""

from __future__ import annotations

from dataclasses import dataclass

from babel.numbers import format_decimal

from bot.core.domain.game_analysis import GameAnalysis, Mark, mark_of
from bot.core.domain.table import Table
from bot.core.i18n.translator import Translator
from bot.core.views.chances import percent
from bot.core.views.moment_words import best_events, clauses
from engine.events import Event


@dataclass(frozen=True, slots=True)
class BetterMove:
    """A marked choice: its mark, what it cost in words, and what the better move would have done."""

    mark: Mark
    words: str
    events: tuple[Event, ...]


def better_move(analysis: GameAnalysis, table: Table, at: int, t: Translator) -> BetterMove | None:
    """Return the better move at a ply; None if the choice has no mark."""
    report = analysis.reports[at] if at < len(analysis.reports) else None
    mark = mark_of((report.error or 0.0) if report is not None else 0.0)
    if report is None or mark is None:
        return None
    error, events = report.error or 0.0, best_events(analysis, at)
    played = report.chances[analysis.sides[report.seat]]
    chances = f"{percent(played, t)} → {percent(played + error, t)}"
    cost = format_decimal(round(100 * error, 1), locale=t.locale)
    best = clauses(table, events, t)
    words = t("{points} points of win chance; better: {best} ({chance})", points=cost, best=best, chance=chances)
    return BetterMove(mark, words, tuple(events))
