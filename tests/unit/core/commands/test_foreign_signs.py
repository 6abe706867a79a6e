"""Lines from the keyboards of the world: digits and letters of another kind mean the same."""

from __future__ import annotations

import unicodedata

import pytest

from bot.core.commands.parser import parse_line
from bot.core.features.registry import registry
from bot.core.i18n.spelling import folded
from bot.core.i18n.text_format import named

COMMANDS = registry()
LINES = (
    "/play parchis spanish 6", "/play parchis colours=6 60s", "/play palma stake5=10", "/profile quiet=22-8",
    "/settings messages=20 puzzle=9", "/tournament swiss players=4 start=21:00", "/learn palma 2",
    "/jugar parchís español sin límite", "/würfeln", "a game of parchis with 2 bots",
)  # fmt: skip
FULL_WIDTH = {sign: sign + 0xFEE0 for sign in range(0x30, 0x3A)} | {ord(sign): ord(sign) + 0xFEE0 for sign in "=-:"}
WAYS = {
    "capitals": str.upper,
    "Turkish capitals": lambda line: line.replace("i", "İ"),
    "Turkish small letters": lambda line: line.replace("i", "ı"),
    "combining accents": lambda line: unicodedata.normalize("NFD", line),
    "full-width digits and signs": lambda line: line.translate(FULL_WIDTH),
    "Arabic digits": lambda line: "".join(chr(0x660 + int(sign)) if sign.isdigit() else sign for sign in line),
}


def read(line: str) -> tuple[str, dict[str, str]]:
    """Return a line's command, and its options as features read them."""
    parsed = parse_line(line, COMMANDS)
    return parsed.name, {name: folded(value) for name, value in parsed.options.items()}


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("way", WAYS)
def test_it_reads_like_the_plain_line(line: str, way: str) -> None:
    assert read(WAYS[way](line)) == read(line)


def test_a_name_stays_as_it_is_written() -> None:
    assert parse_line("/invite @Ana５", COMMANDS).options == {"person": "@Ana５"}


@pytest.mark.parametrize("name", ["דוד", "محمد علي", "Ana דוד"])
def test_a_name_from_right_to_left_does_not_turn_its_line(name: str) -> None:
    first, *inside, last = named(name, None).text
    assert (unicodedata.bidirectional(first), unicodedata.bidirectional(last)) == ("FSI", "PDI")
    assert "".join(inside) == name
    assert named("Ana", None).text == "Ana"
