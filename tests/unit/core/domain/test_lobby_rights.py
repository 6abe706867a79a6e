"""Whose press of a lobby's button is refused is known beforehand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.domain import lobby as lobby_domain
from bot.core.domain.lobby_rights import pressers
from bot.core.domain.permissions import Actor
from bot.core.domain.seat_moves import kick, move_to
from bot.core.domain.table import Table
from bot.core.domain.table_values import PAGES, Offer
from bot.core.features.lobby.commands import ACTIONS
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import translator
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.requests import Person
from bot.core.views.lobby import lobby_screen
from data.records import PersonKey, SeatRecord
from tests.fakes.buttons import read
from tests.fakes.word_tables import lobby

PEOPLE = {name: Person(PersonKey("web", name.lower()), name) for name in ("Ana", "Bea", "Carlo", "Zoe")}
HOST, SITTER, ASKED, STRANGER = PEOPLE.values()


def tables() -> dict[str, Table]:
    """The host, somebody who sits, and seats that are full, free, kept and asked for."""
    full = lobby(names=("Ana", "Bea", "Carlo", None))
    free = full.with_seats({3: SeatRecord("G")})
    kept = replace(free, lobby=replace(free.lobby, offers=(Offer(3, STRANGER.key, "Zoe"),)))
    asked = replace(free, lobby=replace(free.lobby, swap=(1, 2)))
    return {"full": full, "free": free, "kept": kept, "asked": asked}


def press(table: Table, token: Token, person: Person) -> None:
    """Do what a button says; raises Refusal."""
    if token.verb == Verb.CANCEL:
        lobby_domain.cancel(table, Actor(person.key, now=table.updated))
    elif token.verb == Verb.KICK:
        kick(table, Actor(person.key), *token.arguments)
    elif token.verb in (Verb.START, Verb.FILL):
        filled = lobby_domain.fill(table, person) if token.verb == Verb.FILL else table
        lobby_domain.ready(filled, person, 0.0)
    elif token.verb == Verb.MOVETO:
        move_to(table, person, *token.arguments)
    else:
        ACTIONS[token.verb](table, person, *token.arguments)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("kind", tables())
def test_who_may_press_is_not_refused_as_a_person_and_who_may_not_is(kind: str, page: str) -> None:
    table = tables()[kind]
    table = replace(table, lobby=replace(table.lobby, page=page))
    personal = {
        "Only the table's host can do that.",
        "While a seat is free, only the host can start.",
        "That question wasn't for you.",
        "You don't have a seat here.",
        "Nobody keeps a seat for you here.",
    }
    for button in (button for row in lobby_screen(table, translator("en")).rows for button in row):
        token = read(button.token)
        assert button.only == pressers(table, token)
        for person in PEOPLE.values():
            refused: str | None = None
            try:
                press(table, token, person)
            except Refusal as refusal:
                refused = refusal.note(translator("en")).plain
            if button.only is not None and person.key not in button.only:
                assert refused, (button.label, person.name)
            else:
                assert refused not in personal, (button.label, person.name)


def test_hosts_and_sitters_have_their_own_buttons() -> None:
    table = tables()["free"]
    fill = next(
        button for row in lobby_screen(table, translator("en")).rows for button in row if "bots" in button.label
    )
    assert fill.only == {HOST.key}
    full = tables()["full"]
    start = next(
        button for row in lobby_screen(full, translator("en")).rows for button in row if "Start" in button.label
    )
    assert start.only == {HOST.key, SITTER.key, ASKED.key}
