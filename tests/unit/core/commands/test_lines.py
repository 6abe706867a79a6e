"""Lines as people of all ages type them: few are refused, and none takes anything away by mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.core.commands.bad_lines import BadLine, Unfinished
from bot.core.commands.line_options import IGNORED
from bot.core.commands.parser import Parsed, parse_line
from bot.core.features.registry import registry
from bot.core.i18n.vocabulary import is_greeting, is_thanks
from tests.fakes.paces import pace

COMMANDS = registry()
CAREFUL = {command.name for command in COMMANDS if command.careful}
MOST_REFUSED, MOST_WRONG = 0.08, 0.05
LANGUAGES = sorted(file.stem.removeprefix("lines_") for file in Path(__file__).parent.glob("lines_*.txt"))
"""The languages with a file, `mixed`, and `talk`, which starts nothing."""


def lines(name: str) -> list[tuple[str, set[str]]]:
    """Return the lines of a file, each with all that may be understood."""
    rows = (Path(__file__).parent / f"lines_{name}.txt").read_text("utf-8").splitlines()
    parts = [row.partition(" | ") for row in rows if not row.startswith("#")]
    return [(line, {ordered(one) for one in wanted.split(" / ")}) for line, _, wanted in parts]


def ordered(wanted: str) -> str:
    name, *options = wanted.split()
    return " ".join((name, *sorted(f"pace={pace(one[5:])}" if one.startswith("pace=") else one for one in options)))


def in_words(parsed: Parsed) -> str:
    options = {name: value for name, value in parsed.options.items() if name != IGNORED}
    if "pace" in options:
        options["pace"] = pace(options["pace"])
    return " ".join((parsed.name, *sorted(f"{name}={value}" for name, value in options.items())))


def answer(line: str) -> tuple[str, str]:
    """Return what a line means, ? if it is refused, and what is offered in its place."""
    try:
        return in_words(parse_line(line, COMMANDS)), ""
    except Unfinished as asked:
        return asked.command, ""
    except BadLine as error:
        polite = "hello" if is_greeting(line) else "thanks" if is_thanks(line) else "?"
        return polite, answer(error.offer)[0] if error.offer else ""


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "talk"])
def test_few_lines_are_refused_and_few_misunderstood(language: str) -> None:
    asked = lines(language)
    answers = {line: answer(line) for line, _ in asked}
    helped = {line for line, wanted in asked if wanted.intersection(answers[line])}
    refused = {line: answers[line] for line in answers.keys() - helped if answers[line][0] == "?"}
    wrong = {line: answers[line] for line in answers.keys() - helped - refused.keys()}
    assert len(refused) <= MOST_REFUSED * len(asked), refused
    assert len(wrong) <= MOST_WRONG * len(asked), wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_taken_away_that_nobody_asked_for(language: str) -> None:
    for line, wanted in lines(language):
        said, _ = answer(line)
        assert said.split()[0] not in CAREFUL or said in wanted, (line, said)


def test_talk_is_seldom_an_order() -> None:
    talk = lines("talk")
    obeyed = {line: said for line, _ in talk if (said := answer(line)[0]) not in ("?", "hello", "thanks")}
    assert len(obeyed) <= MOST_REFUSED * len(talk), obeyed


def test_a_day_and_an_hour_are_no_number_of_players() -> None:
    assert answer("domingo a las 5") == ("?", "schedule start=domingo a las 5")
    assert answer("partita domani alle 5") == ("schedule start=domani alle 5", "")
    assert answer("lets play tonight") == ("play", "")
