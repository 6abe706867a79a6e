"""When a chat's people play at too many tables of a round for it to show their boards (T58)."""

from __future__ import annotations

from bot.core.tournaments.tournament import PENDING, Pairing, Tournament
from data.records import ChatKey

BOARDS = 2
"""Most boards of a round in a chat: with the round's message three posts."""


def is_crowded(tournament: Tournament, pairing: Pairing, chat: ChatKey) -> bool:
    """Return whether a pairing's round has too many tables in a chat. An arena goes by how many play from there."""
    if tournament.is_arena:
        seats = tournament.terms.sides * (1 + tournament.terms.pairs)
        there = [one for one in tournament.entrants if one.chat == chat and one.standby not in PENDING]
        return sum(not one.is_out for one in there) > BOARDS * seats
    together = next((one.pairings for one in tournament.rounds if pairing in one.pairings), ())
    return sum(any(one.chat == chat for one in tournament.people_of(table)) for table in together) > BOARDS
