"""The answers to commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.core.commands.parser import unknown
from bot.core.commands.router import Answer
from bot.core.domain import dice_mixing, endings, invitations, lobby, new_table, permissions, play, presence, seatings
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.lobby import changed
from bot.core.domain.permissions import may_open
from bot.core.domain.table import _has_room, _hosted, _is_lobby, _seats
from bot.core.features.absence.commands import returned
from bot.core.features.help.view import command_text, help_line, help_text
from bot.core.features.play import view as questions
from bot.core.features.watching.commands import show_below
from bot.core.i18n.refusal import NOWHERE, STALE, CorruptTable, Refusal
from bot.core.i18n.text_format import text_of, words
from bot.core.i18n.translator import N_
from bot.core.messages.content import Screen, Text
from bot.core.messages.requests import LongAnswer, Outcome, Request
from bot.core.services.table_creation import open_table
from bot.core.services.table_service import TableService
from bot.core.views.rules import rules_of, rules_text, stake_lines
from bot.core.views.time_control import pace_sentence
from data.records import OPEN, Status, TableRecord, TableSubscription
from data.store import StaleTable
from engine.game import TurnKind


class Answers:
    """What each command does."""

    def __init__(self, desk: TableService) -> None:
        self._desk = desk
        self.by_name: Mapping[str, Answer] = {
            "play": self.play,
            "join": self.join,
            "leave": self.leave,
            "mix": self.mix,
            "start": self.start,
            "throw": self.throw,
            "board": self.board,
            "rules": self.rules,
            "resign": self.resign,
            "cancel": self.cancel,
            "help": self.help,
        }

    async def play(self, request: Request) -> Outcome:
        """Opens a table."""
        desk = self._desk
        usual = {"pace": (await settings_of(desk.store, request.chat)).pace}
        request = replace(request, options=usual | dict(request.options))
        record = new_table.new_table(request.chat, request.person, request.options, desk.entropy, desk.clock.now())
        await may_open(desk, request.chat, request.person.key)
        await desk.languages.remember(request.chat, request.person)
        await desk.languages.meet(request.person)
        outcome = await open_table(desk, record)
        idle = new_table.left_out(request.options, record)
        if not idle:
            return outcome
        t = await desk.languages.of_person(request.person)
        told = t.plural(
            "This rule means nothing at this table, so I left it out: {rules}.",
            "These rules mean nothing at this table, so I left them out: {rules}.",
            len(idle),
            rules=", ".join(idle),
        )
        return replace(outcome, notice=text_of(words(told)))

    async def join(self, request: Request) -> Outcome:
        """Takes a seat, at a table of this chat or, by its code, of any; from now on the person plays from here."""
        desk, person, wanted = self._desk, request.person, request.options.get("seat")
        code = request.options.get("table", "").strip().lower()
        if code:
            showing = await desk.anywhere(code.partition("-")[0])
            record = showing.table.record
            if wanted is None and _seats(person.key)(record) and showing.plays_from(person.key) != request.chat:
                await desk.languages.remember(request.chat, person)
                await desk.store.save_place(TableSubscription(record.id, request.chat, person.key))
                return Outcome(table=record.id)
        else:
            record = await desk.pick(request, _is_lobby, _has_room)
        await desk.languages.meet(person)
        await desk.languages.remember(request.chat, person)

        def sit(now: TableRecord) -> TableRecord:
            return new_table.join(invitations.let_in(now, person.key, code), person, wanted)

        return await self._lobby(record.id, sit, TableSubscription(record.id, request.chat, person.key))

    async def leave(self, request: Request) -> Outcome:
        """Gives up one's seats in a lobby."""
        record = await self._desk.pick(request, _is_lobby, _seats(request.person.key))
        if not _is_lobby(record):
            raise Refusal(N_("The game is under way. To give it up, say /resign."))
        return await self._lobby(record.id, lambda now: lobby.leave(now, request.person))

    async def mix(self, request: Request) -> Outcome:
        """Mixes a player's words into the dice, whose seal has been shown already."""
        record = await self._desk.pick(request, _is_lobby, _seats(request.person.key))
        words = request.options.get("words", "")
        return await self._lobby(
            record.id, lambda now: dice_mixing.mix(now, request.person, words, self._desk.clock.now())
        )

    async def start(self, request: Request) -> Outcome:
        """Starts the game."""
        record = await self._desk.pick(request, _is_lobby, _hosted(request.person.key))
        return await self._lobby(record.id, lambda now: lobby.ready(now, request.person))

    async def throw(self, request: Request) -> Outcome:
        """Throws, like the button."""
        person = request.person.key
        due = await self._due(request)
        record = await self._desk.pick(
            request, lambda one: one.status is Status.PLAYING, _seats(person), lambda one: one.id in due
        )
        if presence.is_away(await self._desk.here(request.chat, record.id, record.version), person):
            return await returned(self._desk, request.person, record.id)
        await self._desk.change(record.id, lambda now: play.throw(now, person, self._desk.clock.now()))
        return Outcome(table=record.id)

    async def board(self, request: Request) -> Outcome:
        """Shows the board again: those that are shown in this chat make place for a new one."""
        record = await self._desk.pick(request, _seats(request.person.key))
        await show_below(self._desk, await self._desk.anywhere(record.id), request.chat)
        await self._desk.go_on(record.id)
        return Outcome(table=record.id)

    async def rules(self, request: Request) -> Outcome:
        """Shows a table's rules to all, or those of a game or tradition that is named."""
        if "game" in request.options or "preset" in request.options:
            game, named = new_table.rules_of(request.options)
            t = await self._desk.languages.of_chat(request.chat, request.person)
            text = rules_text(game, named, t)
            return Outcome(screen=Screen(text), long=_long(text, "rules", request.options))
        code = request.options.get("table", "")
        if code:
            record = (await self._desk.anywhere(code)).table.record
        else:
            picked = await self._desk.pick(request, _seats(request.person.key))
            record = (await self._desk.here(request.chat, picked.id)).record
        t = await self._desk.languages.of_chat(request.chat, request.person)
        sitting = seatings.of(record)
        text = rules_text(record.game, rules_of(record), t, seats=sitting.seats, teams=sitting.teams)
        stakes = [words(f"• {line}") for line in stake_lines(record, t)]
        text = Text((*text.lines, *stakes, words(pace_sentence(record, t))))
        return Outcome(screen=Screen(text), long=_long(text, "rules", {"table": record.id}))

    async def resign(self, request: Request) -> Outcome:
        """Asks whether a person really gives up."""
        person = request.person
        record = await self._desk.pick(request, lambda one: one.status is Status.PLAYING, _seats(person.key))
        if _is_lobby(record):
            raise Refusal(N_("The game has not started yet. To give up your seat, say /leave."))
        table = await self._desk.here(request.chat, record.id)
        mine = table.seats_of(person.key)
        if not mine:
            raise Refusal(N_("You do not play at this table."))
        t = await self._desk.languages.of_chat(request.chat, request.person)
        return Outcome(screen=questions.ask_resign(table, person, mine[0], t))

    async def cancel(self, request: Request) -> Outcome:
        """Closes a lobby at once; a game only after asking."""
        person, now = request.person, self._desk.clock.now()
        record = await self._desk.pick(request, _hosted(person.key), lambda one: permissions.abandoned(one, now))
        try:
            table = await self._desk.here(request.chat, record.id)
        except CorruptTable:
            return await self._close_unreadable(request, record)
        admin = await self._desk.is_admin(record.chat, person.key)
        changed = endings.cancel(table, person.key, now, admin=admin)  # refuses whoever may not, before asking
        if table.record.status is Status.PLAYING:
            t = await self._desk.languages.of_chat(request.chat, request.person)
            return Outcome(screen=questions.ask_cancel(table, person, t))
        await self._desk.change(
            changed.record.id, lambda now: endings.cancel(now, person.key, self._desk.clock.now(), admin=admin)
        )
        return Outcome(table=record.id)

    async def _close_unreadable(self, request: Request, damaged: TableRecord) -> Outcome:
        desk, now = self._desk, self._desk.clock.now()
        admin = await desk.is_admin(damaged.chat, request.person.key)
        async with desk.tables.queue(damaged.id):
            record = await desk.store.table(damaged.id)
            if record is None or record.status not in OPEN:
                raise Refusal(NOWHERE)
            permissions.may_close(record, request.person.key, now, admin=admin)
            try:
                await desk.tables.close_unreadable(record, now)
            except StaleTable:
                raise Refusal(STALE) from None
        return Outcome(
            screen=questions.cancelled(request.person, await desk.languages.of_chat(request.chat, request.person))
        )

    async def help(self, request: Request) -> Outcome:
        """Shows what there is, or all about one command."""
        registry, t = self._desk.registry, await self._desk.languages.of_person(request.person)
        wanted = request.options.get("command", "").strip().lower().removeprefix("/")
        if not wanted:
            return Outcome(notice=help_text(registry, t), long=LongAnswer(help_line(t), "help"))
        for command in registry:
            if wanted in (command.name, t.typed(f"/{command.name}").removeprefix("/")):
                text = command_text(command, t)
                return Outcome(notice=text, long=_long(text, "help", {"command": command.name}))
        raise unknown(wanted, registry)

    async def _lobby(
        self, table: str, change: Callable[[TableRecord], TableRecord], place: TableSubscription | None = None
    ) -> Outcome:
        await self._desk.change(table, lambda now: changed(now, change, self._desk.clock.now()), place=place)
        return Outcome(table=table)

    async def _due(self, request: Request) -> set[str]:
        """The tables of the chat where this person is to throw."""
        found = set()
        for record in await self._desk.tables.of_chat(request.chat):
            try:
                table = await self._desk.tables.get(record.id, record.version)
            except CorruptTable:
                continue
            seat = play.waits_for(table) if table is not None else None
            if table is None or table.match is None or seat is None or seat.computer is not None:
                continue
            if seat.person == request.person.key and table.match.turn.kind is TurnKind.THROW:
                found.add(record.id)
        return found


def _long(text: Text, command: str, options: Mapping[str, str]) -> LongAnswer:
    """An answer whose first line says what it is about."""
    return LongAnswer(Text(text.lines[:1]), command, options)
