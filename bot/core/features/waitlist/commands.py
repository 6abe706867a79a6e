"""Who wants to play is called when the next table opens in the chat: /callme, and a button where a game has ended."""

from __future__ import annotations

from bot.core.commands.router import Feature
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.services.table_service import TableService
from data.records import CallerRecord, ChatKey

CALLED = N_("I call you when the next table opens here. If you change your mind: /callme off")


NOT_CALLED = N_("I do not call you any more.")


NEVER_CALLED = N_("You had not asked to be called here.")


class WaitlistCommands:
    """Answers to those who want to be called."""

    def __init__(self, desk: TableService) -> None:
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
