"""Getting to a table: open one, join one, or ask for a rematch."""

from __future__ import annotations

from dataclasses import replace

from bot.core.board_messages.opening import open_asked
from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.line_options import IGNORED
from bot.core.commands.options import TABLE, is_code
from bot.core.domain import bot_seats, invitations, lobby, new_table
from bot.core.domain.deadlines import FADES
from bot.core.domain.permissions import Actor, may_play_again
from bot.core.domain.seat_offers import offers, withdrawn
from bot.core.domain.series import awaits_next
from bot.core.domain.table import StartedTable, Table, has_room, is_lobby, played_by
from bot.core.features.context import FeatureContext
from bot.core.features.play_options import PLAY_OPTIONS, TOPICS
from bot.core.games.seat_names import is_seat
from bot.core.i18n.refusal import STALE, Refusal, typed
from bot.core.i18n.text_format import text_of
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.requests import Outcome, Press, Request
from bot.core.services.actors import may_open_table
from bot.core.services.bot_strength import matched_again
from bot.core.services.table_buttons import table_of
from bot.core.services.table_creation import open_table
from bot.core.services.table_display import Role, TableDisplay
from bot.core.services.table_service import game_of
from bot.core.views.greeting import require_greeting
from bot.core.views.rules import left_out_line
from data.records import OPEN, ChatKey, PersonKey, Status, TableSubscription

RUNNING = N_(
    "This game has already started. Open a table with {play}, or type {notify} and I'll tell you about the next one."
)


class TableCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service

    async def play(self, request: Request) -> Outcome:
        """Open a table; raises Refusal."""
        service = self._service
        chosen = {name: value for name, value in request.options.items() if name != IGNORED}
        outcome, table = await open_asked(service, request, chosen)
        idle, ignored = new_table.left_out(chosen, table), request.options.get(IGNORED)
        if not idle and not ignored:
            return outcome
        t = await service.languages.of_person(request.person)
        if ignored:
            notice = outcome.notice.lines if outcome.notice is not None else ()
            line = t.text("I didn't understand “{words}”, so I left that out.", words=ignored[:80])
            outcome = replace(outcome, notice=text_of(*notice, line))
        if not idle:
            return outcome
        told = outcome.notice.lines if outcome.notice is not None else ()
        return replace(outcome, notice=text_of(*told, left_out_line(idle, t)))

    async def begin(self, press: Press, token: Token) -> Outcome:
        """Open a table of the default game, for the button below the greeting; raises Refusal."""
        require_greeting(token)
        outcome, _table = await open_asked(self._service, press, {})
        return outcome

    async def _ask(self, request: Request, table: Table) -> Outcome:
        """Ask the people of a game under way for a bot's seat; raises Refusal."""
        service, person = self._service, request.person
        display = await service.tables.display(table.id)
        shown = display is not None and display.role(request.chat) is Role.PLAY
        if not shown or not bot_seats.may_be_asked(await service.here(request.chat, table.id)):
            raise Refusal(RUNNING, play=typed("/play"), notify=typed("/notify"))
        if await service.store.blockers(person.key, table.people):
            raise Refusal(RUNNING, play=typed("/play"), notify=typed("/notify"))
        await service.languages.meet(person)
        await service.change(table.id, lambda now: bot_seats.ask(now, person, request.chat, service.clock.now()))
        t = await service.languages.of_person(person)
        return Outcome(notice=t.note("I've asked the people at the table."), table=table.id)

    async def join(self, request: Request) -> Outcome:
        """Take a seat, here or by its code anywhere; from now on the person plays from here. Raises Refusal."""
        service, person, wanted = self._service, request.person, request.options.get("seat")
        code = request.options.get("table", "").strip().lower()
        if code:
            display = await service.anywhere(code.partition("-")[0])
            table, chat = display.table, display.place(request.chat)
            elsewhere = display.plays_from(person.key) != chat or chat != request.chat
            plays = wanted is None and played_by(person.key)(table)
            if plays and elsewhere:
                await self._move(request, display, chat)
                return Outcome(table=table.id)
            if plays and display.is_private(chat):
                for board in display.messages(chat):
                    await service.store.save_board(replace(board, live=False))
                return Outcome(table=table.id)
        else:
            table = await service.pick(request, is_lobby, has_room)
            chat = (await service.anywhere(table.id)).place(request.chat)
        if table.status is Status.PLAYING and not table.sits(person.key):
            return await self._ask(request, table)
        await service.languages.meet(person)
        await service.languages.remember(request.chat, person)

        def sit(now: Table) -> Table:
            return new_table.join(invitations.let_in(now, person.key, code), person, wanted)

        await service.change_lobby(
            table.id,
            sit,
            place=TableSubscription(table.id, chat, person.key),
        )
        return Outcome(table=table.id)

    async def _move(self, request: Request, display: TableDisplay, chat: ChatKey) -> None:
        """Let a person play on from another chat."""
        service, person = self._service, request.person
        await service.languages.remember(request.chat, person)
        await service.store.save_place(TableSubscription(display.table.id, chat, person.key))
        if display.table.links.without(person.key) != display.table.links:
            await service.change(
                display.table.id,
                lambda now: replace(now, links=now.links.without(person.key), version=now.next_version),
            )

    async def rematch(self, request: Request) -> Outcome:
        """Open a rematch of the last game here, or of a named one; raises Refusal."""
        return await self._again(request, await game_of(self._service, request), rotate=False)

    async def again(self, press: Press, token: Token) -> Outcome:
        """Open a rematch, or take one's seat there if it is open. Raises Refusal."""
        old = await table_of(self._service, press, token)
        return await self._again(press, old, rotate=token.verb == Verb.ROTATE)

    async def _again(self, asked: Press | Request, old: Table, *, rotate: bool) -> Outcome:
        service, person = self._service, asked.person
        if old.status not in (Status.OVER, Status.CANCELLED):
            raise Refusal(STALE)
        if not isinstance(old, StartedTable):
            raise Refusal(N_("This game was never played. Open a new table with /play."))
        if old.clock.faded or service.clock.now() >= old.updated + FADES:
            raise Refusal(N_("This game ended more than a day ago. Open a new table with /play."))
        may_play_again(old, Actor(person.key))
        if awaits_next(old):
            raise Refusal(N_("The next game of this match opens by itself in a moment."))
        async with service.tables.queue(old.id):
            display = await service.anywhere(old.id)
            last = display.table
            after = last.links.following
            if after is None:
                home = await self._home_of_next(display, person.key)
                await may_open_table(service, home, person.key)
                table = new_table.following(
                    last, person, service.entropy_of(last.chat), service.clock.now(), rotate=rotate
                )
                table = await matched_again(service, table)
                for banned in filter(service.restrictions.is_banned, [offer.person for offer in offers(table)]):
                    table = withdrawn(table, banned)
                if home != last.chat:
                    table = replace(table, chat=home, links=replace(table.links, announcement=None))
                return await self._begun_alone(await open_table(service, table, display))
        return await self._say_yes(asked, old, after, rotate=rotate)

    async def _home_of_next(self, display: TableDisplay, person: PersonKey) -> ChatKey:
        """Return the home of a rematch: the last table's, or the person's own chat.

        It moves if only people who have blocked the person play from the last home.
        """
        home, mine = display.table.chat, display.plays_from(person)
        there = {one for one in display.table.people if display.plays_from(one) == home}
        if mine == home or not there or there - await self._service.store.blockers(person, there):
            return home
        return mine

    async def _begun_alone(self, opened: Outcome) -> Outcome:
        """Start a rematch without open offers, unless it has just mentioned people who wait for a table."""
        service = self._service
        assert opened.table is not None  # noqa: S101 - it was opened
        table = await service.tables.get(opened.table)
        if table is not None and not has_room(table) and not table.lobby.called:
            await service.change_lobby(table.id, lobby.started)
        return opened

    async def _say_yes(self, press: Press | Request, old: Table, after: str, *, rotate: bool) -> Outcome:
        service, person = self._service, press.person
        following = await service.tables.outline(after)
        if following is None or following.status not in OPEN:
            raise Refusal(N_("The next table, {code}, is closed or over. Open one with /play."), code=after)
        await service.languages.meet(person)
        await service.change_lobby(
            after,
            lambda now: new_table.say_yes(now, old, person, rotate=rotate),
            place=TableSubscription(after, press.chat, person.key),
        )
        return Outcome(table=after)


GROUP = CommandGroup(
    TableCommands,
    (
        GroupCommand(
            Command(
                "play",
                N_("Open a table"),
                PLAY_OPTIONS,
                example="/play parchis italian colours=6",
                topics=TOPICS,
                section=Section.FIRST_STEPS,
                rank=1,
                wishes=True,
            ),
            TableCommands.play,
        ),
        GroupCommand(
            Command(
                "rematch",
                N_("Play the last game again"),
                (replace(TABLE, looks=is_code),),
                section=Section.TABLE,
                rank=12,
            ),
            TableCommands.rematch,
        ),
        GroupCommand(
            Command(
                "join",
                N_("Join a table"),
                (
                    Option(
                        "seat",
                        OptionKind.TEXT,
                        N_("Your colour or side, by letter or name"),
                        looks=is_seat,
                    ),
                    replace(TABLE, looks=is_code),
                ),
                example="/join Y",
                section=Section.TABLE,
                rank=1,
                urgent=True,
            ),
            TableCommands.join,
        ),
    ),
    (
        GroupButton(Verb.BEGIN, TableCommands.begin),
        GroupButton(Verb.AGAIN, TableCommands.again),
        GroupButton(Verb.ROTATE, TableCommands.again),
    ),
)
