"""/resign and /cancel: whoever wants a game to end is asked first; an open lobby closes at once."""

from __future__ import annotations

from collections.abc import Callable

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import TABLE
from bot.core.domain import endings, lobby, permissions
from bot.core.domain.lobby import changed
from bot.core.domain.table import Table, hosted_by, is_lobby, played_by
from bot.core.features.closing import view
from bot.core.features.closing.view import KEEP, RESIGN
from bot.core.features.context import FeatureContext
from bot.core.i18n.refusal import NOWHERE, STALE, CorruptTable, Refusal
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.content import Screen
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.services.table_buttons import table_of
from data.records import OPEN, Status
from data.store import StaleTable


class ClosingCommands:
    """Answers those who give up, and those who close a table."""

    def __init__(self, context: FeatureContext) -> None:
        self._desk = context.desk
        self._pressed = context.board_pressed

    async def resign(self, request: Request) -> Outcome:
        """Asks whether a person really gives up."""
        person = request.person
        picked = await self._desk.pick(request, lambda one: one.status is Status.PLAYING, played_by(person.key))
        if is_lobby(picked):
            raise Refusal(N_("The game has not started yet. To give up your seat, say /leave."))
        table = await self._desk.here(request.chat, picked.id)
        mine = table.seats_of(person.key)
        if not mine:
            raise Refusal(N_("You do not play at this table."))
        t = await self._desk.languages.of_chat(request.chat, request.person)
        return Outcome(screen=view.ask_resign(table, person, mine[0], t))

    async def cancel(self, request: Request) -> Outcome:
        """Closes a lobby at once; a game only after asking."""
        person, now = request.person, self._desk.clock.now()
        picked = await self._desk.pick(request, hosted_by(person.key), lambda one: permissions.abandoned(one, now))
        try:
            table = await self._desk.here(request.chat, picked.id)
        except CorruptTable:
            return await self._close_unreadable(request, picked)
        admin = await self._desk.is_admin(table.chat, person.key)
        changed = endings.cancel(table, person.key, now, admin=admin)  # refuses whoever may not, before asking
        if table.status is Status.PLAYING:
            t = await self._desk.languages.of_chat(request.chat, request.person)
            return Outcome(screen=view.ask_cancel(table, person, t))
        await self._desk.change(
            changed.id, lambda now: endings.cancel(now, person.key, self._desk.clock.now(), admin=admin)
        )
        return Outcome(table=table.id)

    async def _close_unreadable(self, request: Request, damaged: Table) -> Outcome:
        desk, now = self._desk, self._desk.clock.now()
        admin = await desk.is_admin(damaged.chat, request.person.key)
        async with desk.tables.queue(damaged.id):
            table = await desk.tables.outline(damaged.id)
            if table is None or table.status not in OPEN:
                raise Refusal(NOWHERE)
            permissions.may_close(table, request.person.key, now, admin=admin)
            try:
                await desk.tables.close_unreadable(table.id, table.version, now)
            except StaleTable:
                raise Refusal(STALE) from None
        return Outcome(
            screen=view.cancelled(request.person, await desk.languages.of_chat(request.chat, request.person))
        )

    async def resign_pressed(self, press: Press, token: Token) -> Outcome:
        """Takes the yes to the question whether a person gives up."""
        table = await self._game(press, token)
        _must_hold(table, press, token.arguments[0])
        person, desk = press.person, self._desk
        await desk.change(table.id, lambda now: endings.resign(now, person.key, desk.clock.now()))
        return Outcome(screen=await self._decision(press, token, view.resigned), table=table.id)

    async def cancel_pressed(self, press: Press, token: Token) -> Outcome:
        """Closes a lobby, or a game whose end was asked for."""
        table = await table_of(self._desk, press, token)
        if table.status is Status.LOBBY:
            return await self._close_lobby(press, token, table)
        person, desk = press.person, self._desk
        admin = await self._may_close(table, press, token)
        await desk.change(table.id, lambda now: endings.cancel(now, person.key, desk.clock.now(), admin=admin))
        return Outcome(screen=await self._decision(press, token, view.cancelled), table=table.id)

    async def keep_pressed(self, press: Press, token: Token) -> Outcome:
        """Takes the no to either question."""
        table, (asked, seat) = await self._game(press, token), token.arguments
        if asked == RESIGN:
            _must_hold(table, press, seat)
        else:
            await self._may_close(table, press, token, asked)
        return Outcome(screen=await self._decision(press, token, view.kept))

    async def _game(self, press: Press, token: Token) -> Table:
        table = await table_of(self._desk, press, token)
        if table.status is Status.LOBBY:
            raise Refusal(STALE)
        return table

    async def _close_lobby(self, press: Press, token: Token, table: Table) -> Outcome:
        person, desk = press.person, self._desk
        admin = await desk.is_admin(table.chat, person.key)

        def act(now: Table) -> Table:
            moment = desk.clock.now()
            return changed(now, lambda one: lobby.cancel(one, person, moment, admin=admin), moment)

        await desk.change(token.table, act, token.version)
        self._pressed(press, token)
        return Outcome(table=token.table)

    async def _may_close(self, table: Table, press: Press, token: Token, asked: str = Verb.CANCEL) -> bool:
        """Returns whether an administrator asks; raises Refusal for somebody who may not close this game."""
        person, desk = press.person, self._desk
        admin = asked == Verb.CANCEL and await desk.is_admin(table.chat, person.key)
        if table.status not in OPEN:
            raise Refusal(N_("This game is over."))
        permissions.may_close(table, person.key, desk.clock.now(), admin=admin)
        if asked == Verb.CANCEL and token.version < (table.started or 0):
            raise Refusal(STALE)  # the lobby's button, which did not mean the game
        return admin

    async def _decision(
        self, press: Press, token: Token, say: Callable[[Person, Translator], Screen]
    ) -> Screen | None:
        """The new face of the message that asked; a board is no such message and shows itself."""
        if any(board.message == press.message for board in await self._desk.store.boards(token.table)):
            return None
        return say(press.person, await self._desk.languages.of_chat(press.chat, press.person))


def _must_hold(table: Table, press: Press, seat: str) -> None:
    """The question was put to one person; whoever else presses must not answer for them, nor for themselves."""
    if not seat.isdecimal() or int(seat) not in table.seats_of(press.person.key):
        raise Refusal(N_("That question was not for you."))


GROUP = CommandGroup(
    ClosingCommands,
    (
        GroupCommand(
            Command(
                "resign",
                N_("Give up the game"),
                (TABLE,),
                names={"es": "rendirse", "it": "abbandona"},
                section=Section.TABLE,
                rank=9,
            ),
            ClosingCommands.resign,
        ),
        GroupCommand(
            Command(
                "cancel",
                N_("Close a table that you opened"),
                (TABLE,),
                names={"es": "cancelar", "it": "annulla"},
                section=Section.TABLE,
                rank=10,
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
