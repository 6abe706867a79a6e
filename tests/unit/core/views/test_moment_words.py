"""A moment in words: a piece that goes on is not named again."""

from __future__ import annotations

import re

import pytest

from bot.core.domain import game_analysis
from bot.core.domain.game_analysis import GameAnalysis
from bot.core.i18n.translator import translator
from bot.core.views.moment_words import clauses, told
from engine.events import Captured, Entered, Event, Moved
from engine.players.analysis import analysed
from engine.players.evaluation import sides
from tests.fakes.finished_tables import finished

TABLE = finished("parchis", {}, ["Y", "B", "R", "G"])
HUNT = (
    Moved(1, "B3", "22", "26"),
    Captured(1, "R2", "B3", "26", 2),
    Moved(1, "B3", "26", "46"),
)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "blue 3 goes from 22 to 26, captures red 2, goes on to 46"),
        ("es", "la azul 3 va de la 22 a la 26, se come la roja 2, sigue hasta la 46"),
        ("it", "la blu 3 va dalla 22 alla 26, mangia la rossa 2, prosegue fino alla 46"),
    ],
)
def test_a_piece_that_goes_on_is_named_once(language: str, words: str) -> None:
    assert clauses(TABLE, HUNT, translator(language)) == words


@pytest.mark.parametrize(
    ("last", "words"),
    [
        (Moved(1, "B1", "66", "c1"), "blue 1 goes from 66 into its corridor, to 1"),
        (Moved(1, "B3", "26", "c2"), "goes on to 2 of its corridor"),
        (Moved(1, "B3", "26", "F"), "goes on to the goal"),
    ],
)
def test_another_piece_has_its_name(last: Event, words: str) -> None:
    told = clauses(TABLE, (*HUNT[:2], last), translator("en"))
    assert told == f"blue 3 goes from 22 to 26, captures red 2, {words}"


def test_a_piece_that_comes_out_goes_on_as_well() -> None:
    events = (Entered(1, "B3", "22"), *HUNT[1:2], Moved(1, "B3", "22", "42"))
    assert clauses(TABLE, events, translator("en")) == "blue 3 comes out on 22, captures red 2, goes on to 42"


def test_a_number_is_told_with_what_it_does_and_so_is_the_better_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_analysis, "MOMENTS", 40)
    table = finished("parchis", {"preset": "diceless"}, ["Y", "R"], "random")
    match = table.match.at(100)
    reports = list(analysed(match.game, match.opening, match.moves))
    analysis = GameAnalysis.of(match, sides(match.game, match.opening), reports)
    sentences = [told(analysis, table, moment, 0, translator("en")) for moment in analysis.moments]
    picks = [words for words in sentences if re.search(r"picks \d.* Better: picks \d", words)]
    moved = re.compile(r"picks \d, (yellow|red) \d .* Better: picks \d, (yellow|red) \d ")
    assert sum(moved.search(words) is not None for words in picks) > 3
    for words in picks:
        assert re.search(r"Better: picks \d, (yellow|red) \d ", words), words
