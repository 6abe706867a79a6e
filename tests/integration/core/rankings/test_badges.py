"""New badges are shown where the game that earned them ends, whenever that board is drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.domain.person_settings import change_person
from bot.core.domain.table_values import Honour, Honours
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import languages, translator
from bot.core.rankings.badges import BADGES, brought_by, earned
from bot.core.rankings.player_games import games_of
from bot.core.views.game_over import HONOURS_LIMIT, honours
from data.open_store import open_store
from data.records import PersonKey
from data.result_records import PlayedSeat, ResultSeat
from tests.fakes.finished_tables import finished
from tests.fakes.games import finished_game
from tests.fakes.room import ANA, BEA, CAI, CHAT, Room, room


async def palma(place: Room, line: str = "/play palma") -> str:
    return await place.started(line, BEA)


async def given_up(place: Room, line: str = "/play palma") -> str:
    """A game that Bea has just won, in which both have played enough."""
    place.clock.time += 60
    code = await palma(place, line)
    await place.play_until_counted(code, [ANA, BEA])
    await place.say(ANA, "/resign")
    await place.click(ANA, "Yes")
    return code


@pytest.mark.parametrize("line", ["/play palma", "/play palma rated=no"])
async def test_the_end_of_a_game_tells_of_a_new_badge_once(line: str) -> None:
    async with room() as place:
        first = await given_up(place, line)
        assert [honour.person for honour in (await place.table(first)).honours] == [BEA.key]
        texts = [message.screen.text.plain for message in place.messenger.of(CHAT)]
        end = next(text for text in texts if ", opened with" in text)
        assert "★ New badge for Bea: First laurels (won a game)." in end.split("\n")
        second = await given_up(place, line)
        assert (await place.table(second)).honours == ()
        third = await given_up(place, line)
        (honour,) = (await place.table(third)).honours
        assert [badge.name for badge in honour.badges] == ["Hat trick"]


@pytest.mark.parametrize("line", ["/play palma", "/play palma rated=no"])
async def test_who_has_not_played_earns_nothing(line: str) -> None:
    """Eight resignations before the first roll gave a hat trick."""
    async with room() as place:
        for _ in range(8):
            place.clock.time += 60
            code = await palma(place, line)
            await place.say(ANA, "/resign")
            await place.click(ANA, "Yes")
            assert (await place.table(code)).honours == ()
        assert earned(games_of(await place.store.played(BEA.key))) == ()


async def test_it_is_the_same_after_a_restart_whatever_was_played_since() -> None:
    store = await open_store("sqlite:///:memory:")
    async with room(store) as place:
        code = await given_up(place)
        await given_up(place)
        before = (await place.table(code)).honours
        assert len(before) == 1
    async with room(store) as place:
        assert (await place.table(code)).honours == before
    await store.close()


async def test_who_is_not_to_be_ranked_is_not_told_of() -> None:
    async with room() as place:
        await change_person(place.store, BEA.key, BEA.name, ranked=False)
        assert (await place.table(await given_up(place))).honours == ()


async def test_who_had_the_badge_before_and_who_earns_it_later_are_not_told_of() -> None:
    async with room() as place:
        await finished_game(place.store, [(BEA, 1), (CAI, 2)], game="palma", family="classic")
        await finished_game(place.store, [(CAI, 1), (BEA, 2)], at=place.clock.now() + 1e6)
        assert (await place.table(await given_up(place))).honours == ()


def test_hot_seat_brings_nothing() -> None:
    both = [PlayedSeat("t", "palma", "classic", 1.0, False, CHAT, 2, ResultSeat(ANA.key, side, 1)) for side in (0, 1)]
    assert brought_by("t", both) == ()
    assert [badge.name for badge in brought_by("t", both[:1])] == ["First laurels"]
    assert brought_by("u", both[:1]) == ()


@pytest.mark.parametrize("language", languages())
def test_one_is_explained_and_many_are_one_bounded_line(language: str) -> None:
    t, table = translator(language), finished("parchis", {"preset": "spanish"}, ["Y", "B", "R", "G"])
    people = [PersonKey("web", str(number)) for number in range(4)]
    seats = tuple(
        replace(seat, person=who, name="Maximiliana de la Fuente")
        for seat, who in zip(table.seats, people, strict=True)
    )
    table = replace(table, seats=seats)
    for badge in BADGES:
        (line,) = honours(replace(table, honours=(Honours(people[2], (Honour(badge.name, badge.told),)),)), t)
        assert t(badge.name) in plain(line)
        assert t(badge.told) in plain(line)
        assert len(plain(line)) < 150
    three = tuple(Honour(badge.name, badge.told) for badge in BADGES[:3])
    (line,) = honours(replace(table, honours=tuple(Honours(who, three) for who in people)), t)
    assert plain(line).count("Maximiliana") >= 2
    assert len(plain(line)) < HONOURS_LIMIT + 40
    assert honours(table, t) == []
