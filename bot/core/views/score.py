"""The score of all sides that ends a recap: the pieces that have arrived, and how much of its way each has made."""

from __future__ import annotations

from bot.core.domain.road import Road
from bot.core.domain.table import StartedTable
from bot.core.games.profiles import profile_of
from bot.core.i18n.numbers import in_percent
from bot.core.i18n.text_format import joined, words
from bot.core.i18n.translator import Line, Translator
from bot.core.views.players import who
from bot.core.views.teams import members, team_named


def score(table: StartedTable, ply: int, t: Translator, *, named: bool) -> Line:
    """Return every side after a ply, as they would be placed; `named`: with what teams still need."""
    state, profile = table.match.plies[ply].state, profile_of(table.game)
    if not profile.score_words:
        return ()
    road, told = Road.after(table.match, table.match.plies[ply]), list[Line]()
    pieces, there = profile.pieces(state), profile.arrived(state)
    if not any(there):
        told = [
            (*members(table, table.sides[side], t), *words(f" {in_percent(road.come[side] / 100, t)}"))
            for side in road.order
        ]
        return t.text("📊 Of the way: {sides}.", sides=joined(told, " · "))
    for side in road.order:
        seats = table.sides[side]
        left = [(seat, pieces[seat] - there[seat]) for seat in seats if pieces[seat] > there[seat]]
        lists_left = named and len(seats) > 1 and left
        line = t.text(
            "{player} {n} of {total} ({share})",
            player=team_named(table, seats, t) if lists_left else members(table, seats, t),
            n=road.arrived[side],
            total=sum(pieces[seat] for seat in seats),
            share=in_percent(road.come[side] / 100, t),
        )
        if lists_left:
            names = [(*who(table, seat, t, marked=False), *words(f" {count}")) for seat, count in left]
            line = t.text("{score}, still to come: {players}", score=line, players=joined(names, ", "))
        told.append(line)
    return t.text(profile.score_words, sides=joined(told, " · "))


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
