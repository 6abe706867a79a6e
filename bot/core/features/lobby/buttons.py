"""The answers to pressed buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.core.commands.router import PressAnswer
from bot.core.domain import endings, lobby, lobby_choices, new_table, permissions, play, presence, seat_moves
from bot.core.domain.deadlines import FADES
from bot.core.domain.lobby import changed
from bot.core.domain.permissions import may_open
from bot.core.domain.table import Table
from bot.core.domain.table_codes import secret_code
from bot.core.domain.table_options import TableOptions
from bot.core.features.absence.commands import returned
from bot.core.features.play import view as questions
from bot.core.i18n.refusal import NOWHERE, STALE, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import InvalidButtonToken, Token, Verb, decode
from bot.core.messages.content import Part, Screen, Style
from bot.core.messages.requests import Outcome, Press
from bot.core.services.table_creation import open_table
from bot.core.services.table_display import Role
from bot.core.services.table_service import TableService
from data.records import OPEN, ChatKey, Status, TableRecord, TableSubscription

QUESTIONS = (Verb.RESIGN, Verb.KEEP, Verb.CANCEL)
OF_ADMINS = (Verb.CANCEL, Verb.KICK)
"""What administrators of the chat may do at any table of theirs."""
SECRET_CODE = N_(
    "Now only those may sit whom you invite, or to whom you tell the secret code to write after /join: {code}"
)
ACTIONS = {**lobby.ACTIONS, **lobby_choices.ACTIONS, **seat_moves.ACTIONS}


Pressed = Callable[[ChatKey, str, str], None]
"""Takes a chat, a message and the table that it shows."""


class Presses:
    """What each button does. Nothing that a token says is believed."""

    def __init__(self, desk: TableService, others: Mapping[Verb, PressAnswer], pressed: Pressed) -> None:
        """`others` are the features' buttons; `pressed` is told of each board that was pressed with success."""
        self._desk = desk
        self._others = others
        self._pressed = pressed

    async def answer(self, press: Press) -> Outcome:
        """Answers a press; raises Refusal."""
        try:
            token = decode(press.token)
        except InvalidButtonToken:
            raise Refusal(N_("I do not know this button.")) from None
        if token.verb in self._others:
            return await self._others[token.verb](press, token)
        table = await self._desk.here(press.chat, token.table, token.version, (Role.PLAY,))
        if token.version > table.record.version:
            raise Refusal(NOWHERE)
        if token.verb in (Verb.THROW, Verb.MOVE):
            if presence.is_away(table, press.person.key):
                return await returned(self._desk, press.person, token.table)
            return await self._in_play(press, token)
        if token.verb in (Verb.AGAIN, Verb.ROTATE):
            return await self._again(press, table, rotate=token.verb is Verb.ROTATE)
        if token.verb in QUESTIONS and table.record.status is not Status.LOBBY:
            return await self._answered(press, token, table)
        return await self._in_lobby(press, token, table.record.chat)

    async def _in_play(self, press: Press, token: Token) -> Outcome:
        person, clock = press.person.key, self._desk.clock

        def act(table: Table) -> Table:
            if _moved_on(table, token.version):
                raise Refusal(STALE)
            if token.verb is Verb.THROW:
                return play.throw(table, person, clock.now())
            return play.move(table, person, token.arguments[0], clock.now())

        await self._desk.change(token.table, act, token.version)
        self._was_board(press, token)
        return Outcome(table=token.table)

    async def _in_lobby(self, press: Press, token: Token, home: ChatKey) -> Outcome:
        if token.verb is Verb.SIT:
            await self._desk.languages.meet(press.person)
        admin = token.verb in OF_ADMINS and await self._desk.is_admin(home, press.person.key)
        change = self._lobby_change(press, token, admin=admin)
        place = TableSubscription(token.table, press.chat, press.person.key) if token.verb is Verb.SIT else None
        table = await self._desk.change(
            token.table, lambda now: changed(now, change, self._desk.clock.now()), token.version, place
        )
        self._was_board(press, token)
        notice = None
        if token.verb is Verb.PRIVATE and token.arguments == ("on",):
            t = await self._desk.languages.of_person(press.person)
            notice = t.note(SECRET_CODE, code=Part(secret_code(table.record), Style.CODE))
        return Outcome(notice=notice, table=token.table)

    def _was_board(self, press: Press, token: Token) -> None:
        """Only a board has such a button; but any message can be named by a forged press."""
        if press.carried:
            self._pressed(press.chat, press.message, token.table)

    def _lobby_change(self, press: Press, token: Token, *, admin: bool) -> Callable[[TableRecord], TableRecord]:
        def change(record: TableRecord) -> TableRecord:
            if token.verb in lobby.BY_NUMBER and token.version < TableOptions.load(record.options).laid:
                raise Refusal(STALE)
            if token.verb is Verb.FILL:
                return lobby.ready(lobby.fill(record, press.person), press.person)
            if token.verb is Verb.START:
                return lobby.ready(record, press.person)
            if token.verb is Verb.CANCEL:
                return lobby.cancel(record, press.person, self._desk.clock.now(), admin=admin)
            if token.verb is Verb.KICK:
                return seat_moves.kick(record, press.person, *token.arguments, admin=admin)
            if token.verb not in ACTIONS:
                raise Refusal(STALE)
            return ACTIONS[token.verb](record, press.person, *token.arguments)

        return change

    async def _again(self, press: Press, old: Table, *, rotate: bool) -> Outcome:
        """Another table like one that is over; pressed twice, or by several, it is still one."""
        desk, person = self._desk, press.person
        if old.record.status not in (Status.OVER, Status.CANCELLED):
            raise Refusal(STALE)
        if old.match is None:
            raise Refusal(N_("This game was never played. Open a table with /play."))
        if TableOptions.load(old.record.options).faded or desk.clock.now() >= old.record.updated + FADES:
            raise Refusal(N_("This game ended more than a day ago. Open a table with /play."))
        if all(seat.person != person.key for seat in old.record.seats):
            raise Refusal(N_("Only those who played can do that. Open a table with /play."))
        async with desk.tables.queue(old.record.id):
            showing = await desk.anywhere(old.record.id)
            last = showing.table.record
            after = TableOptions.load(last.options).following
            if after is not None:
                following = await desk.store.table(after)
                if following is None or following.status not in OPEN:
                    raise Refusal(N_("The next table, {code}, is closed or over. Open one with /play."), code=after)
                raise Refusal(N_("The next table is open already: {code}"), code=after)
            await may_open(desk, last.chat, person.key)
            record = new_table.following(last, person, desk.entropy, desk.clock.now(), rotate=rotate)
            return await open_table(desk, record, showing)

    async def _answered(self, press: Press, token: Token, table: Table) -> Outcome:
        """Yes or no to a question; the message with the question then says what was decided."""
        person, clock = press.person, self._desk.clock
        asked = token.arguments[0] if token.verb is Verb.KEEP else token.verb.value
        admin = asked == Verb.CANCEL and await self._desk.is_admin(table.record.chat, person.key)
        if asked == Verb.RESIGN:
            _must_hold(table, press, token.arguments[-1])
        elif table.record.status not in OPEN:
            raise Refusal(N_("This game is over."))
        else:
            permissions.may_close(table.record, person.key, clock.now(), admin=admin)
        if asked == Verb.CANCEL and token.version < (TableOptions.load(table.record.options).started or 0):
            raise Refusal(STALE)  # the lobby's button, which did not mean the game
        if token.verb is Verb.RESIGN:
            await self._desk.change(table.record.id, lambda now: endings.resign(now, person.key, clock.now()))
        elif token.verb is Verb.CANCEL:
            await self._desk.change(
                table.record.id, lambda now: endings.cancel(now, person.key, clock.now(), admin=admin)
            )
        screen = await self._decision(press, token)
        return Outcome(screen=screen, table=None if token.verb is Verb.KEEP else table.record.id)

    async def _decision(self, press: Press, token: Token) -> Screen | None:
        """The new face of the message that asked; a board is no such message and shows itself."""
        if any(board.message == press.message for board in await self._desk.store.boards(token.table)):
            return None
        t = await self._desk.languages.of_chat(press.chat, press.person)
        if token.verb is Verb.RESIGN:
            return questions.resigned(press.person, t)
        if token.verb is Verb.CANCEL:
            return questions.cancelled(press.person, t)
        return questions.kept(press.person, t)


def _moved_on(table: Table, version: int) -> bool:
    """Whether the log has grown since a version; that somebody was reminded or came back makes no button void."""
    started = TableOptions.load(table.record.options).started
    return started is None or version < started or any(move.version > version for move in table.log[-1:])


def _must_hold(table: Table, press: Press, seat: str) -> None:
    """The question was put to one person; whoever else presses must not answer for them, nor for themselves."""
    if not seat.isdecimal() or int(seat) not in table.seats_of(press.person.key):
        raise Refusal(N_("That question was not for you."))
