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


def score(table: StartedTable, ply: int, t: Translator) -> Line:
    """Return every side after a ply, as they would be placed; without pieces that arrived, only how far each is."""
    state, profile = table.match.plies[ply].state, profile_of(table.game)
    if not profile.score_words:
        return ()
    road, told = Road.after(table.match, table.match.plies[ply]), list[Line]()
    for side in road.order:
        seats, share = table.sides[side], in_percent(road.come[side] / 100, t)
        players = members(table, seats, t)
        if any(road.arrived):
            n, total = road.arrived[side], sum(profile.pieces(state)[seat] for seat in seats)
            told.append(t.text("{player} {n} of {total} ({share})", player=players, n=n, total=total, share=share))
        else:
            told.append((*players, *words(f" {share}")))
    text = profile.score_words if any(road.arrived) else N_("📊 Way covered so far: {sides}.")
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
