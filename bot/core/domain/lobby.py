"""A table before its game: seats, computers, rules. Each function gives the changed record, or refuses.

A host who has no seat stays host only while nobody else sits: whoever sits down then is the host. And a table that
nobody touches is anybody's to close, so that it cannot fill a chat for ever.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.core.domain import dice_mixing, play, seatings
from bot.core.domain.dice_mixing import USUAL_LEVEL
from bot.core.domain.permissions import may_close, may_sit, only_host
from bot.core.domain.seat_offers import (
    accepted,
    all_agreed,
    as_if_agreed,
    asked_again,
    offer_at,
    offer_to,
    offers,
    withdrawn,
)
from bot.core.domain.table import Table
from bot.core.domain.table_options import HOLES, MOST_POINTS, PAGES, TableOptions
from bot.core.domain.time_control import tempo_of
from bot.core.games import rulesets
from bot.core.games.game_words import words_of
from bot.core.games.profiles import profile_of
from bot.core.games.rule_relevance import kept
from bot.core.games.seat_layouts import Seating
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Verb
from bot.core.messages.requests import Person
from data.records import PersonKey, SeatRecord, Status, TableRecord
from engine import catalog, players

PUBLIC_PAGES = frozenset({"main", "people"})


Change = Callable[..., TableRecord]


def sit(record: TableRecord, person: Person, seat: str) -> TableRecord:
    """A person takes a free seat; the host may send a computer away for it. Several seats are a hot seat."""
    index = index_of(record, seat)
    taken = record.seats[index]
    if taken.person == person.key:
        raise Refusal(N_("You sit there already."))
    if taken.person is not None:
        raise Refusal(N_("{player} sits there already."), player=taken.name)
    if taken.computer is not None and person.key != record.host:
        raise Refusal(N_("A computer sits there; only the host can send it away."))
    may_sit(record, person.key)
    agreed = accepted(record, person.key, person.name, index)
    record = agreed or _seated(record, index, SeatRecord(taken.colours, person.key, person.name))
    if all(each.person != record.host for each in record.seats):
        return replace(record, host=person.key)
    return record


def rise(record: TableRecord, person: Person, seat: str) -> TableRecord:
    """A person gives up one seat."""
    index = index_of(record, seat)
    if record.seats[index].person != person.key:
        raise Refusal(N_("That is not your seat."))
    return _with_host(_emptied(record, index), person.key)


def leave(record: TableRecord, person: Person) -> TableRecord:
    """A person gives up all their seats, or says no to those that are kept for them."""
    declined = withdrawn(record, person.key)
    mine = [index for index, seat in enumerate(record.seats) if seat.person == person.key]
    if not mine and declined == record:
        raise Refusal(N_("You have no seat here."))
    return without(declined, person.key)


def without(record: TableRecord, person: PersonKey) -> TableRecord:
    """A table where a person has no seat any more."""
    for index, seat in enumerate(record.seats):
        if seat.person == person:
            record = _emptied(record, index)
    return _with_host(record, person)


def computer(record: TableRecord, person: Person, seat: str, level: str) -> TableRecord:
    """A computer takes a free seat, or plays at another level."""
    only_host(record, person)
    if level not in players.names():
        raise Refusal(N_("There is no computer player called {name}."), name=level[:32])
    index = index_of(record, seat)
    if record.seats[index].person is not None:
        raise Refusal(N_("{player} sits there already."), player=record.seats[index].name)
    if (offer := offer_at(record, index)) is not None:
        raise Refusal(N_("That seat is kept for {player}."), player=offer.name)
    return _seated(record, index, SeatRecord(record.seats[index].colours, computer=level))


def free(record: TableRecord, person: Person, seat: str) -> TableRecord:
    """A computer goes."""
    only_host(record, person)
    index = index_of(record, seat)
    if record.seats[index].computer is None:
        raise Refusal(N_("No computer sits there."))
    return _emptied(record, index)


def fill(record: TableRecord, person: Person) -> TableRecord:
    """Computers take all free seats."""
    only_host(record, person)
    all_agreed(record)
    seats = [
        seat if seat.person or seat.computer else SeatRecord(seat.colours, computer=USUAL_LEVEL)
        for seat in record.seats
    ]
    return replace(record, seats=tuple(seats))


def choose_game(record: TableRecord, person: Person, game: str) -> TableRecord:
    """Another game with its usual rules."""
    only_host(record, person)
    if game not in catalog.names():
        raise Refusal(N_("There is no game called {name}."), name=game[:32])
    record = replace(record, game=game, rules=json.dumps(rulesets.usual(game)))
    return seat_again(record, profile_of(game).seatings(4)[0])


def choose_preset(record: TableRecord, person: Person, preset: str) -> TableRecord:
    """Other rules."""
    only_host(record, person)
    return with_rules(record, rulesets.with_preset(record.game, _rules(record), preset))


def switch(record: TableRecord, person: Person, name: str, value: str) -> TableRecord:
    """One rule changed."""
    only_host(record, person)
    return with_rules(record, rulesets.with_switch(record.game, _rules(record), name, value))


def colours(record: TableRecord, person: Person, count: str) -> TableRecord:
    """A board of another size, with the usual seats."""
    only_host(record, person)
    if not rulesets.sized(record.game) or count not in ("3", "4", "5", "6"):
        raise Refusal(N_("There is no such board."))
    record = replace(record, rules=json.dumps(_rules(record) | {"colours": int(count)}))
    return seat_again(record, profile_of(record.game).seatings(int(count))[0])


def seating(record: TableRecord, person: Person, index: str) -> TableRecord:
    """Other seats or teams, of those that the lobby offers."""
    only_host(record, person)
    offered = profile_of(record.game).seatings(int(_rules(record).get("colours", 4)))
    if not index.isdecimal() or int(index) >= len(offered):
        raise Refusal(N_("There is no such seating."))
    return seat_again(record, offered[int(index)])


def stake(record: TableRecord, person: Person, hole: str, points: str) -> TableRecord:
    """What the stake of a hole is worth."""
    only_host(record, person)
    if hole not in HOLES or f"hole{hole}" not in rulesets.switches(record.game):
        raise Refusal(N_("There is no rule called {name}."), name=f"stake{hole[:20]}")
    options = TableOptions.load(record.options)
    return replace(record, options=replace(options, stakes=options.stakes | {hole: points_of(hole, points)}).dump())


def points_of(hole: str, points: str) -> int:
    """The points of a stake, from a word; raises Refusal."""
    if not points.isdecimal() or len(points) > 3 or not 1 <= int(points) <= MOST_POINTS:
        offered = f"1 … {MOST_POINTS}"
        raise Refusal(
            N_("{name} can be {choices}, not {value}."), name=f"stake{hole}", choices=offered, value=points[:32]
        )
    return int(points)


def auto(record: TableRecord, person: Person, word: str) -> TableRecord:
    """Whether forced moves play themselves."""
    only_host(record, person)
    if word not in ("on", "off"):
        raise Refusal(N_("{name} can be {choices}, not {value}."), name="auto", choices="on, off", value=word[:32])
    return replace(record, options=replace(TableOptions.load(record.options), auto=word == "on").dump())


def pace(record: TableRecord, person: Person, kind: str, amount: str) -> TableRecord:
    """How long a person has for each decision."""
    only_host(record, person)
    chosen = tempo_of(f"{kind}:{amount}")
    return replace(record, options=replace(TableOptions.load(record.options), pace=str(chosen)).dump())


def rated(record: TableRecord, person: Person, word: str) -> TableRecord:
    """Whether the game counts for the rankings."""
    only_host(record, person)
    if word not in ("on", "off"):
        raise Refusal(N_("{name} can be {choices}, not {value}."), name="rated", choices="on, off", value=word[:32])
    return replace(record, options=replace(TableOptions.load(record.options), rated=word == "on").dump())


def page(record: TableRecord, person: Person, name: str) -> TableRecord:
    """What the lobby message shows; who sits may look at the people."""
    if name not in PAGES:
        raise Refusal(N_("There is no such page."))
    options = TableOptions.load(record.options)
    sits = any(seat.person == person.key for seat in record.seats)
    if not (sits and {name, options.page} <= PUBLIC_PAGES):
        only_host(record, person)
    return replace(record, options=replace(options, page=name).dump())


def cancel(record: TableRecord, person: Person, now: float, *, admin: bool = False) -> TableRecord:
    """The table closes."""
    may_close(record, person.key, now, admin=admin)
    return replace(record, status=Status.CANCELLED)


def ready(record: TableRecord, person: Person) -> TableRecord:
    """The table as its game starts; raises Refusal, naming what is missing."""
    only_host(record, person)
    if all(seat.person is None for seat in record.seats):
        raise Refusal(N_("At least one person must take a seat."))
    all_agreed(record)
    empty = [seat.colours for seat in record.seats if seat.person is None and seat.computer is None]
    if empty:
        raise Refusal(
            N_("Still empty: {seats}. Wait for somebody, or fill them with computers."),
            seats=lambda t: ", ".join(words_of(record.game).side(t, colours) for colours in empty),
        )
    teams = seatings.of(record).teams
    rulesets.check(record.game, _rules(record), [seat.colours for seat in record.seats], teams)
    options = replace(TableOptions.load(record.options), started=record.version + 1, page="main")
    return replace(record, status=Status.PLAYING, options=options.dump())


ACTIONS: Mapping[Verb, Change] = {
    Verb.SIT: sit,
    Verb.RISE: rise,
    Verb.LEAVE: leave,
    Verb.COMPUTER: computer,
    Verb.FREE: free,
    Verb.GAME: choose_game,
    Verb.PRESET: choose_preset,
    Verb.SWITCH: switch,
    Verb.COLOURS: colours,
    Verb.SEATING: seating,
    Verb.STAKE: stake,
    Verb.AUTO: auto,
    Verb.PACE: pace,
    Verb.RATED: rated,
    Verb.PAGE: page,
}
"""What the lobby's buttons do; `start` and `fill` also begin the game, and `cancel` depends on the time."""


BY_NUMBER = (Verb.SIT, Verb.RISE, Verb.COMPUTER, Verb.FREE, Verb.MOVETO, Verb.SWAP, Verb.KICK)
"""Actions that name a seat by its number, and so are void once the seats have been laid out anew."""


def with_rules(record: TableRecord, rules: Mapping[str, Any]) -> TableRecord:
    """Other rules at the same seats, without what means nothing there; raises Refusal if they do not go together."""
    now = seatings.of(record)
    rulesets.check(record.game, rules, now.seats, now.teams)
    return replace(record, rules=json.dumps(kept(record.game, rules, now.seats, now.teams)))


def seat_again(record: TableRecord, wanted: Seating) -> TableRecord:
    """Other seats for those who sit or are asked to: each on a colour they had if they can, else on the next free
    one.

    Computers give way; a person never does.
    """
    rulesets.check(record.game, _rules(record), wanted.seats, wanted.teams)
    asked = {offer.person for offer in offers(record)}
    record = as_if_agreed(record)
    seats = [SeatRecord(letters) for letters in wanted.seats]
    people = [seat for seat in record.seats if seat.person is not None]
    computers = [seat for seat in record.seats if seat.computer is not None]
    for sitter in (*people, *computers):
        index = _place_for(sitter, seats)
        if index is not None:
            seats[index] = replace(sitter, colours=seats[index].colours)
        elif sitter.person is not None and not _merged(sitter, seats):
            raise Refusal(N_("There would be no seat for {player}."), player=sitter.name)
    options = replace(TableOptions.load(record.options), laid=record.version + 1, swap=[])
    rules = kept(record.game, _rules(record), wanted.seats, wanted.teams)
    laid = replace(
        record,
        seats=tuple(seats),
        teams=json.dumps(wanted.teams),
        rules=json.dumps(rules),
        options=options.dump(),
    )
    return offer_to(laid, asked.__contains__)


def _place_for(sitter: SeatRecord, seats: list[SeatRecord]) -> int | None:
    open_seats = [index for index, seat in enumerate(seats) if seat.person is None and seat.computer is None]
    own = [index for index in open_seats if set(seats[index].colours) & set(sitter.colours)]
    return next(iter((*own, *open_seats)), None)


def _merged(sitter: SeatRecord, seats: list[SeatRecord]) -> bool:
    """Whether somebody who held several seats still has one."""
    return any(seat.person == sitter.person for seat in seats)


def index_of(record: TableRecord, seat: str) -> int:
    """A seat's number, from a word; raises Refusal."""
    if not seat.isdecimal() or int(seat) >= len(record.seats):
        raise Refusal(N_("There is no such seat."))
    return int(seat)


def _rules(record: TableRecord) -> dict[str, Any]:
    rules: dict[str, Any] = json.loads(record.rules)
    return rules


def _seated(record: TableRecord, index: int, seat: SeatRecord) -> TableRecord:
    options = TableOptions.load(record.options)
    if index in options.swap:  # whoever was asked, or asked, is there no more
        record = replace(record, options=replace(options, swap=[]).dump())
    return replace(record, seats=(*record.seats[:index], seat, *record.seats[index + 1 :]))


def _emptied(record: TableRecord, index: int) -> TableRecord:
    return _seated(record, index, SeatRecord(record.seats[index].colours))


def _with_host(record: TableRecord, gone: PersonKey) -> TableRecord:
    """When the host has left, the first who still sits is the host."""
    people = [seat.person for seat in record.seats if seat.person is not None]
    if record.host != gone or not people or gone in people:
        return record
    return replace(record, host=people[0])


def changed(table: Table, change: Callable[[TableRecord], TableRecord], now: float) -> Table:
    """A lobby after a change of its record, its match begun if it has started; the same table if nothing changed."""
    if table.record.status is not Status.LOBBY:
        raise Refusal(N_("This game has started already."))
    record = change(table.record)
    if record == table.record:
        return table
    record = dice_mixing.kept(table.record, asked_again(table.record, record), now)
    if record.status is Status.PLAYING:
        dice_mixing.may_start(record, now)
    options = replace(TableOptions.load(record.options), called=[])
    record = replace(record, options=options.dump(), version=table.record.version + 1, updated=now)
    if record.status is not Status.PLAYING:
        return Table(record)
    return play.begin(record)
