"""/invite, /remove, and the button under an invitation."""

from __future__ import annotations

from operator import attrgetter

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import PERSON, TABLE
from bot.core.domain import endings, invitations, new_table, permissions, seat_moves
from bot.core.domain.permissions import Actor
from bot.core.domain.person_settings import person_settings
from bot.core.domain.seat_offers import as_if_agreed
from bot.core.domain.table import Table
from bot.core.features.context import FeatureContext
from bot.core.features.invitations.view import COME, came, invitation, sent_away
from bot.core.games.seat_names import letter_of
from bot.core.i18n.called import people_called
from bot.core.i18n.refusal import LACKING, Refusal, command_called, lowered
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token
from bot.core.messages.requests import Outcome, Press, Request
from bot.core.ratelimit.keyed_windows import KeyedWindows
from bot.core.ratelimit.sliding_window import RateLimit
from bot.core.services.actors import actor_at
from bot.core.services.table_buttons import is_board
from data.records import PersonKey, Status, TableSubscription

INVITING = RateLimit(24, 3600.0)
"""Invitations by one person: two full tables an hour."""
INVITED = RateLimit(6, 3600.0)
"""Pings of one person by all invitations; later ones give their name without a ping."""
AGAIN = RateLimit(2, 3600.0)
"""Pings of one person by the same host."""


class InvitationCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._inviting = KeyedWindows[PersonKey](INVITING)
        self._invited = KeyedWindows[PersonKey](INVITED)
        self._again = KeyedWindows[tuple[PersonKey, PersonKey]](AGAIN)

    async def invite(self, request: Request) -> Outcome:
        """Invite a person, once; or say how others find the table. Raises Refusal."""
        service, person = self._service, request.person
        table = await service.pick(
            request, lambda one: one.status is Status.LOBBY, lambda one: permissions.knows(one, person.key)
        )
        permissions.require_lobby(table)
        guest = request.people.get(PERSON.name)
        if guest is None:
            if request.options.get(PERSON.name):
                raise Refusal(N_("I can't find {name} here."), name=request.options[PERSON.name][:40])
            table_code = invitations.told(table, person.key, alone=request.alone)
            if table_code is None:
                raise Refusal(LACKING, command=command_called("invite"), option=lowered(PERSON.description))
            t = await service.languages.of_person(person)
            code = t.command(f"/join {table_code}")
            return Outcome(notice=t.note("Add a name after /invite, or share this: {code}", code=code))
        guest = guest.normalized()
        if guest.bot:
            raise Refusal(
                N_("{name} is a chat bot and can't play. For a bot of mine, press ⚙ and Bots."),
                name=guest.name,
            )
        if service.restrictions.is_banned(guest.key):
            raise Refusal(N_("{name} can't play with this bot."), name=guest.name)
        if self._inviting.window(person.key).wait(service.clock.now()):
            raise Refusal(N_("You've invited lots of people in the last hour. Try again a bit later."))
        await service.change_lobby(table.id, lambda now: invitations.invite(now, person, guest.key))
        self._inviting.window(person.key).take(service.clock.now())
        called = await self._wants_ping(person.key, guest.key) and self._may_ping(person.key, guest.key)
        t = await service.languages.of_chat(request.chat, request.person)
        return Outcome(screen=invitation(table, person, guest, t, called=called), table=table.id)

    async def _wants_ping(self, host: PersonKey, guest: PersonKey) -> bool:
        """Return whether a guest has mentions on and has not blocked the host."""
        store = self._service.store
        return (await person_settings(store, guest)).mentions and not await store.blockers(host, [guest])

    def _may_ping(self, host: PersonKey, guest: PersonKey) -> bool:
        """Return whether an invitation may ping its guest now, and count it if so."""
        now = self._service.clock.now()
        windows = self._invited.window(guest), self._again.window((host, guest))
        if any(window.wait(now) for window in windows):
            return False
        for window in windows:
            window.take(now)
        return True

    async def come(self, press: Press, token: Token) -> Outcome:
        """Take the first free seat, as an invitation offers; raises Refusal."""
        service, person = self._service, press.person
        await service.here(press.chat, token.table)
        await service.languages.meet(person)
        await service.change_lobby(
            token.table,
            lambda now: new_table.join(now, person, None),
            place=TableSubscription(token.table, press.chat, person.key),
        )
        if await is_board(service, press, token):  # it updates itself
            return Outcome(table=token.table)
        return Outcome(
            screen=came(person, await service.languages.of_chat(press.chat, press.person)), table=token.table
        )

    async def kick(self, request: Request) -> Outcome:
        """Remove a person: the host or an administrator from a lobby, only the latter from a game."""
        service, person = self._service, request.person
        table = await service.pick(request, lambda one: one.host == person.key)
        everybody = as_if_agreed(table)
        gone = everybody.seats[_seat_of(everybody, request)]
        actor = await actor_at(service, table, person.key)
        if table.status is Status.LOBBY:
            await service.change_lobby(table.id, lambda now: _kicked(now, actor, gone.person))
        else:
            sent = permissions.may_kick_from_game(table, actor, gone)
            await service.change(table.id, lambda now: endings.remove(now, sent, service.clock.now()))
        t = await service.languages.of_chat(request.chat, request.person)
        return Outcome(screen=sent_away(person, gone, t), table=table.id)


def _kicked(table: Table, actor: Actor, gone: PersonKey | None) -> Table:
    """Remove a person, wherever they now sit or have an offer."""
    seats = as_if_agreed(table).seats
    seat = next((index for index, occupant in enumerate(seats) if gone is not None and occupant.person == gone), None)
    if seat is None:
        raise Refusal(N_("Nobody has that seat."))
    return seat_moves.kick(table, actor, str(seat))


def _seat_of(table: Table, request: Request) -> int:
    """Return the seat meant by a request: a person known to the platform, a name at this table, or a colour."""
    known, word = request.named(PERSON.name)
    called = people_called(word, [seat for seat in table.seats if seat.person is not None], attrgetter("name"))
    letters = letter_of(word)
    for index, seat in enumerate(table.seats):
        if known is not None and seat.person == known.key:
            return index
        if known is None and seat.person is not None and (seat in called or letters == seat.colours):
            return index
    if known is None and not word:
        raise Refusal(LACKING, command=command_called("remove"), option=lowered(PERSON.description))
    raise Refusal(N_("{name} isn't at this table."), name=known.name if known is not None else word[:40])


GROUP = CommandGroup(
    InvitationCommands,
    (
        GroupCommand(
            Command(
                "invite",
                N_("Invite someone to your table"),
                (PERSON, TABLE),
                example="/invite @Bea",
                section=Section.TABLE,
                rank=2,
            ),
            InvitationCommands.invite,
        ),
        GroupCommand(
            Command(
                "remove",
                N_("Remove someone from a table"),
                (PERSON, TABLE),
                example="/remove @Bea",
                careful=True,
                section=Section.TABLE,
                rank=11,
            ),
            InvitationCommands.kick,
        ),
    ),
    (GroupButton(COME, InvitationCommands.come),),
)
