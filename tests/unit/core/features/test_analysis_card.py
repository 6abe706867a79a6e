"""The card of a game that was looked at again tells where it is from."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

from PIL import Image

from bot.core.domain.game_analysis import GameAnalysis
from bot.core.features.analysis.card_view import analysis_card, scenes
from bot.core.i18n.translator import translator
from engine.players.analysis import analysed_part
from render.picture import draw_analysis_card
from tests.fakes.finished_tables import finished

EN = translator("en")


def test_its_last_line_has_the_bots_name_the_code_and_the_day() -> None:
    table = finished("palma", {}, ["D", "J"])
    match = table.match
    analysis = GameAnalysis.of(match, *analysed_part(match.game, match.game.dump(match.opening), match.moves, 1))
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
