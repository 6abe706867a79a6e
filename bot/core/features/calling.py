"""Who wants to play is called when the next table opens in the chat: /callme, and a button where a game has ended."""

from __future__ import annotations

from dataclasses import replace

from bot.core.chat import Outcome, Person, Press, Request
from bot.core.desk import Desk
from bot.core.feature import Feature
from bot.core.options import Options
from bot.core.texts import N_
from bot.core.tokens import Token, Verb
from data.records import CallerRecord, ChatKey, PersonKey, TableRecord

MOST_CALLED = 10
"""How many people a new table calls; others are called by the next one."""
CALLED = N_("I call you when the next table opens here. If you change your mind: /callme off")
NOT_CALLED = N_("I do not call you any more.")
NEVER_CALLED = N_("You had not asked to be called here.")


class Calling:
    """Answers to those who want to be called."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def feature(self) -> Feature:
        """Its command and button."""
        return Feature({"callme": self.command}, {Verb.CALLME: self.press})

    async def command(self, request: Request) -> Outcome:
        """Asks to be called, or not to be."""
        desk = self._desk
        if request.options.get("call") != "off":
            return await self._note(request.chat, request.person)
        dropped = await desk.store.drop_caller(request.chat, request.person.key)
        t = await desk.languages.of_person(request.person)
        return Outcome(notice=t.note(NOT_CALLED if dropped else NEVER_CALLED))

    async def press(self, press: Press, _: Token) -> Outcome:
        """Asks to be called."""
        return await self._note(press.chat, press.person)

    async def _note(self, chat: ChatKey, person: Person) -> Outcome:
        await self._desk.store.save_caller(CallerRecord(chat, person.key, person.name))
        return Outcome(notice=(await self._desk.languages.of_person(person)).note(CALLED))


async def with_callers(desk: Desk, record: TableRecord) -> TableRecord:
    """A new table that calls whoever waits for one and may sit there; not its own people."""
    if Options.load(record.options).private:
        return record
    here = {seat.person for seat in record.seats}
    waiting = [
        each for each in await desk.store.callers(record.chat, limit=2 * MOST_CALLED) if each.person not in here
    ]
    called = [[each.person.platform, each.person.user, each.name] for each in waiting[:MOST_CALLED]]
    return replace(record, options=replace(Options.load(record.options), called=called).dump())


async def have_called(desk: Desk, record: TableRecord) -> None:
    """The table is open: who was called, or plays anyway, waits no more."""
    called = [PersonKey(platform, user) for platform, user, _ in Options.load(record.options).called]
    seated = [seat.person for seat in record.seats if seat.person is not None]
    for person in dict.fromkeys((*called, *seated)):
        await desk.store.drop_caller(record.chat, person)
