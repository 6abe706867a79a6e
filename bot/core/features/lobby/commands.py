"""A table before its game: seats, rules, words for the dice, and the start."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import TABLE
from bot.core.domain import dice_mixing, lobby, lobby_choices, lobby_options, seat_moves
from bot.core.domain.lobby import Change
from bot.core.domain.table import Table, hosted_by, is_lobby, played_by
from bot.core.domain.table_codes import secret_code
from bot.core.features.context import FeatureContext
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import ButtonVerb, Token, Verb
from bot.core.messages.content import Part, Style
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.services.actors import actor_at
from bot.core.services.table_buttons import table_of
from data.records import TableSubscription

SECRET_CODE = N_(
    "The table's private now. To join, people need your invitation, or this secret code after /join: {code}"
)


ACTIONS: Mapping[ButtonVerb, Change] = dict(
    [
        *lobby.ACTIONS.items(),
        *lobby_options.ACTIONS.items(),
        *lobby_choices.ACTIONS.items(),
        *seat_moves.ACTIONS.items(),
    ]
)
"""The lobby's actions, except starting, which needs the time, and removing, which needs the chat's administrators."""


class LobbyCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._pressed = context.board_pressed

    async def leave(self, request: Request) -> Outcome:
        """Give up one's seats in a lobby; raises Refusal."""
        table = await self._service.pick(request, is_lobby, played_by(request.person.key))
        if not is_lobby(table):
            raise Refusal(N_("The game is already on. To resign, type /resign."))
        await self._service.change_lobby(table.id, lambda now: lobby.leave(now, request.person))
        return Outcome(table=table.id)

    async def mix(self, request: Request) -> Outcome:
        """Mix a player's words into the dice, after their seal was shown; raises Refusal."""
        service, person, words = self._service, request.person, request.options.get("words", "")
        table = await service.pick(request, is_lobby, played_by(person.key))
        await service.change_lobby(table.id, lambda now: dice_mixing.mix(now, person, words, service.clock.now()))
        return Outcome(table=table.id)

    async def start(self, request: Request) -> Outcome:
        """Start the game; raises Refusal."""
        service, person = self._service, request.person
        table = await service.pick(request, is_lobby, played_by(person.key), hosted_by(person.key))
        await service.change_lobby(table.id, lambda now: lobby.ready(now, person, service.clock.now()))
        return Outcome(table=table.id)

    async def start_pressed(self, press: Press, token: Token) -> Outcome:
        """Start the game, as it is or with bots on all free seats; raises Refusal."""
        await table_of(self._service, press, token)
        clock = self._service.clock

        def begun(table: Table, person: Person) -> Table:
            filled = lobby.fill(table, person) if token.verb == Verb.FILL else table
            return lobby.ready(filled, person, clock.now())

        await self._act(press, token, begun)
        return Outcome(table=token.table)

    async def press(self, press: Press, token: Token) -> Outcome:
        """Handle a lobby's button; raises Refusal."""
        await table_of(self._service, press, token)
        await self._act(press, token)
        return Outcome(table=token.table)

    async def sit(self, press: Press, token: Token) -> Outcome:
        """Take a seat; from now on the person plays from here. Raises Refusal."""
        await table_of(self._service, press, token)
        await self._service.languages.meet(press.person)
        await self._act(press, token, place=TableSubscription(token.table, press.chat, press.person.key))
        return Outcome(table=token.table)

    async def kick(self, press: Press, token: Token) -> Outcome:
        """Remove the person from a seat; raises Refusal."""
        table = await table_of(self._service, press, token)
        actor = await actor_at(self._service, table, press.person.key)
        await self._act(press, token, lambda now, _, seat: seat_moves.kick(now, actor, seat))
        return Outcome(table=token.table)

    async def private(self, press: Press, token: Token) -> Outcome:
        """Make the table private, with its code for the host, or public again."""
        await table_of(self._service, press, token)
        table = await self._act(press, token)
        if token.arguments != ("on",):
            return Outcome(table=token.table)
        t = await self._service.languages.of_person(press.person)
        notice = t.note(SECRET_CODE, code=Part(secret_code(table), Style.CODE))
        return Outcome(notice=notice, table=token.table)

    async def _act(
        self, press: Press, token: Token, action: Change | None = None, place: TableSubscription | None = None
    ) -> Table:
        """Change the lobby by a button; raises Refusal for one about seats that have changed since."""
        action = action or ACTIONS[token.verb]

        def change(table: Table) -> Table:
            if token.verb in lobby.OF_THESE_SEATS and token.version < table.lobby.laid:
                raise Refusal(STALE)
            return action(table, press.person, *token.arguments)

        table = await self._service.change_lobby(token.table, change, token.version, place)
        self._pressed(press, token)
        return table


_OTHERWISE = (Verb.SIT, Verb.ACCEPT, Verb.PRIVATE)
"""Verbs whose presses do more than change the lobby."""
GROUP = CommandGroup(
    LobbyCommands,
    (
        GroupCommand(
            Command(
                "leave",
                N_("Leave your seats before the game starts"),
                (TABLE,),
                careful=True,
                section=Section.TABLE,
                rank=8,
            ),
            LobbyCommands.leave,
        ),
        GroupCommand(
            Command(
                "mix",
                N_("Add your own words to the dice"),
                (
                    Option(
                        "words",
                        OptionKind.TEXT,
                        N_("Any words you like"),
                        required=True,
                        whole=True,
                    ),
                    TABLE,
                ),
                example="/mix blue elephants dance",
                section=Section.TABLE,
                rank=6,
            ),
            LobbyCommands.mix,
        ),
        GroupCommand(
            Command(
                "start",
                N_("Start the game"),
                (TABLE,),
                section=Section.TABLE,
                rank=3,
            ),
            LobbyCommands.start,
        ),
    ),
    (
        GroupButton(Verb.SIT, LobbyCommands.sit),
        GroupButton(Verb.ACCEPT, LobbyCommands.sit),
        GroupButton(Verb.START, LobbyCommands.start_pressed),
        GroupButton(Verb.FILL, LobbyCommands.start_pressed),
        GroupButton(Verb.KICK, LobbyCommands.kick),
        GroupButton(Verb.PRIVATE, LobbyCommands.private),
        *(GroupButton(verb, LobbyCommands.press) for verb in ACTIONS if verb not in _OTHERWISE),
    ),
)
