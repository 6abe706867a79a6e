"""A host's choices piece by piece: the colours in play, and the squares that are shelters."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.domain.lobby import Change, seat_again, with_rules
from bot.core.domain.permissions import Actor, require_host
from bot.core.domain.table import Table
from bot.core.games import rulesets
from bot.core.games.profiles import profile_of
from bot.core.games.seat_layouts import Seating
from bot.core.i18n.refusal import UNKNOWN_BUTTON, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Verb
from bot.core.messages.requests import Person

_ON, _OFF = "on", "off"


def hue(table: Table, person: Person, letter: str, word: str) -> Table:
    """Add or remove a colour (P10): each one left has its own seat. Raises Refusal."""
    require_host(table, Actor(person.key))
    board = tuple(profile_of(table.game).letters[: int(table.rules.get("colours", 0))])
    if letter not in board or word not in (_ON, _OFF):
        raise Refusal(UNKNOWN_BUTTON)
    played = {colour for seat in table.seats for colour in seat.colours}
    wanted = played | {letter} if word == _ON else played - {letter}
    if wanted == played:
        return table
    if len(wanted) < 2:
        raise Refusal(N_("At least two colours have to play."))
    return seat_again(table, Seating(tuple(colour for colour in board if colour in wanted)))


def shelter(table: Table, person: Person, offset: str, word: str) -> Table:
    """Make the squares at an offset from each mouth shelters, or not (P5). Raises Refusal."""
    require_host(table, Actor(person.key))
    if word not in (_ON, _OFF):
        raise Refusal(UNKNOWN_BUTTON)
    rules, chosen = table.rules, rulesets.offsets_of(offset)
    now = set(rulesets.shelters(rules))
    offsets = now | chosen if word == _ON else now - chosen
    return with_rules(table, rulesets.with_shelters(table.game, rules, offsets))


ACTIONS: Mapping[Verb, Change] = {Verb.HUE: hue, Verb.SHELTER: shelter}
