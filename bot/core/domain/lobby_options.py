"""A host's options apart from the game's rules: stakes, rolls, pace, rating, bots.

Each function returns the changed table, or raises Refusal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.core.domain import permissions
from bot.core.domain.lobby import Change
from bot.core.domain.permissions import Actor, require_host
from bot.core.domain.table import Table
from bot.core.domain.table_values import HOLES, MOST_POINTS, PAGES, Throws
from bot.core.domain.tempo import Tempo, with_tempo
from bot.core.domain.throwing import WORDS
from bot.core.domain.time_control import TimeControl
from bot.core.games import rulesets
from bot.core.games.levels import level_of
from bot.core.i18n.refusal import UNKNOWN_BUTTON, Refusal, not_a_choice, option_called
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Verb
from bot.core.messages.requests import Person
from data.records import SeatRecord
from engine import players

LOT_WORDS = ("hand", "self")
"""The words of a button for how it is decided who begins."""


def stake(table: Table, person: Person, hole: str, points: str) -> Table:
    """Set the points of a hole's stake."""
    require_host(table, Actor(person.key))
    if hole not in HOLES or f"hole{hole}" not in rulesets.switches(table.game):
        raise Refusal(N_("I don't know a rule called {name}."), name=option_called("play", f"stake{hole[:20]}"))
    return _with(table, stakes={**table.options.stakes, hole: points_of(hole, points)})


def points_of(hole: str, points: str) -> int:
    if not points.isdecimal() or len(points) > 3 or not 1 <= int(points) <= MOST_POINTS:
        raise not_a_choice(f"stake{hole}", [f"1 … {MOST_POINTS}"], points)
    return int(points)


def bots(table: Table, person: Person, level: str) -> Table:
    """Set the level of all bots with its style, including those still to come."""
    require_host(table, Actor(person.key))
    bot, before = level_of(level), table.options.bots
    restyled = players.plain(bot) == players.plain(before) and bot != before
    seated = {index: SeatRecord(seat.colours, computer=bot) for index, seat in enumerate(table.seats) if seat.is_bot}
    return _with(table, bots=bot, matched=table.options.matched and restyled).with_seats(seated)


def throws(table: Table, person: Person, word: str) -> Table:
    """Set how people roll who have not chosen for themselves, by a word of `Throws`."""
    require_host(table, Actor(person.key))
    return _with(table, throws=way_of("rolls", word))


def lot(table: Table, person: Person, word: str) -> Table:
    """Set whether people press for the rolls that decide who begins, by `hand` or `self`."""
    require_host(table, Actor(person.key))
    if word not in LOT_WORDS:
        raise Refusal(UNKNOWN_BUTTON)
    return _with(table, lot_by_hand=word == LOT_WORDS[0])


def tempo(table: Table, person: Person, word: str) -> Table:
    """Set the clock, the rolls, the bots' pause and the board, by a word of `Tempo`."""
    require_host(table, Actor(person.key))
    if word not in tuple(Tempo):
        raise not_a_choice("pace", tuple(Tempo), word)
    return replace(table, options=with_tempo(table.options, Tempo(word)))


def way_of(name: str, word: str) -> Throws:
    if word not in WORDS:
        raise not_a_choice(name, WORDS, word)
    return Throws(word)


def pace(table: Table, person: Person, kind: str, amount: str) -> Table:
    require_host(table, Actor(person.key))
    return _with(table, pace=TimeControl.parse(f"{kind}:{amount}"))


def auto(table: Table, person: Person, word: str) -> Table:
    """Set whether forced moves play themselves, by `on` or `off`."""
    return _switched(table, person, "auto", word)


def rated(table: Table, person: Person, word: str) -> Table:
    """Set whether the game is rated, by `on` or `off`."""
    return _switched(table, person, "rated", word)


def hints(table: Table, person: Person, word: str) -> Table:
    """Set whether players may ask for hints, by `on` or `off`."""
    return _switched(table, person, "hints", word)


def page(table: Table, person: Person, name: str) -> Table:
    """Turn the lobby message to a page; people who sit may open the page about people."""
    if name not in PAGES:
        raise Refusal(N_("There's no such page."))
    permissions.may_turn_page(table, Actor(person.key), name)
    return replace(table, lobby=replace(table.lobby, page=name))


ACTIONS: Mapping[Verb, Change] = {
    Verb.STAKE: stake,
    Verb.BOTS: bots,
    Verb.THROWS: throws,
    Verb.LOT: lot,
    Verb.PACE: pace,
    Verb.TEMPO: tempo,
    Verb.AUTO: auto,
    Verb.RATED: rated,
    Verb.HINTS: hints,
    Verb.PAGE: page,
}


def _switched(table: Table, person: Person, name: str, word: str) -> Table:
    require_host(table, Actor(person.key))
    if word not in ("on", "off"):
        raise Refusal(UNKNOWN_BUTTON)
    return _with(table, **{name: word == "on"})


def _with(table: Table, **options: object) -> Table:
    return replace(table, options=replace(table.options, **options))  # type: ignore[arg-type]  # names of fields
