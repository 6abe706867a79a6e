"""/games: a chat's open tables and past games, page by page."""

from __future__ import annotations

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.features.context import FeatureContext
from bot.core.features.history.view import GAMES, games_screen
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token
from bot.core.messages.content import Screen
from bot.core.messages.requests import Outcome, Press, Request
from data.records import ChatKey

PAGE = 8
"""Games on a page."""
PAGES = 1000


class HistoryCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service

    async def games(self, request: Request) -> Outcome:
        """Show the first page to all; raises Refusal."""
        return Outcome(screen=await self._page(request.chat, 0))

    async def turned(self, press: Press, token: Token) -> Outcome:
        """Show another page in the same message; raises Refusal."""
        word = token.arguments[0]
        if not word.isdecimal() or int(word) >= PAGES:
            raise Refusal(N_("There's no such page."))
        return Outcome(screen=await self._page(press.chat, int(word)))

    async def _page(self, chat: ChatKey, number: int) -> Screen:
        tables = await self._service.tables.games(chat, limit=PAGE + 1, skip=number * PAGE)
        if not tables:
            raise Refusal(N_("No games have been played here yet."))
        t = await self._service.languages.of_chat(chat)
        return games_screen(tables[:PAGE], number, t, more=len(tables) > PAGE)


GROUP = CommandGroup(
    HistoryCommands,
    (
        GroupCommand(
            Command(
                "games",
                N_("Show this chat's tables and past games"),
                section=Section.GAMES,
                rank=1,
            ),
            HistoryCommands.games,
            above=True,
        ),
    ),
    (GroupButton(GAMES, HistoryCommands.turned, above=True),),
)
