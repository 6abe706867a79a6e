"""Public questions before an early end, and their answers."""

from __future__ import annotations

from bot.core.domain.table import Table
from bot.core.i18n.text_format import named
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import ButtonVerb, Verb, encode
from bot.core.messages.content import Button, Part, Screen, Style, Tone
from bot.core.messages.requests import Person

RESIGN = ButtonVerb("resign", 1)
"""Seat: whose holder was asked; all seats of that person resign."""
KEEP = ButtonVerb("keep", 2)
"""`resign` and the seat, or `cancel` and 0: no, leave things as they are."""


def ask_resign(table: Table, person: Person, seat: int, t: Translator) -> Screen:
    question = t.note(
        "{player}, really resign at table {code}?",
        player=named(person.name, person.key),
        code=Part(table.id, Style.CODE),
    )
    yes = Button(t("Yes, resign"), encode(table.id, table.version, RESIGN, seat), Tone.DANGER)
    no = Button(t("No, play on"), encode(table.id, table.version, KEEP, RESIGN, seat))
    return Screen(question, rows=((yes, no),))


def ask_cancel(table: Table, person: Person, t: Translator) -> Screen:
    question = t.note(
        "{player}, really close table {code}? The game ends without a winner.",
        player=named(person.name, person.key),
        code=Part(table.id, Style.CODE),
    )
    yes = Button(t("Yes, close it"), encode(table.id, table.version, Verb.CANCEL), Tone.DANGER)
    no = Button(t("No, play on"), encode(table.id, table.version, KEEP, Verb.CANCEL, 0))
    return Screen(question, rows=((yes, no),))


def resigned(person: Person, t: Translator) -> Screen:
    return Screen(t.note("{player} resigns.", player=named(person.name, person.key)))


def cancelled(person: Person, t: Translator) -> Screen:
    return Screen(t.note("{player} has closed the table.", player=named(person.name, person.key)))


def kept(person: Person, t: Translator) -> Screen:
    return Screen(t.note("{player} plays on.", player=named(person.name, person.key)))
