"""The buttons of a table with an absent player: come back, take over, claim the game, or vote to end it."""

from __future__ import annotations

from bot.core.commands.group import CommandGroup, GroupButton
from bot.core.domain import absence, bot_seats, deadlines, taking_over
from bot.core.domain.person_settings import person_settings
from bot.core.domain.table import Table
from bot.core.features.context import FeatureContext
from bot.core.i18n.refusal import STALE, Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.requests import Outcome, Person, Press
from bot.core.services.table_buttons import table_of
from bot.core.services.table_service import TableService
from data.records import TableSubscription

HERE = N_("Welcome back! The clock starts once everyone's here.")
GATHERED = N_("Great! The clock starts once everyone's here.")
WELCOME = N_("Welcome back! You're in the game again.")
TAKEN = N_("The seat is yours now. The game doesn't count for your rating.")


class AbsenceCommands:
    """Handle the return of absent players, and the claims of those who wait."""

    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service

    async def back(self, press: Press, token: Token) -> Outcome:
        """Give a person who was away their turns back."""
        table = await self._service.here(press.chat, token.table, token.version)
        return await returned(self._service, press.person, table.id)

    async def end(self, press: Press, token: Token) -> Outcome:
        """Claim the game from a silent player, or ask the others to end it."""
        service, person = self._service, press.person.key
        table = await service.here(press.chat, token.table, token.version)
        await service.change(table.id, lambda now: absence.end(now, person, service.clock.now()))
        return Outcome(table=table.id)

    async def vote(self, press: Press, token: Token) -> Outcome:
        """Take an answer to the question whether to end the game."""
        service, person, yes = self._service, press.person.key, token.arguments[0] == "yes"
        table = await service.here(press.chat, token.table, token.version)

        def act(now: Table) -> Table:
            return absence.vote(now, person, service.clock.now()) if yes else absence.decline(now, person)

        await service.change(table.id, act)
        return Outcome(table=table.id)

    async def take(self, press: Press, token: Token) -> Outcome:
        """Take over from a person who left; from now on the newcomer plays from here. Raises Refusal."""
        service, person = self._service, press.person
        table = await table_of(service, press, token)
        if await service.store.blockers(person.key, table.people):
            raise Refusal(taking_over.NOT_YOURS)
        await service.languages.meet(person)
        way = (await person_settings(service.store, person.key)).way
        place = TableSubscription(table.id, press.chat, person.key)

        def act(now: Table) -> Table:
            return taking_over.take(now, person, token.arguments[0], way, service.clock.now())

        await service.change(table.id, act, place=place)
        t = await service.languages.of_person(person)
        return Outcome(notice=t.note(TAKEN), table=table.id)

    async def seat_vote(self, press: Press, token: Token) -> Outcome:
        """Take an answer to the question whether a newcomer may have a bot's seat; raises Refusal."""
        service, person = self._service, press.person.key
        table = await service.here(press.chat, token.table)
        asked, (mark, word) = bot_seats.wish(table), token.arguments
        if asked is None or asked.mark != mark:
            raise Refusal(STALE)
        decide = bot_seats.agree if word == "yes" else bot_seats.decline

        def act(now: Table) -> Table:
            standing = bot_seats.wish(now)
            if standing is None or standing.mark != mark:
                raise Refusal(STALE)
            return decide(now, person, service.clock.now())

        place = TableSubscription(table.id, asked.chat, asked.person)
        after = await service.change(table.id, act)
        if after.sits(asked.person):
            await service.store.save_place(place)
        return Outcome(table=table.id)


async def returned(service: TableService, person: Person, table: str) -> Outcome:
    """Mark a person as back at a table; raises Refusal."""
    before = await service.tables.get(table)
    awaited = before is not None and deadlines.is_awaited(before, person.key)
    here = GATHERED if before is not None and before.clock.gathers else HERE
    await service.change(table, lambda now: absence.back(now, person.key, service.clock.now()))
    t = await service.languages.of_person(person)
    return Outcome(notice=t.note(here if awaited else WELCOME), table=table)


GROUP = CommandGroup(
    AbsenceCommands,
    buttons=(
        GroupButton(Verb.BACK, AbsenceCommands.back),
        GroupButton(Verb.END, AbsenceCommands.end),
        GroupButton(Verb.VOTE, AbsenceCommands.vote),
        GroupButton(Verb.TAKE, AbsenceCommands.take),
        GroupButton(Verb.SEATVOTE, AbsenceCommands.seat_vote),
    ),
)
