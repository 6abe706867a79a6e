"""/palmares: champions by year and records, as a chat reads them."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.cli import verify
from bot.core.features.honours.person_view import person_card
from bot.core.features.honours.view import roll_card, roll_text
from bot.core.i18n.text_format import width
from bot.core.i18n.translator import languages, translator
from bot.core.rankings.badges import earned, progress
from bot.core.rankings.player_games import PlayedGame
from bot.core.services.certificates import check_certificate, read_certificate
from bot.core.services.honours import person_of, roll_of
from bot.core.views.points import given_away
from data.records import ChatKey, PersonKey
from data.season_records import HonourKind, HonourRecord
from render.cards.honours import _SMALL, _VALUE, MOST, draw_honours
from render.content.honours_card import HonoursCard, RecordRow, RollRow, RollYear
from render.drawing.text import fits, wrapped
from render.themes.catalog import THEMES
from tests.fakes.games import finished_game
from tests.fakes.puzzles import look
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, person, room, said, shown
from tests.fakes.seasons import DAY, DECEMBER, month, played

ELSEWHERE = ChatKey("fake", "elsewhere")


async def test_a_chat_reads_its_champions_and_records() -> None:
    async with room() as place:
        assert "No champions yet" in shown(await place.say(ANA, "/palmares"))
        await month(place)
        place.clock.time = DECEMBER
        await look(place)
        cup = HonourRecord(CHAT, HonourKind.CUP, "CUPCUP", CAI.key, 1, DECEMBER + 5, "Spring cup")
        await place.store.award([cup, replace(cup, player=BEA.key, place=2)])
        place.clock.time = DECEMBER + 40 * DAY
        code = await finished_game(
            place.store, [(CAI, 1), (DAN, 2)], at=DECEMBER + 39 * DAY, game="palma", family="classic"
        )
        answer = await place.say(ANA, "/honours")
        assert shown(answer).splitlines() == [
            "🏆 Roll of honours",
            "2026",
            "Spring cup: 🥇 Cai  🥈 Bea",
            "November 2026: 🥇 Ana  🥈 Bea  🥉 Cai",
            "Records",
            "Quickest win: Ana, 100 rolls and moves · Parchís · T00000",
            f"Longest game won: Cai, 200 rolls and moves · Palma · {code}",
            "Most captures in a game: Bea, 3 captures · Parchís · T00002",
            "Longest winning streak: Ana, 2 wins · T00001",
            "See such a game again: /replay T00000",
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


async def test_an_event_stays_although_nobody_may_be_named_as_its_winner() -> None:
    async with room() as place:
        cup = HonourRecord(CHAT, HonourKind.CUP, "CUPCUP", CAI.key, 1, DECEMBER, "Spring cup")
        alone = replace(cup, event="ALONE1", player=BEA.key, at=DECEMBER - 1, title="Tiny cup")
        both = [replace(cup, event="BOTH22", player=one.key, at=DECEMBER - 2, title="Twin cup") for one in (ANA, CAI)]
        await place.store.award([cup, replace(cup, player=BEA.key, place=2), replace(cup, player=ANA.key, place=3)])
        await place.store.award([alone])
        await place.store.award(both)
        for who, seen in ((ANA, "yes"), (BEA, "no"), (CAI, "no")):
            await place.say(who, f"/profile visible={seen}")
        answer = await place.say(ANA, "/palmares")
        assert shown(answer).splitlines()[2:] == [
            "Spring cup: 🥇 not shown  🥉 Ana",
            "Tiny cup: 🥇 not shown",
            "Twin cup: 🥇 Ana",
        ]
        assert answer.screen is not None
        assert answer.screen.about is not None
        assert answer.screen.about.people == {ANA.key}
        assert answer.screen.picture is not None
        assert "Spring cup: not shown; Tiny cup: not shown" in answer.screen.picture.alt


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


@pytest.mark.parametrize("language", languages())
def test_the_longest_value_of_a_record_fits_on_the_card(language: str) -> None:
    told = wrapped(given_away(120, translator(language)), _SMALL, _VALUE, 2)
    assert all(fits(line, "—", round(_SMALL * 0.7), _VALUE) for line in told)


async def test_a_person_s_titles_and_badges_with_progress_and_the_game_that_earned_them() -> None:
    async with room() as place:
        await month(place)
        place.clock.time = DECEMBER
        await look(place)
        elsewhere = HonourRecord(ELSEWHERE, HonourKind.CUP, "CUPCUP", BEA.key, 1, DECEMBER, "Secret cup")
        await place.store.award([elsewhere])
        text = shown(await place.say(ANA, "/palmares @Bea"))
        assert text.splitlines()[:3] == ["🏆 Bea", "🥈 November 2026", "In other chats: 🥇 1"]
        assert "Secret" not in text
        roll = await person_of(place.store, CHAT, BEA.key, "Bea")
        card = person_card(roll, translator("en"))
        assert [(year.year, [(row.winner, row.place) for row in year.rows]) for year in card.years] == [
            ("2026", [("November 2026", 2)])
        ]
        assert [(row.title, row.value) for row in card.records][:2] == [
            ("First laurels", "4 Nov 2026"),
            ("Untouched", "4 Nov 2026"),
        ]
        assert ("Good sport", "4 of 10") in [(row.title, row.value) for row in card.records]
        assert "★ First laurels: won a game · 4 Nov 2026 T00002" in text
        assert "☆ Good sport: lost ten games without leaving (4 of 10)" in text
        assert "☆ Untouched" not in text.split("☆ Good sport")[0]
        assert shown(await place.say(BEA, "/palmares me=yes")) == text
        assert "No title yet." in shown(await place.say(ANA, "/palmares @Dan"))


async def test_hidden_people_see_their_own_alone() -> None:
    async with room() as place:
        await month(place)
        await place.say(BEA, "/profile visible=no")
        assert "doesn't appear" in said(await place.say(ANA, "/palmares @Bea"))
        assert "only you can see this" in said(await place.say(BEA, "/palmares me=yes"))


async def test_a_certificate_is_checked_as_a_game_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with room() as place:
        await month(place)
        assert "no title in this chat" in said(await place.say(ANA, "/certificate"))
        place.clock.time = DECEMBER
        await look(place)
        assert "take its file: /certificate proof=yes" in shown(await place.say(ANA, "/certificate"))
        answer = await place.say(ANA, "/certificate proof=yes")
        key = (await place.core.service.keys()).signer.key.hex()
        assert answer.document is not None
        assert key in said(answer)
        file, text = tmp_path / answer.document.name, answer.document.text
        assert [
            line for line in text.splitlines() if line.startswith(("Title", "Place", "Of", "Name", "Ended", "Fig"))
        ] == [
            "Title: November 2026",
            "Place: 1",
            "Of: 3",
            "Name: Ana",
            "Ended: 2026-12-01T00:00:00Z",
            "Figure captures: 4",
            "Figure climb: 0",
            "Figure games: 6",
            "Figure points: 27500",
        ]
        file.write_text(text, "utf-8")
        assert verify.run(str(file), key) == 0
        assert "sign  signature: by the key" in capsys.readouterr().out
        assert verify.run(str(file), "00" * 32) == 1
        for wrong in (text.replace("Name: Ana", "Name: Bea"), text.replace("Signature: ", "Signature: 0")):
            file.write_text(wrong, "utf-8")
            assert verify.run(str(file), key) == 1
            assert "does not fit" in capsys.readouterr().out
        assert "Your titles here so far: 1." in said(await place.say(ANA, "/certificate number=2"))


@pytest.mark.parametrize("text", ["", "Palmares honour 2\nKind: cup", "Palmares honour 1\nno field", "x" * 99])
def test_any_other_text_is_no_certificate(text: str) -> None:
    assert read_certificate(text) is None


def test_a_certificate_without_a_signature_is_not_believed() -> None:
    bare = read_certificate("Palmares honour 1\nKind: cup\nKey: zz\n")
    assert bare is not None
    assert [check.passed for check in check_certificate(bare)] == [True, False]


def test_more_games_never_take_a_badge_away_and_the_first_enough_earned_it() -> None:
    game = PlayedGame("parchis", "dice", 0.0, CHAT, 1, False, 0, 1, 0, 0, 0, 0, True, "g0")
    games = [replace(game, table=f"g{n}", place=1 if n % 4 else 2, captures=n) for n in range(12)]
    found = {one.badge.name: one for one in progress(games)}
    assert (found["Hat trick"].reached, found["Hat trick"].game) == (3, games[3])
    assert found["Hunter"].game == games[10]
    assert (found["Regular"].reached, found["Regular"].game) == (12, None)
    assert found["Globetrotter"].reached == 1
    before = set[str]()
    for many in range(len(games) + 1):
        now = {badge.name for badge in earned(games[:many])}
        assert before <= now
        before = now


async def test_a_lobby_shows_the_titles_of_its_people_in_this_chat() -> None:
    async with room() as place:
        await month(place)
        place.clock.time = DECEMBER
        await look(place)
        cup = HonourRecord(CHAT, HonourKind.CUP, "CUPCUP", ANA.key, 1, DECEMBER, "Spring cup")
        await place.store.award([cup])
        code = await place.opened("/play palma", BEA)
        lobby = place.live(code)[-1]
        assert "Ana 🏆2" in lobby.screen.text.plain
        assert "Bea 🏆" not in lobby.screen.text.plain
        await place.say(BEA, f"/mix {code} a word")
        assert "Ana 🏆2" in place.live(code)[-1].screen.text.plain, "a change keeps it"
        await place.say(ANA, "/profile visible=no")
        place.core.service.tables.forget_all()
        await place.say(BEA, f"/mix {code} another word")
        assert "🏆" not in place.live(code)[-1].screen.text.plain
        assert "🏆" not in (await place.store.table(code)).options  # type: ignore[union-attr]
