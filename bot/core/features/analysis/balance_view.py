"""What made the result in words: luck, choices, and where the bots changed their minds."""

from __future__ import annotations

from bot.core.domain.game_analysis import GameAnalysis
from bot.core.domain.table import Table
from bot.core.i18n.translator import Translator
from bot.core.views.chances import percent
from bot.core.views.players import name
from bot.core.views.points import signed

TELLING = 3
"""The least drift that is shown, in points."""


def balance(analysis: GameAnalysis, table: Table, t: Translator) -> str:
    """Return what took the first side from its chances at the start to those at the end; whole points add up."""
    side = max(range(len(analysis.balances)), key=lambda one: analysis.balances[one].final)
    of = analysis.balances[side]
    luck, choices = round(100 * of.luck), round(100 * of.choices)
    drift = round(100 * of.final) - round(100 * of.start) - luck - choices
    values = {"players": of_side(analysis, table, side, t), "choices": signed(choices)}
    values |= {"before": percent(of.start, t), "after": percent(of.final, t)}
    if has_luck(analysis):
        way = t.plural(
            "{players}: from {before} to {after}. All rolls: {luck} point; all choices: {choices}.",
            "{players}: from {before} to {after}. All rolls: {luck} points; all choices: {choices}.",
            abs(luck),
            luck=signed(luck),
            **values,
        )
    else:
        way = t.plural(
            "{players}: from {before} to {after}. All choices: {choices} point.",
            "{players}: from {before} to {after}. All choices: {choices} points.",
            abs(choices),
            **values,
        )
    if abs(drift) < TELLING:
        return way
    changed = t("Changes in the bots' own judgement: {points} points.", points=signed(drift))
    return f"{way} {changed}"


def luckless(analysis: GameAnalysis, table: Table, t: Translator) -> str:
    """Return each side's result without luck, in points; empty for games without luck."""
    if not has_luck(analysis):
        return ""
    told = ", ".join(
        f"{of_side(analysis, table, side, t)} {signed(100 * of.luckless).lstrip('+')}"
        for side, of in enumerate(analysis.balances)
    )
    return t("The result without luck, in points: {shares}.", shares=told)


def of_side(analysis: GameAnalysis, table: Table, side: int, t: Translator) -> str:
    """Name the players of a side: `Ana + Bea`."""
    return " + ".join(name(table, seat, t) for seat, own in enumerate(analysis.sides) if own == side)


def has_luck(analysis: GameAnalysis) -> bool:
    """Return whether chance plays a part: there are games without dice."""
    return any(abs(report.luck or 0.0) >= 0.005 for report in analysis.reports)
