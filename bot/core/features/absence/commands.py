"""The buttons of a table where somebody is away: to be back, and to end the game by agreement, asked first."""

from __future__ import annotations

from bot.core.commands.router import Feature
from bot.core.domain import absence as lateness
from bot.core.domain import deadlines
from bot.core.domain.table import Table
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.requests import Outcome, Person, Press
from bot.core.services.table_service import TableService

HERE = N_("Welcome back! The clock runs once everybody is here.")
WELCOME = N_("Welcome back! From now on your turns are yours again.")


def feature(desk: TableService) -> Feature:
    """The feature, over a desk."""

    async def back(press: Press, token: Token) -> Outcome:
        table = await desk.here(press.chat, token.table, token.version)
        return await returned(desk, press.person, table.record.id)

    async def end(press: Press, token: Token) -> Outcome:
        table = await desk.here(press.chat, token.table, token.version)
        person = press.person.key
        await desk.change(table.record.id, lambda now: lateness.end(now, person, desk.clock.now()))
        return Outcome(table=table.record.id)

    async def vote(press: Press, token: Token) -> Outcome:
        table = await desk.here(press.chat, token.table, token.version)
        person, yes = press.person.key, token.arguments[0] == "yes"

        def act(now: Table) -> Table:
            return lateness.vote(now, person, desk.clock.now()) if yes else lateness.decline(now, person)

        await desk.change(table.record.id, act)
        return Outcome(table=table.record.id)

    return Feature(presses={Verb.BACK: back, Verb.END: end, Verb.VOTE: vote})


async def returned(desk: TableService, person: Person, table: str) -> Outcome:
    """A person is back at a table; raises Refusal."""
    before = await desk.tables.get(table)
    awaited = before is not None and deadlines.is_awaited(before, person.key)
    await desk.change(table, lambda now: lateness.back(now, person.key, desk.clock.now()))
    t = await desk.languages.of_person(person)
    return Outcome(notice=t.note(HERE if awaited else WELCOME), table=table)
