"""/dice: the roll statistics of a game and of a chat."""

from __future__ import annotations

import asyncio
from collections import Counter

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupCommand
from bot.core.commands.options import TABLE
from bot.core.domain.table import begun
from bot.core.features.context import FeatureContext
from bot.core.features.dice_stats.chi_square import Tally
from bot.core.features.dice_stats.insight_view import insight_lines
from bot.core.features.dice_stats.view import bars, heading, throws_text
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.text_format import text_of, width
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.content import Picture, Screen
from bot.core.messages.requests import Outcome, Request
from bot.core.rankings.ladders import family
from bot.core.services.table_service import NOTHING_PLAYED, game_of
from data.records import ChatKey

TABLES = 500
"""The number of a chat's tables that count: the newest."""
LIMIT = 1000
"""The length of a message below a picture that every platform allows, in characters."""


class DiceCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._draw = context.painters.throws
        self._theme = context.theme

    async def dice(self, request: Request) -> Outcome:
        """Show all the rolls of a game, and those of its kind in this chat; raises Refusal."""
        service = self._service
        table = begun(await game_of(service, request))
        here = await service.store.log_counts(request.chat, tables=TABLES)
        game = table.game
        mine = Tally.of(game, Counter(move.move for move in table.log))
        chat = Tally.of(game, here.get(game, {}))
        if not chat.total and not mine.total:
            raise Refusal(NOTHING_PLAYED)
        t = await service.languages.of_chat(request.chat, request.person)
        picture = await self._picture(request.chat, chat, t)
        sums = await service.store.insight(request.chat, game, family(table))
        text = throws_text(table.id, mine, chat, t)
        insight = insight_lines(sums, t, LIMIT - width(text.plain) - 1)
        return Outcome(screen=Screen(text_of(*text.lines, *insight), picture))

    async def _picture(self, chat: ChatKey, tally: Tally, t: Translator) -> Picture:
        title, subtitle = heading(tally, t)
        data = await asyncio.to_thread(self._draw, await self._theme(chat), title, subtitle, bars(tally))
        counts = ", ".join(f"{outcome}{t.marks.colon}{count}" for outcome, count in tally.came)
        return Picture(data, f"{title}. {counts}")


GROUP = CommandGroup(
    DiceCommands,
    (
        GroupCommand(
            Command(
                "dice",
                N_("Show how the dice have fallen, in a game and in this chat"),
                (TABLE,),
                section=Section.GAMES,
                rank=6,
            ),
            DiceCommands.dice,
            above=True,
        ),
    ),
)
