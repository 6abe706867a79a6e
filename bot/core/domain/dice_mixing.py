"""Players' words in the dice: after the seal, before the first throw, and only for the table as it stands.

Whoever runs the bot can read the seed, so a host who reads the database could try which rules, colours or seats suit
them once all words are known. So words are void as soon as anything changes that the throws depend on, which all see;
and where others sit, a game whose last words are its host's, or whose words were void, starts only once somebody else
has mixed words in or had half a minute to do so. Whose words are the last, the lobby and the proof tell.
"""

from __future__ import annotations

import json
from dataclasses import replace
from math import ceil
from typing import Any

from bot.core.commands.parser import lacking
from bot.core.domain.table_options import HOLES, TableOptions
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Person
from data.records import PersonKey, TableRecord

MIX_LENGTH = 100
ANSWER = 30
"""For how many seconds the others can answer the host's words, or a change of the table."""
USUAL_LEVEL = "greedy"
"""The computer player that fills free seats, and plays on for people."""


def mix(record: TableRecord, person: Person, words: str, now: float) -> TableRecord:
    """Mix words of somebody who sits into the dice. Said again they replace the former ones and come last.

    Raises Refusal.
    """
    if all(seat.person != person.key for seat in record.seats):
        raise Refusal(N_("You have no seat here."))
    clean = " ".join("".join(char if char.isprintable() else " " for char in words).split())
    if not clean:
        raise lacking("mix", N_("Any words, as they come to you"))
    if len(clean) > MIX_LENGTH:
        raise Refusal(N_("That is too long: {n} signs are the most."), n=MIX_LENGTH)
    options, key = TableOptions.load(record.options), _written(person.key)
    kept = [pair for pair in zip(options.contributions, options.mixers, strict=True) if pair[1][:2] != key]
    mixed = [*kept, (clean, [*key, person.name])]
    options = replace(
        options,
        contributions=[said for said, _ in mixed],
        mixers=[who for _, who in mixed],
        voided=[who for who in options.voided if who[:2] != key],
        mixed=now,
    )
    return replace(record, options=options.dump())


def agreed(record: TableRecord) -> tuple[Any, ...]:
    """Return what the throws of a table depend on, who gets which, and what they bring.

    That is the game, its rules, its stakes' points, its teams, and who sits where. A free seat counts as the computer
    that fills it when the game starts.
    """
    seats = tuple((seat.colours, seat.person or seat.computer or USUAL_LEVEL) for seat in record.seats)
    stakes = [TableOptions.load(record.options).stake(hole) for hole in HOLES]
    return record.game, json.loads(record.rules), stakes, json.loads(record.teams), seats


def kept(before: TableRecord, after: TableRecord, now: float) -> TableRecord:
    """Return a lobby after a change, without the words that were mixed in for the table as it was before."""
    options = TableOptions.load(after.options)
    if options.mixed is None or agreed(before) == agreed(after):
        return after
    lost = [*(who for who in options.voided if who not in options.mixers), *options.mixers]
    version = before.version + 1 if options.mixers else options.voided_at
    options = replace(options, contributions=[], mixers=[], voided=lost, voided_at=version, mixed=now)
    return replace(after, options=options.dump())


def host_is_last(record: TableRecord) -> bool:
    """Whether others sit, and nobody but the host has mixed words in since the table is as it is.

    Where nobody has ever mixed words in, nobody waits for any.
    """
    options = TableOptions.load(record.options)
    others = any(seat.person not in (None, record.host) for seat in record.seats)
    last = options.mixers[-1][:2] if options.mixers else _written(record.host)
    return options.mixed is not None and others and last == _written(record.host)


def may_start(record: TableRecord, now: float) -> None:
    """Raise Refusal while the others may still answer the last words, or the last change after words."""
    since = TableOptions.load(record.options).mixed
    if since is None or not host_is_last(record):
        return
    wait = ceil(since + ANSWER - now)
    if wait > 0:
        raise Refusal(
            N_("The others may still mix words in with {command}. Start once somebody has, or in {n} seconds."),
            command=lambda t: t.typed("/mix"),
            n=wait,
        )


def _written(person: PersonKey) -> list[str]:
    return [person.platform, person.user]
