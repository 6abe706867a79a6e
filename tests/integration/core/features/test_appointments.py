"""/schedule: a table planned for a moment, with answers, one reminder, and a lobby that opens by itself."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.core.domain.appointments import GUESTS, LATE, OF_CHAT, OF_PERSON, REMINDED
from bot.core.features.appointments.upkeep import AGAIN, KEPT, SOON
from bot.core.messages.ports import NotAllowed, TryLater
from data.event_records import AppointmentRecord
from data.open_store import open_store
from data.records import ChatKey, RestrictionRecord, Status
from data.store import Store
from tests.fakes import room as room_fakes
from tests.fakes.messenger import FakeMessenger, Message
from tests.fakes.mortal import Life, killed_at_each_deed
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, Room, person, room, said, shown, taken_up

LINE = "/schedule Saturday 17:00 palma"
STARTS = 1_443_600.0
"""Saturday 17:00 after the clock of tests begins, a Monday at 13:46."""


async def look(place: Room, at: float | None = None) -> None:
    """Let it be that moment, and features and the scheduler look at what is due."""
    place.clock.time = max(place.clock.time, at if at is not None else 0.0)
    await room_fakes.look(place)


def plans(place: Room, chat: ChatKey = CHAT) -> list[Message]:
    return [one for one in place.messenger.of(chat) if "🗓" in one.screen.text.plain]


def plan(place: Room) -> str:
    return plans(place)[-1].screen.text.plain


def reminders(place: Room) -> list[Message]:
    return [one for one in place.messenger.of(CHAT) if "⏰" in one.screen.text.plain]


async def codes(place: Room) -> list[str]:
    return [one.id for one in await place.store.all_tables(tuple(Status))]


async def waiting(place: Room) -> list[AppointmentRecord]:
    return await place.store.appointments_of_chat(CHAT, 99)


async def test_a_plan_is_answered_reminded_of_once_and_becomes_a_lobby() -> None:
    async with room() as place:
        answer = await place.say(ANA, LINE)
        assert "Planned" in said(answer)  # Discord waits for an answer
        assert "Ana plans a game of Palma: 1970-01-17 17:00 UTC." in plan(place)
        assert "Classic rules · 2 seats · " in plan(place)
        assert "Coming (1 of 2): Ana" in plan(place)
        assert "I'll remind you" in said(await place.click(BEA, "I'm in"))
        assert "Maybe next time" in said(await place.click(CAI, "Maybe not"))
        await place.click(DAN, "I'm in")
        assert "Coming (2 of 2): Ana and Bea" in plan(place)
        assert "If a seat becomes free: Dan" in plan(place)
        assert "Maybe not: Cai" in plan(place)
        await look(place, STARTS - REMINDED - 1)
        assert reminders(place) == []
        for _ in range(3):
            await look(place, STARTS - REMINDED)
        (reminder,) = reminders(place)
        assert reminder.pinged == {ANA.key, BEA.key, DAN.key}
        assert "the game of Palma starts at 1970-01-17 17:00 UTC." in reminder.screen.text.plain
        await place.click(BEA, "Maybe not")
        assert "Coming (2 of 2): Ana and Dan" in plan(place)
        assert await codes(place) == []
        for _ in range(3):
            await look(place, STARTS)
        (code,) = await codes(place)
        table = await place.table(code)
        assert (table.status, table.host, table.people) == (Status.LOBBY, ANA.key, (ANA.key, DAN.key))
        assert plan(place) == f"🗓 The planned game of Palma now has a table: {code}."
        assert not plans(place)[-1].buttons
        assert place.live(code)
        assert len(plans(place)) == len(reminders(place)) == 1
        await look(place, STARTS + KEPT)
        await look(place, STARTS + KEPT + AGAIN)
        assert await place.store.due_appointments(1e12, 9) == []


@pytest.mark.parametrize(
    ("locale", "line", "told"),
    [
        ("en", "/schedule Saturday at five palma", "Saturday, 17 January 1970, 17:00 (Europe/Madrid)"),
        (
            "es",
            "/programar palma el sábado a las cinco y media",
            "sábado, 17 de enero de 1970, 17:30 (Europe/Madrid)",
        ),
        ("fr", "/schedule samedi à 18 h 30 palma", "samedi 17 janvier 1970, 18:30 (Europe/Madrid)"),
        ("de", "/schedule Samstagabend um halb acht", "Samstag, 17. Januar 1970, 19:30 (Europe/Madrid)"),
        ("es", "programa una partida el sábado a las cinco", "sábado, 17 de enero de 1970, 17:00 (Europe/Madrid)"),
        ("pt", "marca uma partida sábado às cinco", "sábado, 17 de janeiro de 1970, 17:00 (Europe/Madrid)"),
        ("de", "plane eine Partie am Samstag um fünf", "Samstag, 17. Januar 1970, 17:00 (Europe/Madrid)"),
        ("eu", "/schedule larunbatean bostetan", "1970eko urtarrilaren 17a, larunbata, 17:00 (Europe/Madrid)"),
        ("en", "/schedule start=5 palma", "Monday, 12 January 1970, 17:00 (Europe/Madrid)"),
        ("en", "/schedule 17 January at noon palma 90s", "Saturday, 17 January 1970, 12:00 (Europe/Madrid)"),
    ],
)
async def test_a_time_in_words_is_by_the_clock_of_its_planner_and_said_back_in_full(
    locale: str, line: str, told: str
) -> None:
    async with room() as place:
        await place.say(CAI, "/settings zone=America/New_York")
        await place.say(ANA, "/profile zone=Europe/Madrid")
        assert told in said(await place.say(replace(ANA, locale=locale), line))
        (one,) = await waiting(place)
        assert f"{datetime.fromtimestamp(one.starts, ZoneInfo('Europe/Madrid')):%H:%M}" in told


@pytest.mark.parametrize(
    ("line", "at", "game", "seats"),
    [
        ("/schedule sat 17:00 parchis", STARTS, "parchis", 4),
        ("/plan parchis italian tomorrow at 9pm", 1_112_400.0, "parchis", 4),
        ("/programar sábado a las 17:00 parchís colores=6", STARTS, "parchis", 6),
        ("/quedar mañana a las 21 palma", 1_112_400.0, "palma", 2),
        ("/programma sabato alle 17 palma", STARTS, "palma", 2),
        ("/schedule in 30 minutes palma", 1_001_800.0, "palma", 2),
        ("/schedule start=1970-01-17_17:00 palma", STARTS, "palma", 2),
    ],
)
async def test_moments_and_rules_are_read_as_elsewhere(line: str, at: float, game: str, seats: int) -> None:
    async with room() as place:
        await place.say(ANA, line)
        (one,) = await waiting(place)
        assert one.starts == at
        await look(place, at)
        table = await place.table()
        assert (table.game, len(table.seats)) == (game, seats)


async def test_it_is_read_by_the_planners_clock_and_shown_by_the_chats() -> None:
    async with room() as place:
        await place.say(ANA, "/settings zone=Europe/Madrid")
        await place.say(ANA, LINE)
        assert "1970-01-17 17:00 CET" in plan(place)
        await place.say(BEA, "/profile zone=America/New_York")
        await place.say(BEA, LINE)
        assert [one.starts for one in await waiting(place)] == [STARTS - 3600, STARTS + 5 * 3600]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/schedule", "Nothing is planned here."),
        ("/schedule palma", "When?"),
        ("/schedule in 5 minutes palma", "too soon"),
        ("/schedule start=1971-01-01_20:00 palma", "too far"),
        ("/schedule start=soon palma", "as a time"),
        ("/schedule every Friday at 9pm palma", "as a time"),
        ("/schedule Saturday 17:00 palma colours=6", "board"),
    ],
)
async def test_what_cannot_be_planned(line: str, told: str) -> None:
    async with room() as place:
        assert told in said(await place.say(ANA, line))
        assert await waiting(place) == []


async def test_rules_without_effect_are_named() -> None:
    async with room() as place:
        told = said(await place.say(ANA, f"{LINE.replace('palma', 'parchis')} own_pair=barrier"))
        assert "I'll remind everyone" in told
        assert "so I left it out: own_pair." in told


async def test_without_options_it_lists_what_is_planned() -> None:
    async with room() as place:
        await place.say(ANA, LINE)
        await place.say(BEA, "/schedule tomorrow 20:00 parchis")
        lines = shown(await place.say(CAI, "/schedule")).splitlines()
        assert ["Bea plans a game of Parchís" in lines[0], "Ana plans a game of Palma" in lines[1]] == [True, True]


async def test_a_person_and_a_chat_plan_only_so_many() -> None:
    async with room() as place:
        for _ in range(OF_PERSON):
            assert "Planned" in said(await place.say(ANA, LINE))
        assert "You've planned 3 games already" in said(await place.say(ANA, LINE))
        for _ in range(OF_CHAT - OF_PERSON):
            await place.say(BEA, LINE)
        assert "5 games are planned here already" in said(await place.say(CAI, LINE))
        assert len(await waiting(place)) == OF_CHAT


async def test_so_many_answer_and_two_at_once_are_both_heard() -> None:
    async with room() as place:
        await place.say(ANA, LINE)
        await asyncio.gather(*(place.click(who, "I'm in", settle=False) for who in (BEA, CAI)))
        await look(place, place.clock.time + SOON + 1)
        assert "Coming (2 of 2): Ana and Bea" in plan(place)
        assert "If a seat becomes free: Cai" in plan(place)
        for number in range(GUESTS - 2):
            await place.click(person(f"P{number}"), "Maybe not")
        assert "that's the limit" in said(await place.click(person("Late"), "I'm in"))
        assert "I'll remind you" in said(await place.click(CAI, "I'm in"))


async def test_the_planner_and_admins_cancel() -> None:
    async with room() as place:
        await place.say(BEA, LINE)
        assert "Only Bea or an admin" in said(await place.click(CAI, "Cancel the plan"))
        message = plans(place)[-1]
        await place.click(BEA, "Cancel the plan")
        assert plan(place) == "🗓 Bea planned a game of Palma. It's cancelled."
        await place.press(CAI, message.faces[0].rows[0][0].token, message.id)  # a late press changes nothing
        await place.say(CAI, LINE)
        await place.click(ANA, "Cancel the plan")  # she administers the chat
        await look(place, STARTS)
        assert await codes(place) == []
        assert reminders(place) == []


async def test_without_the_planner_the_first_who_comes_is_the_host() -> None:
    async with room() as place:
        await place.say(ANA, "/schedule Saturday 17:00 parchis")
        for who in (BEA, CAI):
            await place.click(who, "I'm in")
        await place.click(ANA, "Maybe not")
        await look(place, STARTS)
        table = await place.table()
        assert (table.host, table.people) == (BEA.key, (BEA.key, CAI.key))


async def test_nobody_comes_and_no_table_opens() -> None:
    async with room() as place:
        await place.say(ANA, LINE)
        await place.click(ANA, "Maybe not")
        await look(place, STARTS - REMINDED)
        assert reminders(place) == []
        await look(place, STARTS)
        assert plan(place) == "🗓 Ana planned a game of Palma. No table opened."
        assert await codes(place) == []


async def test_who_wants_no_mentions_is_named_only_and_the_banned_get_no_seat() -> None:
    async with room() as place:
        await place.say(ANA, "/schedule Saturday 17:00 parchis")
        for who in (BEA, CAI):
            await place.click(who, "I'm in")
        await place.say(BEA, "/profile mentions=off")
        await look(place, STARTS - REMINDED)
        (reminder,) = reminders(place)
        assert reminder.pinged == {ANA.key, CAI.key}
        assert "Bea" in reminder.screen.text.plain
        await place.store.restrict(RestrictionRecord(CAI.key, banned=True))
        await place.core.service.restrictions.refresh()
        await look(place, STARTS)
        assert (await place.table()).people == (ANA.key, BEA.key)


async def test_a_full_chat_lets_the_table_wait_for_room_but_not_for_ever() -> None:
    async with room(max_tables=1) as place:
        code = await place.started("/play palma", DAN)
        for who, guest in ((ANA, BEA), (CAI, DAN)):
            await place.say(who, LINE)
            await place.click(guest, "I'm in")
        await look(place, STARTS)
        assert await codes(place) == [code]
        await place.say(DAN, f"/resign {code}")
        await place.click(DAN, "Yes")
        await look(place, STARTS + AGAIN + 1)
        assert len(await codes(place)) == 2
        await look(place, STARTS + LATE + AGAIN)
        await look(place, STARTS + LATE + 2 * AGAIN)
        assert len(await codes(place)) == 2
        assert sum("No table opened" in one.screen.text.plain for one in plans(place)) == 1


async def test_a_bot_that_was_away_too_long_opens_nothing() -> None:
    async with room() as place:
        await place.say(ANA, LINE)
        await look(place, STARTS + LATE + 1)
        assert await codes(place) == []
        assert "No table opened" in plan(place)
        assert reminders(place) == []


async def test_a_busy_platform_gets_it_later_and_one_that_refuses_never() -> None:
    async with room() as place:

        def trouble(error: Exception | None) -> None:
            def raised(call: str) -> None:
                if call in ("post", "edit") and error is not None:
                    raise error

            place.messenger.trouble = raised

        trouble(TryLater(3.0))
        with suppress(TryLater):
            await place.say(ANA, LINE)
        await look(place, place.clock.time + SOON + 1)
        trouble(None)
        assert plans(place) == []
        await look(place, place.clock.time + AGAIN)
        assert "Ana plans" in plan(place)
        trouble(TryLater(3.0))
        await look(place, STARTS - REMINDED)
        trouble(None)
        await look(place, STARTS - REMINDED + AGAIN)
        assert len(reminders(place)) == 1
        trouble(NotAllowed("kicked"))
        with suppress(NotAllowed):
            await place.say(BEA, LINE)
        await look(place, place.clock.time + SOON + 1)
        trouble(None)
        await look(place, place.clock.time + AGAIN)
        assert len(plans(place)) == 1


async def test_who_is_forgotten_is_named_no_more() -> None:
    async with room() as place:
        await place.say(ANA, LINE)
        await place.click(BEA, "I'm in")
        await place.say(ANA, "/deletemydata")
        await place.click(ANA, "Yes")
        await look(place)
        assert "Ana" not in plan(place)
        assert "Coming (1 of 2): Bea" in plan(place)
        await look(place, STARTS)
        assert (await place.table()).people == (BEA.key,)


async def test_of_two_processes_one_does_each_step() -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    async with room(store, messenger, seed="a") as one, room(store, messenger, seed="b") as other:
        await one.say(ANA, LINE)
        await other.click(BEA, "I'm in")
        for moment in (STARTS - REMINDED, STARTS):
            await asyncio.gather(look(one, moment), look(other, moment))
        assert len(reminders(one)) == 1
        (code,) = await codes(one)
        assert (await other.table(code)).people == (ANA.key, BEA.key)
    await store.close()


async def lived(store: Store, messenger: FakeMessenger, life: Life, seed: str) -> None:
    """What one process does before it dies: a plan, an answer, the reminder and the table."""
    async with room(store, messenger, life=life, seed=seed) as place:
        await place.say(ANA, LINE)
        await place.click(BEA, "I'm in")
        await look(place, STARTS - REMINDED)
        await look(place, STARTS)


async def test_killed_at_any_step_it_goes_on_and_nothing_happens_twice() -> None:
    async for deeds, store, messenger in killed_at_each_deed(lived):
        async with room(store, messenger, seed=f"b{deeds}") as place:
            await taken_up(place.core)
            await look(place, place.clock.time + SOON + 1)
            if not await waiting(place) and not await codes(place):
                await place.say(ANA, LINE)
            if (here := await waiting(place)) and len(here[0].guests) < 2:
                await place.click(BEA, "I'm in")
            for moment in (STARTS - REMINDED, STARTS - REMINDED + AGAIN + 1, STARTS, STARTS + AGAIN + 1):
                await look(place, moment)
            (code,) = await codes(place)
            assert (await place.table(code)).people == (ANA.key, BEA.key), f"killed at deed {deeds}"
            await look(place, STARTS + 3 * AGAIN)
            assert len(reminders(place)) == 1, f"killed at deed {deeds}"
            assert f"now has a table: {code}" in plan(place), f"killed at deed {deeds}"
