"""Whole seasons of a chat: the standing, the end, the card; once, whatever runs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.season_time import SeasonLength
from bot.core.features.claimed_posts import AGAIN, SENDING
from bot.core.features.seasons.view import over_text
from bot.core.i18n.translator import translator
from bot.core.messages.ports import ChatGone, TryLater
from bot.core.rankings.season_points import SHOWN
from bot.core.services.season_figures import SeasonFigures, longest_run
from bot.core.services.seasons import recompute_seasons
from data.open_store import open_store
from data.records import ChatKey, PersonKey
from data.season_records import ClosedSeason, HonourKind, HonourRecord
from data.store import Store
from tests.fakes.cups import ELSEWHERE
from tests.fakes.messenger import FakeMessenger, Message, failing
from tests.fakes.mortal import Killed
from tests.fakes.puzzles import look
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, Room, person, room, said, shown
from tests.fakes.seasons import DAY, DECEMBER, START, month, played
from tests.fakes.thinking import at_once


def cards(place: Room, chat: ChatKey = CHAT) -> list[Message]:
    return [message for message in place.messenger.of(chat) if "🏁" in message.screen.text.plain]


def plain(messages: Sequence[Message]) -> list[str]:
    return [message.screen.text.plain for message in messages]


async def test_a_season_shows_its_standing_and_ends_with_one_card() -> None:
    async with room() as place:
        place.clock.time = START
        assert "after 3 more rated games" in shown(await place.say(ANA, "/season"))
        await month(place)
        text = shown(await place.say(BEA, "/season"))
        assert text.splitlines()[:4] == [
            "Season: November 2026 · 23 days left",
            "🥇 Ana 275 (6 games)",
            "🥈 Bea ◂ 175 (6 games)",
            "🥉 Cai 50 (5 games)",
        ]
        await look(place, DECEMBER - place.clock.time - 20)
        assert cards(place) == []
        for _ in range(4):
            await look(place, 40)
        (card,) = cards(place)
        assert card.screen.text.plain.splitlines() == [
            "🏁 The season is over: November 2026",
            "🥇 Ana 275   🥈 Bea 175   🥉 Cai 50",
            "Most captures: Bea, 6",
        ]
        assert card.screen.picture is not None
        assert card.screen.picture.alt.startswith("Season: November 2026, final result: 1. Ana, 275")
        assert "after 3 more rated games" in shown(await place.say(ANA, "/season"))
        found = await place.store.honours_of_chat(CHAT)
        assert [(one.kind, one.place, one.player) for one in found] == [
            (HonourKind.SEASON, 1, ANA.key),
            (HonourKind.SEASON, 2, BEA.key),
            (HonourKind.SEASON, 3, CAI.key),
        ]


async def test_nothing_is_posted_where_nobody_played() -> None:
    async with room() as place:
        await month(place)
        await look(place, 400 * DAY)
        posts = len(place.messenger.messages)
        for _ in range(5):
            await look(place, 100 * DAY)
        assert len(place.messenger.messages) == posts
        assert await place.store.season(CHAT) is None
        assert cards(place) == [], "a card of a year ago is no news"
        assert len(await place.store.honours_of_chat(CHAT)) == 3


async def test_with_fewer_games_than_a_standing_needs_it_runs_on_without_a_word() -> None:
    async with room() as place:
        place.clock.time = START
        for _ in range(SHOWN - 1):
            await played(place, ANA, BEA)
            await look(place, DAY)
        await look(place, DECEMBER - place.clock.time + 1)
        assert plain(place.messenger.of(CHAT)) == []
        await played(place, ANA, BEA)
        place.clock.time += 1
        assert "Nov\u2009–\u2009Dec 2026 · 31 days left" in shown(await place.say(ANA, "/season"))
        await look(place, 31 * DAY)
        told = [text for text in plain(place.messenger.of(CHAT)) if "goes on until" in text]
        assert told == ["The season goes on until 31 January, because it needs 3 people and 6 games."]


async def test_with_too_few_games_it_runs_on_and_says_so_once() -> None:
    async with room() as place:
        place.clock.time = START
        for _ in range(3):
            await played(place, ANA, BEA)
            await look(place, DAY)
        place.messenger.trouble = failing(Killed())
        with pytest.raises(Killed):
            await look(place, DECEMBER - place.clock.time + 1)
        place.messenger.trouble = lambda call: None
        await look(place, SENDING)
        told = [text for text in plain(place.messenger.of(CHAT)) if "goes on until" in text]
        assert told == ["The season goes on until 31 December, because it needs 3 people and 6 games."]
        text = shown(await place.say(ANA, "/season"))
        assert "Season: Nov\u2009–\u2009Dec 2026 · 31 days left" in text
        assert "A season ends with at least 3 people and 6 games. With fewer, it goes on." in text
        await look(place, 31 * DAY)
        await look(place, DAY)
        assert len([text for text in plain(place.messenger.of(CHAT)) if "goes on until" in text]) == 1
        for _ in range(3):
            await played(place, CAI, BEA)
        await look(place, 31 * DAY)
        await look(place, DAY)
        assert "The season is over: Nov 2026\u2009–\u2009Jan 2027" in plain(cards(place))[0]


async def test_two_processes_close_a_season_once(tmp_path: Path) -> None:
    messenger = FakeMessenger()
    store: Store = await open_store(f"sqlite:///{tmp_path}/games.sqlite3")
    other: Store = await open_store(f"sqlite:///{tmp_path}/games.sqlite3")
    async with room(store, messenger) as place, room(other, messenger) as second:
        await month(place)
        place.clock.time = second.clock.time = DECEMBER + 1
        async with asyncio.timeout(60):
            await asyncio.gather(*(look(each, 0) for each in (place, second, place, second)))
        assert len(cards(place)) == 1
        assert len(await store.honours_of_chat(CHAT)) == 3
    await store.close()
    await other.close()


async def test_a_card_that_has_to_wait_is_posted_later() -> None:
    async with room() as place:
        await month(place)
        place.messenger.trouble = failing(TryLater(5.0))
        place.clock.time = DECEMBER
        await look(place)
        assert cards(place) == []
        place.messenger.trouble = lambda call: None
        await look(place, AGAIN / 2)
        assert cards(place) == []
        await look(place, AGAIN)
        assert len(cards(place)) == 1


async def test_a_card_whose_process_died_while_it_was_posted_comes_once() -> None:
    async with room() as place:
        await month(place)
        place.messenger.trouble = failing(Killed())
        place.clock.time = DECEMBER
        with pytest.raises(Killed):
            await look(place)
        place.messenger.trouble = lambda call: None
        await look(place, SENDING / 2)
        assert cards(place) == [], "another process may be posting it"
        for _ in range(2):
            await look(place, SENDING)
            assert len(cards(place)) == 1


async def test_a_chat_that_is_gone_gets_no_card_and_its_season_is_over_all_the_same() -> None:
    async with room() as place:
        await month(place)
        place.messenger.trouble = failing(ChatGone(CHAT))
        place.clock.time = DECEMBER
        await look(place)
        place.messenger.trouble = lambda call: None
        await look(place, DAY)
        assert cards(place) == []
        assert len(await place.store.honours_of_chat(CHAT)) == 3


async def test_the_chats_zone_and_length_decide() -> None:
    async with room() as place:
        await month(place)
        await place.say(ANA, "/settings season=quarter")
        assert ChatSettings.of(await place.store.chat(CHAT)).season is SeasonLength.QUARTER
        await look(place)
        assert "Season: Oct\u2009–\u2009Dec 2026" in shown(await place.say(ANA, "/season"))
        await place.say(ANA, "/settings season=month zone=-5")
        place.clock.time = DECEMBER + 4 * 3600
        await look(place)
        assert cards(place) == []
        place.clock.time = DECEMBER + 5 * 3600
        await look(place)
        assert len(cards(place)) == 1


async def test_without_seasons_nothing_ends_until_they_are_on_again() -> None:
    async with room() as place:
        await month(place)
        await place.say(ANA, "/settings season=off")
        place.clock.time = DECEMBER
        await look(place)
        assert cards(place) == []
        assert "Seasons are off" in said(await place.say(BEA, "/season"))
        await place.say(ANA, "/settings season=month")
        await look(place)
        assert len(cards(place)) == 1


async def test_hidden_people_hold_no_title() -> None:
    async with room() as place:
        await month(place)
        await place.say(ANA, "/profile visible=no")
        assert "Ana" not in shown(await place.say(BEA, "/season"))
        place.clock.time = DECEMBER
        await look(place)
        (card,) = plain(cards(place))
        assert "🥇 Bea 175   🥈 Cai 50" in card
        assert [one.player for one in await place.store.honours_of_chat(CHAT)] == [BEA.key, CAI.key]


async def test_the_forgotten_stay_as_a_former_player() -> None:
    async with room() as place:
        await month(place)
        await place.store.forget(ANA.key, PersonKey("former", "x"), {})
        place.clock.time = DECEMBER
        await look(place)
        assert "🥇 former player 275   🥈 Bea 175" in plain(cards(place))[0]


async def test_recomputed_honours_are_the_same_byte_for_byte() -> None:
    async with room() as place:
        await month(place)
        place.clock.time = DECEMBER
        await look(place)
        before = await place.store._read("SELECT * FROM honours ORDER BY player_user", {})
        await place.store._write("UPDATE honours SET place = 9, detail = '{\"streak\":4}' WHERE place = 1", {})
        await place.store._write("DELETE FROM honours WHERE place = 2", {})
        assert await recompute_seasons(place.store) == 1
        after = await place.store._read("SELECT * FROM honours ORDER BY player_user", {})
        assert [row[:9] for row in after] == [row[:9] for row in before]
        assert '"streak": 4' in after[0][9], "what does not follow from the logs stays"
        await recompute_seasons(place.store)
        assert await place.store._read("SELECT * FROM honours ORDER BY player_user", {}) == after


@pytest.mark.parametrize(
    ("locale", "wanted"),
    [("es", "Temporada: noviembre de 2026 · quedan"), ("it", "Stagione: novembre 2026 · mancano")],
)
async def test_people_read_it_in_their_language(locale: str, wanted: str) -> None:
    async with room() as place:
        await month(place)
        assert wanted in shown(await place.say(person("Ana", locale), "/season"))


async def test_in_the_last_days_the_card_of_a_game_says_that_the_season_ends() -> None:
    async with room() as place:
        await month(place)
        place.clock.time = DECEMBER - 2.5 * DAY
        code = await place.started("/play palma", BEA)
        await place.play_until_counted(code, [ANA, BEA])
        await place.end(code, "resign", [BEA])
        text = place.messenger.of(CHAT)[-1].screen.text.plain
        assert "🏁 The season ends in 3 days: /season" in text
        for _ in range(3):  # next door the season goes on until the end of the year
            await played(place, DAN, CAI, chat=ELSEWHERE)
        await place.say(ANA, "/settings season=quarter", ELSEWHERE)
        await look(place)
        code = await place.opened("/play palma")
        await place.say(DAN, f"/join {code}", ELSEWHERE)
        await place.say(ANA, f"/start {code}")
        await place.end(code, "resign", [ANA])
        texts = [place.messenger.of(chat)[-1].screen.text.plain for chat in (CHAT, ELSEWHERE)]
        assert [code in text for text in texts] == [True, True]
        assert ["🏁 The season ends in 3 days" in text for text in texts] == [True, False]


async def test_of_a_few_games_no_card_says_when_the_season_ends() -> None:
    async with room() as place:
        place.clock.time = DECEMBER - 2.5 * DAY
        code = await place.started("/play palma", BEA)
        await place.play_until_counted(code, [ANA, BEA])
        await place.end(code, "resign", [BEA])
        assert "🏁" not in place.messenger.of(CHAT)[-1].screen.text.plain
        assert (await place.store.season(CHAT)) is not None


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        (
            "en",
            [
                "Biggest climb: Bea, +31 rating points",
                "Most captures: Ana, 9",
                "Best accuracy: Bea, 120 points of win chance given away per 100 choices",
                "Luckiest: Ana, +7 points of win chance a game",
                "Longest puzzle streak: Bea, 1 day",
            ],
        ),
        (
            "es",
            [
                "Mayor subida: Bea, +31 puntos de clasificación",
                "Más fichas comidas: Ana, 9",
                "Mejor precisión: Bea, 120 puntos de probabilidad de ganar perdidos cada 100 decisiones",
                "Más suerte: Ana, +7 puntos de probabilidad de ganar por partida",
                "Racha de acertijos más larga: Bea, 1 día",
            ],
        ),
        (
            "it",
            [
                "Salita più grande: Bea, +31 punti in classifica",
                "Più pedine mangiate: Ana, 9",
                "Precisione migliore: Bea, 120 punti di probabilità di vittoria persi ogni 100 scelte",
                "Più fortuna: Ana, +7 punti di probabilità di vittoria a partita",
                "Serie più lunga al rompicapo: Bea, 1 giorno",
            ],
        ),
    ],
)
def test_the_card_names_who_stood_out(language: str, wanted: list[str]) -> None:
    ana = '{"points":9000,"games":4,"captures":9,"climb":-3,"luck":7,"error":300}'
    bea = '{"points":8000,"games":4,"captures":2,"climb":31,"luck":-7,"error":120,"streak":1,"odd":"x"}'
    honours = [
        HonourRecord(CHAT, HonourKind.SEASON, "0", who.key, place, 1.0, detail=detail, name=who.name)
        for place, (who, detail) in enumerate(((ANA, ana), (BEA, bea)), start=1)
    ]
    text = over_text("…", honours, translator(language)).plain
    assert text.splitlines()[2:] == wanted


async def test_figures_come_from_analyses_and_puzzles() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = START
        for _ in range(3):
            code = await place.started("/play palma", BEA)
            await place.play_out(code, [ANA, BEA])
            await place.say(ANA, f"/analysis {code}")
            await place.core.background.idle()
            place.clock.time += DAY
        season = ClosedSeason(CHAT, START - DAY, START + 20 * DAY)
        games = await place.store.season_games(CHAT, season.began, season.ended)
        figures = await SeasonFigures(place.store, place.core.service.tables).of(season, games)
        assert len(games) == 3
        sums = {one.player: one for one in await place.store.insight(CHAT, games[0].game, games[0].family)}
        assert set(sums) == {ANA.key, BEA.key}
        for who, one in sums.items():
            assert figures[who]["luck"] == round(100 * one.luck / 3)
            assert figures[who]["error"] == round(1e4 * one.error / one.choices)
        assert figures[ANA.key]["climb"] + figures[BEA.key]["climb"] != 0


@pytest.mark.parametrize(("days", "wanted"), [([], 0), ([4], 1), ([1, 2, 3, 5, 6], 3), ([1, 1, 2, 9, 10, 11, 12], 4)])
def test_the_longest_run_of_days(days: list[int], wanted: int) -> None:
    assert longest_run(days) == wanted
