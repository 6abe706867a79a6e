"""/palmares: champions by year and records, as a chat reads them."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.core.features.honours.view import roll_card, roll_text
from bot.core.i18n.text_format import width
from bot.core.i18n.translator import translator
from bot.core.services.honours import roll_of
from data.records import PersonKey
from data.season_records import HonourKind, HonourRecord
from render.cards.honours import MOST, draw_honours
from render.content.honours_card import HonoursCard, RecordRow, RollRow, RollYear
from render.themes.catalog import THEMES
from tests.fakes.puzzles import look
from tests.fakes.room import ANA, BEA, CAI, CHAT, person, room, shown
from tests.fakes.seasons import DAY, DECEMBER, month, played


async def test_a_chat_reads_its_champions_and_records() -> None:
    async with room() as place:
        assert "No champions yet" in shown(await place.say(ANA, "/palmares"))
        await month(place)
        place.clock.time = DECEMBER
        await look(place)
        cup = HonourRecord(CHAT, HonourKind.CUP, "CUPCUP", CAI.key, 1, DECEMBER + 5, "Spring cup")
        await place.store.award([cup, replace(cup, player=BEA.key, place=2)])
        place.clock.time = DECEMBER + 40 * DAY
        answer = await place.say(ANA, "/honours")
        assert shown(answer).splitlines() == [
            "🏆 Roll of honours",
            "2026",
            "Spring cup: 🥇 Cai  🥈 Bea",
            "November 2026: 🥇 Ana  🥈 Bea  🥉 Cai",
            "Records: Parchís",
            "Quickest win: Ana, 100 rolls and moves · T00000",
            "Longest game won: Ana, 100 rolls and moves · T00000",
            "Most captures in a game: Bea, 3 captures · T00002",
            "Longest winning streak: Ana, 2 wins · T00001",
            "See such a game again: /replay CODE",
        ]
        assert answer.screen is not None
        assert answer.screen.picture is not None
        assert answer.screen.picture.alt.startswith("Roll of honours. Spring cup: Cai; November 2026: Ana; ")


async def test_hidden_people_are_left_out_and_the_forgotten_have_no_name() -> None:
    async with room() as place:
        await month(place)
        place.clock.time = DECEMBER
        await look(place)
        await place.say(BEA, "/profile visible=no")
        await place.store.forget(ANA.key, PersonKey("former", "x"), {})
        text = shown(await place.say(CAI, "/palmares"))
        assert "November 2026: 🥇 former player  🥉 Cai" in text
        assert "Bea" not in text
        assert "Ana" not in text


async def test_the_text_fits_below_a_picture_however_much_there_is() -> None:
    async with room() as place:
        await month(place)
        for year in range(40):
            one = HonourRecord(CHAT, HonourKind.CUP, f"C{year}", ANA.key, 1, DECEMBER + year * 300 * DAY, "ñ" * 40)
            await place.store.award([replace(one, player=PersonKey("fake", f"p{n}")) for n in range(9)])
        roll = await roll_of(place.store, CHAT, DECEMBER)
        for language in ("en", "es", "it"):
            assert width(roll_text(roll, translator(language)).plain) <= 1024
        image = Image.open(BytesIO(draw_honours(THEMES["dark"], "T", "t", roll_card(roll, translator("en")))))
        assert image.size[0] == 800
        assert image.size[1] < 2000


@pytest.mark.parametrize(("locale", "wanted"), [("es", "🏆 Palmarés"), ("it", "🏆 Albo d’oro")])
async def test_people_read_it_in_their_language(locale: str, wanted: str) -> None:
    async with room() as place:
        await month(place)
        await played(place, ANA, BEA)
        assert wanted in shown(await place.say(person("Ana", locale), "/palmares"))


@pytest.mark.parametrize("theme", THEMES.values())
def test_a_card_counts_the_events_that_it_has_no_room_for(theme: object) -> None:
    rows = tuple(RollRow(f"event {n}", "W" * 60, ("مريم", "小林")) for n in range(MOST + 3))
    card = HonoursCard((RollYear("2026", rows),), "Records", (RecordRow("most", "9", "Ana"),))
    long, short = (
        Image.open(BytesIO(draw_honours(theme, "Roll", "of a chat", one)))  # type: ignore[arg-type]
        for one in (card, replace(card, years=(RollYear("2026", rows[:MOST]),)))
    )
    assert long.size[1] == short.size[1] + 40
