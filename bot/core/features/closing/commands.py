"""/resign and /close: both ask first, except for an open lobby, which closes at once."""

from __future__ import annotations

from collections.abc import Callable

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import TABLE
from bot.core.domain import endings, lobby, permissions
from bot.core.domain.permissions import Actor
from bot.core.domain.table import Table, hosted_by, is_lobby, played_by
from bot.core.features.closing import view
from bot.core.features.closing.view import KEEP, RESIGN
from bot.core.features.context import FeatureContext
from bot.core.i18n.refusal import NOWHERE, STALE, CorruptTable, Refusal
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.content import Screen
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.ratelimit.keyed_windows import KeyedWindows
from bot.core.ratelimit.sliding_window import RateLimit
from bot.core.services.actors import actor_at
from bot.core.services.table_buttons import is_board, table_of
from bot.core.services.waitlist import call_again, wasted_call
from data.errors import StaleTable
from data.records import OPEN, ChatKey, Status

CALLED_AGAIN = RateLimit(2, 3600.0)
"""How often people who wanted a table get back on the list after a lobby closed at once."""


class ClosingCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._pressed = context.board_pressed
        self._called_again = KeyedWindows[ChatKey](CALLED_AGAIN)

    async def resign(self, request: Request) -> Outcome:
        person = request.person
        picked = await self._service.pick(request, lambda one: one.status is Status.PLAYING, played_by(person.key))
        if is_lobby(picked):
            raise Refusal(N_("The game hasn't started yet. To leave your seat, type /leave."))
        table = await self._service.here(request.chat, picked.id)
        mine = permissions.require_seat(table, Actor(person.key))
        t = await self._service.languages.of_chat(request.chat, request.person)
        return Outcome(screen=view.ask_resign(table, person, mine[0], t), personal=True)

    async def cancel(self, request: Request) -> Outcome:
        """Close a lobby at once; a game only after asking."""
        service, person, now = self._service, request.person, self._service.clock.now()
        picked = await service.pick(request, hosted_by(person.key), lambda one: permissions.abandoned(one, now))
        try:
            table = await self._service.here(request.chat, picked.id)
        except CorruptTable:
            return await self._close_unreadable(request, picked)
        actor = await actor_at(self._service, table, person.key)
        permissions.may_cancel(table, actor)
        if table.status is Status.PLAYING:
            t = await self._service.languages.of_chat(request.chat, request.person)
            return Outcome(screen=view.ask_cancel(table, person, t), personal=True)
        await self._service.change(table.id, lambda now: endings.cancel(now, actor.at(service.clock.now())))
        await self._call_again(table)
        return Outcome(table=table.id)

    async def _call_again(self, table: Table) -> None:
        """Put people mentioned by a lobby that closed at once back on the list, unless that happens often."""
        now = self._service.clock.now()
        if wasted_call(table, now) and self._called_again.allows(table.chat, now):
            await call_again(self._service, table)

    async def _close_unreadable(self, request: Request, damaged: Table) -> Outcome:
        service, now = self._service, self._service.clock.now()
        actor = await actor_at(service, damaged, request.person.key)
        async with service.tables.queue(damaged.id):
            table = await service.tables.outline(damaged.id)
            if table is None or table.status not in OPEN:
                raise Refusal(NOWHERE)
            permissions.may_close(table, actor)
            try:
                await service.tables.close_unreadable(table.id, table.version, now)
            except StaleTable:
                raise Refusal(STALE) from None
        return Outcome(
            screen=view.cancelled(request.person, await service.languages.of_chat(request.chat, request.person))
        )

    async def resign_pressed(self, press: Press, token: Token) -> Outcome:
        """Take the yes to the question whether a person resigns."""
        table = await self._game(press, token)
        permissions.require_asked(token.arguments[0], table, Actor(press.person.key))
        person, service = press.person, self._service
        await service.change(table.id, lambda now: endings.resign(now, person.key, service.clock.now()))
        return Outcome(screen=await self._decision(press, token, view.resigned), table=table.id)

    async def cancel_pressed(self, press: Press, token: Token) -> Outcome:
        """Close a lobby, or a game whose end was asked for."""
        table = await table_of(self._service, press, token)
        if table.status is Status.LOBBY:
            return await self._close_lobby(press, token, table)
        service = self._service
        actor = await actor_at(service, table, press.person.key)
        _may_close(table, actor, token)
        await service.change(table.id, lambda now: endings.cancel(now, actor.at(service.clock.now())))
        return Outcome(screen=await self._decision(press, token, view.cancelled), table=table.id)

    async def keep_pressed(self, press: Press, token: Token) -> Outcome:
        table, (asked, seat) = await self._game(press, token), token.arguments
        if asked == RESIGN:
            permissions.require_asked(seat, table, Actor(press.person.key))
        else:
            _may_close(table, await actor_at(self._service, table, press.person.key), token)
        return Outcome(screen=await self._decision(press, token, view.kept))

    async def _game(self, press: Press, token: Token) -> Table:
        table = await table_of(self._service, press, token)
        if table.status is Status.LOBBY:
            raise Refusal(STALE)
        return table

    async def _close_lobby(self, press: Press, token: Token, table: Table) -> Outcome:
        service = self._service
        actor = await actor_at(service, table, press.person.key)
        await service.change_lobby(
            token.table, lambda now: lobby.cancel(now, actor.at(service.clock.now())), token.version
        )
        await self._call_again(table)
        self._pressed(press, token)
        return Outcome(table=token.table)

    async def _decision(
        self, press: Press, token: Token, say: Callable[[Person, Translator], Screen]
    ) -> Screen | None:
        """Return the new content of the message that asked; None for a board, which updates itself."""
        if await is_board(self._service, press, token):
            return None
        return say(press.person, await self._service.languages.of_chat(press.chat, press.person))


def _may_close(table: Table, actor: Actor, token: Token) -> None:
    """Raise Refusal for a person who may not close this game, and for a lobby's button in a game."""
    permissions.may_close(table, actor)
    if token.version < (table.started or 0):
        raise Refusal(STALE)


GROUP = CommandGroup(
    ClosingCommands,
    (
        GroupCommand(
            Command(
                "resign",
                N_("Resign the game"),
                (TABLE,),
                careful=True,
                section=Section.TABLE,
                rank=9,
                urgent=True,
            ),
            ClosingCommands.resign,
        ),
        GroupCommand(
            Command(
                "close",
                N_("Close a table you opened"),
                (TABLE,),
                careful=True,
                section=Section.TABLE,
                rank=10,
                urgent=True,
            ),
            ClosingCommands.cancel,
        ),
    ),
    (
        GroupButton(RESIGN, ClosingCommands.resign_pressed),
        GroupButton(KEEP, ClosingCommands.keep_pressed),
        GroupButton(Verb.CANCEL, ClosingCommands.cancel_pressed),
    ),
)
