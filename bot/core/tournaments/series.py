"""The next edition of a tournament that repeats."""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.table_codes import LENGTH, written
from bot.core.tournaments.life import BY_HOST
from bot.core.tournaments.tournament import Stage, Tournament

DAY = 86400.0


def following(tournament: Tournament, seed: bytes, now: float) -> Tournament | None:
    """Return the next edition, with a new seed; None if there is none, or the host cancelled this one.

    Its code follows from this one's, so that it is announced once.
    """
    if not tournament.terms.every or tournament.why == BY_HOST or tournament.ended is None:
        return None
    starts = tournament.terms.starts
    while starts <= max(now, tournament.ended):
        starts += tournament.terms.every * DAY
    return Tournament(
        id=written(tournament.lot("next", 0)[:LENGTH]),
        chat=tournament.chat,
        host=tournament.host,
        host_name=tournament.host_name,
        title=tournament.title,
        terms=replace(tournament.terms, starts=starts),
        seed=seed,
        created=tournament.ended,
        stage=Stage.ENTRIES,
    )
