"""The score of a match of several games, in words."""

from __future__ import annotations

from bot.core.domain import series
from bot.core.domain.table import Table
from bot.core.i18n.text_format import joined, words
from bot.core.i18n.translator import Line, Translator
from bot.core.views.players import sitter
from data.records import OPEN


def score_line(table: Table, t: Translator) -> Line:
    """Return the score of a table's match, with what follows after this game; empty if it belongs to none."""
    match = table.links.series
    if match is None:
        return ()
    tally = _score(table, t)
    if table.status in OPEN:
        return t.text("Game {n} of at most {best}: {score}", n=match.number, best=match.best, score=tally)
    if series.goes_on(table):
        return t.text("The match: {score}. The next game opens by itself.", score=tally)
    wins = series.score(table)
    leaders = [seat for seat, count in enumerate(wins) if count == max(wins)]
    if len(leaders) != 1 or not _is_decided(table):
        return t.text("The match ends here: {score}.", score=tally)
    return t.text("🏆 {player} wins the match: {score}.", player=sitter(table, leaders[0], t), score=tally)


def short_score(table: Table, t: Translator) -> str:
    """Return the score of a table's match for its card; empty if it belongs to none."""
    if table.links.series is None:
        return ""
    one, other = (sitter(table, seat, t)[1].text for seat in range(2))
    return "{} {}–{} {}".format(one, *series.score(table), other)


def _is_decided(table: Table) -> bool:
    """Return whether a match came to its end, and was not broken off."""
    match = table.links.series
    assert match is not None  # noqa: S101 - the caller asks of matches only
    left, wins = match.best - match.number, series.score(table)
    return left == 0 or max(wins) - min(wins) > left


def _score(table: Table, t: Translator) -> Line:
    one, other = series.score(table)
    return joined([sitter(table, 0, t), words(f"{one}–{other}"), sitter(table, 1, t)], " ")
