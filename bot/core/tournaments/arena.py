"""The draws of an arena: who is free plays, with whom they met least lately (T28)."""

from __future__ import annotations

from collections import Counter

from bot.core.tournaments.assignment import assigned
from bot.core.tournaments.draws import from_one_chat, seated, table_sizes
from bot.core.tournaments.standings import standings
from bot.core.tournaments.tournament import Round, Tournament

PATIENCE = 45.0
"""Seconds after which people play at a table that isn't full, with bots."""
HOUR = 3600.0
OFTEN = 3
"""How often the same two may meet within an hour."""


def ends_at(tournament: Tournament) -> float:
    """Return from when no game begins."""
    return tournament.terms.starts + tournament.terms.span


def free(tournament: Tournament) -> dict[int, float]:
    """Return who waits for a game, and since when."""
    since = dict.fromkeys(tournament.active, tournament.terms.starts)
    for pairing in tournament.pairings:
        for one in pairing.people:
            if one in since:
                if pairing.is_over:
                    since[one] = max(since[one], pairing.at)
                else:
                    del since[one]
    return since


def next_games(tournament: Tournament, now: float) -> Round | None:
    """Draw tables of those who wait; None while too few do, or those would meet too often."""
    if now >= ends_at(tournament):
        return None
    since, sides = free(tournament), tournament.terms.sides
    patient = [one for one in since if now - since[one] >= PATIENCE]
    count = len(since) if len(since) >= sides and patient else len(since) // sides * sides
    if patient and 2 <= len(since) < sides:
        count = len(since)
    count -= count % 2 if sides == 2 else 0
    if count < 2:
        return None
    lately = Counter(
        (one, other)
        for pairing, began in ((pairing, drawn.began) for drawn in tournament.rounds for pairing in drawn.pairings)
        if now - began < HOUR
        for one in pairing.people
        for other in pairing.people
    )
    last = {one: pairing for pairing in tournament.pairings for one in pairing.people}
    points = {row.number: float(row.points) for row in standings(tournament)}
    waiting = sorted(since, key=lambda one: (since[one], tournament.lot("arena", one)))[:count]
    order = sorted(waiting, key=lambda one: (-points.get(one, 0.0), tournament.lot("arena", one)))

    together = from_one_chat(tournament)

    def wish(one: int, other: int) -> float:
        again = one in last and other in last[one].people
        often = lately[one, other] >= OFTEN
        apart = abs(points.get(one, 0) - points.get(other, 0))
        return 1e9 * often + 1e6 * (lately[one, other] ** 2 + again) + apart + together(one, other)

    tables, start = [], 0
    for size in table_sizes(len(order), sides):
        tables.append(order[start : start + size])
        start += size
    allowed = [
        table
        for table in assigned(tables, wish)
        if len(table) > 1 and all(lately[one, other] < OFTEN for one in table for other in table if one != other)
    ]
    return Round(seated(tournament, allowed), now, now + tournament.terms.span) if allowed else None
