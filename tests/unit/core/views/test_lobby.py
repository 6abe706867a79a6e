"""The lobby: seats, options and buttons, on every page."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.core.domain.bots import bot_name
from bot.core.domain.table import Table
from bot.core.domain.table_values import PAGES
from bot.core.features.lobby.commands import ACTIONS
from bot.core.games.profiles import profile_of
from bot.core.i18n.translator import languages, translator
from bot.core.messages.button_tokens import Verb
from bot.core.messages.content import Style
from bot.core.messages.requests import Person
from bot.core.views.lobby import lobby_screen
from data.records import SeatRecord, Status
from tests.fakes.buttons import read
from tests.fakes.word_tables import ANA, lobby, within_bounds

ELSEWHERE = (Verb.START, Verb.FILL, Verb.LEAVE, Verb.CANCEL, Verb.MOVETO)  # of the service, or only for those who sit


def empty(table: Table) -> Table:
    seats = tuple(SeatRecord(seat.colours) for seat in table.seats)
    return replace(table, seats=seats)


def lobbies() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [{"game": "palma", "seats": ("D", "J")}]
    for colours in (3, 4, 5, 6):
        for way in profile_of("parchis").seatings(colours):
            teams = None if way.teams is None else [list(team) for team in way.teams]
            found.append({"rules": {"preset": "italian", "colours": colours}, "seats": way.seats, "teams": teams})
    return found


@pytest.mark.parametrize("kind", lobbies(), ids=str)
def test_every_page_of_every_lobby_can_be_shown_and_its_buttons_work(kind: dict[str, Any]) -> None:
    shown = [lobby(**kind, page=page) for page in PAGES]
    computers = [lobby(**kind, names=[None] * len(kind["seats"]), page=page) for page in PAGES]
    left = [empty(full) for full in shown]
    for table, language in product((*shown, *computers, *left), languages()):
        within_bounds(lobby_screen(table, translator(language)))
    for table in (*computers, *left):
        for row in lobby_screen(table, translator("en")).rows:
            for button in row:
                token = read(button.token)
                if token.verb not in ELSEWHERE:
                    ACTIONS[token.verb](table, Person(ANA, "Ana"), *token.arguments)


def test_the_lobby_says_who_sits_where() -> None:
    table = lobby(names=("Ana", None, "Carlo"), seats=("Y", "B", "R", "G"))
    seats = (*table.seats, SeatRecord("G"))
    text = lobby_screen(replace(table, seats=seats), translator("es")).text.plain
    assert text.startswith("Parchís · reglas españolas · mesa k7m2\n")
    assert "🟡 Amarillo: Ana" in text
    assert f"🔵 Azul: 🤖 {translator('es')(bot_name(table, 1))} (bot normal)" in text
    assert "🟢 Verde: libre" in text
    assert "Sello de los dados 630dcd29…" in text


def test_agreed_rules_and_teams_are_named() -> None:
    table = lobby(rules={"preset": "italian", "six_all_out": 7}, teams=[[0, 2], [1, 3]])
    text = lobby_screen(table, translator("en")).text.plain
    assert "Teams: 🌞 🟡 Ana + 🔴 Carlo; 🌙 🔵 Bea + 🟢 Dana." in text
    assert "All out: a 6 moves 7 · no time limit · rated" in text


def test_what_differs_from_the_variant_stands_out() -> None:
    t = translator("en")
    table = lobby(rules={"preset": "italian", "six_all_out": 7}, page="main")
    bold = [part.text for line in lobby_screen(table, t).text.lines for part in line if part.style is Style.STRONG]
    assert "All out: a 6 moves 7" in bold
    pages = ["rules", *(page for page in ("rules2", "rules3"))]
    told = [lobby_screen(lobby(rules=table.rules, page=page), t).text for page in pages]
    assert "Italian rules, but: all out: a 6 moves 7" in told[0].plain
    marked = [part.text for text in told[1:] for line in text.lines for part in line if part.style is Style.STRONG]
    assert marked.count("All out: a 6 moves 7") == 1
    assert sum("In bold: changed from Italian rules." in text.plain for text in told[1:]) == 1


def test_a_table_claims_to_be_rated_only_where_it_can_be() -> None:
    t, four = translator("en"), ("Y", "B", "R", "G")
    together = lobby(names=("Ana", "Bea", None, None), seats=four, page="options")
    alone = lobby(names=("Ana", None, None, None), seats=four, page="options")
    waiting = replace(alone, seats=(*alone.seats[:3], SeatRecord("G")))
    twice = replace(alone, seats=(*alone.seats[:3], replace(alone.seats[0], colours="G")))
    told = [
        (together, "Rated: this game counts", "rated", True),
        (waiting, "Rated, as soon as two people", "rated once two people play", True),
        (alone, "a rated one needs two people", "casual", False),
        (twice, "someone has two seats that play against each other", "casual", False),
    ]
    for table, reason, word, offered in told:
        screen = lobby_screen(table, t)
        assert reason in screen.text.plain
        verbs = [read(button.token).verb for row in screen.rows for button in row]
        assert (Verb.RATED in verbs) is offered
        first = lobby_screen(replace(table, lobby=replace(table.lobby, page="main")), t).text.plain
        assert f" · {word} · " in first


def test_a_full_lobby_starts_and_another_is_filled() -> None:
    t = translator("en")
    full = [read(button.token).verb for row in lobby_screen(lobby(), t).rows for button in row]
    free = [read(button.token).verb for row in lobby_screen(empty(lobby()), t).rows for button in row]
    assert Verb.START in full
    assert Verb.SIT not in full
    assert Verb.FILL in free
    assert free.count(Verb.SIT) == 4


def test_a_closed_table_has_no_buttons() -> None:
    screen = lobby_screen(replace(lobby(), status=Status.CANCELLED), translator("it"))
    assert screen.rows == ()
    assert "Il tavolo è chiuso." in screen.text.plain
