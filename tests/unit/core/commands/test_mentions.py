"""Any name that a platform allows can be typed after any command that takes a person."""

from __future__ import annotations

import pytest

from bot.core.commands.bad_lines import BadLine
from bot.core.commands.definition import OptionKind
from bot.core.commands.mentions import parse_naming
from bot.core.features.registry import registry
from bot.core.i18n.called import people_called
from bot.core.i18n.translator import translator

COMMANDS = registry()
NAMES = (
    "Nico 2", "María José", "José", "Ana 🌸", "🦊", "👩🏽‍🚀 Zoë", "İpek Öz", "ışık",
    "דָּנָה לוי", "محمد علي", "山田 太郎", "Jean-Luc d'Arc",
    "O'Neil, Jr.", "palma", "no", "me", "2", "3 bots", "off", "x=y", "Dr. B. (home)",
    "the best of 3", "Ana", "Ana María",
)  # fmt: skip
TAKERS = [
    (command.name, one.keyed) for command in COMMANDS for one in command.options if one.kind is OptionKind.PERSON
]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_can_be_typed_after_any_command(name: str) -> None:
    for command, keyed in TAKERS:
        line = f"/{command} person=@{name}" if keyed else f"/{command} @{name}"
        parsed = parse_naming(line, COMMANDS, NAMES)
        assert (parsed.name, parsed.options) == (command, {"person": f"@{name}"}), line


def test_options_stand_before_and_after_a_name() -> None:
    wanted = {"person": "@Nico 2", "game": "palma", "best": "3"}
    for line in ("/challenge @nico 2 palma best=3", "/challenge palma @NICO  2 best=3", "/reto best=3 palma @Nico 2"):
        parsed = parse_naming(line, COMMANDS, NAMES)
        assert parsed.name == "challenge"
        assert parsed.options | {"person": "@Nico 2"} == wanted
    assert parse_naming("/challenge nico 2 palma", COMMANDS, NAMES).options == {"person": "nico 2", "game": "palma"}


def test_the_longest_name_is_meant_and_none_within_a_word() -> None:
    assert parse_naming("/challenge @Ana María palma", COMMANDS, NAMES).options["person"] == "@Ana María"
    assert parse_naming("/challenge @Anabel palma", COMMANDS, NAMES).options["person"] == "@Anabel"
    assert parse_naming("/play palma 2 bots", COMMANDS, NAMES).options["game"] == "palma"


def test_a_refusal_names_people_in_full() -> None:
    for line in ("/chllnge @Nico 2", "/challenge @Nico 2 game=plxa", "/challnge @Nico 2 bestt=3"):
        with pytest.raises(BadLine) as refused:
            parse_naming(line, COMMANDS, NAMES)
        said = refused.value.note(translator("es")).plain + refused.value.offer
        assert "zq" not in said
        assert "Nico 2" in said or not refused.value.offer


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("IPEK OZ", "İpek Öz"), ("isik", "ışık"), ("jose", "José"), ("Jose\u0301", "José"),
        ("\u200fדנה לוי", "דָּנָה לוי"), ("ana🌸", "Ana 🌸"),
    ],
)  # fmt: skip
def test_a_name_is_found_however_it_is_written(typed: str, meant: str) -> None:
    assert people_called(typed, NAMES, str) == [meant]


def test_who_is_called_exactly_so_comes_first() -> None:
    assert people_called("Jose", ("José", "Jose"), str) == ["Jose"]
    assert people_called("an", ("Ana", "Juan"), str, partly=True) == ["Ana"]
    assert people_called("🙂\u200d", ("", "\u200d"), str, partly=True) == []
