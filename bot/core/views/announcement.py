"""The announcement in a chat of a table in a thread below it."""

from __future__ import annotations

from bot.core.domain.table import Table
from bot.core.games.game_words import in_sentence, title
from bot.core.i18n.text_format import clip, named, text_of
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.content import Part, Screen
from data.records import Status

THREAD_NAME = 100
"""The limit on a thread's name, in characters."""
IN_THREAD = N_("The table is in its thread: {thread}")
_HERE = N_("🎲 {player} opens a table of {game}. It's played in the thread below.")
_THERE = N_("🎲 {player} opens the next table of {game}. It's played in {thread}.")
_CLOSED = N_("🎲 {player} opened a table of {game}. It's closed now.")


def announcement_screen(table: Table, t: Translator) -> Screen:
    """Return the line about a table in a thread; the thread is below the first such line."""
    seat = table.seat_of(table.host)
    name = table.seats[seat].name if seat is not None else t("someone")
    sentence = _HERE if table.links.previous is None else _THERE
    if table.status is Status.CANCELLED:
        sentence = _CLOSED
    places = {"thread": thread_of(table)} if sentence == _THERE else {}
    line = t.text(sentence, player=named(name, table.host), game=in_sentence(t, table.game), **places)
    return Screen(text_of(line))


def thread_of(table: Table) -> Part:
    return Part(f"#{table.id}", chat=table.chat)


def thread_name(table: Table, t: Translator) -> str:
    seat = table.seat_of(table.host)
    host = table.seats[seat].name if seat is not None else ""
    return clip(" · ".join(filter(None, (title(t, table.game), host))), THREAD_NAME)
