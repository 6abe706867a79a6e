"""The moments of a game as a commentator would describe them, from the events and the figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.core.domain.game_analysis import GameAnalysis, KeyMoment, Luck, luck_of_roll
from bot.core.domain.table import Table
from bot.core.games.game_words import words_of
from bot.core.i18n.lists import listed
from bot.core.i18n.text_format import plain, words
from bot.core.i18n.translator import N_, Translator
from bot.core.views.chances import percent
from bot.core.views.players import name
from bot.core.views.points import signed
from engine.events import Entered, Event, Moved, Passed, Picked, Thrown
from engine.game import Game
from engine.players.analysis import PlyReport
from engine.players.reasons import EXPLAINERS

SMILES = (
    N_("A {n} for {player}, right on time: {story}."),
    N_("The dice smile on {player}: a {n}, and {story}."),
    N_("What a roll! A {n} for {player}: {story}."),
)
FROWNS = (
    N_("The dice let {player} down: a {n}, and {story}."),
    N_("No luck for {player}: a {n}, and {story}."),
    N_("A {n} that hurts {player}: {story}."),
)
SLIPS = (
    N_("{player} lets a chance slip: {story}. Better: {best}."),
    N_("A costly move by {player}: {story}. Better: {best}."),
    N_("{player} misses something: {story}. Better: {best}."),
)
ROLLS = {
    Luck.VERY_LUCKY: N_("very lucky roll ({points} points of win chance)"),
    Luck.LUCKY: N_("lucky roll ({points} points of win chance)"),
    Luck.UNLUCKY: N_("unlucky roll ({points} points of win chance)"),
    Luck.VERY_UNLUCKY: N_("very unlucky roll ({points} points of win chance)"),
}


def roll_words(report: PlyReport, t: Translator) -> str:
    """Return how lucky a roll was, with its luck in points; empty for an even one, and for a choice."""
    luck = report.luck or 0.0
    words = ROLLS.get(luck_of_roll(luck))
    return t(words, points=signed(100 * luck)) if words else ""


def told(analysis: GameAnalysis, table: Table, moment: KeyMoment, number: int, t: Translator) -> str:
    """Return a moment as a sentence; `number` is its place among those shown, which varies the wording."""
    values = {"player": name(table, moment.seat, t), "story": story(analysis, table, moment, t)}
    if moment.is_throw:
        ply = analysis.plies[moment.first]
        value = next((event.value for event in ply.events if isinstance(event, Thrown)), ply.move)
        variants = SMILES if _luck(analysis, moment) > 0 else FROWNS
        return t(variants[number % len(variants)], n=value, **values)
    best = clauses(table, best_events(analysis, moment.first), t)
    return t(SLIPS[number % len(SLIPS)], best=best, **values)


def change(analysis: GameAnalysis, table: Table, moment: KeyMoment, t: Translator) -> str:
    """Return as a sentence whose chances moved most, and from where to where."""
    seats = [seat for seat, side in enumerate(analysis.sides) if side == moment.side]
    return t(
        "Win chance of {players}: from {before} to {after}.",
        players=listed(t, [name(table, seat, t) for seat in seats]),
        before=percent(moment.before[moment.side], t),
        after=percent(moment.after[moment.side], t),
    )


def shift(analysis: GameAnalysis, table: Table, moment: KeyMoment, t: Translator) -> str:
    """Return the chances that moved most, and whose, before and after a moment: `Ana 31% → 58%`."""
    seats = [seat for seat, side in enumerate(analysis.sides) if side == moment.side]
    names = " + ".join(name(table, seat, t) for seat in seats)
    return f"{names} {percent(moment.before[moment.side], t)} → {percent(moment.after[moment.side], t)}"


def story(analysis: GameAnalysis, table: Table, moment: KeyMoment, t: Translator) -> str:
    """Return what was done at a moment, all its plies together."""
    events = [event for ply in analysis.plies[moment.first : moment.last + 1] for event in ply.events]
    return clauses(table, events, t) or _wasted(table, events, t)


def clauses(table: Table, events: Sequence[Event], t: Translator) -> str:
    """Return events as clauses, one after the other, without those that have no text."""
    game_words, told, piece = words_of(table.game), [], ""
    for event in events:
        if isinstance(event, Picked):
            told.append(t("picks {number}", number=event.number or "∅"))
        elif clause := game_words.clause(t, event, piece):
            told.append(clause)
            piece = event.piece if isinstance(event, Entered | Moved) else piece
    return ", ".join(told)


def _wasted(table: Table, events: Sequence[Event], t: Translator) -> str:
    for event in events:
        if isinstance(event, Passed):
            return t("it goes to {victim}", victim=name(table, event.to, t))
    told = words_of(table.game).brief(t, events, "", lambda seat: words(name(table, seat, t)))
    return plain(told) or t("the turn is over")


def _luck(analysis: GameAnalysis, moment: KeyMoment) -> float:
    return analysis.reports[moment.first].luck or 0.0


def best_events(analysis: GameAnalysis, at: int) -> Sequence[Event]:
    """Return the events of the best move at a choice, a number with its best use."""
    game: Game[Any] = analysis.match.game
    state = analysis.match.plies[at - 1].state if at else analysis.match.opening
    best = analysis.reports[at].best or analysis.plies[at].move
    step = game.apply(state, best)
    if not any(isinstance(event, Picked) for event in step.events):
        return step.events
    events = list(step.events)
    for move in EXPLAINERS[game.name].line(state, best).moves[1:]:
        step = game.apply(step.state, move)
        events += step.events
    return events
