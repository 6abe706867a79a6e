"""A chat's game of the day: opened once at its hour, started an hour later, over after a day."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest

from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.day_game import JOINING
from bot.core.domain.endings import TIME_UP
from bot.core.domain.table import StartedTable, Table
from bot.core.features.day_game.opening import AGAIN
from bot.core.features.registry import registry
from data.records import Status
from tests.fakes.messenger import failing
from tests.fakes.mortal import Killed
from tests.fakes.puzzles import DAY, HOUR, MORNING, look
from tests.fakes.room import ANA, BEA, CHAT, PLATFORM, Room, room, said


async def set_up(place: Room, hour: int = 11) -> None:
    place.clock.time = MORNING
    await place.say(ANA, f"/settings game={hour} zone=+1")


async def open_tables(place: Room) -> list[Table]:
    return await place.core.service.tables.of_chat(CHAT)


async def goes(place: Room, seconds: float) -> None:
    """Let time pass, and have the scheduler and the features do what is due."""
    await look(place, seconds)
    await place.core.scheduler.look()
    await place.core.service.computers.idle()
    await place.core.publisher.idle()


async def test_it_opens_once_at_the_hour_and_starts_with_bots_an_hour_later() -> None:
    async with room() as place:
        await set_up(place)
        assert ChatSettings.of(await place.store.chat(CHAT)).game == 11
        await goes(place, 0.0)
        assert await open_tables(place) == []
        await goes(place, HOUR)
        await goes(place, HOUR)
        (table,) = await open_tables(place)
        for _ in range(5):
            await goes(place, 60)
        assert [one.id for one in await open_tables(place)] == [table.id], "once"
        assert (table.game, table.rules["preset"], str(table.options.pace)) == ("parchis", "quick", "daily:3")
        assert not table.people
        (lobby,) = place.live(table.id)
        assert "The game of the day: it starts" in lobby.screen.text.plain
        await place.click(ANA, "Yellow")
        await place.click(BEA, "Red")
        await goes(place, JOINING)
        game = await place.table(table.id)
        assert game.status is Status.PLAYING
        assert [seat.person for seat in game.seats].count(None) == 2
        assert sum(seat.is_bot for seat in game.seats) == 2


async def test_it_speaks_the_language_of_who_asked_for_it() -> None:
    async with room() as place:
        place.clock.time = MORNING
        await place.say(replace(ANA, locale="es"), "/ajustes juego=11 zona=+1")
        await goes(place, 2 * HOUR)
        assert "La partida del día" in place.messenger.of(CHAT)[-1].screen.text.plain


async def test_it_ends_a_day_later_by_pieces_in_the_goal_and_steps() -> None:
    async with room() as place:
        await set_up(place)
        await goes(place, 2 * HOUR)
        (table,) = await open_tables(place)
        await place.click(ANA, "Yellow")
        await place.click(BEA, "Red")
        await goes(place, JOINING)
        await goes(place, 3 * HOUR + 1)
        game = await place.table(table.id)
        assert game.status is Status.PLAYING
        assert sum(seat.late for seat in game.seats) == 1, "a bot played for who was late"
        assert "The game of the day ends" in place.board(table.id).screen.text.plain
        await goes(place, DAY)
        game = await place.table(table.id)
        assert isinstance(game, StartedTable)
        assert game.status is Status.OVER
        assert game.result is not None
        assert game.result.reason == TIME_UP
        assert game.result.places == game.match.game.ranking(game.match.state)
        told = "".join(one.screen.text.plain for one in place.messenger.of(CHAT))
        assert "The day is over. Pieces in the goal decide it, then distance covered." in told


async def test_three_waking_hours_pass_before_a_bot_plays() -> None:
    """A person without quiet hours sleeps from 23 to 8, by their own clock or else by the chat's."""
    profiles = {"": 10, "zone=+3": 9, "quiet=22-23": 2, "quiet=3-4 zone=+1": 1, "quiet=22-6 zone=+1": 9}
    for profile, hour in profiles.items():
        async with room() as place:
            await set_up(place, 21)
            for player in (ANA, BEA):
                await place.say(player, f"/profile {profile}")
            await goes(place, 12 * HOUR)
            (table,) = await open_tables(place)
            await place.click(ANA, "Yellow")
            await place.click(BEA, "Red")
            await goes(place, JOINING)
            begun = await place.table(table.id)
            assert begun.clock.deadline is not None
            assert (begun.clock.deadline + HOUR) % DAY == pytest.approx(hour * HOUR, abs=60), profile
            await goes(place, begun.clock.deadline - place.clock.time - 60)
            assert all(seat.late == 0 for seat in (await place.table(table.id)).seats), profile
            await goes(place, 120)
            assert any(seat.late for seat in (await place.table(table.id)).seats), profile


async def test_the_clock_runs_for_a_person_alone_until_three_turns_are_missed() -> None:
    async with room() as place:
        await set_up(place)
        await goes(place, 2 * HOUR)
        (table,) = await open_tables(place)
        await place.click(ANA, "Yellow")
        await goes(place, JOINING)
        for missed in (1, 2, 3, 3):
            await goes(place, 3 * HOUR + 60)
            game = await place.table(table.id)
            assert game.status is Status.PLAYING
            assert max(seat.late for seat in game.seats) == missed, "then bots wait for her"


async def test_without_anybody_it_closes_and_pauses_after_three_days_saying_so_once() -> None:
    async with room() as place:
        await set_up(place)
        usual = place.messenger.trouble
        await goes(place, 2 * HOUR)
        opened = 0
        for day in range(6):
            opened += len(await open_tables(place))
            await goes(place, JOINING)
            assert await open_tables(place) == [], "nobody was in"
            if day == 2:
                place.messenger.trouble = failing(Killed())
                with pytest.raises(Killed):  # its process dies while it says so
                    await goes(place, DAY - JOINING)
                place.messenger.trouble = usual
            else:
                await goes(place, DAY - JOINING)
        assert opened == 3
        notes = [one.screen.text.plain for one in place.messenger.of(CHAT) if "paused" in one.screen.text.plain]
        assert len(notes) == 1
        assert "/settings game=11" in notes[0]
        closed = [one.screen.text.plain for one in place.messenger.of(CHAT) if "closed" in one.screen.text.plain]
        assert ["nobody played" in text for text in closed] == [True] * 3, "each lobby says so itself"
        await place.say(ANA, "/settings game=11")
        await goes(place, DAY)
        assert len(await open_tables(place)) == 1, "it goes on"


async def test_off_and_odd_hours() -> None:
    async with room() as place:
        await set_up(place)
        for hour in ("24", "-1", "noon", "1.5"):
            assert "0 – 23, off" in said(await place.say(ANA, f"/settings game={hour}"))
        await place.say(ANA, "/settings game=off")
        assert await place.store.due_day_games(PLATFORM, 1e12, 9) == []
        assert (await place.say(BEA, "/settings game=11")).notice is not None
        assert await place.store.due_day_games(PLATFORM, 1e12, 9) == []


@pytest.mark.parametrize("call", ["claim_day_game", "create"])
@pytest.mark.parametrize("late", [False, True])
async def test_a_process_killed_while_it_opens_loses_no_day_and_opens_none_twice(
    monkeypatch: pytest.MonkeyPatch, call: str, late: bool
) -> None:
    async with room() as place:
        await set_up(place)
        real = getattr(place.store, call)
        calls = 0

        async def dies(*given: object, **named: object) -> object:
            nonlocal calls
            calls += 1
            if calls == 1 and not late:
                raise SystemExit
            done = await real(*given, **named)
            if calls == 1:
                raise SystemExit
            return done

        monkeypatch.setattr(place.store, call, dies, raising=False)
        with suppress(SystemExit):
            await look(place, 2 * HOUR)
        monkeypatch.setattr(place.store, call, real, raising=False)
        for _ in range(4):
            await goes(place, AGAIN)
        assert len(await open_tables(place)) == 1
        await goes(place, DAY)
        assert len(await open_tables(place)) == 1, "the next day's, for nobody was in"


async def test_two_processes_open_one_game() -> None:
    async with room() as place:
        await set_up(place)
        place.clock.time += 2 * HOUR
        (game,) = await place.store.due_day_games(PLATFORM, place.clock.now(), 9)
        await look(place, 0.0)
        assert not await place.store.claim_day_game(game, game), "the other has it"
        assert len(await open_tables(place)) == 1


async def test_after_an_outage_past_the_start_the_day_is_left_out() -> None:
    async with room() as place:
        await set_up(place)
        await goes(place, 5 * HOUR)
        assert await open_tables(place) == []
        await goes(place, DAY - 3 * HOUR)
        assert len(await open_tables(place)) == 1


def test_the_feature_has_no_commands_of_its_own() -> None:
    assert "game" in {option.name for option in next(c for c in registry() if c.name == "settings").options}
