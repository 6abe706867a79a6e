"""/leaderboard: who stands where, in this chat or in all, of late or ever; and who does not want to."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from bot.bootstrap import CARDS
from bot.core.domain.person_settings import change_person
from bot.core.domain.standing import places
from bot.core.domain.table import Gain, begun
from bot.core.domain.table_values import TableResult
from bot.core.features.rankings.leaderboard_view import RANKS, card_rows, leaderboard_screen
from bot.core.i18n.translator import languages, translator
from bot.core.messages.button_tokens import encode
from bot.core.messages.requests import Person
from bot.core.rankings.ladders import ladders
from bot.core.rankings.leaderboard import PAGE, Period, Scope, Wish, leaderboard
from bot.core.views.board import board_screen
from data.records import ChatKey, PersonKey, Status
from data.result_records import GAMES, PEOPLE
from data.store import Store
from tests.fakes.games import finished_game
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, person, room, shown
from tests.fakes.word_tables import NO_PICTURES, lobby, started, within_bounds

DAY = 86400.0
FAR = ChatKey("fake", "far")
LONG = [person(f"Maximiliana de la Fuente y Montenegro {n:02}") for n in range(26)]


def names(text: str) -> list[str]:
    """Whose lines there are, from the top."""
    everybody = ("Ana", "Bea", "Cai", "Dan")
    return [next(n for n in everybody if n in line) for line in text.split("\n")[1:] if " won)" in line]


async def test_nobody_yet() -> None:
    async with room() as place:
        text = shown(await place.say(ANA, "/leaderboard"))
        assert "No rated games here yet." in text
        assert "at least two people" in text


async def test_the_better_stand_above() -> None:
    async with room() as place:
        for at in range(5):
            await finished_game(place.store, [(ANA, 3), (BEA, 1), (CAI, 2)], at=at)
        text = shown(await place.say(ANA, "/leaderboard"))
        assert names(text) == ["Bea", "Cai", "Ana"]
        assert "🥇 Bea" in text
        assert "🥉 Ana ◂" in text
        assert "(5 of 5 won)" in text
        assert "Ana: number 3 of 3" in text
        assert "provisional" in text


async def made_known(store: Store, *people: Person) -> None:
    """Have people play as often, against as many others, as the leaderboard of all chats requires, long ago."""
    rivals = [person(f"Rival {number}") for number in range(PEOPLE)]
    for number in range(GAMES):
        for who in people:
            places = [(who, 1 + number % 2), (rivals[number % PEOPLE], 2 - number % 2)]
            await finished_game(store, places, at=1.0 + number, chat=ChatKey("fake", "elsewhere"))


async def test_of_this_chat_or_of_all_of_late_or_ever() -> None:
    async with room() as place:
        place.clock.time = now = 1000 * DAY
        await made_known(place.store, ANA, CAI, DAN)
        await finished_game(place.store, [(ANA, 1), (BEA, 2)], at=now - 40 * DAY)
        await finished_game(place.store, [(CAI, 1), (ANA, 2)], at=now - 10 * DAY)
        await finished_game(place.store, [(ANA, 1), (CAI, 2)], at=now - DAY)
        await finished_game(place.store, [(DAN, 1), (CAI, 2)], at=now - DAY, chat=FAR)
        assert set(names(shown(await place.say(BEA, "/leaderboard")))) == {"Ana", "Bea", "Cai"}
        assert set(names(shown(await place.say(BEA, "/leaderboard all")))) == {"Ana", "Cai", "Dan"}
        month = shown(await place.say(BEA, "/leaderboard month"))
        assert set(names(month)) == {"Ana", "Cai"}
        assert "(1 of 2 won)" in month
        week = shown(await place.click(BEA, "The last 7 days"))
        assert "(1 of 1 won)" in week
        assert " +" in week
        assert set(names(shown(await place.click(BEA, "All chats")))) == {"Ana", "Cai", "Dan"}
        assert names(shown(await place.say(BEA, "/leaderboard", FAR))) == ["Dan", "Cai"]


async def test_a_rating_is_the_same_wherever_it_is_shown() -> None:
    async with room() as place:
        await made_known(place.store, ANA, BEA)
        await finished_game(place.store, [(ANA, 1), (BEA, 2)], at=100.0)
        await finished_game(place.store, [(ANA, 1), (BEA, 2)], at=200.0, chat=FAR)
        boards = [
            await leaderboard(place.store, Wish(ladders()[0], scope), chat, ANA.key, place.clock.now())
            for scope in Scope
            for chat in (CHAT, FAR)
        ]
        assert len({tuple((row.player, row.skill) for row in board.rows) for board in boards}) == 1


async def test_each_game_has_a_ladder_and_the_last_one_is_shown_first() -> None:
    async with room() as place:
        await finished_game(place.store, [(ANA, 1), (BEA, 2)], at=1.0)
        await finished_game(place.store, [(CAI, 1), (DAN, 2)], at=2.0, game="palma", family="penalty")
        text = shown(await place.say(ANA, "/leaderboard"))
        assert "Palma with back-slides" in text
        assert names(text) == ["Cai", "Dan"]
        assert names(shown(await place.say(ANA, "/leaderboard parchis"))) == ["Ana", "Bea"]
        assert "No rated games here yet." in shown(await place.click(ANA, "Parchís without dice"))


async def test_who_does_not_want_to_be_ranked_is_left_out_everywhere() -> None:
    async with room() as place:
        await finished_game(place.store, [(BEA, 1), (ANA, 2), (CAI, 3)])
        await change_person(place.store, ANA.key, ANA.name, ranked=False)
        text = shown(await place.say(ANA, "/leaderboard"))
        assert names(text) == ["Bea", "Cai"]
        assert "Ana" not in text
        code = await place.started("/play palma", BEA)
        await place.play_out(code, [ANA, BEA])
        end = place.messenger.of(CHAT)[-1].screen.text.plain
        (told,) = [line for line in end.split("\n") if line.startswith("Rating points: ")]
        assert "Bea" in told
        assert "Ana" not in told


async def test_the_end_of_a_game_tells_what_it_did_to_the_ratings() -> None:
    async with room() as place:
        code = await place.started("/play palma", BEA)
        await place.play_out(code, [ANA, BEA])
        end = place.messenger.of(CHAT)[-1].screen.text.plain
        (told,) = [line for line in end.split("\n") if line.startswith("Rating points: ")]
        gains = {gain.person: gain for gain in (await place.table(code)).gains}
        assert told == "Rating points: " + ", ".join(
            f"{who.name} 1000 → {gains[who.key].after}" for who in sorted((ANA, BEA), key=lambda one: one.name)
        ) + "."  # fmt: skip
        assert names(shown(await place.say(BEA, "/leaderboard")))[0] == (
            "Ana" if gains[ANA.key].after > 1000 else "Bea"
        )


async def test_equal_points_share_a_place_and_stand_by_name() -> None:
    zoe, oscar = (
        replace(person("Zoe"), key=PersonKey("fake", "1")),
        replace(person("Óscar"), key=PersonKey("fake", "2")),
    )
    async with room() as place:
        await finished_game(place.store, [(zoe, 1), (BEA, 2)], at=1.0)
        await finished_game(place.store, [(oscar, 1), (CAI, 2)], at=2.0)
        view = await leaderboard(place.store, Wish(ladders()[0]), CHAT, ANA.key, place.clock.now())
        assert [(row.rank, row.number, row.name) for row in view.rows] == [
            (1, 1, "Óscar"),
            (1, 2, "Zoe"),
            (3, 3, "Bea"),
            (3, 4, "Cai"),
        ]
        text = shown(await place.say(ANA, "/leaderboard"))
        assert text.count("🥇") == 2
        assert "Bea: " not in text


async def test_pages_and_whoever_looks_sees_their_neighbours() -> None:
    async with room() as place:
        for at, (better, worse) in enumerate(pairwise(LONG)):
            await finished_game(place.store, [(better, 1), (worse, 2)], at=float(at))
        now = place.clock.now()
        whole = [
            row
            for page in range(3)
            for row in (await leaderboard(place.store, Wish(ladders()[0], page=page), CHAT, ANA.key, now)).rows
        ]
        assert [row.number for row in whole] == list(range(1, 27))
        points = [row.skill.points for row in whole]
        assert [row.rank for row in whole] == [1 + points.index(row.skill.points) for row in whole]
        assert [row.skill.points for row in whole] == sorted((row.skill.points for row in whole), reverse=True)
        reader = whole[15].player
        view = await leaderboard(place.store, Wish(ladders()[0]), CHAT, reader, now)
        assert (len(view.rows), view.pages, view.total) == (PAGE, 3, 26)
        assert [row.number for row in view.neighbours] == [15, 16, 17]
        assert view.mine == view.neighbours[1]
        on_it = await leaderboard(place.store, Wish(ladders()[0], page=1), CHAT, reader, now)
        assert on_it.neighbours == ()
        assert on_it.mine is not None
        edge = await leaderboard(place.store, Wish(ladders()[0]), CHAT, whole[10].player, now)
        assert [row.number for row in edge.neighbours] == [11, 12]
        t = translator("en")
        assert [row.gap for row in card_rows(view, t)] == [*[False] * PAGE, True, False, False]
        assert not any(row.gap for row in card_rows(edge, t))
        assert "…" in leaderboard_screen(view, t).text.plain
        assert "…\n" not in leaderboard_screen(edge, t).text.plain
        beyond = await leaderboard(place.store, Wish(ladders()[0], page=99), CHAT, reader, now)
        assert beyond.wish.page == 2
        for language in languages():
            for page in range(3):
                for period in Period:
                    wish = Wish(ladders()[0], page=page, period=period)
                    within_bounds(
                        leaderboard_screen(
                            await leaderboard(place.store, wish, CHAT, reader, now), translator(language)
                        )
                    )
        first = shown(await place.say(ANA, "/leaderboard"))
        second = shown(await place.click(ANA, "▶"))
        assert first != second
        assert shown(await place.click(ANA, "◀")) == first


@pytest.mark.parametrize(
    "arguments", [("x", "chat", "ever", "0"), ("palma", "x", "ever", "0"), ("palma", "chat", "x", "0"),
                  ("palma", "chat", "ever", "-1")]
)  # fmt: skip
async def test_a_forged_button_does_nothing(arguments: tuple[str, ...]) -> None:
    async with room() as place:
        outcome = await place.press(ANA, encode("ranks", 0, RANKS, *arguments))
        assert outcome.screen is None
        assert outcome.notice is not None


async def test_bots_are_marks_on_the_scale_and_no_winner_stands_below_a_loser() -> None:
    async with room() as place:
        code = await place.opened("/play parchis colours=3", BEA)
        await place.click(ANA, "Start with bots")
        await place.play_out(code, [ANA, BEA])
        text = shown(await place.say(ANA, "/leaderboard"))
        table = begun(await place.table(code))
        first = names(text)[0]
        assert set(names(text)) == {"Ana", "Bea"}
        assert places(table)[0 if first == "Ana" else 1] == min(places(table)[:2])
        assert "For comparison: beginner bot 1146, normal bot 1250, strong bot 1406, master bot 1472." in text


async def test_every_leaderboard_has_its_card_even_an_empty_one() -> None:
    async with room(cards=CARDS) as place:
        empty = (await place.say(ANA, "/leaderboard")).screen
        assert empty is not None
        assert empty.picture is not None  # a photo can become another photo, but no text: the buttons lead on
        await finished_game(place.store, [(ANA, 1), (BEA, 2)])
        screen = (await place.say(ANA, "/leaderboard")).screen
        assert screen is not None
        assert screen.picture is not None
        assert "1. Ana" in screen.picture.alt
        assert "2. Bea" in screen.picture.alt
        assert screen.picture.data != empty.picture.data


@pytest.mark.parametrize("language", languages())
def test_the_end_of_a_game_of_six_with_long_names_still_fits(language: str) -> None:
    table = lobby(seats=tuple("YBRGPO"), rules={"colours": 6}, names=[one.name for one in LONG[:6]])
    gains = tuple(Gain(seat.person, 1234, 1357) for seat in table.seats if seat.person is not None)
    result = TableResult((1, 2, 3, 4, 5, 6), "all_in_goal")
    over = replace(started(table), gains=gains)
    over = replace(over, status=Status.OVER, result=result)
    screen = board_screen(over, 0, translator(language), NO_PICTURES)
    within_bounds(screen)
    assert screen.text.plain.count("1234 → 1357") == 6
