"""A table before its game: seats, bots, rules, and the start. Each function returns the changed table, or refuses.

A host without a seat stays host only until another person sits down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.core.domain import dice_mixing, permissions, play, seat_offers
from bot.core.domain.permissions import Actor, require_host
from bot.core.domain.seat_offers import (
    accepted,
    all_agreed,
    as_if_agreed,
    asked_again,
    last_yes,
    offer_at,
    offer_to,
    offers,
    withdrawn,
)
from bot.core.domain.table import Table
from bot.core.games import rulesets, seat_checks
from bot.core.games.game_words import words_of
from bot.core.games.levels import level_of
from bot.core.games.profiles import profile_of
from bot.core.games.rule_relevance import kept
from bot.core.games.seat_layouts import Seating
from bot.core.i18n.lists import listed
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Verb
from bot.core.messages.requests import Person
from data.records import PersonKey, SeatRecord, Status
from engine import catalog

Change = Callable[..., Table]


def sit(table: Table, person: Person, seat: str) -> Table:
    """Give a person a free seat, or as the host a bot's; raises Refusal.

    A person on several seats plays hot seat.
    """
    index = index_of(table, seat)
    permissions.may_sit(table, Actor(person.key), index)
    agreed = accepted(table, person.key, person.name, index)
    seated = agreed or _seated(table, index, SeatRecord(table.seats[index].colours, person.key, person.name))
    return _hosted(seated, person.key)


def accept(table: Table, person: Person) -> Table:
    """Accept the seats kept for a person; raises Refusal."""
    return _hosted(seat_offers.accept(table, person.key, person.name), person.key)


def rise(table: Table, person: Person, seat: str) -> Table:
    """Give up one of a person's seats; raises Refusal."""
    index = index_of(table, seat)
    permissions.may_rise(table, Actor(person.key), index)
    return _with_host(_emptied(table, index), person.key)


def leave(table: Table, person: Person) -> Table:
    """Give up all of a person's seats, or decline those kept for them; raises Refusal."""
    permissions.may_leave(table, Actor(person.key))
    return without(withdrawn(table, person.key), person.key)


def without(table: Table, person: PersonKey) -> Table:
    for index, seat in enumerate(table.seats):
        if seat.person == person:
            table = _emptied(table, index)
    return _with_host(table, person)


def computer(table: Table, person: Person, seat: str, level: str) -> Table:
    """Put a bot on a free seat, or change its level; raises Refusal."""
    require_host(table, Actor(person.key))
    level = level_of(level)
    index = index_of(table, seat)
    if table.seats[index].person is not None:
        raise Refusal(N_("{player} has that seat already."), player=table.seats[index].name)
    if (offer := offer_at(table, index)) is not None:
        raise Refusal(N_("That seat is kept for {player}."), player=offer.name)
    return _seated(table, index, SeatRecord(table.seats[index].colours, computer=level))


def free(table: Table, person: Person, seat: str) -> Table:
    """Remove a bot; raises Refusal."""
    require_host(table, Actor(person.key))
    index = index_of(table, seat)
    if not table.seats[index].is_automated:
        raise Refusal(N_("No bot has that seat."))
    return _emptied(table, index)


def fill(table: Table, person: Person) -> Table:
    """Put bots of the table's level on all free seats; raises Refusal."""
    require_host(table, Actor(person.key))
    all_agreed(table)
    return table.with_seats(
        {
            index: SeatRecord(seat.colours, computer=table.options.bots)
            for index, seat in enumerate(table.seats)
            if seat.is_free
        }
    )


def choose_game(table: Table, person: Person, game: str) -> Table:
    """Change to another game with its default rules; raises Refusal."""
    require_host(table, Actor(person.key))
    if game not in catalog.names():
        raise Refusal(N_("I don't know a game called {name}."), name=game[:32])
    table = replace(table, game=game, rules=rulesets.usual(game))
    return seat_again(table, profile_of(game).seatings(4)[0])


def choose_preset(table: Table, person: Person, preset: str) -> Table:
    """Change to the rules of another preset; raises Refusal."""
    require_host(table, Actor(person.key))
    return with_rules(table, rulesets.with_preset(table.game, table.rules, preset))


def switch(table: Table, person: Person, name: str, value: str) -> Table:
    """Change one rule; raises Refusal."""
    require_host(table, Actor(person.key))
    return with_rules(table, rulesets.with_switch(table.game, table.rules, name, value))


def colours(table: Table, person: Person, count: str) -> Table:
    """Change to a board of another size, with its default seats; raises Refusal."""
    require_host(table, Actor(person.key))
    if not rulesets.sized(table.game) or count not in ("3", "4", "5", "6"):
        raise Refusal(N_("There's no such board."))
    table = replace(table, rules={**table.rules, "colours": int(count)})
    return seat_again(table, profile_of(table.game).seatings(int(count))[0])


def seating(table: Table, person: Person, index: str) -> Table:
    """Change to another choice of seats or teams that the lobby offers; raises Refusal."""
    require_host(table, Actor(person.key))
    offered = profile_of(table.game).seatings(int(table.rules.get("colours", 4)))
    if not index.isdecimal() or int(index) >= len(offered):
        raise Refusal(N_("That seating doesn't work."))
    return seat_again(table, offered[int(index)])


def cancel(table: Table, actor: Actor) -> Table:
    """Close the table; raises Refusal."""
    permissions.may_close(table, actor)
    return replace(table, status=Status.CANCELLED)


def ready(table: Table, person: Person, now: float) -> Table:
    """Return the table with its game started by a person; raises Refusal, naming what is missing."""
    permissions.may_start(table, Actor(person.key))
    dice_mixing.may_start(table, person.key, now)
    return started(table)


def started(table: Table) -> Table:
    """Return the table with its game started; raises Refusal, naming what is missing."""
    if not table.people:
        raise Refusal(N_("At least one person has to take a seat."))
    all_agreed(table)
    empty = [seat.colours for seat in table.seats if seat.is_free]
    if empty:
        raise Refusal(
            N_("Still free: {seats}. Wait, or add bots."),
            seats=lambda t: listed(t, [words_of(table.game).side(t, colours) for colours in empty]),
        )
    seat_checks.check(table.game, table.rules, [seat.colours for seat in table.seats], table.teams)
    lobby = replace(table.lobby, page="main")
    return replace(table, status=Status.PLAYING, started=table.next_version, lobby=lobby)


ACTIONS: Mapping[Verb, Change] = {
    Verb.SIT: sit,
    Verb.ACCEPT: accept,
    Verb.RISE: rise,
    Verb.LEAVE: leave,
    Verb.COMPUTER: computer,
    Verb.FREE: free,
    Verb.GAME: choose_game,
    Verb.PRESET: choose_preset,
    Verb.SWITCH: switch,
    Verb.COLOURS: colours,
    Verb.SEATING: seating,
}
"""The lobby's buttons; `start` and `fill` also begin the game, and `cancel` depends on the time."""


OF_THESE_SEATS = (
    Verb.SIT, Verb.ACCEPT, Verb.RISE, Verb.COMPUTER, Verb.FREE, Verb.MOVETO, Verb.SWAP, Verb.KICK,
)  # fmt: skip
"""Actions that mean the seats as they are, so they are void after a change of seats or offers."""


def with_rules(table: Table, rules: Mapping[str, Any]) -> Table:
    """Change the rules at the same seats, dropping those without effect; raises Refusal for contradictions."""
    now = table.seating
    seat_checks.check(table.game, rules, now.seats, now.teams)
    return replace(table, rules=kept(table.game, rules, now.seats, now.teams))


def seat_again(table: Table, wanted: Seating) -> Table:
    """Change the seats of those who sit or have an offer; raises Refusal if a person would have none.

    All keep a colour they had if they can, else take the next free one. Only bots give way.
    """
    seat_checks.check(table.game, table.rules, wanted.seats, wanted.teams)
    asked = {offer.person for offer in offers(table)}
    table = as_if_agreed(table)
    seats = [SeatRecord(letters) for letters in wanted.seats]
    people = [seat for seat in table.seats if seat.person is not None]
    computers = [seat for seat in table.seats if seat.is_automated]
    for sitter in (*people, *computers):
        index = _place_for(sitter, seats)
        if index is not None:
            seats[index] = replace(sitter, colours=seats[index].colours)
        elif sitter.person is not None and not _merged(sitter, seats):
            raise Refusal(N_("There'd be no seat left for {player}."), player=sitter.name)
    rules = kept(table.game, table.rules, wanted.seats, wanted.teams)
    laid = replace(
        table,
        seats=tuple(seats),
        teams=wanted.teams,
        rules=rules,
        lobby=replace(table.lobby, laid=table.next_version, swap=()),
    )
    return offer_to(laid, asked.__contains__)


def _place_for(sitter: SeatRecord, seats: list[SeatRecord]) -> int | None:
    open_seats = [index for index, seat in enumerate(seats) if seat.is_free]
    matches = [index for index in open_seats if set(seats[index].colours) & set(sitter.colours)]
    return next(iter((*matches, *open_seats)), None)


def _merged(sitter: SeatRecord, seats: list[SeatRecord]) -> bool:
    return any(seat.person == sitter.person for seat in seats)


def index_of(table: Table, seat: str) -> int:
    """Return a seat's number from a word; raises Refusal."""
    if not seat.isdecimal() or int(seat) >= len(table.seats):
        raise Refusal(N_("There's no such seat."))
    return int(seat)


def _seated(table: Table, index: int, seat: SeatRecord) -> Table:
    if index in table.lobby.swap:  # a swap needs both people
        table = replace(table, lobby=replace(table.lobby, swap=()))
    return table.with_seats({index: seat})


def _emptied(table: Table, index: int) -> Table:
    return _seated(table, index, SeatRecord(table.seats[index].colours))


def _hosted(table: Table, person: PersonKey) -> Table:
    """Return the table with a newly seated person as its host, if the host does not sit."""
    return table if table.sits(table.host) else replace(table, host=person)


def _with_host(table: Table, gone: PersonKey) -> Table:
    """Return the table with the first seated person as its host, if the host has left."""
    people = table.people
    if table.host != gone or not people or gone in people:
        return table
    return replace(table, host=people[0])


def is_beginning(before: Table, after: Table) -> bool:
    return before.status is Status.LOBBY and after.status is Status.PLAYING


def changed(table: Table, change: Callable[[Table], Table], now: float) -> Table:
    """Return a lobby after a change, its match begun if it has started; the same table if nothing changed.

    Raises Refusal if the game has begun, or from the change.
    """
    permissions.require_lobby(table)
    after = change(table)
    if after == table:
        return table
    after = dice_mixing.kept(table, asked_again(table, after), now)
    if last_yes(table, after):
        after = started(after)
    after = replace(after, lobby=replace(after.lobby, called=()), version=table.next_version, updated=now)
    return play.begin(after) if after.status is Status.PLAYING else after
