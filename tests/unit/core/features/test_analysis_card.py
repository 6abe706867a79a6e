"""The card of a game that was looked at again tells where it is from."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from io import BytesIO

import pytest
from PIL import Image

from bot.core.domain.game_analysis import GameAnalysis
from bot.core.domain.table import Table
from bot.core.features.analysis.card_view import analysis_card, scenes
from bot.core.features.analysis.report_view import moment_sentences, report_text
from bot.core.i18n.translator import languages, translator
from bot.core.views.players import name
from engine.players.analysis import analysed_part
from render.picture import draw_analysis_card
from tests.fakes.finished_tables import finished

EN = translator("en")


@cache
def analysed(kind: str, *seats: str) -> tuple[Table, GameAnalysis]:
    """A finished game and its analysis, which takes two seconds of Parchís."""
    table = finished(kind, {}, list(seats))
    match = table.match
    game = match.game
    return table, GameAnalysis.of(match, *analysed_part(game, game.dump(match.opening), match.moves, 1))


def test_its_last_line_has_the_bots_name_the_code_and_the_day() -> None:
    table, analysis = analysed("palma", "D", "J")
    card = analysis_card(analysis, table, EN)
    assert card.footer == f"Palmarés · {table.id} · 1 Jan 1970"
    boards = scenes(analysis, table, EN)
    with_it, without = (
        Image.open(BytesIO(draw_analysis_card(each, "palma", "classic", boards)))
        for each in (card, replace(card, footer=""))
    )
    assert with_it.height > without.height
    corner = (400, with_it.height - 60, 780, with_it.height - 24)
    inks = [len(picture.convert("L").crop(corner).getcolors() or ()) for picture in (with_it, without)]
    assert inks[0] > inks[1]


@pytest.mark.parametrize("language", languages())
def test_a_report_names_whose_chance_it_is_and_no_line_begins_with_a_number(language: str) -> None:
    t = translator(language)
    table, analysis = analysed("parchis", "Y", "R")
    assert analysis.moments
    lines = report_text(analysis, table, t).plain.splitlines()
    assert not any(re.match(r"(?:• )?\d", line) for line in lines), lines
    assert lines[-1] == t("One point is 1% of the chance to win.")
    for moment, sentence in zip(analysis.moments, moment_sentences(analysis, table, t), strict=True):
        assert not sentence[0].isdigit()
        assert name(table, analysis.sides.index(moment.side), t) in sentence.rpartition(": ")[0]


def test_without_luck_nothing_is_said_of_it() -> None:
    table, analysis = analysed("parchis", "Y", "R")
    reports = (replace(report, luck=None if report.luck is None else 0.0) for report in analysis.reports)
    still = replace(analysis, reports=tuple(reports))
    assert "luck" in report_text(analysis, table, EN).plain
    assert not re.search("luck|dice", report_text(still, table, EN).plain)
    card = analysis_card(still, table, EN)
    assert card.columns == ("Points lost", "Marks")
    assert {len(row.cells) for row in card.rows} == {2}
