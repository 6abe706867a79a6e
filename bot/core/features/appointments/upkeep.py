"""Keep appointments in step: their messages, the reminder, and the table that opens.

Each appointment says when to look at it next. A step is claimed first by moving that moment, so only one process does
it. If the process dies, the step is done after a while.
"""

from __future__ import annotations

import json
import logging
from contextlib import AbstractAsyncContextManager
from typing import Any

from bot.core.domain.appointments import LATE, REMINDED, coming, lobby_of, waits
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.new_table import new_code, new_table
from bot.core.domain.person_settings import person_settings
from bot.core.domain.table import Table
from bot.core.features.appointments.view import appointment_screen, reminder_screen
from bot.core.features.context import FeatureContext
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.time_zones import in_zone, zone_of
from bot.core.messages.content import Screen
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.messages.requests import Person
from bot.core.ratelimit.platform_limiter import CallSlot, Priority, Ticket
from bot.core.services.table_creation import open_table
from data.errors import StoreError
from data.event_records import AppointmentRecord, AppointmentState
from data.records import ChatKey, PersonKey

_log = logging.getLogger(__name__)

EVERY = 5.0
"""Seconds from the end of one look to the next."""
SOON = 30.0
"""Seconds after a change when its other steps are checked: longer than they take."""
AGAIN = 120.0
"""Seconds until a step that did not finish is tried again."""
AT_ONCE = 50
ATTEMPTS = 5
"""Number of tries to store a step while people answer."""
KEPT = 86400.0
"""Seconds after the start until an appointment is deleted: a press of its buttons can still be answered."""


class AppointmentUpkeep:
    """Post and change appointments, remind people, and open tables."""

    def __init__(self, context: FeatureContext) -> None:
        self._service, self._publish = context.service, context.publish
        self._messengers, self._limiter_of = context.messengers, context.limiter_of

    async def look(self) -> None:
        """Do what is due, one after the other; raises StoreError."""
        store, now = self._service.store, self._service.clock.now()
        for one in await store.due_appointments(now, AT_ONCE):
            try:
                await self._look_at(one, now)
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - logged; others still get their turn
                _log.log(logging.INFO if isinstance(error, TryLater) else logging.ERROR,
                         "cannot look after an appointment: %s", error)  # fmt: skip
                await self._later(one.id, now + AGAIN)

    async def post(self, one: AppointmentRecord) -> AppointmentRecord | None:
        """Post a new appointment; return it as stored then, None if somebody changed it meanwhile."""
        screen, now = await self.screen(one), self._service.clock.now()
        async with self._slot(one, Priority.REPLY, now):
            message = await self._messengers[one.chat.platform].post(one.chat, screen, nonce=f"date:{one.id}")
        return await self._change(one, now, message=message, due=self._next(one, now))

    async def screen(self, one: AppointmentRecord, reader: Person | None = None) -> Screen:
        """Return an appointment's message as it is now; raises Refusal if its rules are no longer known."""
        service = self._service
        t = await service.languages.of_chat(one.chat, reader)
        return await self.in_zone(one.chat, appointment_screen(one, self.table(one), t))

    async def in_zone(self, chat: ChatKey, screen: Screen) -> Screen:
        """Return a screen with its times by the chat's clock, where the platform doesn't know each reader's."""
        settings = await settings_of(self._service.store, chat)
        return in_zone(screen, zone_of(settings.zone or "UTC"))

    def table(self, one: AppointmentRecord) -> Table:
        """Return the table that an appointment's options ask for, before anybody sits; raises Refusal."""
        planner = Person(one.person or PersonKey(one.chat.platform, ""), one.name)
        return new_table(one.chat, planner, options_of(one), bytes, one.created)

    def _next(self, one: AppointmentRecord, now: float) -> float:
        """Return when to look at an appointment whose message is up to date."""
        if not waits(one):
            return one.starts + KEPT
        return one.starts if one.state is AppointmentState.CALLED else max(one.starts - REMINDED, now)

    async def _look_at(self, one: AppointmentRecord, now: float) -> None:
        store = self._service.store
        if not waits(one) and now >= one.starts + KEPT:
            await store.drop_appointment(one)
            return
        claimed = await store.change_appointment(one.after(due=now + AGAIN))
        if claimed is None:
            return
        if waits(claimed) and now >= claimed.starts:
            claimed = await self._open(claimed, now) or claimed
            if waits(claimed):
                return
        elif claimed.state is AppointmentState.OPEN and now >= claimed.starts - REMINDED:
            await self._remind(claimed, now)
            return
        await self._show(claimed, now)

    async def _show(self, one: AppointmentRecord, now: float) -> None:
        """Bring an appointment's message up to date, or post it again; where that isn't allowed, it is dropped."""
        store = self._service.store
        try:
            if one.message:
                await self._edit(one, now)
            elif waits(one):
                await self.post(one)
                return
        except MessageGone:
            _log.info("the message of an appointment is gone")
        except NotAllowed:
            await store.drop_appointment(one)
            return
        await self._change(one, now, due=self._next(one, now))

    async def _remind(self, one: AppointmentRecord, now: float) -> None:
        """Remind those who come, in one message."""
        store, service = self._service.store, self._service
        one = await self._without_blocks(one)
        guests = [guest.person for guest in coming(one)]
        if guests:
            called = {person for person in guests if (await person_settings(store, person)).mentions}
            t = await service.languages.of_chat(one.chat)
            screen = await self.in_zone(one.chat, reminder_screen(one, self.table(one), called, t))
            try:
                async with self._slot(one, Priority.REPLY, now):
                    await self._messengers[one.chat.platform].post(one.chat, screen, nonce=f"date:{one.id}:soon")
            except (MessageGone, NotAllowed) as error:
                _log.info("nobody is reminded of an appointment: %s", error)
        await self._change(one, now, state=AppointmentState.CALLED, due=one.starts)

    async def _open(self, one: AppointmentRecord, now: float) -> AppointmentRecord | None:
        """Open the table, under a code that is stored first; return the appointment as it is then."""
        service = self._service
        one = await self._without_blocks(one)
        one = one.after(
            guests=tuple(guest for guest in one.guests if not service.restrictions.is_banned(guest.person))
        )
        if not coming(one) or now > one.starts + LATE:
            return await self._change(one, now, state=AppointmentState.MISSED)
        if not one.table:  # a process that dies now has the same table opened later
            named = await service.store.change_appointment(one.after(table=new_code(service.entropy)))
            if named is None:
                return None
            one = named
        try:
            table, _ = lobby_of(one, options_of(one), service.entropy, now)
            outcome = await open_table(service, table, once=True)
        except Refusal as refusal:
            _log.info("the table of an appointment waits: %s", refusal.sentence)
            return None
        await self._publish(str(outcome.table))
        return await self._change(one, now, state=AppointmentState.OPENED)

    async def _without_blocks(self, one: AppointmentRecord) -> AppointmentRecord:
        """Return an appointment without guests who have blocked its planner, or whom its planner has blocked."""
        if one.person is None:
            return one
        store = self._service.store
        apart = {block.other for block in await store.blocks(one.person)}
        apart |= await store.blockers(one.person, [guest.person for guest in one.guests])
        return one.after(guests=tuple(guest for guest in one.guests if guest.person not in apart))

    async def _change(self, one: AppointmentRecord, now: float, **changes: Any) -> AppointmentRecord | None:
        """Store a step that is done, even if answers came meanwhile; return None if the appointment is over.

        Then its message is soon brought up to date.
        """
        store = self._service.store
        for _ in range(ATTEMPTS):
            stored = await store.change_appointment(one.after(**changes))
            if stored is not None:
                return stored
            standing = await store.appointment(one.id)
            if standing is None or (waits(one) and not waits(standing)):
                return None
            one, changes = standing, {**changes, "due": now + SOON}
        return None

    async def _later(self, id_: str, due: float) -> None:
        """Look at an appointment again later, whatever has become of it."""
        standing = await self._service.store.appointment(id_)
        if standing is not None:
            await self._service.store.change_appointment(standing.after(due=due))

    async def _edit(self, one: AppointmentRecord, now: float) -> None:
        screen = await self.screen(one)
        async with self._slot(one, Priority.OTHER_BOARD, now):
            await self._messengers[one.chat.platform].edit(one.chat, one.message, screen)

    def _slot(self, one: AppointmentRecord, priority: Priority, now: float) -> AbstractAsyncContextManager[CallSlot]:
        limiter = self._limiter_of(one.chat)
        return limiter.slot(one.chat, Ticket(priority, now), one.message or None)


def options_of(one: AppointmentRecord) -> dict[str, str]:
    """Return the options that an appointment was made with."""
    return {name: str(value) for name, value in json.loads(one.options).items()}
