"""/notify, and a button after a game: mention people when the next table opens in the chat."""

from __future__ import annotations

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.features.context import FeatureContext
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.requests import Outcome, Person, Press, Request
from data.records import CallerRecord, ChatKey

CALLED = N_("I'll ping you when the next table opens here. Changed your mind? {command}")
NOT_CALLED = N_("OK, no more pings.")
NEVER_CALLED = N_("You hadn't asked for a ping here.")


class WaitlistCommands:
    """Handle the list of people who wait for a table."""

    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service

    async def callme(self, request: Request) -> Outcome:
        """Put a person on the list, or take them off."""
        service = self._service
        if request.options.get("ping") != "off":
            return await self._note(request.chat, request.person)
        dropped = await service.store.drop_caller(request.chat, request.person.key)
        t = await service.languages.of_person(request.person)
        return Outcome(notice=t.note(NOT_CALLED if dropped else NEVER_CALLED))

    async def press(self, press: Press, _: Token) -> Outcome:
        return await self._note(press.chat, press.person)

    async def _note(self, chat: ChatKey, person: Person) -> Outcome:
        await self._service.store.save_caller(CallerRecord(chat, person.key, person.name))
        t = await self._service.languages.of_person(person)
        return Outcome(notice=t.note(CALLED, command=t.command("/notify off")))


GROUP = CommandGroup(
    WaitlistCommands,
    (
        GroupCommand(
            Command(
                "notify",
                N_("Get a ping when the next table opens here"),
                (
                    Option(
                        "ping",
                        OptionKind.CHOICE,
                        N_("Turn the ping on or off"),
                        ("on", "off"),
                    ),
                ),
                example="/notify off",
                section=Section.PERSON_AND_CHAT,
                rank=2,
            ),
            WaitlistCommands.callme,
        ),
    ),
    (GroupButton(Verb.CALLME, WaitlistCommands.press),),
)
