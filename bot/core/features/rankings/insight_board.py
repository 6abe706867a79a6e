"""The leaderboards by accuracy, by luck and by results without luck, with margins of error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.core.features.rankings.leaderboard_view import NAME, measure_button, rating_button
from bot.core.games.ladder import Ladder
from bot.core.i18n.lists import listed_lines
from bot.core.i18n.text_format import clip, joined, named, strong, text_of, words
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.messages.content import Button, Part, Screen
from bot.core.rankings.insight_figures import GAMES, Figure, Measure, beyond_chance, surely_worse
from bot.core.rankings.ladders import ladders
from bot.core.views.buttons import grid
from bot.core.views.game_over import MEDALS
from bot.core.views.points import give_or_take, signed
from data.records import PersonKey
from render.content.card_content import RankRow

PAGE = 10
"""The number of people shown, besides the reader."""
NAMED = 4
"""The number of people named in a sentence."""
_BELOW = {
    Measure.ACCURACY: N_("this chat · points of win chance lost per 100 moves (fewer is better)"),
    Measure.LUCK: N_("this chat · luck per game, in points of win chance"),
    Measure.ADJUSTED: N_("this chat · result per game without luck, in points of win chance"),
}


@dataclass(frozen=True, slots=True)
class InsightBoard:
    """The figures of a chat's players on a ladder, the best first, for a reader."""

    ladder: Ladder
    measure: Measure
    figures: tuple[Figure, ...]
    reader: PersonKey

    @property
    def shown(self) -> list[tuple[int, Figure]]:
        """Return the first people and the reader, with their numbers from 1."""
        numbered = enumerate(self.figures, start=1)
        return [(number, one) for number, one in numbered if number <= PAGE or one.player == self.reader]

    def rank(self, figure: Figure) -> int:
        """Return a figure's rank, shared by figures that round to the same number."""
        return 1 + [round(one.value) for one in self.figures].index(round(figure.value))


def board_words(board: InsightBoard, t: Translator) -> tuple[str, str]:
    return t(board.ladder.title), t(_BELOW[board.measure])


def board_rows(board: InsightBoard, t: Translator) -> tuple[RankRow, ...]:
    rows, before = [], 0
    for number, one in board.shown:
        games = t.plural("{n} game", "{n} games", one.games)
        mine, gap = one.player == board.reader, number > before + 1
        rows.append(RankRow(board.rank(one), _name(one, t), _figure(board, one), games, mine, gap=gap))
        before = number
    return tuple(rows)


def board_screen(board: InsightBoard, t: Translator) -> Screen:
    """Show the figures, what they prove, and where they are from."""
    title, below = board_words(board, t)
    lines: list[Line] = [(strong(title), Part(f" · {below}"))]
    for row, (_, one) in zip(board_rows(board, t), board.shown, strict=True):
        place = MEDALS.get(row.rank, f"{row.rank}.")
        who = named(f"{row.name} ◂" if row.mine else row.name, one.player)
        lines.append((Part(f"{place} "), who, Part(f" {row.rating} ({row.detail})")))
    lines += _sure(board, t)
    lines.append(
        t.text(
            "You need {n} analysed games to be listed; {command} analyses one. ± is the margin of error.",
            n=GAMES,
            command=t.command("/analysis"),
        )
    )
    return Screen(text_of(*lines), rows=_buttons(board, t))


def _sure(board: InsightBoard, t: Translator) -> list[Line]:
    """Say in plain words what is certain and what could be chance."""
    if not board.figures:
        return [words(t("Nobody has enough analysed games here yet."))]
    if board.measure is Measure.LUCK:
        found = [one for one in board.figures if beyond_chance(one)][:PAGE]
        if not found:
            return [words(t("These differences could all be chance."))]
        return [t.text("Unusually lucky or unlucky: {players}.", players=_named(found, t))]
    best, *others = (one for _, one in board.shown)
    worse = surely_worse(best, others)
    close = [one for one in others if one not in worse]
    player, told = named(_name(best, t), best.player), []
    if worse:
        told.append(
            t.text("{player} almost certainly plays better than {others}.", player=player, others=_named(worse, t))
        )
    if close:
        told.append(
            t.text("The gap between {player} and {others} could be chance.", player=player, others=_named(close, t))
        )
    return told


def _named(people: Sequence[Figure], t: Translator) -> Line:
    names = [(named(_name(one, t), one.player),) for one in people[:NAMED]]
    left = len(people) - len(names)
    if not left:
        return listed_lines(t, names)
    return (*joined(names, ", "), Part(" " + t.plural("and {n} more", "and {n} more", left)))


def _name(one: Figure, t: Translator) -> str:
    return clip(one.name or "", NAME) or t("someone")


def _figure(board: InsightBoard, one: Figure) -> str:
    value = str(round(one.value)) if board.measure is Measure.ACCURACY else signed(one.value)
    return f"{value} ± {give_or_take(one.margin)}"


def _buttons(board: InsightBoard, t: Translator) -> tuple[tuple[Button, ...], ...]:
    """Return buttons to the ladder by rating, by the other measures, and to the other ladders."""
    others = (measure_button(board.ladder, measure, t) for measure in Measure if measure is not board.measure)
    first = (rating_button(board.ladder, t), *others)
    games = [
        measure_button(ladder, board.measure, t, t(ladder.title)) for ladder in ladders() if ladder != board.ladder
    ]
    return (first, *grid(games, 2))
