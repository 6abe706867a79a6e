"""What is on or off, over or automatic is said in every language, where an argument asks for it."""

from __future__ import annotations

from datetime import date

import pytest

from bot.core.commands.parser import parse_line
from bot.core.features.registry import registry
from bot.core.i18n.days import read_day
from bot.core.i18n.names import is_auto

COMMANDS = registry()


def answer(line: str) -> str:
    """Return the command and the options of a line, as typed in English."""
    name, options = parse_line(line, COMMANDS)
    return " ".join((name, *(f"{option}={value}" for option, value in options.items())))


@pytest.mark.parametrize(
    "word",
    [
        "off",
        "no",
        "non",
        "não",
        "nein",
        "ez",
        "apagado",
        "spento",
        "désactivé",
        "desligado",
        "apagat",
        "aus",
        "itzalita",
    ],
)
def test_off_is_understood_in_every_language(word: str) -> None:
    assert answer(f"/holiday {word}").startswith("holiday until=")
    assert answer(f"/notify {word}") == "notify ping=off"
    assert answer(f"/settings season={word}") == "settings season=off"
    assert answer(f"/settings find={word}") == "settings find=no"
    assert is_auto(word)


@pytest.mark.parametrize(
    "word",
    [
        "on",
        "yes",
        "sí",
        "sì",
        "oui",
        "sim",
        "ja",
        "an",
        "ein",
        "bai",
        "encendido",
        "acceso",
        "activé",
        "ligado",
        "encès",
        "piztuta",
    ],
)
def test_on_is_understood_in_every_language(word: str) -> None:
    assert answer(f"/notify {word}") == "notify ping=on"
    assert answer(f"/profile mentions={word}") == "profile mentions=yes"


def test_a_zone_is_automatic_in_every_language() -> None:
    assert all(map(is_auto, ("auto", "automático", "automatisch", "automatique", "automatikoa")))


@pytest.mark.parametrize(
    "line",
    [
        "back from holiday",
        "ya volví de vacaciones",
        "ferie finite",
        "je suis rentré de vacances",
        "voltei das férias",
        "urlaub vorbei",
        "oporrak amaitu dira",
        "/vacaciones fin",
    ],
)
def test_a_holiday_ends_in_any_words(line: str) -> None:
    assert answer(line) == "holiday until=off"


def test_a_holiday_lasts_until_a_day_in_any_words() -> None:
    said = ("until the 15th", "hasta el 15", "bis zum 15.", "fino al 15", "astelehenera arte")
    assert [str(read_day(one, date(2026, 12, 4))) for one in said] == ["2026-12-15"] * 4 + ["2026-12-07"]
    assert answer("tô de férias até segunda") == "holiday until=até segunda"
    assert answer("/holiday soon") == "holiday until=soon"
