"""Messages about people who join or are removed."""

from __future__ import annotations

from bot.core.domain.table import Table
from bot.core.games.game_words import in_sentence
from bot.core.i18n.text_format import named
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import ButtonVerb, encode
from bot.core.messages.content import Screen
from bot.core.messages.requests import Person
from bot.core.views.buttons import main
from data.records import SeatRecord

COME = ButtonVerb("come")
"""Follow an invitation: take the first free seat."""


def invitation(table: Table, host: Person, guest: Person, t: Translator, *, called: bool) -> Screen:
    """Invite a person; `called`: whether they may be mentioned."""
    text = t.note(
        "{guest}, {player} invites you to a game of {game}.",
        guest=named(guest.name, guest.key, called=called),
        player=named(host.name, host.key),
        game=in_sentence(t, table.game),
    )
    return Screen(text, rows=((main(t("Join"), encode(table.id, table.version, COME)),),))


def came(person: Person, t: Translator) -> Screen:
    return Screen(t.note("{player} joins the table!", player=named(person.name, person.key)))


def sent_away(person: Person, gone: SeatRecord, t: Translator) -> Screen:
    return Screen(
        t.note(
            "{player} has removed {gone} from the table.",
            player=named(person.name, person.key),
            gone=named(gone.name, gone.person),
        )
    )
