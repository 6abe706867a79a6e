"""/puzzle: a position a day and chat, answers that nobody else sees, streaks, and posts by themselves."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from datetime import UTC, datetime

import pytest

from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.daily_puzzle import KEPT, UNANSWERED, Puzzle, turn_of
from bot.core.features.puzzle.posting import AGAIN, EVERY
from bot.core.games.puzzle_stock import puzzle_at
from bot.core.messages.ports import ChatGone, TryLater
from bot.core.messages.requests import Outcome, Person
from bot.core.services.puzzle_codec import puzzle_of
from bot.core.services.thinking import Thinking
from data.open_store import open_store
from data.records import ChatKey
from data.store import Store
from tests.fakes.messenger import FakeMessenger, Message
from tests.fakes.mortal import Killed, Life
from tests.fakes.room import ANA, BEA, CAI, CHAT, PLATFORM, Room, room
from tests.fakes.thinking import NeverThere, at_once

DAY, HOUR = 86400.0, 3600.0
MORNING = datetime(2026, 11, 23, 8, tzinfo=UTC).timestamp()
TODAY = int(MORNING // DAY)


async def puzzle(place: Room, chat: ChatKey = CHAT, day: int | None = None) -> Puzzle:
    record = await place.store.puzzle(chat, int(place.clock.time // DAY) if day is None else day)
    assert record is not None
    found = puzzle_of(record)
    assert found is not None
    return found


def shown(place: Room, chat: ChatKey = CHAT) -> list[Message]:
    return [one for one in place.messenger.of(chat) if "Puzzle of the day" in one.screen.text.plain]


def told(outcome: Outcome) -> str:
    assert outcome.notice is not None
    assert outcome.screen is None, "nobody else sees anything"
    assert len(outcome.notice.plain.encode("utf-16-le")) // 2 <= 200
    return outcome.notice.plain


async def answer(place: Room, who: Person, *, right: bool, chat: ChatKey = CHAT) -> str:
    """Ask for the puzzle, and press a right button or the worst one."""
    await place.say(who, "/puzzle", chat)
    return await guess(place, who, right=right, chat=chat)


async def guess(place: Room, who: Person, *, right: bool, chat: ChatKey = CHAT) -> str:
    now = await puzzle(place, chat)
    move = now.right[0] if right else now.ranking[-1].move
    message = shown(place, chat)[-1]
    (token,) = [one for one in message.tokens if one.endswith(f":{move}")]
    return told(await place.press(who, token, message.id, chat))


async def test_it_shows_a_board_whose_turn_it_is_and_a_button_for_each_move() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        await place.say(ANA, "/puzzle")
        (message,) = shown(place)
        now = await puzzle(place)
        words = message.screen.text.plain
        assert "23 November" in words
        assert "only you see how you did" in words
        assert len(message.buttons) == len(now.ranking)
        assert {token.rpartition(":")[2] for token in message.tokens} == {judged.move for judged in now.ranking}
        assert message.screen.picture is not None
        assert "You can choose" in message.screen.picture.alt
        assert "%" not in words, "nothing gives it away"
        await place.say(BEA, "/puzzle")
        first, second = shown(place)
        assert second.screen == first.screen, "the same for the whole day"
        stock = puzzle_at(turn_of(CHAT, TODAY))
        assert (now.line, now.ranking, now.played) == (stock.line, stock.ranking, None)


async def test_each_person_answers_once_and_is_told_the_best_move_and_why() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        right = await answer(place, ANA, right=True)
        assert right.startswith("✅")
        assert "•" in right, "a reason"
        assert "Day 1 of a new streak" in right
        before = [one.screen for one in place.messenger.of(CHAT)]
        wrong = await guess(place, BEA, right=False)
        assert re.match(r"❌ .*\(\d+%\).* Best: .* \(\d+%\)\.", wrong)
        assert "•" in wrong
        assert "streak" not in wrong, "none has ended"
        again = await guess(place, BEA, right=True)
        assert again.startswith("You've had your try today.\n❌")
        assert "✅" in await guess(place, ANA, right=False), "it stays right"
        assert [one.screen for one in place.messenger.of(CHAT)] == before, "nobody's answer shows in the chat"


async def test_a_move_nearly_as_good_counts_as_right() -> None:
    async with room(thinking=at_once()) as place:
        for day in range(60):
            place.clock.time = MORNING + day * DAY
            await place.say(ANA, "/puzzle")
            now = await puzzle(place)
            if len(now.right) > 1:
                break
        message = shown(place)[-1]
        (token,) = [one for one in message.tokens if one.endswith(f":{now.right[-1]}")]
        assert told(await place.press(ANA, token, message.id)).startswith("✅")


async def test_the_next_puzzle_tells_how_many_found_it_and_what_it_was() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        await answer(place, ANA, right=True)
        await guess(place, BEA, right=False)
        place.clock.time += DAY
        await place.say(CAI, "/puzzle")
        assert re.search(r"1 of 2 found the last one: .+\.", shown(place)[-1].screen.text.plain)
        place.clock.time += DAY
        await place.say(CAI, "/puzzle")
        assert "last one" not in shown(place)[-1].screen.text.plain, "nobody tried that one"
        await guess(place, CAI, right=False)
        place.clock.time += 3 * DAY
        await place.say(CAI, "/puzzle")
        assert "No one found the last one: " in shown(place)[-1].screen.text.plain


async def test_a_streak_grows_ends_and_the_chats_longest_is_told() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        await answer(place, ANA, right=True)
        place.clock.time += DAY
        assert "2 days in a row: the longest streak here!" in await answer(place, ANA, right=True)
        place.clock.time += DAY
        assert "3 days in a row: the longest streak here!" in await answer(place, ANA, right=True)
        bea = await guess(place, BEA, right=True)
        assert "Day 1" in bea
        assert "Longest streak here: 3 days" in bea
        place.clock.time += DAY
        bea = await answer(place, BEA, right=True)
        assert "2 days in a row." in bea
        assert "Longest streak here: 3 days" in bea
        ana = await guess(place, ANA, right=False)
        assert "Your streak of 3 days ends" in ana
        place.clock.time += DAY
        assert "Day 1" in await answer(place, ANA, right=True)
        place.clock.time += 2 * DAY
        assert "Day 1" in await answer(place, ANA, right=True), "a missed day ends it"


async def test_each_chat_has_its_own_streaks() -> None:
    other = ChatKey(PLATFORM, "lake")
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        await answer(place, ANA, right=True)
        place.clock.time += DAY
        await answer(place, ANA, right=True)
        there = await answer(place, ANA, right=True, chat=other)
        assert "Day 1" in there
        assert "Longest" not in there


async def test_buttons_of_other_days_and_forged_ones_change_nothing() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        await place.say(ANA, "/puzzle")
        old = shown(place)[-1]
        place.clock.time += DAY
        assert "yesterday's puzzle" in told(await place.press(ANA, old.tokens[0], old.id))
        place.clock.time += DAY
        assert "for another day" in told(await place.press(ANA, old.tokens[0], old.id))
        today = TODAY + 2
        for forged in (f"puzzle.{today}.guess:Y1+1", f"puzzle.{today}.guess:X9", f"abc234.{today}.guess:n0"):
            assert "I don't know that button" in told(await place.press(ANA, forged))
        await place.say(ANA, "/puzzle")
        now = await puzzle(place)
        for forged in (f"puzzle.{today}.guess:Y9+9", f"puzzle.{today}.guess", f"puzzle.{today}.guess:a:b"):
            assert "I don't know that button" in told(await place.press(ANA, forged))
        assert "for another day" in told(await place.press(ANA, f"puzzle.{today + 1}.guess:{now.right[0]}"))
        about = await place.store.about(ANA.key)
        assert (about["puzzle_answers"], about["puzzle_streaks"]) == ([], [])


async def test_without_thinking_answers_still_count_but_have_no_reason() -> None:
    async with room(thinking=Thinking(NeverThere)) as place:
        place.clock.time = MORNING
        right = await answer(place, ANA, right=True)
        assert right.startswith("✅")
        assert "•" not in right


async def test_puzzle_answers_and_streaks_survive_a_restart() -> None:
    store = await open_store("sqlite:///:memory:")
    messenger = FakeMessenger()
    async with room(store, messenger, thinking=at_once()) as place:
        place.clock.time = MORNING
        await answer(place, ANA, right=True)
    async with room(store, messenger, thinking=at_once()) as place:
        place.clock.time = MORNING + HOUR
        assert (await guess(place, ANA, right=False)).startswith("You've had your try today.\n✅")
        place.clock.time += DAY
        assert "2 days in a row" in await answer(place, ANA, right=True)
    await store.close()


@pytest.mark.parametrize(("language", "words"), [("es", "Acertijo del día"), ("it", "Rompicapo del giorno")])
async def test_it_speaks_the_language_of_its_readers(language: str, words: str) -> None:
    async with room(thinking=at_once(), language=language) as place:
        place.clock.time = MORNING
        await place.say(ANA, f"/language {language} chat")
        await place.say(ANA, f"/language {language}")
        await place.say(ANA, "/acertijo" if language == "es" else "/rompicapo")
        message = place.messenger.of(CHAT)[-1]
        assert words in message.screen.text.plain
        now = await puzzle(place)
        (token,) = [one for one in message.tokens if one.endswith(f":{now.right[0]}")]
        answered = told(await place.press(ANA, token, message.id))
        assert ("racha" if language == "es" else "serie") in answered
        assert "{" not in answered


# the chat's own games -----------------------------------------------------------------------------------------------


async def an_own_game(place: Room) -> None:
    """Let a game be played to its end in the chat on a Monday morning."""
    place.clock.time = MORNING
    await place.say(ANA, "/play parchis seats=Y,R rated=no")
    code = (await place.table()).id
    await place.say(BEA, f"/join {code}")
    await place.say(ANA, f"/start {code}")
    await place.play_out(code, [ANA, BEA])


async def test_a_good_position_of_an_own_game_comes_first_once_and_names_nobody() -> None:
    async with room(thinking=at_once()) as place:
        await an_own_game(place)
        place.clock.time = MORNING + DAY  # a Tuesday
        await place.say(ANA, "/puzzle")
        now = await puzzle(place)
        assert now.played is not None, "another seed of the room may give a game without one"
        message = shown(place)[-1]
        assert "From your own game on Monday!" in message.screen.text.plain
        assert message.screen.picture is not None
        everything = f"{message.screen} {message.screen.picture.data!r}"
        assert "Ana" not in everything
        assert "Bea" not in everything
        assert "Yellow" in everything
        assert (await guess(place, BEA, right=True)).startswith("✅")
        place.clock.time += DAY
        await place.say(ANA, "/puzzle")
        assert (await puzzle(place)).played is None, "one a game"


async def test_old_games_and_those_from_elsewhere_give_none() -> None:
    async with room(thinking=at_once()) as place:
        await an_own_game(place)
        place.clock.time += 8 * DAY
        await place.say(ANA, "/puzzle")
        assert (await puzzle(place)).played is None


# by itself ----------------------------------------------------------------------------------------------------------


async def look(place: Room, forward: float = EVERY) -> None:
    """Let time pass, and the clock look at what is due."""
    place.clock.time += forward
    await place.core.scheduler.look()
    begun = tuple(place.core.background._tasks)
    await place.core.background.idle()
    for task in begun:
        with suppress(Killed):
            task.result()


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
        assert "1 of 1 found the last one" in shown(place)[-1].screen.text.plain
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


DEEDS = 4
"""What a program does for a post: it forgets old puzzles, stores the new one, claims the post, and posts it."""


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("deeds", range(1, DEEDS + 1))
async def test_killed_at_any_moment_it_is_never_posted_twice(deeds: int, after: bool) -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    async with room(store, messenger, thinking=at_once()) as place:
        place.clock.time = MORNING
        await place.say(ANA, "/settings puzzle=9")
    life = Life(deeds, after=after)
    async with room(store, messenger, thinking=at_once(), life=life) as place:
        place.clock.time = MORNING + 2 * HOUR
        with suppress(Killed):
            await look(place)
    assert life.dead
    lost = (deeds, after) in ((DEEDS - 1, True), (DEEDS, False))
    for hours in (3, 4):
        async with room(store, messenger, thinking=at_once()) as place:
            place.clock.time = MORNING + hours * HOUR
            await look(place)
            assert len(shown(place)) == (0 if lost else 1), "lost only between its claim and its post"
    async with room(store, messenger, thinking=at_once()) as place:
        place.clock.time = MORNING + DAY + 2 * HOUR
        await look(place)
        assert len(shown(place)) == (1 if lost else 2), "and the next day goes on"
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
        one.clock.time = other.clock.time = MORNING + 2 * HOUR
        await asyncio.gather(one.core.scheduler.look(), other.core.scheduler.look())
        messenger.gate.set()
        await asyncio.gather(one.core.background.idle(), other.core.background.idle())
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


async def test_who_is_forgotten_can_begin_anew() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        await answer(place, ANA, right=True)
        await place.say(ANA, "/deletemydata")
        await place.click(ANA, "Yes, delete my data")
        about = await place.store.about(ANA.key)
        assert (about["puzzle_answers"], about["puzzle_streaks"]) == ([], [])
        assert (await guess(place, ANA, right=True)).startswith("✅")


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
