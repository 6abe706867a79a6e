"""Keep challenges and their messages in step: what a process left half done, and offers whose time is over.

Each challenge says when to look at it next. A change sets that moment soon after. So a step that was not reached is
done then: the message is posted or changed, and the first game is stored.
"""

from __future__ import annotations

import logging
from contextlib import AbstractAsyncContextManager

from bot.core.domain.challenges import OFFERED, best_of, expired, game_of, is_open, lobby_of
from bot.core.domain.person_settings import person_settings
from bot.core.features.challenges.view import challenge_screen
from bot.core.features.context import FeatureContext
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Screen
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.messages.requests import Person
from bot.core.ratelimit.platform_limiter import CallSlot, Priority, Ticket
from bot.core.services.challenging import options_of
from bot.core.services.matches import open_begun
from data.errors import StoreError
from data.event_records import ChallengeRecord, ChallengeState

_log = logging.getLogger(__name__)

EVERY = 5.0
"""Seconds from the end of one look to the next."""
SOON = 30.0
"""Seconds after a change when its other steps are checked: longer than they take."""
AGAIN = 120.0
"""Seconds until a failed step is tried again."""
AT_ONCE = 50
KEPT = 2 * OFFERED
"""Seconds after which a challenge is forgotten: a press of its buttons can still be answered on the day after."""


class ChallengeUpkeep:
    """Post, change and end challenges."""

    def __init__(self, context: FeatureContext) -> None:
        self._service, self._publish = context.service, context.publish
        self._messengers, self._limiter_of = context.messengers, context.limiter_of

    async def look(self) -> None:
        """Do what is due, one after the other; raises StoreError."""
        store, now = self._service.store, self._service.clock.now()
        for challenge in await store.due_challenges(now, AT_ONCE):
            try:
                await self._look_at(challenge, now)
            except StoreError:
                raise
            except Exception:  # noqa: BLE001 - logged; others still get their turn
                _log.exception("cannot look after a challenge")
                await store.change_challenge(challenge.after(due=now + AGAIN))

    async def offer(self, challenge: ChallengeRecord) -> ChallengeRecord | None:
        """Post a new challenge; return it as stored then, None if another process did so or changed it."""
        guest = challenge.guest
        called = guest is not None and (await person_settings(self._service.store, guest)).mentions
        screen = await self.screen(challenge, called=called)
        now = self._service.clock.now()
        async with self._slot(challenge, Priority.REPLY, now):
            message = await self._messengers[challenge.chat.platform].post(
                challenge.chat, screen, nonce=f"duel:{challenge.id}"
            )
        posted = challenge.after(message=message, due=max(challenge.created + OFFERED, now + SOON))
        return await self._service.store.change_challenge(posted)

    async def begin(self, challenge: ChallengeRecord) -> str:
        """Store the first game of an accepted challenge, unless it is there; return its code. Raises Refusal."""
        service = self._service
        if await service.tables.get(challenge.table) is not None:
            return challenge.table
        return await open_begun(
            service, game_of(challenge, options_of(challenge), service.entropy, service.clock.now())
        )

    async def screen(
        self, challenge: ChallengeRecord, reader: Person | None = None, *, called: bool = False
    ) -> Screen:
        """Return a challenge's message as it is now; raises Refusal if its rules are no longer known."""
        service = self._service
        t: Translator = await service.languages.of_chat(challenge.chat, reader)
        person, options = Person(challenge.person, challenge.name), options_of(challenge)
        table = lobby_of(challenge.chat, person, options, bytes, challenge.created)
        return challenge_screen(challenge, table, best_of(options), t, called=called)

    async def _look_at(self, challenge: ChallengeRecord, now: float) -> None:
        store = self._service.store
        over = expired(challenge, now)
        if over is not challenge:
            ended = await store.change_challenge(over.after(due=now))
            if ended is not None:
                await self._look_at(ended, now)
        elif is_open(challenge):
            if not challenge.message:
                await self._offer_again(challenge, now)
            else:
                await store.change_challenge(challenge.after(due=challenge.created + OFFERED))
        elif now < challenge.created + KEPT:
            await self._settle(challenge, now)
        else:
            await store.drop_challenge(challenge)

    async def _offer_again(self, challenge: ChallengeRecord, now: float) -> None:
        """Post a challenge that its process did not come to; where that is not allowed, it ends."""
        try:
            await self.offer(challenge)
        except (NotAllowed, MessageGone):
            await self._service.store.drop_challenge(challenge)
        except TryLater as later:
            await self._service.store.change_challenge(challenge.after(due=now + max(AGAIN, later.seconds)))

    async def _settle(self, challenge: ChallengeRecord, now: float) -> None:
        """Open the game of an accepted challenge if it is missing, and let the message say what became of it."""
        store, due = self._service.store, challenge.created + KEPT
        if challenge.state is ChallengeState.ACCEPTED:
            try:
                await self._publish(await self.begin(challenge))
            except Refusal as refusal:
                _log.info("the game of a challenge waits: %s", refusal.sentence)
                due = now + AGAIN
        try:
            if challenge.message:
                await self._edit(challenge, now)
        except TryLater as later:
            due = now + max(AGAIN, later.seconds)
        except (MessageGone, NotAllowed) as error:
            _log.info("the message of a challenge stays as it is: %s", error)
        await store.change_challenge(challenge.after(due=due))

    async def _edit(self, challenge: ChallengeRecord, now: float) -> None:
        screen = await self.screen(challenge)
        async with self._slot(challenge, Priority.OTHER_BOARD, now):
            await self._messengers[challenge.chat.platform].edit(challenge.chat, challenge.message, screen)

    def _slot(
        self, challenge: ChallengeRecord, priority: Priority, now: float
    ) -> AbstractAsyncContextManager[CallSlot]:
        limiter = self._limiter_of(challenge.chat)
        return limiter.slot(challenge.chat, Ticket(priority, now), challenge.message or None)
