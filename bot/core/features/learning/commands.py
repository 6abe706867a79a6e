"""/learn: a short guided game for one person. Nothing is stored: each button knows its step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from bot.core.board_messages.opening import open_asked
from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import GAME
from bot.core.domain import lobby
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.permissions import Actor, may_learn
from bot.core.domain.table import is_lobby
from bot.core.features.context import FeatureContext
from bot.core.features.learning.practice import PracticeCommands
from bot.core.features.learning.view import (
    BOTS,
    CHOOSE,
    GO,
    PEOPLE,
    PLAY,
    STOP,
    end_screen,
    step_screen,
    stop_screen,
)
from bot.core.games.lesson import Lesson
from bot.core.games.profiles import PROFILES, profile_of
from bot.core.i18n.refusal import UNKNOWN_BUTTON, Refusal
from bot.core.i18n.text_format import code
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.content import Screen
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.views.greeting import require_greeting
from bot.core.views.pictures import Pictures
from data.records import ChatKey
from engine import catalog

FIRST, SECOND = "1", "2"
LEVEL = Option(
    "level",
    OptionKind.INTEGER,
    N_("The rules, step by step (1), or harder positions (2)"),
    (FIRST, SECOND),
)
At = TypeVar("At", int, str)
View = Callable[[Lesson, At, Person, Translator, Pictures, str], Screen]
"""Draws a step of a lesson for its pupil, in a theme."""


class LessonCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._renderer = context.renderer
        self._practice = PracticeCommands(context)

    async def learn(self, request: Request) -> Outcome:
        """Show the first step, or the first position of the second grade; raises Refusal."""
        game = request.options.get("game", catalog.names()[0])
        if request.options.get("level") == SECOND:
            return Outcome(screen=await self._practice.first(request.chat, request.person, game))
        return Outcome(screen=await self._drawn(request.chat, request.person, game, step_screen, 0))

    async def begin(self, press: Press, token: Token) -> Outcome:
        """Show the first step of the first game, for the button below the greeting; raises Refusal."""
        require_greeting(token)
        game = catalog.names()[0]
        return Outcome(screen=await self._drawn(press.chat, press.person, game, step_screen, 0), below=True)

    async def press(self, press: Press, token: Token) -> Outcome:
        """Go on to the next step after a right choice by the pupil; raises Refusal."""
        game, number, choice, pupil = token.arguments
        lesson = PROFILES[game].lesson if game in PROFILES else None
        if lesson is None or not number.isdecimal() or int(number) >= len(lesson.steps):
            raise Refusal(UNKNOWN_BUTTON)
        may_learn(pupil, Actor(press.person.key))
        t = await self._service.languages.of_person(press.person)
        if choice == STOP:
            return Outcome(screen=stop_screen(t))
        step = lesson.steps[int(number)]
        if step.right is None and choice != GO:
            raise Refusal(UNKNOWN_BUTTON)
        if step.right and choice not in step.right:
            return Outcome(notice=t.note(step.hint))
        if int(number) + 1 == len(lesson.steps):
            return Outcome(screen=await self._drawn(press.chat, press.person, game, end_screen, choice))
        return Outcome(screen=await self._drawn(press.chat, press.person, game, step_screen, int(number) + 1))

    async def play(self, press: Press, token: Token) -> Outcome:
        """Open a table for the person who presses, in a seat; raises Refusal if they have an open one already."""
        game, against = token.arguments
        if game not in PROFILES or against not in (PEOPLE, BOTS):
            raise Refusal(UNKNOWN_BUTTON)
        service, person = self._service, press.person
        for table in await service.tables.of_chat(press.chat):
            if table.game == game and table.sits(person.key) and (is_lobby(table) or table.people == (person.key,)):
                raise Refusal(N_("You already have a table here: {code}"), code=table.id)
        outcome, _ = await open_asked(service, press, {"game": game})
        if against == BOTS:
            await service.change_lobby(str(outcome.table), lambda now: lobby.started(lobby.fill(now, person)))
        t = await service.languages.of_person(person)
        # the lesson stays for others to press, so this press needs words as its answer
        return replace(outcome, notice=t.note("Your table is open: {code}", code=code(str(outcome.table))))

    async def _drawn(self, chat: ChatKey, person: Person, game: str, view: View[At], at: At) -> Screen:
        t = await self._service.languages.of_person(person)
        theme, renderer = (await settings_of(self._service.store, chat)).theme, self._renderer
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            renderer.executor, view, profile_of(game).lesson, at, person, t, renderer.pictures_in(chat), theme
        )


GROUP = CommandGroup(
    LessonCommands,
    (
        GroupCommand(
            Command(
                "learn",
                N_("Learn a game, step by step"),
                (GAME, LEVEL),
                example="/learn palma",
                section=Section.FIRST_STEPS,
                rank=2,
            ),
            LessonCommands.learn,
        ),
    ),
    (
        GroupButton(CHOOSE, LessonCommands.press),
        GroupButton(PLAY, LessonCommands.play),
        GroupButton(Verb.TEACH, LessonCommands.begin),
    ),
)
