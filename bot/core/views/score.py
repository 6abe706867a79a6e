"""The score of all sides that ends a recap: the pieces that have arrived, and how much of its way each has made."""

from __future__ import annotations

from bot.core.domain.road import Road
from bot.core.domain.table import StartedTable
from bot.core.games.profiles import profile_of
from bot.core.i18n.numbers import in_percent
from bot.core.i18n.text_format import joined, words
from bot.core.i18n.translator import Line, Translator
from bot.core.views.headlines import side_name
from bot.core.views.players import who
from bot.core.views.teams import side_told


def score(table: StartedTable, ply: int, t: Translator, *, named: bool) -> Line:
    """Return every side after a ply, most pieces first, then most of the way; `named`: with the players of teams."""
    state, profile = table.match.plies[ply].state, profile_of(table.game)
    if not profile.score_words:
        return ()
    road, pieces, told = Road.after(table.match, table.match.plies[ply]), profile.pieces(state), list[Line]()
    for side in sorted(road.order, key=lambda at: (-road.arrived[at], -road.come[at])):
        seats = table.sides[side]
        told.append(
            t.text(
                "{player} {n} of {total} ({share})",
                player=side_told(table, seats, t) if named or len(seats) == 1 else side_name(table, seats[0], t),
                n=road.arrived[side],
                total=sum(pieces[seat] for seat in seats),
                share=in_percent(road.come[side] / 100, t),
            )
        )
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
