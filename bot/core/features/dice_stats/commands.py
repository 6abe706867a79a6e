"""/dice: how the throws of a game and of a chat have fallen."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from bot.core.commands.router import Feature
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.play import match_of
from bot.core.features.dice_stats.chi_square import Tally
from bot.core.features.dice_stats.view import bars, heading, throws_text
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Picture, Screen
from bot.core.messages.requests import Outcome, Request
from bot.core.services.table_service import NOTHING_PLAYED, TableService, game_of
from data.records import ChatKey
from engine.game import Move
from render.card_content import Bar
from render.themes.catalog import THEMES
from render.themes.theme import Theme

TABLES = 500
"""How many of a chat's tables are looked at: the newest."""


DrawThrows = Callable[[Theme, str, str, Sequence[Bar]], bytes]
"""The picture of some throws in a theme, with a title, a line below it, and a bar for each outcome."""


def feature(desk: TableService, draw: DrawThrows) -> Feature:
    """/dice."""

    async def dice(request: Request) -> Outcome:
        """Shows all how a game's dice have fallen, and all dice of its kind in this chat."""
        table = await game_of(desk, request)
        match_of(table)
        here = await _of_chat(desk, request.chat)
        game = table.record.game
        mine = Tally.of(game, Counter(move.move for move in table.log))
        chat = Tally.of(game, here.get(game, {}))
        if not chat.total and not mine.total:
            raise Refusal(NOTHING_PLAYED)
        t = await desk.languages.of_chat(request.chat, request.person)
        picture = await _picture(desk, draw, request.chat, chat, t)
        return Outcome(screen=Screen(throws_text(table.record.id, mine, chat, t), picture))

    return Feature({"dice": dice})


async def _of_chat(desk: TableService, chat: ChatKey) -> Mapping[str, Mapping[Move, int]]:
    return await desk.store.log_counts(chat, tables=TABLES)


async def _picture(desk: TableService, draw: DrawThrows, chat: ChatKey, tally: Tally, t: Translator) -> Picture:
    theme = THEMES[(await settings_of(desk.store, chat)).theme]
    title, subtitle = heading(tally, t)
    data = await asyncio.to_thread(draw, theme, title, subtitle, bars(tally))
    told = ", ".join(f"{outcome}: {count}" for outcome, count in tally.came)
    return Picture(data, f"{title}. {told}")
