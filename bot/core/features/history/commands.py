"""/games: a chat's open tables and past games, page by page."""

from __future__ import annotations

from bot.core.commands.router import Feature
from bot.core.features.history.view import games_screen
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.content import Screen
from bot.core.messages.requests import Outcome, Press, Request
from bot.core.services.table_service import TableService
from data.records import ChatKey

PAGE = 8
"""Games on a page."""
PAGES = 1000


def feature(desk: TableService) -> Feature:
    """/games and its buttons."""

    async def page(chat: ChatKey, number: int) -> Screen:
        found = await desk.store.games(chat, limit=PAGE + 1, skip=number * PAGE)
        if not found:
            raise Refusal(N_("No game has been played here yet."))
        return games_screen(found[:PAGE], number, await desk.languages.of_chat(chat), more=len(found) > PAGE)

    async def games(request: Request) -> Outcome:
        """Shows the first page to all."""
        return Outcome(screen=await page(request.chat, 0))

    async def turned(press: Press, token: Token) -> Outcome:
        """Shows another page in the same message."""
        word = token.arguments[0]
        if not word.isdecimal() or int(word) >= PAGES:
            raise Refusal(N_("There is no such page."))
        return Outcome(screen=await page(press.chat, int(word)))

    return Feature({"games": games}, {Verb.GAMES: turned})
