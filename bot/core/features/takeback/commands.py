"""/undo: take back the last choice if all players agree, in unrated games.

The publisher shows the question and its outcome in each chat that people play from.
"""

from __future__ import annotations

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import TABLE
from bot.core.domain.table import Table
from bot.core.domain.takeback import agree, decline, wish
from bot.core.domain.votes import Takeback
from bot.core.features.context import FeatureContext
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.requests import Outcome, Press, Request
from data.records import PersonKey, Status


class TakebackCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service

    async def ask(self, request: Request) -> Outcome:
        """Ask all players; without others it is done at once. Raises Refusal."""
        person = request.person.key
        table = await self._service.pick(
            request, lambda one: one.status is Status.PLAYING, lambda one: any(s.person == person for s in one.seats)
        )
        await self._agreed(table.id, person)
        return Outcome(table=table.id)

    async def answer(self, press: Press, token: Token) -> Outcome:
        """Take an answer to the question; raises Refusal."""
        table = await self._service.here(press.chat, token.table)
        asked = wish(table)
        mark, word = token.arguments
        if asked is None or mark != asked.mark:
            raise Refusal(STALE)
        person = press.person.key
        if word == "yes":
            await self._agreed(token.table, person, asked)
        else:
            await self._service.change(token.table, lambda now: self._declined(now, asked, person))
        return Outcome(table=token.table)

    async def _agreed(self, table: str, person: PersonKey, asked: Takeback | None = None) -> Table:
        def act(now: Table) -> Table:
            return agree(_same(now, asked), person, self._service.clock.now())

        return await self._service.change(table, act)

    def _declined(self, table: Table, asked: Takeback, person: PersonKey) -> Table:
        return decline(_same(table, asked), person, self._service.clock.now())


def _same(table: Table, asked: Takeback | None) -> Table:
    """Return the table if the request still stands; raises Refusal."""
    now = wish(table)
    if asked is not None and (now is None or now.mark != asked.mark):
        raise Refusal(STALE)
    return table


GROUP = CommandGroup(
    TakebackCommands,
    (
        GroupCommand(
            Command(
                "undo",
                N_("Undo your last move, if everyone agrees"),
                (TABLE,),
                section=Section.TABLE,
                rank=7,
                urgent=True,
            ),
            TakebackCommands.ask,
        ),
    ),
    (GroupButton(Verb.TAKEBACK, TakebackCommands.answer),),
)
