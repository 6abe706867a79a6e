"""The honours that a tournament brings to its chat."""

from __future__ import annotations

import json

from bot.core.tournaments.standings import standings
from bot.core.tournaments.tournament import Tournament
from data.result_records import FORMER
from data.season_records import HonourKind, HonourRecord


def cup_honours(tournament: Tournament) -> list[HonourRecord]:
    """Return who played, with their places, for the announcing chat; of a league the first division.

    Both of a pair have its place.
    """
    found = [
        (row, tournament.entrants[one]) for row in standings(tournament) for one in tournament.members(row.number)
    ]
    return [
        HonourRecord(
            tournament.chat,
            HonourKind.LEAGUE if tournament.is_league else HonourKind.CUP,
            tournament.id,
            one.person,
            row.place,
            tournament.ended or 0.0,
            tournament.title,
            json.dumps({"games": row.games, "points": float(row.points)}),
        )
        for row, one in found
        if row.games and one.division <= 0 and one.person.platform != FORMER
    ]
