"""A group's luck and play in words, from the sums of its analysed games: with how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from bot.core.domain.person_settings import PersonSettings
from bot.core.i18n.text_format import named, strong
from bot.core.i18n.translator import Line, Translator
from data.result_records import COMPUTER, FORMER, InsightRecord

GAMES = 5
"""How many analysed games it takes to be listed."""
MOST = 5
_SURE = 1.96
"""So many standard errors to either side hold the truth 19 times of 20."""


def insight_lines(sums: Sequence[InsightRecord], t: Translator) -> list[Line]:
    """Tell who was lucky and who played well in a chat; nothing while nobody has enough analysed games."""
    people = [one for one in sums if _is_listed(one)]
    if not people:
        return []
    lucky = sorted(people, key=lambda one: -one.luck / one.games)[:MOST]
    careful = sorted((one for one in people if one.choices), key=accuracy)[:MOST]
    lines: list[Line] = [(strong(t("Luck in analysed games, in points a game")),)]
    lines += [_line(one, 100 * one.luck / one.games, 100 * luck_margin(one), t, sign=True) for one in lucky]
    if careful:
        lines.append((strong(t("Given away, in points per 100 choices")),))
        lines += [_line(one, 1e4 * accuracy(one), 1e4 * accuracy_margin(one), t) for one in careful]
        lines.append(_verdict(careful, t))
    return lines


def accuracy(one: InsightRecord) -> float:
    """Return what a choice gave away in the mean, in win chances."""
    return one.error / one.choices


def luck_margin(one: InsightRecord) -> float:
    """Return how far chance alone may have moved the luck of a game in the mean, 19 times of 20."""
    mean = one.luck / one.games
    spread = max(0.0, one.luck_squares / one.games - mean * mean) / (one.games - 1)
    return _SURE * sqrt(spread)


def accuracy_margin(one: InsightRecord) -> float:
    """Return the same for what a choice gave away, its games being what varies."""
    rate = accuracy(one)
    squares = one.error_squares - 2 * rate * one.error_choices + rate * rate * one.choices_squares
    return _SURE * sqrt(max(0.0, squares) * one.games / (one.games - 1)) / one.choices


def _is_listed(one: InsightRecord) -> bool:
    hidden = one.player.platform in (COMPUTER, FORMER) or not PersonSettings.load(one.settings).ranked
    return not hidden and one.games >= GAMES


def _line(one: InsightRecord, value: float, margin: float, t: Translator, *, sign: bool = False) -> Line:
    shown = f"{round(value):+d}".replace("-", "−") if sign and round(value) else str(round(value))
    return t.text(
        "{player}: {points}, give or take {margin} ({games} games)",
        player=named(one.name or t("someone"), one.player),
        points=shown,
        margin=max(1, round(margin)),
        games=one.games,
    )


def _verdict(careful: Sequence[InsightRecord], t: Translator) -> Line:
    """Say who plays best only where the intervals are apart."""
    best, *others = careful
    if not others:
        return ()
    above = accuracy(best) + accuracy_margin(best)
    if all(accuracy(one) - accuracy_margin(one) > above for one in others):
        player = named(best.name or t("someone"), best.player)
        return t.text("{player} plays best, whatever the dice say.", player=player)
    return t.text("Too close to say who plays best.")
