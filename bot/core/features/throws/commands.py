"""/autoroll: automatic rolls until a player has to choose, if all agree.

The publisher shows the question to all, and its outcome.
"""

from __future__ import annotations

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import TABLE
from bot.core.domain import lobby_options, throwing
from bot.core.domain.table import Table, is_lobby, played_by
from bot.core.domain.table_values import Throws
from bot.core.domain.votes import ThrowsWish
from bot.core.features.context import FeatureContext
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.requests import Outcome, Press, Request
from data.records import PersonKey


class ThrowsCommands:
    """Handle changes of how people roll."""

    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service

    async def ask(self, request: Request) -> Outcome:
        """Set the way in a lobby; in a game ask all. Without a word it is the other way. Raises Refusal."""
        service, person = self._service, request.person
        table = await service.pick(request, played_by(person.key))
        word = request.options.get("rolls")
        if is_lobby(table):
            way = word or _other(table).value
            await service.change_lobby(table.id, lambda now: lobby_options.throws(now, person, way))
        else:
            await self._agreed(table.id, person.key, None if word is None else Throws(word))
        return Outcome(table=table.id)

    async def answer(self, press: Press, token: Token) -> Outcome:
        """Take an answer to the question; raises Refusal."""
        table = await self._service.here(press.chat, token.table)
        asked = throwing.wish(table)
        mark, word = token.arguments
        if asked is None or mark != asked.mark:
            raise Refusal(STALE)
        person = press.person.key
        if word == "yes":
            await self._agreed(token.table, person, asked.throws, asked)
        else:
            now = self._service.clock.now()
            await self._service.change(token.table, lambda table: throwing.decline(_same(table, asked), person, now))
        return Outcome(table=token.table)

    async def outdated(self, _press: Press, _token: Token) -> Outcome:
        """Refuse the button of a question that is asked no more."""
        raise Refusal(STALE)

    async def _agreed(
        self, table: str, person: PersonKey, way: Throws | None, asked: ThrowsWish | None = None
    ) -> None:
        def act(now: Table) -> Table:
            return throwing.agree(_same(now, asked), person, way or _other(now), self._service.clock.now())

        await self._service.change(table, act)


def _other(table: Table) -> Throws:
    return Throws.MATTERS if throwing.way_of_table(table) is Throws.SELF else Throws.SELF


def _same(table: Table, asked: ThrowsWish | None) -> Table:
    """Return the table if the request still stands; raises Refusal."""
    now = throwing.wish(table)
    if asked is not None and (now is None or now.mark != asked.mark):
        raise Refusal(STALE)
    return table


GROUP = CommandGroup(
    ThrowsCommands,
    (
        GroupCommand(
            Command(
                "autoroll",
                N_("Choose automatic rolls, or roll by hand again"),
                (
                    Option(
                        "rolls",
                        OptionKind.CHOICE,
                        N_("By hand, only when it matters, or automatic"),
                        throwing.WORDS,
                    ),
                    TABLE,
                ),
                section=Section.TABLE,
                rank=9,
            ),
            ThrowsCommands.ask,
        ),
    ),
    (
        GroupButton(Verb.THROWSVOTE, ThrowsCommands.answer),
        GroupButton(Verb.OFFER, ThrowsCommands.outdated),
    ),
)
