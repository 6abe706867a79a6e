"""The honours that a tournament brings to its chat."""

from __future__ import annotations

import json

from bot.core.tournaments.standings import standings
from bot.core.tournaments.tournament import Tournament
from data.result_records import FORMER
from data.season_records import HonourKind, HonourRecord


def cup_honours(tournament: Tournament) -> list[HonourRecord]:
    """Return who played, with their places, for the announcing chat; of a league the first division."""
    return [
        HonourRecord(
            tournament.chat,
            HonourKind.LEAGUE if tournament.is_league else HonourKind.CUP,
            tournament.id,
            tournament.entrants[row.number].person,
            row.place,
            tournament.ended or 0.0,
            tournament.title,
            json.dumps({"games": row.games, "points": float(row.points)}),
        )
        for row in standings(tournament)
        if row.games
        and tournament.entrants[row.number].division <= 0
        and tournament.entrants[row.number].person.platform != FORMER
    ]
