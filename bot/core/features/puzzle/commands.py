"""/puzzle: a chat's position of the day, with one secret answer for each person."""

from __future__ import annotations

import asyncio
import logging

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.common.recurring import Recurring
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.daily_puzzle import Puzzle, day_of
from bot.core.features.context import FeatureContext
from bot.core.features.puzzle.choosing import PuzzleChoice
from bot.core.features.puzzle.display import PuzzleDisplay
from bot.core.features.puzzle.posting import EVERY, PuzzlePosts
from bot.core.features.puzzle.view import GUESS, answer_text
from bot.core.games.advice import difference
from bot.core.i18n.refusal import UNKNOWN_BUTTON, Refusal, typed
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.services.puzzle_posts import wake
from bot.core.services.thinking import Lane, NoThought
from data.event_records import PuzzleAnswer
from engine.game import Move
from engine.players.reasons import Reason

_log = logging.getLogger(__name__)

PATIENCE = 1.5
"""Seconds to wait for a puzzle from one of the chat's games."""
SECONDS = 5.0
"""Seconds after which an explanation is given up, and the answer comes without it."""


class PuzzleCommands:
    """Handle the puzzle of the day."""

    def __init__(self, context: FeatureContext) -> None:
        self._service, self._thinking = context.service, context.thinking
        self._choice = PuzzleChoice(context.service, context.thinking)
        self._display = PuzzleDisplay(context, self._choice)
        context.beside.append(Recurring(EVERY, PuzzlePosts(context, self._display).look))

    async def puzzle(self, request: Request) -> Outcome:
        service, chat = self._service, request.chat
        settings = await settings_of(service.store, chat)
        now = service.clock.now()
        t = await service.languages.of_chat(chat, request.person)
        screen = await self._display.screen(chat, settings, day_of(now, settings), t, PATIENCE)
        await wake(service.store, chat, settings, now)
        return Outcome(screen=screen)

    async def press(self, press: Press, token: Token) -> Outcome:
        """Store a person's first answer of the day, and send them its evaluation; raises Refusal."""
        service, (move,) = self._service, token.arguments
        chat = press.chat
        settings, now = await settings_of(service.store, chat), service.clock.now()
        today = day_of(now, settings)
        if token.version == today - 1:
            raise Refusal(N_("That was yesterday's puzzle. For today's, type {command}."), command=typed("/puzzle"))
        if token.version != today:
            raise Refusal(
                N_("That puzzle was for another day. For today's, type {command}."), command=typed("/puzzle")
            )
        puzzle = await self._choice.stored(chat, today)
        if puzzle is None or all(judged.move != move for judged in puzzle.ranking):
            raise Refusal(UNKNOWN_BUTTON)
        answer = PuzzleAnswer(chat, today, press.person.key, move, move in puzzle.right)
        standing = await service.store.answer_puzzle(answer)
        if standing.fresh:
            await wake(service.store, chat, settings, now)
        reasons = await self._reasons(press.person, puzzle, standing.answer)
        t = await service.languages.of_person(press.person)
        return Outcome(notice=await asyncio.to_thread(answer_text, puzzle, standing, reasons, t))

    async def _reasons(self, person: Person, puzzle: Puzzle, answer: PuzzleAnswer) -> tuple[Reason, ...]:
        """Return why the best move is better than the answered one, or a right one than the next best."""
        better: Move = answer.move if answer.solved else puzzle.right[0]
        wrong = next(judged.move for judged in puzzle.ranking if judged.move not in puzzle.right)
        worse = wrong if answer.solved else answer.move
        owner = f"puzzle {person.key.platform} {person.key.user}"
        try:
            return await self._thinking.do(
                difference, puzzle.game, puzzle.line, better, worse, owner=owner, lane=Lane.MOVES, seconds=SECONDS
            )
        except NoThought as error:
            _log.warning("no explanation of a puzzle: %s", error)
            return ()


GROUP = CommandGroup(
    PuzzleCommands,
    (
        GroupCommand(
            Command(
                "puzzle",
                N_("Try today's puzzle: find the best move"),
                section=Section.GAMES,
                rank=5,
            ),
            PuzzleCommands.puzzle,
            above=True,
        ),
    ),
    (GroupButton(GUESS, PuzzleCommands.press, above=True),),
)
