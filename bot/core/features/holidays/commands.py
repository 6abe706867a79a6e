"""/holiday: go on holiday, come back, or see how many days are left."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupCommand
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.holidays import begun, ended, on_holiday, today
from bot.core.domain.person_settings import PersonSettings, change_person, person_settings
from bot.core.features.context import FeatureContext
from bot.core.features.holidays.view import begun_text, ended_text, status_text
from bot.core.i18n.days import read_day
from bot.core.i18n.names import truth
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.requests import Outcome, Person, Request
from bot.core.services.holidays import hold
from data.records import ChatKey


def _is_day(text: str) -> bool:
    return truth(text) is False or read_day(text, date(2000, 1, 1)) is not None


UNTIL = Option(
    "until", OptionKind.TEXT, N_("Your last day, such as 12 Aug, or off to come back"), whole=True, looks=_is_day
)


class HolidayCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service, self._publish = context.service, context.publish

    async def holiday(self, request: Request) -> Outcome:
        """Show or change the asker's holiday; raises Refusal."""
        service, person, now = self._service, request.person, self._service.clock.now()
        t = await service.languages.of_person(person)
        settings = await self._in_zone(await person_settings(service.store, person.key), request.chat)
        word = request.options.get(UNTIL.name, "").strip()
        if not word:
            return Outcome(notice=status_text(settings, now, t))
        if truth(word) is False:
            if on_holiday(settings, now) is None:
                raise Refusal(N_("You aren't on holiday."))
            await self._changed(person, ended(settings, now))
            stored = await person_settings(service.store, person.key)
            return Outcome(notice=ended_text(await self._in_zone(stored, request.chat), now, t))
        last = read_day(word, today(settings, now))
        if last is None:
            raise Refusal(
                N_("I don't know the day “{day}”. Write it like this: 12 Aug, 12/8, 2026-08-12."), day=word[:32]
            )
        settings = begun(settings, last, now)
        waiting = await self._changed(person, settings)
        return Outcome(notice=begun_text(settings, last, waiting, now, t))

    async def _in_zone(self, settings: PersonSettings, chat: ChatKey) -> PersonSettings:
        """Return settings whose days are those of the chat if the person's time zone is unknown."""
        if settings.clock is not None:
            return settings
        return replace(settings, guessed=(await settings_of(self._service.store, chat)).zone or "")

    async def _changed(self, person: Person, settings: PersonSettings) -> int:
        """Store a person's holiday and stop or restart their clocks; return how many games stand still."""
        stored = await change_person(
            self._service.store, person.key, person.name, away=settings.away, holidays=settings.holidays
        )
        return await hold(self._service, self._publish, person.key, stored)


GROUP = CommandGroup(
    HolidayCommands,
    (
        GroupCommand(
            Command(
                "holiday",
                N_("Pause your slow games while you're on holiday"),
                (UNTIL,),
                example="/holiday 12 Aug",
                section=Section.PERSON_AND_CHAT,
                rank=2,
            ),
            HolidayCommands.holiday,
        ),
    ),
)
