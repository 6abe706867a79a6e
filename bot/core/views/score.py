"""The score of all sides that ends a recap: the pieces that have arrived, and how much of its way each has made."""

from __future__ import annotations

from bot.core.domain.road import Road
from bot.core.domain.table import StartedTable
from bot.core.games.profiles import profile_of
from bot.core.i18n.numbers import in_percent
from bot.core.i18n.text_format import joined, words
from bot.core.i18n.translator import N_, Line, Translator
from bot.core.views.players import who
from bot.core.views.teams import members

DISTANCE = N_("📊 Distance covered: {sides}.")
HEADING_OF_TEAMS = N_("📊 Distance covered (and pieces in the goal): {sides}.")
OF_TEAMS = N_("{player} {share} ({n} of {total})")
"""Teams are placed by their way."""


def score(table: StartedTable, ply: int, t: Translator) -> Line:
    """Return every side after a ply, as they would be placed; without pieces that arrived, only how far each is."""
    score_words = profile_of(table.game).score_words
    if not score_words:
        return ()
    road, told = Road.after(table.match, table.match.plies[ply]), list[Line]()
    is_of_teams, has_arrived = bool(table.seating.teams), any(road.arrived)
    for side in road.order:
        seats, share = table.sides[side], in_percent(road.come[side] / 100, t)
        players = members(table, seats, t)
        if has_arrived:
            n, total = road.arrived[side], road.arrived[side] + road.left[side]
            row = OF_TEAMS if is_of_teams else N_("{player} {n} of {total} ({share})")
            told.append(t.text(row, player=players, n=n, total=total, share=share))
        else:
            told.append((*players, *words(f" {share}")))
    text = (HEADING_OF_TEAMS if is_of_teams else score_words) if has_arrived else DISTANCE
    return t.text(text, sides=joined(told, " · "))


def hands(table: StartedTable, ply: int, t: Translator) -> Line:
    """Return what every player still has in hand after a ply; empty in a game without hands."""
    match = table.match
    held = profile_of(table.game).holdings(match.game.position(match.plies[ply].state))
    told = [
        (*who(table, seat, t, colours), *words(f" {numbers}"))
        for colours, numbers in held
        for seat in range(len(table.seats))
        if colours in table.seats[seat].colours
    ]
    return t.text("🔢 Still in hand: {hands}.", hands=joined(told, " · ")) if told else ()
