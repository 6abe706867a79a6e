"""What people type in a private chat, with and without a slash: commands by other names, sentences, greetings."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from bot.core.commands.bad_lines import BadLine, Unfinished
from bot.core.commands.line_options import IGNORED
from bot.core.commands.parser import parse_line
from bot.core.features.registry import registry
from bot.core.i18n.vocabulary import is_greeting
from tests.fakes.long_run import LONG
from tests.fakes.paces import pace

COMMANDS = registry()
LINES = [
    (line.strip(), " ".join(wanted.split()))
    for row in (Path(__file__).parent / "typed.txt").read_text("utf-8").splitlines()
    for line, sign, wanted in [row.partition("|")]
    if sign and not row.startswith("#")
]
MOST_REFUSED = 0.08
CAREFUL = [command.name for command in COMMANDS if command.careful]


def understood(line: str) -> str:
    """Return a line's command with its options, sorted; `hello` for a greeting, and ? if it is refused."""
    try:
        parsed = parse_line(line, COMMANDS)
    except Unfinished as asked:
        return asked.command
    except BadLine:
        return "hello" if is_greeting(line) else "?"
    options = {name: value for name, value in parsed.options.items() if name != IGNORED}
    if "pace" in options:
        options["pace"] = pace(options["pace"])
    return " ".join((parsed.name, *sorted(f"{name}={value}" for name, value in options.items())))


def test_what_people_type_is_understood() -> None:
    said = {line: (understood(line), _sorted(wanted)) for line, wanted in LINES}
    wrong = {line: told for line, told in said.items() if told[0] not in (told[1], "?")}
    refused = [line for line, (told, wanted) in said.items() if told == "?" != wanted]
    assert not wrong
    assert len(refused) <= MOST_REFUSED * len(LINES), refused


def _sorted(wanted: str) -> str:
    name, *options = wanted.split()
    return " ".join((name, *sorted(f"pace={pace(one[5:])}" if one.startswith("pace=") else one for one in options)))


@pytest.mark.parametrize("line", [line for line, wanted in LINES if "?" not in wanted][::7])
def test_case_and_signs_do_not_matter(line: str) -> None:
    assert understood(line.upper()) == understood(line) or "=" in line
    assert understood(f"{line}!") == understood(line)


@pytest.mark.parametrize("name", CAREFUL)
def test_nobody_is_guessed_to_leave_or_to_delete_anything(name: str) -> None:
    """One slip in any of its names never means it, nor does a sentence with a word that is not understood."""
    command = COMMANDS.get(name)
    assert command is not None
    for way in (command.name, *command.names.values(), *command.aliases):
        for at in range(len(way)):
            slip = way[:at] + way[at + 1 :]
            if COMMANDS.get(slip) is None:
                assert understood(f"/{slip} @Bea").split()[0] not in CAREFUL, slip
                if LONG or at % 3 == 0:
                    assert understood(f"please {slip} now").split()[0] not in CAREFUL, slip
        assert understood(f"my uncle {way} zebra").split()[0] not in CAREFUL, way
    assert CAREFUL == ["remove", "leave", "resign", "close", "deletemydata", "block"]


@pytest.mark.parametrize(
    "text", ["hola", "Hola!!", "holaaa amigos", "good morning", "Buenas tardes 👋", "ciao a tutti"]
)
def test_a_greeting_is_one(text: str) -> None:
    assert is_greeting(text)


@pytest.mark.parametrize("text", ["", "hello world peace", "parchís", "please", "🎲", "hola caracola marina"])
def test_other_texts_are_none(text: str) -> None:
    assert not is_greeting(text)


@pytest.mark.parametrize(
    ("line", "person"),
    [
        ("/stats de Ana", "Ana"),
        ("/invitar a la Ana", "Ana"),
        ("stats of Bea Ortiz", "Bea Ortiz"),
        ("my stats please", None),
        ("/remove de la Cruz", "de la Cruz"),
        ("/stats La Mari", "La Mari"),
    ],
)
def test_small_words_before_a_name_are_no_part_of_it_where_nothing_is_taken_away(
    line: str, person: str | None
) -> None:
    assert parse_line(line, COMMANDS).options.get("person") == person


def test_other_free_texts_keep_all_their_words() -> None:
    assert parse_line("/mix the please", COMMANDS).options == {"words": "the please"}


def test_any_sentence_is_read_quickly_and_without_an_error() -> None:
    rng = random.Random(3)
    words = [word for line, _ in LINES for word in line.split()] + ["🎲", "x" * 400, "=", "a=b", "1" * 30, "@bot"]
    began = time.process_time()
    for _ in range(300):
        understood(" ".join(rng.choice(words) for _ in range(80))[:400])
    assert time.process_time() - began < 6.0
