"""Call people to full tables, open the table once all are here, and let the others wait on.

A call is stored for all of a table together, under the table's code. So one process makes it, and a process that dies
leaves either the call or the table.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bot.core.domain.finding import (
    CONFIRM,
    PATIENCE,
    PENALTY,
    Pair,
    complete,
    players,
    read,
    table_of,
    table_wish,
    together,
)
from bot.core.domain.new_table import new_code
from bot.core.domain.person_settings import person_settings
from bot.core.features.claimed_posts import SENDING
from bot.core.features.context import FeatureContext
from bot.core.features.finding.view import Came, call_screen, came_screen, run_out_screen
from bot.core.i18n.refusal import Refusal
from bot.core.messages.content import Screen
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.messages.requests import Person
from bot.core.ratelimit.platform_limiter import Priority, Ticket
from bot.core.services.matches import open_begun
from data.errors import StoreError
from data.event_records import SeekerRecord, SeekerState
from data.records import ChatKey, PersonKey, TableSubscription

_log = logging.getLogger(__name__)

EVERY = 3.0
"""Seconds from the end of one look to the next."""
AT_ONCE = 200
"""The most people who are looked at together."""
ATTEMPTS = 5
NONCE = 25
"""The longest nonce that a platform takes."""


class FindingUpkeep:
    """Bring people together."""

    def __init__(self, context: FeatureContext) -> None:
        self._service, self._publish = context.service, context.publish
        self._messengers, self._limiter_of = context.messengers, context.limiter_of

    async def look(self) -> None:
        """Settle calls that are due, then call people to the tables that are full; raises StoreError."""
        now = self._service.clock.now()
        await self._settle_due(now)
        waiting = [
            one
            for one in await self._service.store.waiting_seekers(now, AT_ONCE)
            if not self._service.restrictions.is_banned(one.person)
        ]
        for group in together(waiting, await self._apart(waiting)):
            await self._call(group, now)

    async def open(self, called: Sequence[SeekerRecord], presser: PersonKey | None = None) -> bool:
        """Open the table of people who are all here; return False if none of their chats has room.

        The messages of their calls say so, except for the one that somebody pressed. Raises StoreError.
        """
        service, code = self._service, called[0].table
        for home in dict.fromkeys(one.chat for one in called):
            places = [TableSubscription(code, one.chat, one.person) for one in called if one.chat != home]
            try:
                table = table_of(called, home, code, service.entropy, service.clock.now())
                await open_begun(service, table, places=places)
            except Refusal as refusal:
                _log.info("a table that people found doesn't open there: %s", refusal.sentence)
                continue
            break
        else:
            await self._end(called, Came.FULL, presser)
            return False
        await self._end(called, Came.BEGUN, presser)
        await self._publish(code)
        return True

    async def screen(self, seeker: SeekerRecord, came: Came, reader: Person | None = None) -> Screen:
        return came_screen(seeker, came, await self._service.languages.of_chat(seeker.chat, reader))

    async def _end(self, called: Sequence[SeekerRecord], came: Came, presser: PersonKey | None) -> None:
        for one in called:
            await self._service.store.drop_seeker(one)
            if one.person != presser:
                await self._tell(one, came)

    async def _apart(self, waiting: Sequence[SeekerRecord]) -> frozenset[Pair]:
        """Return the pairs of which one has blocked the other, where enough people wish for the same."""
        wishes: dict[str, list[PersonKey]] = {}
        for one in waiting:
            wishes.setdefault(table_wish(one), []).append(one.person)
        enough = [people for one in waiting if len(people := wishes.pop(table_wish(one), [])) >= players(read(one))]
        pairs = set[Pair]()
        for people in enough:
            for person in people:
                pairs |= {frozenset((person, by)) for by in await self._service.store.blockers(person, people)}
        return frozenset(pairs)

    async def _call(self, group: Sequence[SeekerRecord], now: float) -> None:
        """Call people to a table, unless another process has called one of them."""
        store, code = self._service.store, new_code(self._service.entropy)
        asked = [one.after(state=SeekerState.ASKED, table=code, message="", due=now + 2 * CONFIRM) for one in group]
        if not await store.call_seekers(asked):
            return
        for one in await store.seekers_of(code):
            try:
                await self._post(one)
            except (MessageGone, NotAllowed):
                await store.drop_seeker(one)
            except StoreError:
                raise
            except Exception as error:  # noqa: BLE001 - logged; without a message they wait on
                _log.log(logging.INFO if isinstance(error, TryLater) else logging.ERROR,
                         "cannot call somebody to a table: %s", error)  # fmt: skip

    async def _post(self, one: SeekerRecord) -> None:
        service = self._service
        mentions = (await person_settings(service.store, one.person)).mentions
        screen = call_screen(one, await service.languages.of_chat(one.chat), called=mentions)
        nonce = f"found:{one.table}:{one.person.user}"
        async with self._limiter_of(one.chat).slot(one.chat, Ticket(Priority.REPLY, service.clock.now()), None):
            message = await self._messengers[one.chat.platform].post(one.chat, screen, nonce=nonce)
        standing: SeekerRecord | None = one
        for _ in range(ATTEMPTS):  # they may have answered already
            if standing is None or standing.table != one.table:
                return
            called = standing.after(message=message, due=service.clock.now() + CONFIRM)
            if await service.store.change_seeker(called) is not None:
                return
            standing = await service.store.seeker(one.person)

    async def _settle_due(self, now: float) -> None:
        store, codes = self._service.store, dict[str, None]()
        for one in await store.due_seekers(now, AT_ONCE):
            if one.state in (SeekerState.ASKED, SeekerState.HERE):
                codes[one.table] = None
            elif one.state is not SeekerState.WAITING:
                await store.drop_seeker(one)
            elif (claimed := await store.change_seeker(one.after(due=now + SENDING))) is not None:
                await self._run_out(one)
                await store.drop_seeker(claimed)
        for code in codes:
            called = await store.seekers_of(code)
            if complete(called):
                await self.open(called)
            elif await self._service.tables.get(code) is not None:  # somebody's row changed while it opened
                await self._end(called, Came.BEGUN, None)
            elif all(one.due <= now for one in called):
                for one in called:
                    await self._settle(one, now)

    async def _run_out(self, one: SeekerRecord) -> None:
        """Tell a person whom nobody joined: in private where that works, else where they asked."""
        now, messenger = self._service.clock.now(), self._messengers[one.chat.platform]
        t = await self._service.languages.of_person(Person(one.person, one.name))
        nonce = f"found:{int(one.since)}:{one.person.user}"[:NONCE]
        for chat in dict.fromkeys((await self._alone(one), one.chat)):
            try:
                async with self._limiter_of(chat).slot(chat, Ticket(Priority.REPLY, now), None):
                    await messenger.post(chat, run_out_screen(one, t), nonce=nonce)
            except (MessageGone, NotAllowed):
                continue
            except Exception as error:  # noqa: BLE001 - logged; the search is over all the same
                _log.info("cannot tell somebody that a search has run out: %s", error)
            return

    async def _alone(self, one: SeekerRecord) -> ChatKey:
        """Return the person's private chat, or where they asked if there is none."""
        try:
            return await self._messengers[one.chat.platform].private(one.person) or one.chat
        except Exception as error:  # noqa: BLE001 - logged
            _log.info("cannot open a private chat: %s", error)
            return one.chat

    async def _settle(self, one: SeekerRecord, now: float) -> None:
        """Let somebody wait on whose table did not come about; who didn't answer can't look for a while."""
        store, missed = self._service.store, one.state is SeekerState.ASKED and bool(one.message)
        after = (
            one.after(state=SeekerState.MISSED, table="", message="", due=now + PENALTY)
            if missed
            else one.after(state=SeekerState.WAITING, table="", message="", due=now + PATIENCE)
        )
        if await store.change_seeker(after) is not None:
            await self._tell(one, Came.MISSED if missed else Came.STAYS)

    async def _tell(self, one: SeekerRecord, came: Came) -> None:
        """Change the message of a call, if there is one."""
        if not one.message:
            return
        try:
            async with self._limiter_of(one.chat).slot(
                one.chat, Ticket(Priority.OTHER_BOARD, self._service.clock.now()), one.message
            ):
                await self._messengers[one.chat.platform].edit(one.chat, one.message, await self.screen(one, came))
        except (MessageGone, NotAllowed, TryLater) as error:
            _log.info("the message of a call stays as it is: %s", error)
