"""A tournament's life, one step at a time. Each function returns the next tournament, the same one, or refuses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.tournaments.arena import ends_at, next_games
from bot.core.tournaments.draws import next_round, planned
from bot.core.tournaments.leagues import divided
from bot.core.tournaments.terms import FEWEST, Format
from bot.core.tournaments.tournament import NOBODY, OPEN, Entrant, Pairing, Result, Round, Stage, Standby, Tournament
from data.records import ChatKey

CHECKIN = 600.0
"""Seconds before a live tournament in which people check in (T13)."""
FEW = "few"
"""Why a tournament was cancelled: too few people came."""
BY_HOST = "host"
GRACE = 900.0
"""Seconds in which a game of an arena may end after its time and still count (T29)."""
OPENING = 20.0
"""Seconds after which another process opens the tables that one left unopened."""


# the host ----------------------------------------------------------------------------------------------------------


def pause(tournament: Tournament, now: float) -> Tournament:
    """Stand still, or go on: no round begins or ends meanwhile. Games go on by their own clocks (T52)."""
    if tournament.stage not in OPEN:
        raise Refusal(N_("This tournament is over."))
    if tournament.paused is None:
        return replace(tournament, paused=now)
    return _later(replace(tournament, paused=None), now - tournament.paused)


def extend(tournament: Tournament, seconds: float) -> Tournament:
    """Give the round of the moment more time (T53); raises Refusal."""
    if tournament.stage is not Stage.PLAYING or tournament.is_arena:
        raise Refusal(N_("No round is being played."))
    last = tournament.rounds[-1]
    return replace(tournament, rounds=(*tournament.rounds[:-1], replace(last, deadline=last.deadline + seconds)))


def start_now(tournament: Tournament, now: float) -> Tournament:
    """Move the start: daily rounds begin at once, a live tournament after its check-in (T54); raises Refusal."""
    if tournament.stage is not Stage.ENTRIES:
        raise Refusal(N_("This tournament has started already."))
    starts = now + CHECKIN if tournament.terms.live else now
    return replace(tournament, terms=tournament.terms.starting(min(starts, tournament.terms.starts)))


def cancel(tournament: Tournament, now: float) -> Tournament:
    """Cancel before half of its tables have been played (T55); raises Refusal."""
    if tournament.stage not in OPEN:
        raise Refusal(N_("This tournament is over."))
    played = sum(pairing.is_over for pairing in tournament.pairings)
    if tournament.rounds and 2 * played >= _all_tables(tournament):
        raise Refusal(N_("It's already half over, so it can't be cancelled any more."))
    return _cancelled(tournament, now, BY_HOST)


def _all_tables(tournament: Tournament) -> int:
    """Return about how many tables a tournament has in all; of an arena, those drawn so far."""
    if tournament.is_arena:
        return len(list(tournament.pairings))
    first = len(tournament.rounds[0].pairings)  # a knock-out has as many again after its first round
    return first * (2 if tournament.terms.format is Format.KNOCKOUT else planned(tournament))


def _later(tournament: Tournament, seconds: float) -> Tournament:
    """Return the tournament with all its times moved."""
    if tournament.stage is not Stage.PLAYING or tournament.is_arena:
        tournament = replace(tournament, terms=tournament.terms.starting(tournament.terms.starts + seconds))
    if tournament.stage is Stage.PLAYING and not tournament.is_arena:
        return extend(tournament, seconds)
    return tournament


def _cancelled(tournament: Tournament, now: float, why: str) -> Tournament:
    return replace(tournament, stage=Stage.CANCELLED, ended=now, why=why, paused=None)


# time --------------------------------------------------------------------------------------------------------------


def wants(tournament: Tournament, now: float) -> frozenset[str]:
    """Return the codes of tables whose result counts from now on even if they aren't over: the round is."""
    if tournament.stage is not Stage.PLAYING or tournament.paused is not None:
        return frozenset()
    return frozenset(
        pairing.table
        for drawn in tournament.rounds
        if now >= (ends_at(tournament) + GRACE if tournament.is_arena else drawn.deadline)
        for pairing in drawn.pairings
        if not pairing.is_over
    )


def step(tournament: Tournament, now: float, results: Mapping[str, Result]) -> Tournament:
    """Do what is due: one step, or return the same object.

    `results` by table: of those that are over, and of those that `wants` names.
    """
    if tournament.stage not in OPEN:
        return tournament
    noted = _noted(tournament, results)
    if noted is not tournament:
        return noted
    if tournament.paused is not None:
        return tournament
    terms = tournament.terms
    if tournament.stage is Stage.ENTRIES and terms.live and now >= terms.starts - CHECKIN:
        return replace(tournament, stage=Stage.CHECKIN)
    if tournament.stage is Stage.PLAYING:
        return _go_on(tournament, now)
    return _begun(tournament, now) if now >= terms.starts else tournament


def is_due(tournament: Tournament, now: float) -> bool:
    """Return whether a step may be due without new results: cheap, unlike a draw."""
    if tournament.stage not in OPEN or tournament.paused is not None:
        return False
    terms = tournament.terms
    if tournament.stage is Stage.PLAYING:
        return tournament.is_arena or all(drawn.is_over for drawn in tournament.rounds)
    return now >= terms.starts or (tournament.stage is Stage.ENTRIES and terms.live and now >= terms.starts - CHECKIN)


def _noted(tournament: Tournament, results: Mapping[str, Result]) -> Tournament:
    """Note results at their pairings; a result that is noted never changes (T37)."""
    if not results:
        return tournament
    changed = False
    rounds = []
    for drawn in tournament.rounds:
        pairings = []
        for pairing in drawn.pairings:
            result = None if pairing.is_over else results.get(pairing.table)
            if result is not None:
                pairing = replace(
                    pairing, places=result.places, captures=result.captures, at=result.at, credit=result.credit
                )
                changed = True
            pairings.append(pairing)
        rounds.append(replace(drawn, pairings=tuple(pairings)))
    return replace(tournament, rounds=tuple(rounds)) if changed else tournament


def _begun(tournament: Tournament, now: float) -> Tournament:
    """Begin with those who are in; in a live tournament with those who checked in, then with the waiting list."""
    live, entrants = tournament.terms.live, tournament.entrants
    changes: dict[int, Entrant] = {}
    places = tournament.terms.most
    for wanted in (Standby.IN, Standby.WAITING):
        for one in entrants:
            if one.standby is wanted and tournament.heads(one):
                members = tournament.members(one.number)
                comes = places > 0 and (not live or all(entrants[member].here for member in members))
                places -= comes
                absent = (
                    Standby.RESTING if tournament.terms.divisions > 1 else Standby.OUT
                )  # a league keeps them (T59)
                standby = Standby.IN if comes else absent
                changes.update({member: replace(entrants[member], standby=standby) for member in members})
    if not tournament.is_arena:  # nobody can agree any more
        asked = [one for one in entrants if one.standby in (Standby.ASKING, Standby.ASKED)]
        changes.update({one.number: replace(one, standby=Standby.OUT, partner=NOBODY) for one in asked})
    begun = divided(replace(tournament.with_entrants(changes), stage=Stage.PLAYING))
    if len(begun.active) < FEWEST:
        return _cancelled(tournament, now, FEW)
    return begun if begun.is_arena else _drawn(begun, now)


def _drawn(tournament: Tournament, now: float) -> Tournament:
    following = next_round(tournament, now)
    if following is None:
        return replace(tournament, stage=Stage.OVER, ended=now)
    return replace(tournament, rounds=(*tournament.rounds, following))


def _go_on(tournament: Tournament, now: float) -> Tournament:
    if not tournament.is_arena:
        return _drawn(tournament, now) if all(drawn.is_over for drawn in tournament.rounds) else tournament
    games = next_games(tournament, now)
    if games is not None:
        return replace(tournament, rounds=(*tournament.rounds, games))
    if now >= ends_at(tournament) and all(drawn.is_over for drawn in tournament.rounds):
        return replace(tournament, stage=Stage.OVER, ended=now)
    return tournament


def opened(tournament: Tournament, table: str, code: str, thread: ChatKey | None = None) -> Tournament:
    """Note that a pairing's table is open, under the code that it got, perhaps in a thread."""
    rounds = tuple(
        replace(
            drawn,
            pairings=tuple(
                replace(pairing, table=code, opened=True, thread=thread) if pairing.table == table else pairing
                for pairing in drawn.pairings
            ),
        )
        for drawn in tournament.rounds
    )
    return replace(tournament, rounds=rounds)


def unopened(tournament: Tournament) -> tuple[tuple[Round, Pairing], ...]:
    """Return the pairings whose tables are still to be opened."""
    return tuple(
        (drawn, pairing)
        for drawn in tournament.rounds
        for pairing in drawn.pairings
        if not pairing.opened and not pairing.is_over
    )


def due_at(tournament: Tournament, now: float, every: float) -> float | None:
    """Return when to look again, at the latest after `every` seconds during play; None if never."""
    if tournament.stage not in OPEN:
        return None
    if tournament.paused is not None:
        return now + every
    terms = tournament.terms
    if tournament.stage is Stage.ENTRIES:
        return terms.starts - CHECKIN if terms.live else terms.starts
    if tournament.stage is Stage.CHECKIN:
        return terms.starts
    if tournament.is_arena:
        return now + min(every, 5.0)
    if unopened(tournament):
        return now + min(every, OPENING)
    return min(now + every, tournament.rounds[-1].deadline)
