"""Delete a person from what a table stores besides its seats."""

from __future__ import annotations

from dataclasses import replace

from bot.core.domain.table import Table
from bot.core.domain.table_values import NamedPerson, RatingBarrier
from data.records import PersonKey


def without(table: Table, person: PersonKey, alias: PersonKey) -> Table:
    """Return a table whose notes do not name a person; an alias replaces them where somebody is needed."""
    former = NamedPerson(alias, "")
    lobby = replace(
        table.lobby,
        invited=tuple(key for key in table.lobby.invited if key != person),
        barred=tuple(key for key in table.lobby.barred if key != person),
        offers=tuple(offer for offer in table.lobby.offers if offer.person != person),
        called=tuple(caller for caller in table.lobby.called if caller.key != person),
    )
    dice = replace(
        table.dice,
        mixers=tuple(former if mixer.key == person else mixer for mixer in table.dice.mixers),
        voided=tuple(mixer for mixer in table.dice.voided if mixer.key != person),
    )
    incidents = tuple(
        replace(incident, person=alias, name="") if incident.person == person else incident
        for incident in table.incidents
    )
    taken = tuple(
        replace(one, person=alias, name="") if one.person == person else one for one in table.departures.taken
    )
    # an alias has no browser; the game stays as unrated as it was
    rated = table.options.rated and table.rating_barrier is not RatingBarrier.ONE_ACCOUNT
    options = replace(table.options, rated=rated)
    asked = table.votes.seat
    votes = replace(table.votes, seat=None if asked is not None and asked.person == person else asked)
    departures = replace(table.departures, taken=taken)
    return replace(
        table,
        lobby=lobby,
        dice=dice,
        votes=votes,
        departures=departures,
        incidents=incidents,
        options=options,
        links=table.links.without(person),
    )
