"""Players' words in the dice: after the seal, before the first roll, and only for the table as it stands.

A host with access to the database could read the seed and try rules, colours or seats once all words are known. So
any change that the rolls depend on makes words void, and other players can add words after the host's or starter's.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Any

from bot.core.domain.permissions import Actor, require_place
from bot.core.domain.table import Table
from bot.core.domain.table_values import HOLES, NamedPerson
from bot.core.i18n.refusal import LACKING, Refusal, command_called, lowered, typed
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Person
from data.records import PersonKey

MIX_LENGTH = 100
ANSWER = 30
"""Seconds that others have to answer the host's words, or a change of the table."""


def mix(table: Table, person: Person, words: str, now: float) -> Table:
    """Mix a player's words into the dice; new words replace their earlier ones and come last.

    Raises Refusal.
    """
    require_place(table, Actor(person.key))
    clean = " ".join("".join(char if char.isprintable() else " " for char in words).split())
    if not clean:
        raise Refusal(LACKING, command=command_called("mix"), option=lowered(N_("Any words you like")))
    if len(clean) > MIX_LENGTH:
        raise Refusal(N_("Too long: {n} characters at most."), n=MIX_LENGTH)
    dice, mixer = table.dice, NamedPerson(person.key, person.name)
    others = [pair for pair in zip(dice.contributions, dice.mixers, strict=True) if pair[1].key != mixer.key]
    dice = replace(
        dice,
        contributions=(*(said for said, _ in others), clean),
        mixers=(*(who for _, who in others), mixer),
        voided=tuple(who for who in dice.voided if who.key != mixer.key),
        mixed=now,
    )
    return replace(table, dice=dice)


def agreed(table: Table) -> tuple[Any, ...]:
    """Return what the rolls of a table depend on, who gets which, and what they decide.

    That is the game, its rules, its stakes' points, its teams, and who sits where. A free seat counts as the bot that
    fills it when the game starts.
    """
    seats = tuple((seat.colours, seat.person or seat.computer or table.options.bots) for seat in table.seats)
    stakes = [table.options.stake(hole) for hole in HOLES]
    return table.game, table.rules, stakes, table.teams, seats


def kept(before: Table, after: Table, now: float) -> Table:
    """Return a lobby after a change, without words that were mixed in for the table before it."""
    dice = after.dice
    if dice.mixed is None or agreed(before) == agreed(after):
        return after
    lost = (*(who for who in dice.voided if who not in dice.mixers), *dice.mixers)
    version = before.next_version if dice.mixers else dice.voided_at
    return replace(after, dice=replace(dice, contributions=(), mixers=(), voided=lost, voided_at=version, mixed=now))


def host_is_last(table: Table) -> bool:
    """Return whether others sit, and only the host has mixed words in since the last change.

    False if nobody has ever mixed words in.
    """
    return _is_last(table, table.host)


def _is_last(table: Table, person: PersonKey) -> bool:
    """Return whether others sit, and the last words are this person's, or the host's if none are left."""
    dice = table.dice
    others = any(seat.person not in (None, person) for seat in table.seats)
    last = dice.mixers[-1].key if dice.mixers else table.host
    return dice.mixed is not None and others and last == person


def may_start(table: Table, starter: PersonKey, now: float) -> None:
    """Raise Refusal while the others may still answer the last words, or the last change after words."""
    since = table.dice.mixed
    if since is None or not (host_is_last(table) or _is_last(table, starter)):
        return
    wait = ceil(since + ANSWER - now)
    if wait > 0:
        raise Refusal(
            N_("The others can still add words with {command}. Start once someone has, or in {n} seconds."),
            command=typed("/mix"),
            n=max(2, wait),  # never one second
        )
