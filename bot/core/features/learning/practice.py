"""Lessons of a second grade: positions with a real choice. Nothing is stored: each button knows its position."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence

from bot.core.commands.group import CommandGroup, GroupButton
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.permissions import Actor, may_learn
from bot.core.features.context import FeatureContext
from bot.core.features.learning.practice_view import PRACTISE, done_screen, problem_screen, solved, worse
from bot.core.features.learning.view import HARDER, STOP, step_table, stop_screen
from bot.core.games.advice import advice, difference
from bot.core.games.lesson import Lesson
from bot.core.games.profiles import PROFILES
from bot.core.i18n.refusal import UNKNOWN_BUTTON, Refusal
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.button_tokens import Token
from bot.core.messages.content import Screen
from bot.core.messages.requests import Outcome, Person, Press
from bot.core.services.thinking import Lane, NoThought
from bot.core.views.pictures import Pictures
from data.records import ChatKey
from engine.game import Move
from engine.players.reasons import Reason

_log = logging.getLogger(__name__)

SECONDS = 5.0
"""Seconds after which an explanation is given up, and the lesson goes on without it."""
View = Callable[[Lesson, int, Person, Translator, Pictures, str, Sequence[str]], Screen]


class PracticeCommands:
    """Handle lessons for people who know the rules."""

    def __init__(self, context: FeatureContext) -> None:
        self._service, self._renderer, self._thinking = context.service, context.renderer, context.thinking

    async def first(self, chat: ChatKey, person: Person, game: str) -> Screen:
        """Show the first position of a game; raises Refusal if there are none."""
        t = await self._service.languages.of_person(person)
        return await self._drawn(problem_screen, chat, _practice(game), 0, person, t, ())

    async def begin(self, press: Press, token: Token) -> Outcome:
        """Show the first position, below; raises Refusal."""
        return Outcome(screen=await self.first(press.chat, press.person, token.arguments[0]), below=True)

    async def press(self, press: Press, token: Token) -> Outcome:
        """Go on to the next position, or explain what is wrong with the move; raises Refusal."""
        game, word, choice, pupil = token.arguments
        lesson = _practice(game)
        if not word.isdecimal() or int(word) >= len(lesson.steps):
            raise Refusal(UNKNOWN_BUTTON)
        may_learn(pupil, Actor(press.person.key))
        number, person = int(word), press.person
        t = await self._service.languages.of_person(person)
        if choice == STOP:
            return Outcome(screen=stop_screen(t))
        match = step_table(lesson, number, person).match
        (right,) = lesson.steps[number].right or ("",)
        if choice not in match.legal:
            raise Refusal(UNKNOWN_BUTTON)
        line = match.game.dump(match.state)
        if choice != right:
            reasons = await self._reasons(person, game, line, right, choice)
            return Outcome(notice=worse(lesson, number, person, choice, reasons, t))
        told = solved(lesson, number, person, await self._reasons(person, game, line, right), t)
        last = number + 1 == len(lesson.steps)
        view, at = (done_screen, number) if last else (problem_screen, number + 1)
        return Outcome(screen=await self._drawn(view, press.chat, lesson, at, person, t, told))

    async def _reasons(
        self, person: Person, game: str, line: str, right: Move, wrong: Move | None = None
    ) -> tuple[Reason, ...]:
        """Return why the right move is better than a wrong one, or than the next best; empty on failure."""
        owner = f"lesson {person.key.platform} {person.key.user}"
        try:
            if wrong is None:
                given = await self._thinking.do(advice, game, line, owner=owner, lane=Lane.MOVES, seconds=SECONDS)
                return given.reasons if given.ranking[0].move == right else ()
            return await self._thinking.do(
                difference, game, line, right, wrong, owner=owner, lane=Lane.MOVES, seconds=SECONDS
            )
        except NoThought as error:
            _log.warning("no explanation in a lesson: %s", error)
            return ()

    async def _drawn(
        self, view: View, chat: ChatKey, lesson: Lesson, at: int, person: Person, t: Translator, told: Sequence[str]
    ) -> Screen:
        theme, renderer = (await settings_of(self._service.store, chat)).theme, self._renderer
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(
            renderer.executor, view, lesson, at, person, t, renderer.pictures_in(chat), theme, told
        )


def _practice(game: str) -> Lesson:
    lesson = PROFILES[game].practice if game in PROFILES else None
    if lesson is None:
        raise Refusal(N_("There are no harder positions of this game."))
    return lesson


GROUP = CommandGroup(
    PracticeCommands,
    (),
    (GroupButton(HARDER, PracticeCommands.begin), GroupButton(PRACTISE, PracticeCommands.press)),
)
