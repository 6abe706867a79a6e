"""Appointments: tables planned for a moment, who comes, and the lobby that opens then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, tzinfo

from bot.core.common.entropy import Entropy
from bot.core.domain.new_table import join, new_table
from bot.core.domain.table import Table, has_room
from bot.core.i18n.moments import moment_named
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Person
from data.event_records import AppointmentRecord, AppointmentState, GuestRecord

REMINDED = 600.0
"""Seconds from the reminder to the start."""
SOONEST, LATEST = 900.0, 60 * 86400.0
"""Seconds until the earliest and the latest start."""
LATE = 1800.0
"""Seconds after the start until which the table may still open."""
GUESTS = 24
"""The most people whose answers are kept."""
OF_CHAT, OF_PERSON = 5, 3
"""The most appointments that wait in a chat, and that one person has planned."""
WAITING = (AppointmentState.OPEN, AppointmentState.CALLED)

Options = Mapping[str, str]


def waits(one: AppointmentRecord) -> bool:
    return one.state in WAITING


def coming(one: AppointmentRecord) -> list[GuestRecord]:
    """Return who comes, in the order in which they get a seat: first the person who planned it."""
    yes = [guest for guest in one.guests if guest.comes]
    return sorted(yes, key=lambda guest: guest.person != one.person)


def starts_at(words: str, zone: tzinfo, now: float) -> float:
    """Return the moment (Unix seconds) that words name by a clock; raises Refusal.

    A number alone is a time here: `Saturday five` is as good as `Saturday at five`.
    """
    parts, local = words.split(), datetime.fromtimestamp(now, zone)
    ways = (words, *(" ".join((*parts[:place], "at", *parts[place:])) for place in range(len(parts))))
    found = next((moment for way in ways if (moment := moment_named(way, local)) is not None), None)
    if found is None or found.every:
        raise Refusal(
            N_("I can't read “{word}” as a time. Write it like this: Saturday 17:00, tomorrow 21:00."),
            word=words[:32],
        )
    at = found.at.timestamp()
    if at < now + SOONEST:
        raise Refusal(
            N_("That's too soon to plan. Choose a time at least {n} minutes from now."), n=int(SOONEST // 60)
        )
    if at > now + LATEST:
        raise Refusal(N_("That's too far away. Choose a time within {n} days."), n=int(LATEST // 86400))
    return at


def lobby_of(
    one: AppointmentRecord, options: Options, entropy: Entropy, now: float
) -> tuple[Table, list[GuestRecord]]:
    """Return the lobby with those who come, and those who find no seat; raises Refusal.

    The person who planned it is the host, or else the first who comes. Somebody has to come.
    """
    first, *others = coming(one)
    table = new_table(one.chat, Person(first.person, first.name), options, entropy, now)
    while others and has_room(table):
        guest = others.pop(0)
        table = join(table, Person(guest.person, guest.name), None)
    return replace(table, id=one.table), others
