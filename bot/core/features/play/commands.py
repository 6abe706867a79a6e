"""A game under way: rolls and moves, by command and by button."""

from __future__ import annotations

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import TABLE
from bot.core.domain import play, presence
from bot.core.domain.table import StartedTable, Table, in_play, played_by
from bot.core.features.absence.commands import returned
from bot.core.features.context import FeatureContext
from bot.core.i18n.refusal import STALE, CorruptTable, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.requests import Outcome, Press, Request
from bot.core.services.table_buttons import table_of
from data.records import Status
from engine.game import TurnKind


class PlayCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._pressed = context.board_pressed

    async def throw(self, request: Request) -> Outcome:
        """Roll, like the button; raises Refusal."""
        person = request.person.key
        due = await self._due(request)
        table = await self._service.pick(
            request, lambda one: one.status is Status.PLAYING, played_by(person), lambda one: one.id in due
        )
        if presence.is_away(await self._service.here(request.chat, table.id, table.version), person):
            return await returned(self._service, request.person, table.id)
        await self._service.change(table.id, lambda now: play.throw(now, person, self._service.clock.now()))
        return Outcome(table=table.id)

    async def press(self, press: Press, token: Token) -> Outcome:
        """Roll or move; an absent player is back by it, and chooses again. Raises Refusal."""
        person, clock = press.person.key, self._service.clock
        if presence.is_away(await table_of(self._service, press, token), person):
            return await returned(self._service, press.person, token.table)

        def act(table: Table) -> Table:
            if _moved_on(table, token.version):
                raise Refusal(STALE)
            if token.verb in (Verb.THROW, Verb.ROLLON):
                return play.throw(table, person, clock.now(), on=token.verb == Verb.ROLLON)
            return play.move(table, person, token.arguments[0], clock.now())

        await self._service.change(token.table, act, token.version)
        self._pressed(press, token)
        return Outcome(table=token.table)

    async def _due(self, request: Request) -> set[str]:
        """Return the codes of the chat's tables where this person is to roll."""
        due = set()
        for table in await self._service.tables.of_chat(request.chat):
            try:
                game = in_play(await self._service.tables.get(table.id, table.version))
            except CorruptTable:
                continue
            if game is None or game.match.turn.kind is not TurnKind.THROW:
                continue
            seat = game.turn_seat
            if seat.is_human and seat.person == request.person.key:
                due.add(table.id)
        return due


def _moved_on(table: Table, version: int) -> bool:
    """Return whether the log has grown since a version; reminders and returns don't make buttons void."""
    if not isinstance(table, StartedTable) or table.started is None:
        return True
    return version < table.started or any(move.version > version for move in table.log[-1:])


GROUP = CommandGroup(
    PlayCommands,
    (
        GroupCommand(
            Command(
                "roll",
                N_("Roll the die, or throw the sticks"),
                (TABLE,),
                section=Section.TABLE,
                rank=4,
            ),
            PlayCommands.throw,
        ),
    ),
    (
        GroupButton(Verb.THROW, PlayCommands.press),
        GroupButton(Verb.ROLLON, PlayCommands.press),
        GroupButton(Verb.MOVE, PlayCommands.press),
    ),
)
