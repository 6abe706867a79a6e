"""Show the past tournaments of a chat."""

from __future__ import annotations

import asyncio

from bot.core.commands.group import CommandGroup, GroupButton
from bot.core.features.context import FeatureContext
from bot.core.features.tournaments.past_view import ENDED, PAST, ended_screen, past_of, past_screen
from bot.core.features.tournaments.standing_view import TournamentView
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token
from bot.core.messages.content import Screen
from bot.core.messages.requests import Outcome, Press
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments.tournament import Stage
from data.records import ChatKey

PAGE, ALL = 6, 300
"""Tournaments on a page of the list, and in the whole of it."""


class PastTournaments:
    """A list, and what each led to."""

    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._tournaments = Tournaments(context.service.store)

    async def turned(self, press: Press, token: Token) -> Outcome:
        """Show another page of the chat's tournaments; raises Refusal."""
        return Outcome(screen=await self.page(press.chat, max(0, number_in(token.arguments[0]))))

    async def ended(self, press: Press, token: Token) -> Outcome:
        """Show standings and tables of a finished tournament; raises Refusal."""
        code, page = token.arguments
        found = await self._tournaments.named(code)
        if found.stage is not Stage.OVER:
            raise Refusal(STALE)
        t = await self._service.languages.of_chat(press.chat, press.person)
        view = await asyncio.to_thread(TournamentView.of, found)
        return Outcome(screen=ended_screen(view, number_in(page), t))

    async def page(self, chat: ChatKey, page: int) -> Screen:
        """Return a page of a chat's tournaments, newest first; raises Refusal."""
        codes = (await self._service.store.tournaments_of(chat, ALL))[page * PAGE :]
        found = [one for code in codes[:PAGE] if (one := await self._tournaments.get(code)) is not None]
        if not found:
            raise Refusal(N_("There has been no tournament here yet."))
        views = await asyncio.to_thread(past_of, found)
        t = await self._service.languages.of_chat(chat)
        return past_screen(views, page, t, more=len(codes) > PAGE)


def number_in(word: str) -> int:
    """Return a number in a button's token, -1 if there is none."""
    return int(word) if word.isdecimal() and word.isascii() and len(word) < 5 else -1


PAST_GROUP = CommandGroup(
    PastTournaments,
    (),
    (GroupButton(PAST, PastTournaments.turned), GroupButton(ENDED, PastTournaments.ended)),
)
