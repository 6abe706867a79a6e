"""Lessons: each step leads on by its right moves, for the pupil alone, and leaves nothing behind."""

from __future__ import annotations

import json

import pytest

from bot.core.features.learning.view import CHOOSE, end_screen, step_screen
from bot.core.games.lesson import Lesson
from bot.core.games.profiles import PROFILES
from bot.core.i18n.translator import languages, translator
from bot.core.messages.button_tokens import encode
from data.open_store import open_store
from data.records import Status
from engine import catalog
from tests.fakes.buttons import read
from tests.fakes.messenger import FakeMessenger, Message, check
from tests.fakes.pictures import FakePictures
from tests.fakes.room import ANA, BEA, CHAT, Room, draw, room, said

LESSON = [profile.lesson for profile in PROFILES.values()]
PRACTICE = [profile.practice for profile in PROFILES.values() if profile.practice is not None]


def choices(message: Message) -> dict[str, str]:
    """The tokens of a step by their choice."""
    return {read(token).arguments[2]: token for token in message.tokens}


async def learned(place: Room, game: str) -> Message:
    await place.say(ANA, f"/learn {game}")
    return place.messenger.messages[-1]


@pytest.mark.parametrize("lesson", LESSON, ids=lambda lesson: lesson.game)
async def test_a_lesson_is_played_to_its_end_and_nothing_is_stored(lesson: Lesson) -> None:
    async with room() as place:
        message = await learned(place, lesson.game)
        for number, step in enumerate(lesson.steps, 1):
            assert message.screen.text.plain == f"{message.screen.text.plain.splitlines()[0]}\n{step.text}"
            assert f"{number}/{len(lesson.steps)}" in message.screen.text.plain
            assert message.screen.picture is not None
            offered = choices(message)
            right = step.right or [choice for choice in offered if choice != "stop"]
            assert set(right) <= set(offered)
            for wrong in set(offered) - set(right) - {"stop"}:
                assert said(await place.press(ANA, offered[wrong], message.id)) == step.hint
            assert "isn't your lesson" in said(await place.press(BEA, offered[right[0]], message.id))
            await place.press(ANA, offered[right[0]], message.id)
        assert f"/rules {lesson.game}" in message.screen.text.plain
        assert message.screen.picture is not None
        assert [button.label for button in message.buttons] == [
            "Play for real",
            "Play against bots",
            "Harder positions",
        ]
        assert await place.store.all_tables() == []
        assert len(place.messenger.of(CHAT)) == 1


async def finished(place: Room, lesson: Lesson) -> Message:
    message = await learned(place, lesson.game)
    for step in lesson.steps:
        right = step.right or [choice for choice in choices(message) if choice != "stop"]
        await place.press(ANA, choices(message)[right[0]], message.id)
    return message


@pytest.mark.parametrize("lesson", LESSON, ids=lambda lesson: lesson.game)
async def test_the_end_of_a_lesson_opens_a_table_for_whoever_presses_also_after_a_restart(lesson: Lesson) -> None:
    store, messenger = await open_store("sqlite:///:memory:"), FakeMessenger()
    async with room(store, messenger) as place:
        message = await finished(place, lesson)
        opened = said(await place.click(ANA, "Play for real"))
        table = await place.table()
        assert opened == f"Your table is open: {table.id}"
        assert (table.status, table.game, table.people) == (Status.LOBBY, lesson.game, (ANA.key,))
        assert place.live(table.id), "the lobby is in the chat"
    async with room(store, messenger, seed="2") as place:
        again = await place.press(ANA, message.tokens[0], message.id)
        assert said(again) == f"You already have a table here: {table.id}"
        assert said(await place.press(BEA, message.tokens[1], message.id)).startswith("Your table is open")
        bots = await place.table()
        assert (bots.status, bots.people) == (Status.PLAYING, (BEA.key,))
        assert all(seat.is_bot for seat in bots.seats if seat.person is None)
        assert said(await place.press(BEA, message.tokens[1], message.id)).endswith(bots.id)
        assert len(await place.store.all_tables()) == 2
    await store.close()


async def test_where_people_may_open_no_table_the_end_of_a_lesson_opens_none() -> None:
    async with room() as place:
        await place.say(ANA, "/settings opening=admins")
        message = await finished(place, LESSON[0])
        assert "admin" in said(await place.press(BEA, message.tokens[0], message.id))
        assert await place.store.all_tables() == []


@pytest.mark.parametrize("lesson", LESSON, ids=lambda lesson: lesson.game)
async def test_what_is_told_of_the_pictures_of_a_lesson_makes_nobody_wait(lesson: Lesson) -> None:
    async with room() as place:
        message = await learned(place, lesson.game)
        for step in lesson.steps:
            assert message.screen.picture is not None
            assert "thinking" not in message.screen.picture.alt
            right = step.right or [choice for choice in choices(message) if choice != "stop"]
            await place.press(ANA, choices(message)[right[0]], message.id)
        assert message.screen.picture is not None
        assert "thinking" not in message.screen.picture.alt
        assert "Ana" in message.screen.picture.alt


@pytest.mark.parametrize("lesson", LESSON, ids=lambda lesson: lesson.game)
@pytest.mark.parametrize("language", languages())
def test_every_step_can_be_shown_in_every_language(lesson: Lesson, language: str) -> None:
    for number in range(len(lesson.steps)):
        check(step_screen(lesson, number, ANA, translator(language), FakePictures(draw), "classic"))
    check(end_screen(lesson, "go", ANA, translator(language), FakePictures(draw), "classic"))


@pytest.mark.parametrize("lesson", [*LESSON, *PRACTICE], ids=lambda lesson: lesson.game)
def test_every_button_of_a_step_but_that_to_leave_lies_on_the_picture_too(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps):
        screen = step_screen(lesson, number, ANA, translator("en"), FakePictures(draw), "classic")
        *rows, _ = screen.rows
        assert screen.about is not None
        assert screen.about.actor == ANA.key
        assert screen.details is not None
        spots = {spot.token for spot in screen.details.spots}
        buttons = {button.token for row in rows for button in row}
        only_next = step.right is None and rows[0][0].label == "Next"
        assert spots == (set() if only_next else buttons), (lesson.game, number)


@pytest.mark.parametrize("lesson", LESSON, ids=lambda lesson: lesson.game)
def test_where_there_is_a_wrong_move_there_is_a_hint(lesson: Lesson) -> None:
    game = catalog.game(lesson.game)
    for step in lesson.steps:
        state = game.load(json.dumps(lesson.position(step)))
        for move in step.played:
            state = game.apply(state, move).state
        assert set(step.right or ()) <= set(game.moves(state))
        assert bool(step.hint) == bool(step.right and set(step.right) != set(game.moves(state)))


async def test_a_lesson_can_be_left_at_any_time() -> None:
    async with room() as place:
        message = await learned(place, "palma")
        await place.press(ANA, choices(message)["stop"], message.id)
        assert "You've left the lesson" in message.screen.text.plain


@pytest.mark.parametrize(
    "arguments",
    [
        ("chess", "0", "go", "ana"),
        ("palma", "99", "go", "ana"),
        ("palma", "x", "go", "ana"),
        ("palma", "0", "D1+5", "ana"),
    ],
)
async def test_a_forged_step_is_refused(arguments: tuple[str, ...]) -> None:
    async with room() as place:
        assert said(await place.press(ANA, encode("learn", 0, CHOOSE, *arguments)))
