"""Call the entrants of a live tournament to check in: each once, in private where that works.

Calls are claimed in the store before they are made. If a process dies in between, the chat's message calls them.
"""

from __future__ import annotations

import asyncio
import logging

from bot.core.domain.person_settings import person_settings
from bot.core.features.context import FeatureContext
from bot.core.features.tournaments.own_view import call_screen
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.messages.requests import Person
from bot.core.ratelimit.platform_limiter import Priority, Ticket
from bot.core.services.tournaments import Tournaments
from bot.core.tournaments.calling import claimed, told, uncalled
from bot.core.tournaments.tournament import CALLING, Entrant, Tournament
from data.errors import StoreError

_log = logging.getLogger(__name__)

AT_ONCE = 20
"""People who are called in one look."""


class CheckInCalls:
    """Call people in private."""

    def __init__(self, context: FeatureContext, tournaments: Tournaments) -> None:
        self._service, self._tournaments = context.service, tournaments
        self._messengers, self._limiter_of = context.messengers, context.limiter_of

    async def call(self, tournament: Tournament) -> Tournament:
        """Call the next entrants; return the tournament as it is then. Raises StoreError."""
        mine = {one.number for one in uncalled(tournament)[:AT_ONCE]}
        if not mine:
            return tournament
        now = self._service.clock.now()
        version = tournament.version

        def taken(one: Tournament) -> Tournament:
            return claimed(one, AT_ONCE) if one.version == version else one

        after = await self._tournaments.change(tournament.id, taken, now)
        if after.version != tournament.next_version or any(after.entrants[one].called != CALLING for one in mine):
            return after  # it has changed meanwhile, or another process calls them
        reached = await asyncio.gather(*(self._reached(after, after.entrants[one]) for one in sorted(mine)))
        found = {one for one, there in zip(sorted(mine), reached, strict=True) if there}
        return await self._tournaments.change(tournament.id, lambda one: told(one, mine, found), now)

    async def _reached(self, tournament: Tournament, one: Entrant) -> bool:
        """Call one person in private; return whether they need no other call. Raises StoreError."""
        service, platform = self._service, one.person.platform
        if platform not in self._messengers or not (await person_settings(service.store, one.person)).mentions:
            return True
        messenger, now = self._messengers[platform], service.clock.now()
        try:
            chat = await messenger.private(one.person)
            if chat is None:
                return False
            if chat == one.chat:  # the tournament's message comes there
                return True
            t = await service.languages.of_private(chat, Person(one.person, one.name), one.chat)
            nonce = f"cup:{tournament.id}:c{one.number}"
            async with self._limiter_of(chat).slot(chat, Ticket(Priority.REPLY, now)):
                await messenger.post(chat, call_screen(tournament, t), nonce=nonce)
        except StoreError:
            raise
        except (NotAllowed, MessageGone, TryLater):
            return False
        except Exception:  # noqa: BLE001 - logged; they are called in their chat
            _log.exception("cannot call somebody in private")
            return False
        return True
