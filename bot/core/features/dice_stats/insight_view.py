"""A group's luck and play in words, from its analysed games, with margins of error."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.i18n.text_format import named, plain, strong, width
from bot.core.i18n.translator import Line, Translator
from bot.core.rankings.insight_figures import Figure, Measure, figures, surely_worse
from bot.core.views.points import give_or_take, signed
from data.result_records import InsightRecord

MOST = 5


def insight_lines(sums: Sequence[InsightRecord], t: Translator, room: int) -> list[Line]:
    """Return who was lucky and who played well in a chat, up to `room` characters.

    Empty while nobody has enough analysed games.
    """
    for most in range(MOST, 0, -1):
        lines = _told(sums, t, most)
        if sum(width(plain(line)) + 1 for line in lines) <= room:
            return lines
    return []


def _told(sums: Sequence[InsightRecord], t: Translator, most: int) -> list[Line]:
    lucky, careful = (figures(sums, each, t.alphabetical) for each in (Measure.LUCK, Measure.ACCURACY))
    if not lucky:
        return []
    lines: list[Line] = [(strong(t("Luck with the dice, per analysed game (1 point = 1% of the chance to win)")),)]
    lines += [_line(one, signed(one.value), t) for one in lucky[:most]]
    if careful:
        lines.append((strong(t("Points lost with weak moves, per 100 moves")),))
        lines += [_line(one, str(round(one.value)), t) for one in careful[:most]]
        lines.append(_verdict(careful, t))
    return lines


def _line(one: Figure, points: str, t: Translator) -> Line:
    return t.text(
        "{player}: {points} points, give or take {margin} ({games} games)",
        player=named(one.name or t("someone"), one.player),
        points=points,
        margin=give_or_take(one.margin),
        games=one.games,
    )


def _verdict(careful: Sequence[Figure], t: Translator) -> Line:
    """Say who plays best, only if the intervals are apart."""
    best, *others = careful
    if not others:
        return ()
    if len(surely_worse(best, others)) == len(others):
        player = named(best.name or t("someone"), best.player)
        return t.text("{player} plays best, whatever the dice say.", player=player)
    return t.text("Too close to say who plays best.")
