"""/stats: somebody's games, ratings and badges; whom a name means; and who does not want to be looked at."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.bootstrap import CARDS
from bot.core.dispatch.dispatcher import deliver_later
from bot.core.domain.person_settings import change_person
from bot.core.features.rankings.stats_view import stats_text
from bot.core.i18n.translator import languages, translator
from bot.core.messages.requests import Outcome, Request
from bot.core.rankings.badges import BADGES, earned
from bot.core.rankings.player_games import PlayedGame, games_of
from bot.core.rankings.stats import stats
from data.records import ChatKey
from data.result_records import PlayedSeat, ResultSeat
from tests.fakes.games import finished_game
from tests.fakes.puzzles import DAY, MORNING, answer
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, Room, person, room, shown
from tests.fakes.thinking import at_once
from tests.fakes.word_tables import well_formed

GAME = PlayedGame("parchis", "dice", 1.0, CHAT, 2, False, 0, 3, 1, 20, 12, 10)
WON = replace(GAME, place=1)


def refused(outcome: Outcome) -> str:
    assert outcome.screen is None
    assert outcome.notice is not None
    return outcome.notice.plain


async def some_games(place: Room) -> None:
    figures = {"captures": 4, "losses": 2, "sixes": 9, "throws": 60, "longest": 33}
    for at, places in enumerate(([(ANA, 1), (BEA, 2)], [(ANA, 2), (BEA, 1)], [(ANA, 1), (CAI, 2)])):
        await finished_game(place.store, places, at=float(at), **figures)
    await finished_game(place.store, [(ANA, 1), (BEA, 2)], at=9.0, game="palma", family="classic", longest=20)


async def test_the_streak_of_the_chats_puzzle_is_told() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        assert "streak" not in shown(await place.say(ANA, "/stats"))
        for _ in range(2):
            await answer(place, ANA, right=True)
            place.clock.time += DAY
        assert "🔥 Puzzle streak: 2 days (longest: 2)" in shown(await place.say(ANA, "/stats"))
        place.clock.time += DAY
        assert "🔥 Puzzle streak: 0 days (longest: 2)" in shown(await place.say(ANA, "/stats"))
        assert "streak" not in shown(await place.say(ANA, "/stats", ChatKey("fake", "elsewhere")))


async def test_games_and_ratings_of_whoever_asks() -> None:
    async with room() as place:
        assert shown(await place.say(ANA, "/stats")) == "Ana hasn't finished a game yet."
        await some_games(place)
        text = shown(await place.say(ANA, "/stats"))
        for line in (
            "Ana in numbers",
            "4 games · 3 won",
            "Pieces captured: 12, lost: 6",
            "Rolls: 180 (27 gave another roll)",
            "Best turn: 33 steps",
        ):
            assert line in text.split("\n")
        assert "Parchís: " in text
        assert "after 3 rated games" in text
        assert "Palma: " in text
        assert "First laurels" in text
        assert text.index("Parchís: ") < text.index("Palma: ")


async def test_a_rating_over_time_ends_with_what_the_leaderboard_says() -> None:
    async with room() as place:
        await some_games(place)
        view = await stats(place.store, ANA.key, "Ana")
        parchis, palma = view.curves
        assert (len(parchis.skills), parchis.times) == (3, (0.0, 1.0, 2.0))
        assert all(later.sigma < before.sigma for before, later in pairwise(parchis.skills))
        assert parchis.skills[0].mu > parchis.skills[1].mu < parchis.skills[2].mu
        (row,) = [one for one in await place.store.standings("parchis", "dice", None, 0.0) if one.player == ANA.key]
        assert (row.mu, row.sigma) == (parchis.now.mu, parchis.now.sigma)
        assert palma.now.points > 1000


async def test_a_person_by_name_or_as_the_platform_knows_them() -> None:
    async with room() as place:
        await some_games(place)
        beat = person("Beatriz")
        await finished_game(place.store, [(beat, 1), (DAN, 2)], at=20.0)
        await finished_game(place.store, [(person("Eva"), 1), (DAN, 2)], at=20.0, chat=ChatKey("fake", "far"))
        for line in ("/stats Bea", "/stats bea", "/stats @BEA"):
            assert "Bea in numbers" in shown(await place.say(ANA, line))
        assert "Beatriz in numbers" in shown(await place.say(ANA, "/stats beat"))
        assert "Cai in numbers" in shown(await place.say(ANA, "/stats ai"))
        assert "Who do you mean? Bea, Beatriz" in refused(await place.say(ANA, "/stats be"))
        await change_person(place.store, beat.key, beat.name, ranked=False)
        assert refused(await place.say(ANA, "/stats be")).endswith("? Bea")
        assert "Nobody called eva" in refused(await place.say(ANA, "/stats eva"))
        asked = Request(CHAT, ANA, "stats", {"person": "@b"}, people={"person": BEA})
        assert "Bea in numbers" in shown(await place.core.dispatcher.command(asked, deliver_later))


async def test_who_does_not_want_to_be_ranked_sees_themselves_alone() -> None:
    async with room() as place:
        await some_games(place)
        await change_person(place.store, ANA.key, ANA.name, ranked=False)
        own = refused(await place.say(ANA, "/stats"))
        assert "Ana in numbers" in own
        assert "You're hidden from the leaderboards" in own
        assert "Ana doesn't appear in the leaderboards" in refused(await place.say(BEA, "/stats ana"))


@pytest.mark.parametrize("language", languages())
async def test_all_of_it_fits_in_every_language(language: str) -> None:
    async with room() as place:
        await some_games(place)
        view = await stats(place.store, ANA.key, "Maximiliana de la Fuente y Montenegro")
        text = stats_text(replace(view, badges=BADGES, hidden=True, curves=view.curves * 2), translator(language))
        assert well_formed(text)
        assert len(text.plain) <= 1800


def test_hot_seat_counts_for_nothing_and_several_seats_of_a_side_are_one_game() -> None:
    def seat(table: str, side: int, **figures: int) -> PlayedSeat:
        return PlayedSeat(table, "parchis", "dice", 1.0, True, CHAT, 2, ResultSeat(ANA.key, side, 1, **figures))

    played = [seat("a", 0), seat("a", 1), seat("b", 0, captures=2, longest=9), seat("b", 0, captures=3, longest=5)]
    (game,) = games_of(played)
    assert (game.captures, game.longest, game.won) == (5, 9, True)


EARNED = {
    "First laurels": [WON],
    "Hat trick": [GAME, WON, WON, WON],
    "Comeback": [replace(WON, behind=50)],
    "Hunter": [replace(GAME, captures=10)],
    "Untouched": [replace(WON, losses=0)],
    "Seven-league boots": [replace(GAME, longest=60)],
    "Lucky hand": [replace(GAME, sixes=15, throws=60)],
    "All-rounder": [WON, replace(WON, game="palma")],
    "Good sport": [GAME] * 10,
    "Regular": [GAME] * 50,
    "Globetrotter": [replace(GAME, chat=ChatKey("fake", name)) for name in "abc"],
}
ALMOST = {
    "First laurels": [GAME, replace(GAME, place=1, left=True)],
    "Hat trick": [WON, WON, GAME, WON],
    "Comeback": [replace(WON, behind=49), replace(GAME, behind=90)],
    "Hunter": [replace(GAME, captures=9)] * 5,
    "Untouched": [replace(GAME, losses=0), replace(WON, losses=0, game="palma")],
    "Seven-league boots": [replace(GAME, longest=59)],
    "Lucky hand": [replace(GAME, sixes=14, throws=60), replace(GAME, sixes=12, throws=48)],
    "All-rounder": [WON, replace(GAME, game="palma")],
    "Good sport": [GAME] * 9 + [WON, replace(GAME, left=True)],
    "Regular": [GAME] * 49 + [replace(GAME, left=True)],
    "Globetrotter": [replace(GAME, chat=ChatKey("fake", "a", str(n))) for n in range(3)],
}


def test_every_badge_is_told_of_here() -> None:
    assert set(EARNED) == set(ALMOST) == {badge.name for badge in BADGES}
    assert earned([]) == ()


@pytest.mark.parametrize("name", EARNED)
def test_a_badge_is_earned_and_almost_is_not_enough(name: str) -> None:
    assert name in {badge.name for badge in earned(EARNED[name])}
    assert name not in {badge.name for badge in earned(ALMOST[name])}


async def test_a_rating_is_drawn_from_the_second_game_on() -> None:
    async with room(cards=CARDS) as place:
        await finished_game(place.store, [(ANA, 1), (BEA, 2)], at=1.0)
        once = (await place.say(ANA, "/stats")).screen
        assert once is not None
        assert once.picture is None
        await finished_game(place.store, [(ANA, 1), (BEA, 2)], at=2.0)
        twice = (await place.say(ANA, "/stats")).screen
        assert twice is not None
        assert twice.picture is not None
        assert twice.picture.data.startswith(b"\x89PNG")
        assert twice.picture.alt.startswith("Ana, Parch")
        await place.say(ANA, "/settings theme dark")
        dark = (await place.say(ANA, "/stats")).screen
        assert dark is not None
        assert dark.picture is not None
        assert dark.picture.data != twice.picture.data


async def test_a_rating_that_is_known_is_compared_with_the_bots() -> None:
    async with room() as place:
        await finished_game(place.store, [(ANA, 1), (person("Rival 0"), 2)])
        first = shown(await place.say(ANA, "/stats"))
        assert "provisional" in first
        assert "Plays about as well as" not in first
        for number in range(1, 50):
            order = (1, 2) if number % 2 else (2, 1)
            them = (ANA, person(f"Rival {number % 12}"))
            await finished_game(place.store, list(zip(them, order, strict=True)), at=1e6 * number)
        assert "Plays about as well as a normal bot." in shown(await place.say(ANA, "/stats"))
        await place.say(ANA, "/language es")
        assert "Juega más o menos como un bot normal." in shown(await place.say(ANA, "/stats"))
