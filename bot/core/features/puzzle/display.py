"""The message of a chat's puzzle of a day."""

from __future__ import annotations

import asyncio
from datetime import datetime

from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.daily_puzzle import Puzzle
from bot.core.features.context import FeatureContext
from bot.core.features.puzzle.choosing import PuzzleChoice
from bot.core.features.puzzle.view import Posted, puzzle_screen
from bot.core.i18n.time_zones import zone_of
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Screen
from bot.core.services.puzzle_codec import puzzle_of
from data.records import ChatKey


class PuzzleDisplay:
    def __init__(self, context: FeatureContext, choice: PuzzleChoice) -> None:
        self._service, self._renderer, self._choice = context.service, context.renderer, choice

    async def screen(
        self, chat: ChatKey, settings: ChatSettings, day: int, t: Translator, patience: float, *, last: bool = False
    ) -> Screen:
        """Return the message with a chat's puzzle of a day; `last`: it is the last automatic one.

        It waits `patience` seconds for a puzzle from one of the chat's games. Raises StoreError.
        """
        puzzle = await self._choice.of_day(chat, day, patience)
        weekday = (
            None if puzzle.played is None else datetime.fromtimestamp(puzzle.played, zone_of(settings.zone or "UTC"))
        )
        posted = Posted(puzzle, day, weekday, await self._before(chat, day), last)
        renderer, loop = self._renderer, asyncio.get_running_loop()
        return await loop.run_in_executor(
            renderer.executor, puzzle_screen, posted, t, renderer.pictures_in(chat), settings.theme
        )

    async def _before(self, chat: ChatKey, day: int) -> tuple[Puzzle, int, int] | None:
        tally = await self._service.store.last_puzzle(chat, day)
        puzzle = None if tally is None else puzzle_of(tally.puzzle)
        return None if tally is None or puzzle is None else (puzzle, tally.answers, tally.solved)
