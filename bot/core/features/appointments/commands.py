"""/schedule and the buttons below an appointment."""

from __future__ import annotations

import json

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.common.recurring import Recurring
from bot.core.domain.appointments import GUESTS, OF_CHAT, OF_PERSON, starts_at, waits
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.new_table import left_out, new_code, new_table
from bot.core.domain.person_settings import person_settings
from bot.core.features.appointments.upkeep import EVERY, SOON, AppointmentUpkeep
from bot.core.features.appointments.view import ANSWER, CANCEL, NO, YES, heading, in_full
from bot.core.features.context import FeatureContext
from bot.core.features.play_options import PLAY_OPTIONS, TOPICS
from bot.core.i18n.moments import is_date_or_moment
from bot.core.i18n.refusal import STALE, Refusal, typed
from bot.core.i18n.text_format import text_of
from bot.core.i18n.time_zones import zone_of
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token
from bot.core.messages.content import Screen
from bot.core.messages.requests import Outcome, Press, Request
from bot.core.services.actors import actor_in, may_open_table
from bot.core.views.rules import left_out_line
from data.event_records import AppointmentRecord, AppointmentState, GuestRecord

ATTEMPTS = 5
"""Number of tries for a cancellation while another process changes the appointment."""
OVER = N_("This plan is over.")
EXAMPLE = "/schedule Saturday 17:00 parchis"
START = "start"


class AppointmentCommands:
    """Plan tables, and take the answers."""

    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._upkeep = AppointmentUpkeep(context)
        context.beside.append(Recurring(EVERY, self._upkeep.look))

    async def schedule(self, request: Request) -> Outcome:
        """Plan a table, or list what is planned here; raises Refusal."""
        service, chat, person = self._service, request.chat, request.person
        words = request.options.get(START, "")
        if not words:
            return await self._list(request)
        if request.private:
            raise Refusal(N_("There's nobody else here. Plan games in a group chat."))
        await may_open_table(service, chat, person.key)
        await service.languages.meet(person)
        await service.languages.remember(chat, person)
        now, settings = service.clock.now(), await settings_of(service.store, chat)
        zone = (await person_settings(service.store, person.key)).clock or zone_of(settings.zone or "UTC")
        chosen = {name: value for name, value in request.options.items() if name != START}
        options = {"pace": settings.pace, "rolls": settings.rolls or "", **chosen}
        table = new_table(chat, person, options, service.entropy, now)  # refuses what no table can be
        one = AppointmentRecord(
            id=new_code(service.entropy),
            chat=chat,
            person=person.key,
            name=person.name,
            options=json.dumps(options, sort_keys=True, separators=(",", ":")),
            created=now,
            starts=starts_at(words, zone, now),
            due=now + SOON,
            guests=(GuestRecord(person.key, person.name, comes=True, since=now),),
        )
        added = await service.store.add_appointment(one, of_chat=OF_CHAT, of_person=OF_PERSON)
        if added is None:
            raise Refusal(
                N_("You've planned {n} games already. Wait until one has begun, or cancel one."), n=OF_PERSON
            )
        if not added:
            raise Refusal(N_("{n} games are planned here already. Wait until one has begun."), n=OF_CHAT)
        await self._upkeep.post(one)
        t = await service.languages.of_person(person)
        when, idle = in_full(one.starts, zone, t), left_out(chosen, table)
        planned = t.note("Planned: {when}. I'll remind everyone who comes ten minutes before.", when=when)
        if idle:
            return Outcome(notice=text_of(*planned.lines, left_out_line(idle, t)))
        return Outcome(notice=planned if request.alone else None, told=True)

    async def _list(self, request: Request) -> Outcome:
        """Show what is planned in this chat; raises Refusal if nothing is."""
        found = await self._service.store.appointments_of_chat(request.chat, OF_CHAT)
        if request.options:
            raise Refusal(N_("When? For example: {example}"), example=typed(EXAMPLE))
        if not found:
            raise Refusal(N_("Nothing is planned here. To plan a game: {example}"), example=typed(EXAMPLE))
        t = await self._service.languages.of_chat(request.chat, request.person)
        lines = [heading(one, self._upkeep.table(one), t) for one in found]
        return Outcome(screen=await self._upkeep.in_zone(request.chat, Screen(text_of(*lines))))

    async def answer(self, press: Press, token: Token) -> Outcome:
        """Take an answer, or cancel; raises Refusal."""
        code, word = token.arguments
        service = self._service
        standing = await service.store.appointment(code)
        if standing is None or standing.chat != press.chat:
            raise Refusal(OVER)
        if not waits(standing):
            return Outcome(screen=await self._upkeep.screen(standing, press.person))
        if word == CANCEL:
            return Outcome(screen=await self._upkeep.screen(await self._cancelled(standing, press), press.person))
        if word not in (YES, NO):
            raise Refusal(STALE)
        await service.languages.meet(press.person)
        now = service.clock.now()
        guest = GuestRecord(press.person.key, press.person.name, word == YES, now)
        after = await service.store.answer_appointment(standing, guest, due=now + SOON, most=GUESTS)
        if after is None:
            raise Refusal(N_("{n} people have answered already, and that's the limit."), n=GUESTS)
        t = await service.languages.of_person(press.person)
        notice = t.note("You're in. I'll remind you.") if guest.comes else t.note("Maybe next time.")
        return Outcome(screen=await self._upkeep.screen(after, press.person), notice=notice)

    async def _cancelled(self, standing: AppointmentRecord, press: Press) -> AppointmentRecord:
        """Return an appointment that its planner or an admin cancels; raises Refusal."""
        service, person = self._service, press.person.key
        if standing.person != person and not (await actor_in(service, standing.chat, person)).is_admin:
            raise Refusal(N_("Only {player} or an admin can cancel this."), player=standing.name)
        for _ in range(ATTEMPTS):
            changed = standing.after(state=AppointmentState.CANCELLED, due=service.clock.now() + SOON)
            stored = await service.store.change_appointment(changed)
            again = await service.store.appointment(standing.id) if stored is None else None
            if stored is not None:
                return stored
            if again is None or not waits(again):
                break
            standing = again
        raise Refusal(OVER)


GROUP = CommandGroup(
    AppointmentCommands,
    (
        GroupCommand(
            Command(
                "schedule",
                N_("Plan a game for a day and time"),
                (
                    Option(
                        START,
                        OptionKind.TEXT,
                        N_("When, e.g. Saturday 17:00 or tomorrow 21:00"),
                        keyed=True,
                        looks=is_date_or_moment,
                    ),
                    *(option for option in PLAY_OPTIONS if option.name != "thread"),
                ),
                example=EXAMPLE,
                talks=True,
                section=Section.GAMES,
                rank=2,
                topics=(N_("when: a day and a time, such as Saturday 17:00"), *TOPICS),
            ),
            AppointmentCommands.schedule,
            above=True,
        ),
    ),
    (GroupButton(ANSWER, AppointmentCommands.answer),),
)
