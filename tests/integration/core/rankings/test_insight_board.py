"""/leaderboard by accuracy, by luck and without luck, and /dice: from enough stored games, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.bootstrap import CARDS
from bot.core.domain.person_settings import change_person
from bot.core.features.rankings.insight_board import PAGE, InsightBoard, board_rows, board_screen
from bot.core.features.rankings.leaderboard_view import INSIGHT
from bot.core.i18n.translator import languages, translator
from bot.core.messages.button_tokens import encode
from bot.core.messages.requests import Person
from bot.core.rankings.insight_figures import GAMES, Figure, Measure
from bot.core.rankings.ladders import ladders
from data.records import PersonKey
from data.result_records import AnalysisRecord, AnalysisSeat
from tests.fakes.games import finished_game
from tests.fakes.room import ANA, BEA, CAI, DAN, Room, person, room, shown
from tests.fakes.word_tables import within_bounds


async def analysed(place: Room, errors: Mapping[Person, float], games: int = GAMES, luck: float = 0.0) -> None:
    """Store analysed games in which each of these people gave away so much in 40 choices; a little varies."""
    for number in range(games):
        code = await finished_game(place.store, [(who, rank + 1) for rank, who in enumerate(errors)], at=number)
        seats = tuple(
            AnalysisSeat(who.key, luck + 0.01 * (number % 3), 50, error + 0.01 * (number % 2), 40, 0.2 - error)
            for who, error in errors.items()
        )
        await place.store.add_analysis(AnalysisRecord(code, "parchis", "dice", 7.0, b"", seats))


async def test_who_plays_best_is_said_for_sure_only_where_the_intervals_are_apart() -> None:
    async with room(cards=CARDS) as place:
        await analysed(place, {ANA: 0.1, BEA: 0.9, CAI: 0.105})
        outcome = await place.say(BEA, "/leaderboard by=accuracy")
        lines = shown(outcome).split("\n")
        assert lines == [
            "Parchís · this chat · points of win chance lost per 100 moves (fewer is better)",
            "🥇 Ana 26 ± 2 (5 games)",
            "🥈 Cai 27 ± 2 (5 games)",
            "🥉 Bea ◂ 226 ± 2 (5 games)",
            "Ana almost certainly plays better than Bea.",
            "The gap between Ana and Cai could be chance.",
            "You need 5 analysed games to be listed; /analysis analyses one. ± is the margin of error.",
        ]
        assert outcome.screen is not None
        assert outcome.screen.picture is not None
        assert outcome.screen.picture.data.startswith(b"\x89PNG")
        assert "1. Ana, 26 ± 2" in outcome.screen.picture.alt


async def test_too_few_games_and_who_does_not_want_to_be_ranked_are_left_out() -> None:
    async with room() as place:
        await analysed(place, {ANA: 0.1, BEA: 0.2}, games=GAMES - 1)
        assert "Nobody has enough analysed games here yet." in shown(await place.say(ANA, "/leaderboard by=luck"))
        await analysed(place, {ANA: 0.1, BEA: 0.2}, games=1)
        assert "Bea" in shown(await place.say(ANA, "/leaderboard by=luck"))
        await change_person(place.store, BEA.key, BEA.name, ranked=False)
        assert "Bea" not in shown(await place.say(ANA, "/leaderboard by=luck"))


async def test_luck_is_called_chance_unless_the_dice_fell_otherwise_than_fair_ones_do() -> None:
    async with room() as place:
        await analysed(place, {ANA: 0.1, BEA: 0.2}, luck=-0.01)
        assert "These differences could all be chance." in shown(await place.say(ANA, "/leaderboard by=luck"))
    async with room() as place:
        await analysed(place, {CAI: 0.1, DAN: 0.2}, luck=0.5)
        told = shown(await place.say(ANA, "/leaderboard by=luck"))
        assert "🥇 Cai +51 ± 1 (5 games)" in told
        assert "Unusually lucky or unlucky: Cai and Dan." in told


async def test_buttons_lead_from_ratings_to_accuracy_to_luck_and_back() -> None:
    async with room() as place:
        await analysed(place, {ANA: 0.1, BEA: 0.9})
        ratings = shown(await place.say(ANA, "/leaderboard"))
        assert "win chance lost" in shown(await place.click(ANA, "By accuracy"))
        assert "luck per game, in points of win chance" in shown(await place.click(ANA, "By luck"))
        told = shown(await place.click(ANA, "Without luck")).split("\n")
        assert told[1:4] == [
            "🥇 Ana ◂ +10 ± 1 (5 games)",
            "🥈 Bea −70 ± 1 (5 games)",
            "Ana almost certainly plays better than Bea.",
        ]
        assert shown(await place.click(ANA, "By rating")) == ratings


@pytest.mark.parametrize("arguments", [("x", "luck"), ("palma", "x")])
async def test_a_forged_button_does_nothing(arguments: tuple[str, str]) -> None:
    async with room() as place:
        outcome = await place.press(ANA, encode("ranks", 0, INSIGHT, *arguments), "1")
        assert outcome.screen is None


def test_a_board_of_many_long_names_fits_everywhere_and_has_the_reader_below_a_gap() -> None:
    people = [
        Figure(PersonKey("fake", str(n)), f"Maximiliana de la Fuente y Montenegro {n:02}", 9999.0 + n, 0.4, 99_999)
        for n in range(26)
    ]
    board = InsightBoard(ladders()[0], Measure.ACCURACY, tuple(people), people[20].player)
    for measure in Measure:
        for language in languages():
            within_bounds(board_screen(InsightBoard(ladders()[0], measure, tuple(people), people[20].player),
                                       translator(language)))  # fmt: skip
    rows = board_rows(board, translator("en"))
    assert [row.rank for row in rows] == [*range(1, PAGE + 1), 21]
    assert [row.gap for row in rows] == [*[False] * PAGE, True]
    assert rows[-1].mine


async def test_dice_tells_it_too_and_never_more_than_there_is_room_for() -> None:
    crowd = [person(f"Maximiliana de la Fuente y Mon {n:02}") for n in range(6)]
    async with room() as place:
        await place.started("/play seats=Y,R rated=no")
        assert "analysed games" not in shown(await place.say(ANA, "/dice"))
        await analysed(place, {ANA: 0.1, BEA: 0.9})
        told = shown(await place.say(ANA, "/dice"))
        assert "Luck with the dice, per analysed game" in told
        assert "Ana plays best, whatever the dice say." in told
        await analysed(place, dict.fromkeys(crowd, 0.3))
        for who in (ANA, person("Eva", "es"), person("Ivo", "it")):
            full = shown(await place.say(who, "/dice"))
            assert len(full) <= 1000
            assert full.count("Maximiliana") >= 2
