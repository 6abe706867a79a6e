"""/palmares: a chat's roll of honours."""

from __future__ import annotations

import asyncio

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupCommand
from bot.core.features.context import FeatureContext
from bot.core.features.honours.view import described, roll_card, roll_text
from bot.core.i18n.translator import N_
from bot.core.messages.content import Picture, Screen, Subject
from bot.core.messages.requests import Outcome, Request
from bot.core.services.honours import roll_of


class HonoursCommands:
    """Show champions and records."""

    def __init__(self, context: FeatureContext) -> None:
        self._service, self._painters, self._theme = context.service, context.painters, context.theme

    async def palmares(self, request: Request) -> Outcome:
        """Show the roll of honours of the chat."""
        service, chat = self._service, request.chat
        roll = await roll_of(service.store, chat, service.clock.now())
        t = await service.languages.of_chat(chat, request.person)
        text, card = roll_text(roll, t), roll_card(roll, t)
        if not card.years and not card.records:
            return Outcome(screen=Screen(text))
        title, below = t("Roll of honours"), t("champions and records of this chat")
        data = await asyncio.to_thread(self._painters.honours, await self._theme(chat), title, below, card)
        people = {one.player for one in roll.honours} | {one.player for one in roll.records}
        return Outcome(screen=Screen(text, Picture(data, described(title, card)), about=Subject(frozenset(people))))


GROUP = CommandGroup(
    HonoursCommands,
    (
        GroupCommand(
            Command("palmares", N_("Show champions and records"), section=Section.GAMES, rank=7),
            HonoursCommands.palmares,
        ),
    ),
    (),
)
