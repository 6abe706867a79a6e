"""Call people to full tables, open the table once all are here, and let the others wait on.

A call is stored for all of a table together, under the table's code. So one process makes it, and a process that dies
leaves either the call or the table.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

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
from bot.core.i18n.translator import Translator
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

    async def open(self, called: Sequence[SeekerRecord], presser: PersonKey | None = None) -> Came:
        """Open the table of people who are all here; return what became of it. Raises StoreError.

        None opens if none of their chats has room, or if one has blocked another meanwhile: then they go on looking.
        The messages of their calls say so, except for the one that somebody pressed.
        """
        service, code = self._service, called[0].table
        if await self._apart(called):
            for one in called:
                await self._settle(one, service.clock.now(), blocked=True)
            return Came.STAYS
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
            return Came.FULL
        await self._end(called, Came.BEGUN, presser)
        await self._publish(code)
        return Came.BEGUN

    async def screen(self, seeker: SeekerRecord, came: Came, reader: Person | None = None) -> Screen:
        languages = self._service.languages
        if not seeker.private_chat:
            return came_screen(seeker, came, await languages.of_chat(seeker.call_chat, reader))
        person = Person(seeker.person, seeker.name)
        return came_screen(seeker, came, await languages.of_private(seeker.call_chat, person, seeker.chat))

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
        asked = [
            one.after(state=SeekerState.ASKED, table=code, message="", private_chat="", due=now + 2 * CONFIRM)
            for one in group
        ]
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
        made = partial(call_screen, one, called=mentions)
        chat, message = await self._said(one, made, f"found:{one.table}:{one.person.user}", alone=mentions)
        private = "" if chat == one.chat else chat.chat
        standing: SeekerRecord | None = one
        for _ in range(ATTEMPTS):  # they may have answered already
            if standing is None or standing.table != one.table:
                return
            due = service.clock.now() + CONFIRM
            called = standing.after(message=message, private_chat=private, due=due)
            if await service.store.change_seeker(called) is not None:
                return
            standing = await service.store.seeker(one.person)

    async def _said(
        self, one: SeekerRecord, made: Callable[[Translator], Screen], nonce: str, *, alone: bool
    ) -> tuple[ChatKey, str]:
        """Post where a person asked, or `alone` in private if that works; return where, and the message.

        Raises MessageGone, NotAllowed, TryLater, StoreError.
        """
        languages = self._service.languages
        private = await self._private(one) if alone else None
        if private is not None and private != one.chat:
            screen = made(await languages.of_private(private, Person(one.person, one.name), one.chat))
            with suppress(MessageGone, NotAllowed, TryLater):
                return private, await self._posted(private, screen, nonce)
        return one.chat, await self._posted(one.chat, made(await languages.of_chat(one.chat)), nonce)

    async def _posted(self, chat: ChatKey, screen: Screen, nonce: str) -> str:
        ticket = Ticket(Priority.REPLY, self._service.clock.now())
        async with self._limiter_of(chat).slot(chat, ticket, None):
            return await self._messengers[chat.platform].post(chat, screen, nonce=nonce)

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
                blocked = bool(await self._apart(called))
                for one in called:
                    await self._settle(one, now, blocked=blocked)

    async def _run_out(self, one: SeekerRecord) -> None:
        """Tell a person whom nobody joined."""
        nonce = f"found:{int(one.since)}:{one.person.user}"
        try:
            await self._said(one, partial(run_out_screen, one), nonce, alone=True)
        except Exception as error:  # noqa: BLE001 - logged; the search is over all the same
            _log.info("cannot tell somebody that a search has run out: %s", error)

    async def _private(self, one: SeekerRecord) -> ChatKey | None:
        """Return the person's private chat, None if there is none."""
        try:
            return await self._messengers[one.chat.platform].private(one.person)
        except Exception as error:  # noqa: BLE001 - logged
            _log.info("cannot open a private chat: %s", error)
            return None

    async def _settle(self, one: SeekerRecord, now: float, *, blocked: bool = False) -> None:
        """Let somebody wait on whose table did not come about.

        If they didn't answer, they can't look for a while. But if people of the table have `blocked` one another,
        that is an answer, too.
        """
        store = self._service.store
        missed = one.state is SeekerState.ASKED and bool(one.message) and not blocked
        after = (
            one.after(state=SeekerState.MISSED, table="", message="", private_chat="", due=now + PENALTY)
            if missed
            else one.after(state=SeekerState.WAITING, table="", message="", private_chat="", due=now + PATIENCE)
        )
        if await store.change_seeker(after) is not None:
            await self._tell(one, Came.MISSED if missed else Came.STAYS)

    async def _tell(self, one: SeekerRecord, came: Came) -> None:
        """Change the message of a call, if there is one."""
        if not one.message:
            return
        try:
            async with self._limiter_of(one.call_chat).slot(
                one.call_chat, Ticket(Priority.OTHER_BOARD, self._service.clock.now()), one.message
            ):
                await self._messengers[one.chat.platform].edit(
                    one.call_chat, one.message, await self.screen(one, came)
                )
        except (MessageGone, NotAllowed, TryLater) as error:
            _log.info("the message of a call stays as it is: %s", error)
