"""The daily puzzle comes by itself: once a day at the chat's hour, whatever fails, and not where nobody answers."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress

import pytest

from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.daily_puzzle import KEPT, UNANSWERED
from bot.core.features.claimed_posts import AGAIN
from bot.core.messages.ports import ChatGone, TryLater
from data.open_store import open_store
from data.records import ChatKey
from data.store import Store
from tests.fakes.messenger import FakeMessenger
from tests.fakes.mortal import Killed, Life
from tests.fakes.puzzles import DAY, HOUR, MORNING, TODAY, answer, guess, look, shown, told
from tests.fakes.room import ANA, BEA, CHAT, PLATFORM, room
from tests.fakes.thinking import at_once


async def test_by_itself_it_comes_once_a_day_at_the_hour_of_the_chat() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        await look(place)
        assert shown(place) == [], "off unless it was switched on"
        await place.say(ANA, "/settings puzzle=11 zone=+1")
        assert ChatSettings.of(await place.store.chat(CHAT)).puzzle == 11
        await look(place, HOUR)
        assert shown(place) == []
        await look(place, HOUR)
        assert len(shown(place)) == 1, "at ten by UTC"
        for _ in range(20):
            await look(place, HOUR / 2)
        assert len(shown(place)) == 1
        await guess(place, BEA, right=True)
        await look(place, 15 * HOUR)
        assert len(shown(place)) == 2
        assert "1 of 1 solved the last one" in shown(place)[-1].screen.text.plain
        await place.say(ANA, "/settings puzzle=off")
        await look(place, DAY)
        assert len(shown(place)) == 2
        assert await place.store.due_puzzles(PLATFORM, 1e12, 9) == []


async def test_only_admins_switch_it_on_and_odd_hours_are_refused() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        refused = await place.say(BEA, "/settings puzzle=11")
        assert refused.notice is not None
        for hour in ("24", "-1", "noon", "1.5", "³"):
            assert "0 – 23, off" in told(await place.say(ANA, f"/settings puzzle={hour}"))
        assert await place.store.due_puzzles(PLATFORM, 1e12, 9) == []
        await place.say(ANA, "/settings")
        await place.click(ANA, "Tables")
        for label in ("Daily puzzle: off", "Daily puzzle: 9:00", "13:00", "18:00", "21:00", "Daily puzzle: off"):
            await place.click(ANA, label)
        assert ChatSettings.of(await place.store.chat(CHAT)).puzzle == 9
        assert len(await place.store.due_puzzles(PLATFORM, 1e12, 9)) == 1


async def test_it_pauses_where_nobody_answers_says_so_and_wakes_when_somebody_asks() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING + 2 * HOUR
        await place.say(ANA, "/settings puzzle=9")
        for _ in range(UNANSWERED + 4):
            await look(place, DAY)
        assert len(shown(place)) == UNANSWERED
        said = [bool(re.search("I'll stop posting", one.screen.text.plain)) for one in shown(place)]
        assert said == [False] * (UNANSWERED - 1) + [True]
        await place.say(BEA, "/puzzle")
        await look(place, DAY)
        assert len(shown(place)) == UNANSWERED + 2
        await guess(place, BEA, right=False)
        for _ in range(UNANSWERED - 1):
            await look(place, DAY)
        assert "stop posting" not in shown(place)[-1].screen.text.plain, "it counts from the last answer"


async def test_where_the_bot_was_sent_away_it_stops() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        await place.say(ANA, "/settings puzzle=9")

        def away(call: str) -> None:
            if call == "post":
                raise ChatGone("kicked")

        place.messenger.trouble = away
        await look(place, 2 * HOUR)
        assert await place.store.due_puzzles(PLATFORM, 1e12, 9) == []
        place.messenger.trouble = lambda _: None
        for _ in range(3):
            await look(place, DAY)
        assert shown(place) == []
        await place.say(ANA, "/puzzle")
        await look(place, DAY)
        assert len(shown(place)) == 2, "let in again, it goes on"


async def test_what_the_platform_did_not_take_is_tried_again_the_same_day() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        await place.say(ANA, "/settings puzzle=9")

        def busy(call: str) -> None:
            if call == "post":
                raise TryLater(3.0)

        place.messenger.trouble = busy
        await look(place, 1.5 * HOUR)
        place.messenger.trouble = lambda _: None
        await look(place)
        assert shown(place) == []
        await look(place, AGAIN)
        assert len(shown(place)) == 1
        await look(place, HOUR)
        assert len(shown(place)) == 1


async def test_one_chat_that_fails_keeps_no_other_from_its_puzzle() -> None:
    other = ChatKey(PLATFORM, "lake")
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        await place.say(ANA, "/settings puzzle=9")
        await place.say(ANA, "/settings puzzle=9", other)
        calls = 0

        def once(call: str) -> None:
            nonlocal calls
            calls += call == "post"
            if call == "post" and calls == 1:
                raise RuntimeError("the network")

        place.messenger.trouble = once
        await look(place, 2 * HOUR)
        assert len(shown(place)) + len(shown(place, other)) == 1
        await look(place, DAY)
        assert len(shown(place)) + len(shown(place, other)) == 3


async def test_after_an_outage_that_day_is_made_good_and_other_days_are_left_out() -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    async with room(store, messenger, thinking=at_once()) as place:
        place.clock.time = MORNING
        await place.say(ANA, "/settings puzzle=9")
    async with room(store, messenger, thinking=at_once()) as place:
        place.clock.time = MORNING + 6 * HOUR
        await look(place)
        assert len(shown(place)) == 1, "late, but today"
    async with room(store, messenger, thinking=at_once()) as place:
        place.clock.time = MORNING + 3 * DAY - 6 * HOUR  # in the night
        await look(place)
        assert len(shown(place)) == 1
        await look(place, 8 * HOUR)
        assert len(shown(place)) == 2
    await store.close()


DEEDS = 6
"""What a program does: forget old pictures and puzzles, store the new puzzle, claim the post, post it, confirm it."""


@pytest.mark.parametrize("deeds", range(1, DEEDS + 2))
async def test_killed_at_any_moment_it_is_posted_once(deeds: int) -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    async with room(store, messenger, thinking=at_once()) as place:
        place.clock.time = MORNING
        await place.say(ANA, "/settings puzzle=9")
    life = Life(deeds)
    async with room(store, messenger, thinking=at_once(), life=life) as place:
        place.clock.time = MORNING + 2 * HOUR
        with suppress(Killed):
            await look(place)
    assert life.dead is (deeds <= DEEDS)
    for hours in (3, 4):
        async with room(store, messenger, thinking=at_once()) as place:
            place.clock.time = MORNING + hours * HOUR
            await look(place)
            assert len(shown(place)) == 1
    async with room(store, messenger, thinking=at_once()) as place:
        place.clock.time = MORNING + DAY + 2 * HOUR
        await look(place)
        assert len(shown(place)) == 2, "and the next day goes on"
    await store.close()


async def test_two_programs_over_one_store_post_it_once() -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    async with (
        room(store, messenger, thinking=at_once()) as one,
        room(store, messenger, thinking=at_once()) as other,
    ):
        one.clock.time = other.clock.time = MORNING
        await one.say(ANA, "/settings puzzle=9")
        messenger.gate.clear()
        messenger.called.clear()
        one.clock.time = other.clock.time = MORNING + 2 * HOUR
        looks = [asyncio.create_task(look(place)) for place in (one, other)]
        await messenger.called.wait()
        messenger.gate.set()
        await asyncio.gather(*looks)
        assert len(messenger.calls) - len([call for call in messenger.calls if call != "post"]) == 2, (
            "with the settings"
        )
        assert len(shown(one)) == 1
    await store.close()


async def test_old_puzzles_are_forgotten() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        await answer(place, ANA, right=True)
        await look(place, (KEPT + 2) * DAY)
        assert await place.store.puzzle(CHAT, TODAY) is None
        about = await place.store.about(ANA.key)
        assert about["puzzle_answers"] == []
        assert about["puzzle_streaks"] != []


async def test_the_store_is_asked_for_what_is_due_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        for number in range(30):
            await place.say(ANA, "/settings puzzle=20", ChatKey(PLATFORM, f"room{number}"))
        asked: list[str] = []
        plain: Store = place.store
        original = plain.chat

        async def chat(key: ChatKey) -> object:
            asked.append(key.chat)
            return await original(key)

        monkeypatch.setattr(plain, "chat", chat)
        await look(place, HOUR)
        assert asked == []
