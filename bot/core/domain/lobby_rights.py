"""Who may press a lobby's button, for platforms that show each reader only their own buttons.

This only hides buttons: the rules are in `permissions`.
"""

from __future__ import annotations

from bot.core.domain.permissions import PUBLIC_PAGES
from bot.core.domain.seat_offers import offers
from bot.core.domain.table import Table, has_room
from bot.core.messages.button_tokens import Token, Verb
from data.records import PersonKey

_HOSTS = frozenset({
    Verb.COMPUTER, Verb.BOTS, Verb.FREE, Verb.GAME, Verb.PRESET, Verb.SWITCH, Verb.COLOURS, Verb.SEATING, Verb.HUE,
    Verb.SHELTER, Verb.STAKE, Verb.AUTO, Verb.THROWS, Verb.LOT, Verb.PACE, Verb.TEMPO, Verb.RATED, Verb.HINTS,
    Verb.FILL, Verb.CANCEL, Verb.KICK, Verb.PRIVATE,
})  # fmt: skip
"""Chat admins may close tables and remove people as well, by command."""


def pressers(table: Table, token: Token) -> frozenset[PersonKey] | None:
    """Return the people who may press a button now; None if anyone may."""
    host, people, offered = {table.host}, set(table.people), {offer.person for offer in offers(table)}
    match token.verb, token.arguments:
        case verb, _ if verb in _HOSTS:
            return frozenset(host)
        case Verb.START, _:
            return frozenset(host if has_room(table) else host | people)
        case Verb.PAGE, (page,):
            return frozenset(host | people if {page, table.lobby.page} <= PUBLIC_PAGES else host)
        case Verb.LEAVE, _:
            return frozenset(people | offered)
        case Verb.ACCEPT, _:
            return frozenset(offered)
        case Verb.MOVETO, (seat,):
            return frozenset(people & host if table.seats[int(seat)].is_automated else people)
        case Verb.SWAP, (_, word) if table.lobby.swap:
            asking, asked = (table.seats[seat].person for seat in table.lobby.swap)
            return frozenset(one for one in ((asked,) if word == "yes" else (asking, asked)) if one is not None)
    return None
