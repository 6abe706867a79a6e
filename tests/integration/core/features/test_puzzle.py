"""/puzzle: a position a day and chat, answers that nobody else sees, and streaks."""

from __future__ import annotations

import re

import pytest

from bot.core.domain.daily_puzzle import turn_of
from bot.core.games.puzzle_stock import puzzle_at
from bot.core.services.thinking import Thinking
from data.open_store import open_store
from data.records import ChatKey
from tests.fakes.messenger import FakeMessenger
from tests.fakes.puzzles import DAY, HOUR, MORNING, TODAY, answer, guess, puzzle, shown, told
from tests.fakes.room import ANA, BEA, CAI, CHAT, PLATFORM, Room, room
from tests.fakes.thinking import NeverThere, at_once


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
        assert re.match(r"❌ .+: .+: that wins \d+% of the time\. Best: .+, \d+%\.", wrong)
        assert "•" in wrong
        assert "streak" not in wrong, "none has ended"
        again = await guess(place, BEA, right=True)
        assert again.startswith("You've already had today's try.\n❌")
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
        said = []
        for who, move in ((ANA, now.right[-1]), (BEA, now.right[0]), (CAI, now.ranking[-1].move)):
            (token,) = [one for one in message.tokens if one.endswith(f":{move}")]
            said.append(told(await place.press(who, token, message.id)))
        assert said[0].startswith("✅")
        assert said[1].startswith("✅")
        assert all("As good: " in text and "Best" not in text for text in said[:2]), "they do not contradict"
        assert " or " in said[2].partition("Best: ")[2].partition("%")[0], (
            "who was wrong learns of all that are right"
        )


async def test_the_next_puzzle_tells_how_many_found_it_and_what_it_was() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        await answer(place, ANA, right=True)
        await guess(place, BEA, right=False)
        place.clock.time += DAY
        await place.say(CAI, "/puzzle")
        assert re.search(r"1 of 2 solved the last one: .+\.", shown(place)[-1].screen.text.plain)
        place.clock.time += DAY
        await place.say(CAI, "/puzzle")
        assert "last one" not in shown(place)[-1].screen.text.plain, "nobody tried that one"
        await guess(place, CAI, right=False)
        place.clock.time += 3 * DAY
        await place.say(CAI, "/puzzle")
        assert "No one solved the last one: " in shown(place)[-1].screen.text.plain


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
        assert "•" in bea, "a reason comes before the longest streak"
        place.clock.time += DAY
        bea = await answer(place, BEA, right=True)
        assert "2 days in a row." in bea
        assert "Longest streak here: 3 days" in bea
        ana = await guess(place, ANA, right=False)
        assert "Your streak of 3 days is over" in ana
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
        assert (await guess(place, ANA, right=False)).startswith("You've already had today's try.\n✅")
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
    code = await place.started("/play parchis seats=Y,R rated=no", BEA)
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


async def test_who_is_forgotten_can_begin_anew() -> None:
    async with room(thinking=at_once()) as place:
        place.clock.time = MORNING
        await answer(place, ANA, right=True)
        await place.say(ANA, "/deletemydata")
        await place.click(ANA, "Yes, delete my data")
        about = await place.store.about(ANA.key)
        assert (about["puzzle_answers"], about["puzzle_streaks"]) == ([], [])
        assert (await guess(place, ANA, right=True)).startswith("✅")
