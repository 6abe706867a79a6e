"""The card of an analysed game: its figures, and the boards of its moments."""

from __future__ import annotations

from bot.core.domain.game_analysis import GameAnalysis, KeyMoment
from bot.core.domain.table import StartedTable, Table
from bot.core.features.analysis.balance_view import balance, has_luck, luckless
from bot.core.features.analysis.report_view import best_move, legend, marks_of, points, signed_points
from bot.core.games.game_words import preset, title
from bot.core.games.profiles import profile_of
from bot.core.i18n.translator import Translator
from bot.core.views.chances import percent
from bot.core.views.moment_words import shift, told
from bot.core.views.players import name
from bot.core.views.result_card import origin
from bot.core.views.rules import rules_of
from engine.plies import turns_begun
from render.content.analysis_card import AnalysisCard, AnalysisRow, ChanceCurve, MomentPanel
from render.content.scene import Scene

DRAWN = 240
"""The limit on points of a curve."""


def analysis_card(analysis: GameAnalysis, table: StartedTable, t: Translator) -> AnalysisCard:
    turns = turns_begun(analysis.plies)
    subtitle = (title(t, table.game), preset(t, rules_of(table)["preset"]), t.plural("{n} turn", "{n} turns", turns))
    lucky = has_luck(analysis)
    columns = [t("Points lost"), t("Marks")]
    if lucky:
        columns = [t("Own rolls"), *columns, t("Equal luck")]
    made = (balance(analysis, table, t), luckless(analysis, table, t), best_move(analysis, table, t))
    notes = [
        *filter(None, made),
        t("Win chances from the first roll to the win; boards show the moments that moved them most.")
        if lucky
        else t("Win chances from the first move to the win; boards show the moments that moved them most."),
        legend(t),
    ]
    return AnalysisCard(
        title=t("What decided the game"),
        subtitle=" · ".join(subtitle),
        curves=_curves(analysis, table),
        moments=tuple(_panel(analysis, table, at, moment, t) for at, moment in enumerate(analysis.moments)),
        columns=tuple(columns),
        rows=tuple(_row(analysis, table, seat, t, lucky=lucky) for seat in range(len(table.seats))),
        notes=tuple(notes),
        footer=origin(table, t),
    )


def scenes(analysis: GameAnalysis, table: Table, t: Translator) -> tuple[Scene, ...]:
    """Return the boards of the moments: each at its end, with the trail of its plies."""
    names = tuple(name(table, seat, t) for seat in range(len(table.seats)))
    teams = table.seating.teams or ()
    return tuple(
        Scene(
            table.game,
            analysis.plies[moment.last].state,
            names,
            trail=tuple(event for ply in analysis.plies[moment.first : moment.last + 1] for event in ply.events),
            teams=teams,
        )
        for moment in analysis.moments
    )


def _curves(analysis: GameAnalysis, table: Table) -> tuple[ChanceCurve, ...]:
    curve, letters = analysis.curve, profile_of(table.game).letters
    step = -(-len(curve) // DRAWN)
    drawn = [*curve[:-1:step], curve[-1]]
    first = [analysis.sides.index(side) for side in range(max(analysis.sides) + 1)]
    return tuple(
        ChanceCurve(letters.index(table.seats[seat].colours[0]), tuple(chances[side] for chances in drawn))
        for side, seat in enumerate(first)
    )


def _panel(analysis: GameAnalysis, table: Table, at: int, moment: KeyMoment, t: Translator) -> MomentPanel:
    heading, words = shift(analysis, table, moment, t), told(analysis, table, moment, at, t)
    return MomentPanel((moment.first + 1) / len(analysis.reports), heading, words)


def _row(analysis: GameAnalysis, table: Table, seat: int, t: Translator, *, lucky: bool) -> AnalysisRow:
    summed, letters = analysis.seat(seat), profile_of(table.game).letters
    cells = [points(summed.given), marks_of(summed) or "—"]
    if lucky:
        cells = [signed_points(summed.luck), *cells, percent(analysis.deserved[analysis.sides[seat]], t)]
    return AnalysisRow(name(table, seat, t), tuple(map(letters.index, table.seats[seat].colours)), tuple(cells))
