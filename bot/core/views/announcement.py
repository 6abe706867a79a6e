"""The announcement in a chat of a table in a thread below it, and for a tournament's table the result too."""

from __future__ import annotations

from bot.core.domain.standing import places
from bot.core.domain.table import Table
from bot.core.games.game_words import in_sentence, title
from bot.core.i18n.text_format import clip, named, strong, text_of
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.content import Part, Screen, Subject
from bot.core.views.players import name
from data.records import Status

THREAD_NAME = 100
"""The limit on a thread's name, in characters."""
EVENT = 40
"""Characters of a tournament's title."""
IN_THREAD = N_("The table is in its thread: {thread}")
IN_PRIVATE = N_("This game is played in private chats with me: {table}")
_HERE = N_("🎲 {player} opens a table of {game}. It's played in the thread below.")
_THERE = N_("🎲 {player} opens the next table of {game}. It's played in {thread}.")
_CLOSED = N_("🎲 {player} opened a table of {game}. It's closed now.")


def announcement_screen(table: Table, t: Translator) -> Screen:
    """Return the line about a table in a thread; the thread is below the first such line."""
    if table.links.tournament is not None:
        told = Part(f" · {_people(table, t)}")
        return Screen(text_of((Part("🏆 "), strong(_event(table)), told)), about=Subject(frozenset(table.people)))
    seat = table.seat_of(table.host)
    host = table.seats[seat].name if seat is not None else t("someone")
    sentence = _HERE if table.links.previous is None else _THERE
    if table.status is Status.CANCELLED:
        sentence = _CLOSED
    places = {"thread": thread_of(table)} if sentence == _THERE else {}
    line = t.text(sentence, player=named(host, table.host), game=in_sentence(t, table.game), **places)
    return Screen(text_of(line))


def thread_of(table: Table) -> Part:
    return Part(f"#{table.id}", chat=table.chat)


def thread_name(table: Table, t: Translator) -> str:
    if table.links.tournament is not None:
        return clip(f"{_event(table)} · {_people(table, t)}", THREAD_NAME)
    seat = table.seat_of(table.host)
    host = table.seats[seat].name if seat is not None else ""
    return clip(" · ".join(filter(None, (title(t, table.game), host))), THREAD_NAME)


def _event(table: Table) -> str:
    return clip(table.links.event, EVENT)


def _people(table: Table, t: Translator) -> str:
    """Return who plays at a tournament's table: `Ana – Bea`, and once it is over `1. Bea, 2. Ana`."""
    sides = [(side[0], " + ".join(name(table, seat, t) for seat in side)) for side in table.sides]
    come_in = places(table)
    if not come_in:
        return " – ".join(names for _, names in sides)
    order = sorted((come_in[seat], names) for seat, names in sides)
    return ", ".join(f"{place}. {names}" for place, names in order)
