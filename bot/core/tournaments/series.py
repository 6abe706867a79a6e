"""The next edition of a tournament that repeats."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, tzinfo

from bot.core.domain.table_codes import LENGTH, written
from bot.core.tournaments.leagues import moved
from bot.core.tournaments.life import BY_HOST
from bot.core.tournaments.tournament import Stage, Tournament


def following(tournament: Tournament, seed: bytes, now: float, zone: tzinfo) -> Tournament | None:
    """Return the next edition, with a new seed; None if there is none, or the host cancelled this one (T57).

    It starts at the same time of day in the zone, whatever the clocks do in spring.
    Its code follows from this one's, so that it is announced once.
    """
    if not tournament.terms.every or tournament.why == BY_HOST or tournament.ended is None:
        return None
    moment = datetime.fromtimestamp(tournament.terms.planned or tournament.terms.starts, zone)
    while moment.timestamp() <= max(now, tournament.ended):
        moment += timedelta(days=tournament.terms.every)
    return Tournament(
        id=written(tournament.lot("next", 0)[:LENGTH]),
        chat=tournament.chat,
        host=tournament.host,
        host_name=tournament.host_name,
        title=tournament.title,
        terms=replace(tournament.terms, starts=moment.timestamp(), planned=0.0),
        seed=seed,
        created=tournament.ended,
        stage=Stage.ENTRIES,
        entrants=moved(tournament) if tournament.is_league else (),
    )
