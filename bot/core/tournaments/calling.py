"""Who is called to check in, once each: in private where that works, else in their chat (T13)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.core.tournaments.life import CHECKIN
from bot.core.tournaments.tournament import (
    ALOUD,
    CALLED,
    CALLING,
    UNCALLED,
    Entrant,
    Stage,
    Standby,
    Tournament,
)

PATIENCE = 60.0
"""Seconds of the check-in after which calls that a process began, and never ended, are waited for no longer."""


def uncalled(tournament: Tournament) -> list[Entrant]:
    """Return who is still to be called: those with a place or waiting for one, who haven't checked in."""
    if tournament.stage is not Stage.CHECKIN:
        return []
    return [one for one in tournament.entrants if one.called == UNCALLED and _is_asked(one)]


def is_calling(tournament: Tournament, now: float) -> bool:
    """Return whether calls are under way, after which the chats' messages call who wasn't reached."""
    if tournament.stage is not Stage.CHECKIN:
        return False
    patient = now < tournament.terms.starts - CHECKIN + PATIENCE
    going = any(one.called == CALLING and _is_asked(one) for one in tournament.entrants)
    return bool(uncalled(tournament)) or (patient and going)


def claimed(tournament: Tournament, most: int) -> Tournament:
    """Return the tournament with the next who are called; this process calls them."""
    return tournament.with_entrants({one.number: replace(one, called=CALLING) for one in uncalled(tournament)[:most]})


def told(tournament: Tournament, called: Collection[int], reached: Collection[int]) -> Tournament:
    """Note who of those called was reached in private; the others are called in their chat."""
    entrants = tournament.entrants
    return tournament.with_entrants(
        {one: replace(entrants[one], called=CALLED if one in reached else ALOUD) for one in called}
    )


def aloud(tournament: Tournament) -> list[Entrant]:
    """Return whom their chat's message calls, with those whose call a dead process had begun."""
    if tournament.stage is not Stage.CHECKIN:
        return []
    return [one for one in tournament.entrants if one.called in (ALOUD, CALLING) and _is_asked(one)]


def _is_asked(one: Entrant) -> bool:
    return one.standby in (Standby.IN, Standby.WAITING) and not one.here and not one.is_gone
