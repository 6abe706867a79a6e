"""Decide which addresses and connections of the page this process serves, if several processes share it.

All serve the apps, each in rooms under its own leases. The holder of the page's lease serves the plain page as well.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress

from bot.core.services.lease_tasks import changed_within, until_held
from bot.core.services.ownership import APPS, WEB, LeaseGroup, Ownership
from bot.platforms.base import CannotStart, Unreachable
from bot.platforms.web.admission import INVITATION_PATH
from bot.platforms.web.context import OpenPage
from data.errors import StoreError

_log = logging.getLogger(__name__)

HERE = "/here"
"""Where a balancer sees whether this process serves the plain page."""
_PLAIN = frozenset(("/", "/session", "/socket", HERE, INVITATION_PATH))
LOOK = 2.0
"""Seconds after which leases are looked at again: one may lapse without a change."""


class Sharing:
    """What this process serves, of all that serve the page."""

    def __init__(self, ownership: Ownership, *, has_apps: bool) -> None:
        self._ownership = ownership
        self._is_shared = ownership.is_shared and has_apps
        self.waits = False
        """Whether another process of this machine has the port."""

    def serves(self, path: str) -> bool:
        """Return whether this process answers requests for an address."""
        is_plain = path in _PLAIN or path.startswith("/c/")
        return not (self._is_shared and is_plain) or self._ownership.holds(WEB.lease())

    async def open(self, serve: Callable[[], Awaitable[list[str]]]) -> list[str]:
        """Serve the page and take leases for apps.

        If another process of this machine has the port, wait for the page's lease first.
        """
        try:
            lines = await serve()
        except CannotStart as error:
            if not self._is_shared or self._ownership.holds(WEB.lease()):
                raise
            _log.info("%s: this process serves no apps until it holds the lease of the page", error)
            lines = await self._later(serve)
        if self._is_shared:
            try:
                await self._ownership.serve(APPS)
            except StoreError as error:
                raise Unreachable(str(error)) from error
        return lines

    async def _later(self, serve: Callable[[], Awaitable[list[str]]]) -> list[str]:
        """Wait for the page's lease and serve; raises Unreachable if the other process still has the port."""
        self.waits = True
        try:
            await until_held(self._ownership, WEB.lease())
        finally:
            self.waits = False
        try:
            return await serve()
        except CannotStart as error:
            raise Unreachable(str(error)) from error

    async def close(self) -> None:
        """Give the leases for apps to other processes."""
        if self._is_shared:
            with suppress(StoreError):  # else they expire
                await self._ownership.serve(LeaseGroup(APPS.name, 0))

    async def keep(self, sessions: Collection[OpenPage]) -> None:
        """Drop each page whose chat another process shows now; the page reconnects there."""
        while self._is_shared:
            revision = self._ownership.revision
            for session in tuple(sessions):
                if session.chat is not None and not await self._ownership.owns(session.chat):
                    session.drop()
            await changed_within(self._ownership, LOOK, revision)
