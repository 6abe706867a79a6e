"""Who is in a tournament: entries, pairs, invitations, leaving. Each returns the next tournament, or refuses."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.translator import N_
from bot.core.tournaments.draws import through_of
from bot.core.tournaments.terms import MOST, Admits, Format
from bot.core.tournaments.tournament import NEW, NOBODY, OPEN, PENDING, Entrant, Stage, Standby, Tournament
from data.records import ChatKey, PersonKey

ROWS = 3 * MOST
"""Entrants that are kept: those in, their partners, and those who were asked."""


@dataclass(frozen=True, slots=True)
class Comer:
    """A person who enters, or is named: with the chat that they play from, and their rating."""

    person: PersonKey
    name: str
    chat: ChatKey
    rating: int


# entering ----------------------------------------------------------------------------------------------------------


def enter(tournament: Tournament, comer: Comer) -> Tournament:
    """Enter a person, or put them on the waiting list (T10, T11); in pairs, agree with who asked (T5).

    Raises Refusal.
    """
    known = tournament.entrant_of(comer.person)
    _require_open(tournament, known)
    if known is not None and known.instead != NOBODY and known.standby is Standby.INVITED:
        return _taken_over(tournament, known, comer)
    _require_entries(tournament, known)
    _require_fit(tournament, comer)
    if tournament.terms.pairs:
        return _agreed(tournament, known, comer)
    return _with(tournament, comer, standby=_place(tournament), here=_is_here(tournament))[0]


def ask(tournament: Tournament, comer: Comer, partner: Comer) -> Tournament:
    """Name a partner, who has to agree (T5); if that one has asked this person, they are a pair. Raises Refusal."""
    if not tournament.terms.pairs:
        raise Refusal(N_("In this tournament everyone plays alone."))
    if comer.person == partner.person:
        raise Refusal(N_("Your partner has to be someone else."))
    mine, theirs = tournament.entrant_of(comer.person), tournament.entrant_of(partner.person)
    _require_open(tournament, mine)
    _require_entries(tournament, mine)
    for one in (comer, partner):
        _require_fit(tournament, one)
    if mine is not None and mine.standby is Standby.ASKED:
        if theirs is not None and theirs.number == mine.partner:
            return _agreed(tournament, mine, comer)
        raise Refusal(N_("Someone has asked you to be their partner. Answer that first."))
    _require_free(tournament, partner, theirs, mine)
    if mine is not None and mine.standby is Standby.ASKING:
        tournament = _answered_no(tournament, mine)
    tournament, number = _with(tournament, comer, standby=Standby.ASKING)
    tournament, other = _with(tournament, partner, standby=Standby.ASKED)
    first, second = tournament.entrants[number], tournament.entrants[other]
    return tournament.with_entrants({number: replace(first, partner=other), other: replace(second, partner=number)})


def invite(tournament: Tournament, guest: Comer, instead: int = NOBODY) -> Tournament:
    """Name a person who may enter, or who may take over an entry (T10, T61); raises Refusal."""
    known = tournament.entrant_of(guest.person)
    if tournament.stage not in OPEN:
        raise Refusal(N_("This tournament is over."))
    if instead != NOBODY:
        _require_replaceable(tournament, instead)
    elif known is not None and known.standby in PENDING:
        return tournament
    else:
        _require_entries(tournament, None)
    _require_free(tournament, guest, known)
    return _with(tournament, guest, standby=Standby.INVITED, instead=instead)[0]


def _require_free(tournament: Tournament, guest: Comer, known: Entrant | None, asking: Entrant | None = None) -> None:
    """Require that somebody can be asked or invited; `asking`: the entrant who may have asked them already."""
    if known is None or known.standby is Standby.INVITED or (asking is not None and known.partner == asking.number):
        return
    if known.standby is Standby.REMOVED or has_played(tournament, known.number):
        raise Refusal(N_("{name} was in this tournament and can't come back."), name=guest.name)
    if not known.is_out:
        raise Refusal(N_("{name} is in already, or is deciding about a partner."), name=guest.name)


def has_played(tournament: Tournament, number: int) -> bool:
    """Return whether an entrant has been drawn."""
    side = tournament.members(number)[0]
    return any(side in drawn.byes or any(side in one.sides for one in drawn.pairings) for drawn in tournament.rounds)


def _require_open(tournament: Tournament, known: Entrant | None) -> None:
    if tournament.stage not in OPEN:
        raise Refusal(N_("Entries for this tournament are closed."))
    there = (Standby.IN, Standby.WAITING, *((Standby.RESTING,) if tournament.terms.pairs else ()))
    if known is not None and known.standby in there:
        raise Refusal(N_("You're in already."))
    if known is not None and known.standby is Standby.REMOVED:
        raise Refusal(N_("The host has removed you from this tournament."))


def _require_entries(tournament: Tournament, known: Entrant | None) -> None:
    """Require that people can still enter."""
    left = known is not None and known.is_out and has_played(tournament, known.number)
    if left and (tournament.terms.pairs or not tournament.is_arena):
        raise Refusal(N_("You've left this tournament."))
    if tournament.stage is Stage.PLAYING and not tournament.is_arena:
        raise Refusal(N_("Entries for this tournament are closed."))


def _require_fit(tournament: Tournament, comer: Comer) -> None:
    """Require that the terms admit a person."""
    terms = tournament.terms
    if terms.admits is Admits.CHAT and not tournament.chat.holds(comer.chat):
        raise Refusal(N_("Only people from the chat where it was announced can enter."))
    welcome = comer.person == tournament.host or tournament.entrant_of(comer.person) is not None
    if terms.admits is Admits.INVITED and not welcome:
        raise Refusal(N_("This tournament is by invitation only, and {name} has none."), name=comer.name)
    _require_band(tournament, comer)


def _require_band(tournament: Tournament, comer: Comer) -> None:
    band = tournament.terms.band
    if band is not None and not band[0] <= comer.rating <= band[1]:
        raise Refusal(N_("This tournament is for ratings from {low} to {high}."), low=band[0], high=band[1])


def _place(tournament: Tournament) -> Standby:
    """Return what the next who enters is: in, or waiting for a place."""
    return Standby.WAITING if len(tournament.active) >= tournament.terms.most else Standby.IN


def _is_here(tournament: Tournament) -> bool:
    return tournament.stage is not Stage.ENTRIES


def _with(
    tournament: Tournament, comer: Comer, *, standby: Standby, here: bool = False, instead: int = NOBODY
) -> tuple[Tournament, int]:
    """Return the tournament with a person as an entrant, under the number that they had if any; raises Refusal."""
    known = tournament.entrant_of(comer.person)
    number = len(tournament.entrants) if known is None else known.number
    if number >= ROWS or (known is None and number >= MOST and standby in (Standby.IN, Standby.WAITING)):
        raise Refusal(N_("This tournament is full."))
    division = NEW if known is None else known.division
    one = Entrant(
        number, comer.person, comer.name, comer.chat, comer.rating, standby, here, division, instead=instead
    )
    if known is None:
        return replace(tournament, entrants=(*tournament.entrants, one)), number
    return tournament.with_entrants({number: one}), number


# pairs -------------------------------------------------------------------------------------------------------------


def _agreed(tournament: Tournament, known: Entrant | None, comer: Comer) -> Tournament:
    """Make a pair of a person and the one who asked them; raises Refusal."""
    if known is not None and known.standby is Standby.ASKING:
        raise Refusal(N_("Your partner has to agree first."))
    if known is None or known.standby is not Standby.ASKED:
        raise Refusal(
            N_("This tournament is for pairs. Name your partner: {command}"),
            command=lambda t: t.command(f"/tournament code={tournament.id} person=@Bea"),
        )
    standby, here = _place(tournament), _is_here(tournament)
    asker = tournament.entrants[known.partner]
    mine = replace(
        known, name=comer.name, chat=comer.chat, rating=comer.rating, standby=standby, here=here
    )  # they play from where they agreed
    return tournament.with_entrants({known.number: mine, asker.number: replace(asker, standby=standby, here=here)})


def _answered_no(tournament: Tournament, one: Entrant) -> Tournament:
    """Let both of a pair that isn't complete go their ways."""
    return tournament.with_entrants(
        {
            number: replace(tournament.entrants[number], standby=Standby.OUT, partner=NOBODY)
            for number in tournament.members(one.number)
        }
    )


# taking over an entry ----------------------------------------------------------------------------------------------


def _require_replaceable(tournament: Tournament, number: int) -> None:
    """Require that somebody can take over an entry: its points count on, if it is still played for (T61)."""
    one = tournament.entrants[number]
    if one.standby in PENDING:
        raise Refusal(N_("{name} isn't in this tournament."), name=one.name)
    if tournament.stage is not Stage.PLAYING and one.is_out:
        raise Refusal(N_("{name} isn't in this tournament."), name=one.name)
    if tournament.terms.format is Format.KNOCKOUT and tournament.rounds:
        side, last = tournament.members(number)[0], tournament.rounds[-1]
        mine = next((pairing for pairing in last.pairings if side in pairing.sides), None)
        lost = mine is None or (mine.is_over and side not in through_of(tournament, mine))
        if side not in last.byes and lost:
            raise Refusal(N_("{name} is out of the knock-out."), name=one.name)


def _taken_over(tournament: Tournament, guest: Entrant, comer: Comer) -> Tournament:
    """Let an invited person take over an entry, with its points and place; its person is out (T61)."""
    _require_replaceable(tournament, guest.instead)
    _require_band(tournament, comer)
    old = tournament.entrants[guest.instead]
    begun = bool(tournament.rounds)
    new = replace(
        old,
        person=comer.person,
        name=comer.name,
        chat=comer.chat,
        rating=old.rating if begun else comer.rating,
        standby=Standby.IN if old.is_out else old.standby,
        here=_is_here(tournament),
        before=guest.number if begun and old.before == NOBODY else old.before,
        since=len(tournament.rounds),
    )
    gone = Entrant(guest.number, old.person, old.name, old.chat, old.rating, Standby.REMOVED)
    partners = [one for one in tournament.members(old.number) if one != old.number]
    back = {one: replace(tournament.entrants[one], standby=new.standby) for one in partners if old.is_out}
    return tournament.with_entrants({old.number: new, guest.number: gone, **back})


# leaving -----------------------------------------------------------------------------------------------------------


def leave(tournament: Tournament, person: PersonKey) -> Tournament:
    """Take a person out; what they have played counts. Their game of the moment goes on (T51).

    A partner is out too. Somebody who was only invited or asked says no. Raises Refusal.
    """
    one = tournament.entrant_of(person)
    if tournament.stage not in OPEN:
        raise Refusal(N_("This tournament is over."))
    if one is None or one.is_out:
        raise Refusal(N_("You're not in this tournament."))
    if one.standby in PENDING:
        return _answered_no(tournament, one)
    return _taken_out(tournament, one, Standby.OUT)


def remove(tournament: Tournament, number: int) -> Tournament:
    """Remove an entrant for good; otherwise it is as if they had left (T60). Raises Refusal."""
    if tournament.stage not in OPEN:
        raise Refusal(N_("This tournament is over."))
    if not 0 <= number < len(tournament.entrants) or tournament.entrants[number].is_out:
        raise Refusal(STALE)
    return _taken_out(tournament, tournament.entrants[number], Standby.REMOVED)


def _taken_out(tournament: Tournament, one: Entrant, standby: Standby) -> Tournament:
    """Take an entrant and their partner out; before the rounds the next of the waiting list gets the place."""
    stays = tournament.terms.pairs and has_played(tournament, one.number)
    changes = {
        number: replace(
            tournament.entrants[number],
            standby=standby if number == one.number else Standby.OUT,
            here=False,
            partner=tournament.entrants[number].partner if stays else NOBODY,
        )
        for number in tournament.members(one.number)
    }
    gone = tournament.with_entrants(changes)
    waiting = next((other for other in gone.entrants if other.standby is Standby.WAITING), None)
    if (gone.stage is not Stage.PLAYING or gone.is_arena) and waiting and one.standby is not Standby.WAITING:
        members = gone.members(waiting.number)
        return gone.with_entrants({number: replace(gone.entrants[number], standby=Standby.IN) for number in members})
    return gone


# those who are in --------------------------------------------------------------------------------------------------


def check_in(tournament: Tournament, person: PersonKey) -> Tournament:
    """Note that a person is here; raises Refusal."""
    one = require_in(tournament, person)
    if tournament.stage is not Stage.CHECKIN:
        raise Refusal(N_("Check-in opens ten minutes before the start."))
    if one.here:
        raise Refusal(N_("You've checked in already."))
    return tournament.with_entrants({one.number: replace(one, here=True)})


def rest(tournament: Tournament, person: PersonKey) -> Tournament:
    """Let a person of an arena rest with their partner, or play on; raises Refusal."""
    one = require_in(tournament, person)
    if not tournament.is_arena or tournament.stage is not Stage.PLAYING:
        raise Refusal(N_("Resting is only possible in an arena."))
    standby = Standby.IN if one.standby is Standby.RESTING else Standby.RESTING
    members = tournament.members(one.number)
    return tournament.with_entrants(
        {number: replace(tournament.entrants[number], standby=standby) for number in members}
    )


def require_in(tournament: Tournament, person: PersonKey) -> Entrant:
    """Return a person's entry; raises Refusal without one, or once they have left or all is over."""
    one = tournament.entrant_of(person)
    if tournament.stage not in OPEN:
        raise Refusal(N_("This tournament is over."))
    if one is None or one.is_out or one.standby in PENDING:
        raise Refusal(N_("You're not in this tournament."))
    return one
