"""The /learn command: a short guided game for one person. Nothing of it is stored: each button knows its step."""

from __future__ import annotations

import asyncio

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import GAME
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.permissions import Actor, may_learn
from bot.core.features.context import FeatureContext
from bot.core.features.learning.view import CHOOSE, GO, STOP, end_screen, step_screen, stop_screen
from bot.core.games.profiles import PROFILES, profile_of
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token
from bot.core.messages.content import Screen
from bot.core.messages.requests import Outcome, Person, Press, Request
from data.records import ChatKey
from engine import catalog


class LessonCommands:
    """Answers to those who learn."""

    def __init__(self, context: FeatureContext) -> None:
        self._desk = context.desk
        self._renderer = context.renderer

    async def learn(self, request: Request) -> Outcome:
        """Show the first step."""
        game = request.options.get("game", catalog.names()[0])
        return Outcome(screen=await self._step(request.chat, request.person, game, 0))

    async def press(self, press: Press, token: Token) -> Outcome:
        """Go on to the next step, if the choice was right; nobody else may choose. Raises Refusal."""
        game, number, choice, pupil = token.arguments
        lesson = PROFILES[game].lesson if game in PROFILES else None
        if lesson is None or not number.isdecimal() or int(number) >= len(lesson.steps):
            raise Refusal(N_("I do not know this button."))
        may_learn(pupil, Actor(press.person.key))
        t = await self._desk.languages.of_person(press.person)
        if choice == STOP:
            return Outcome(screen=stop_screen(t))
        step = lesson.steps[int(number)]
        if step.right is None and choice != GO:
            raise Refusal(N_("I do not know this button."))
        if step.right and choice not in step.right:
            return Outcome(notice=t.note(step.hint))
        if int(number) + 1 == len(lesson.steps):
            return Outcome(screen=end_screen(game, t))
        return Outcome(screen=await self._step(press.chat, press.person, game, int(number) + 1))

    async def _step(self, chat: ChatKey, person: Person, game: str, number: int) -> Screen:
        t = await self._desk.languages.of_person(person)
        theme, renderer = (await settings_of(self._desk.store, chat)).theme, self._renderer
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            renderer.executor, step_screen, profile_of(game).lesson, number, person, t, renderer.pictures.draw, theme
        )


GROUP = CommandGroup(
    LessonCommands,
    (
        GroupCommand(
            Command(
                "learn",
                N_("Learn a game, step by step"),
                (GAME,),
                example="/learn palma",
                names={"es": "aprender", "it": "impara"},
                section=Section.FIRST_STEPS,
                rank=2,
            ),
            LessonCommands.learn,
        ),
    ),
    (GroupButton(CHOOSE, LessonCommands.press),),
)
