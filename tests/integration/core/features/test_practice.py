"""Lessons of a second grade: real choices that the master is sure of, and what is wrong with the others."""

from __future__ import annotations

import pytest

from bot.core.features.learning.practice_view import PRACTISE
from bot.core.features.learning.view import step_table
from bot.core.games.lesson import Lesson
from bot.core.games.profiles import PROFILES
from bot.core.i18n.text_format import width
from bot.core.i18n.translator import languages, translator
from bot.core.messages.button_tokens import encode
from bot.core.services.thinking import Thinking
from engine.players.reasons import advise
from engine.players.reasons.fact import PalmaFact, ParchisFact
from tests.fakes.buttons import read
from tests.fakes.messenger import Message, check
from tests.fakes.room import ANA, BEA, CHAT, Room, person, room, said
from tests.fakes.thinking import NeverThere, at_once

PRACTICE = [profile.practice for profile in PROFILES.values() if profile.practice is not None]
IDEAS = {
    "parchis": (
        ParchisFact.SAFE,
        ParchisFact.BARRIER,
        ParchisFact.OPENS,
        ParchisFact.SAFE,
        ParchisFact.GOAL_NEXT,
    ),
    "palma": (
        PalmaFact.ENTERS,
        PalmaFact.SLIDES,
        PalmaFact.SLIDE_NEXT,
        PalmaFact.NO_USE,
        PalmaFact.RETHROW,
    ),
}
"""What each position is about."""


def choices(message: Message) -> dict[str, str]:
    return {read(token).arguments[2]: token for token in message.tokens}


@pytest.mark.parametrize("lesson", PRACTICE, ids=lambda lesson: lesson.game)
def test_every_position_has_one_best_move_and_a_reason_that_it_is_about(lesson: Lesson) -> None:
    assert len(lesson.steps) == 5
    for number, step in enumerate(lesson.steps):
        match = step_table(lesson, number, ANA).match
        given = advise(match.game, match.state)
        assert step.right == (given.ranking[0].move,)
        assert given.ranking[0].chance - given.ranking[1].chance > 0.03, number
        assert given.reasons[0].fact.kind is IDEAS[lesson.game][number]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("lesson", PRACTICE, ids=lambda lesson: lesson.game)
async def test_all_positions_are_solved_and_each_wrong_move_is_explained(lesson: Lesson, language: str) -> None:
    pupil = person("Ana", language)
    async with room(thinking=at_once()) as place:
        await place.say(pupil, f"/learn {lesson.game} level=2")
        message = place.messenger.messages[-1]
        for number, step in enumerate(lesson.steps, 1):
            assert f"{number}/5" in message.screen.text.plain
            assert "{" not in message.screen.text.plain
            assert (len(message.screen.text.lines) > 3) == (number > 1), "with what the one before was good for"
            check(message.screen)
            offered = choices(message)
            (right,) = step.right or ()
            for wrong in set(offered) - {right, "stop"}:
                notice = said(await place.press(pupil, offered[wrong], message.id))
                assert notice.startswith(translator(language)("Not the best.").rstrip("."))
                assert 30 < width(notice) <= 200, "and why, where Telegram shows no more"
                assert "{" not in notice
            assert (await place.press(BEA, offered[right], message.id)).notice is not None
            assert (await place.press(pupil, offered[right], message.id)).notice is None
        assert "/5" not in message.screen.text.plain
        assert len(message.buttons) == 2
        assert await place.store.all_tables() == []
        assert len(place.messenger.of(CHAT)) == 1


async def finished(place: Room, game: str) -> Message:
    await place.say(ANA, f"/learn {game}")
    message = place.messenger.messages[-1]
    for step in PROFILES[game].lesson.steps:
        offered = choices(message)
        await place.press(ANA, offered[(step.right or [one for one in offered if one != "stop"])[0]], message.id)
    return message


async def test_the_first_lesson_leads_on_to_them_for_whoever_presses() -> None:
    async with room(thinking=at_once()) as place:
        await finished(place, "palma")
        await place.click(BEA, "Harder positions")
        first, second = place.messenger.of(CHAT)
        assert "1/5" in second.screen.text.plain
        token = choices(second)["D3+in"]
        assert "isn't your lesson" in said(await place.press(ANA, token, second.id))
        await place.press(BEA, token, second.id)
        assert "That's the best move!" in second.screen.text.plain
        assert "Hound 3 enters." in second.screen.text.plain
        assert "2/5" in second.screen.text.plain
        assert "Harder positions" in [button.label for button in first.buttons]


async def test_it_goes_on_without_explanations_where_none_can_be_had_and_refuses_forged_buttons() -> None:
    async with room(thinking=Thinking(NeverThere)) as place:
        await place.say(ANA, "/learn palma 2")
        message = place.messenger.messages[-1]
        assert said(await place.press(ANA, choices(message)["D1+5"], message.id)) == "Not the best. Look again!"
        await place.press(ANA, choices(message)["D3+in"], message.id)
        assert "2/5" in message.screen.text.plain
        for game, number, choice in (("palma", "9", "D1+5"), ("snails", "0", "x"), ("palma", "0", "D1+1")):
            token = encode("learn", 0, PRACTISE, game, number, choice, ANA.key.user)
            assert (await place.press(ANA, token, message.id)).notice is not None
        await place.press(ANA, choices(message)["stop"], message.id)
        assert "left the lesson" in message.screen.text.plain
