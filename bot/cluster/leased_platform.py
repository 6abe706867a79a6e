"""A platform that only the process with its lease serves."""

from __future__ import annotations

import asyncio
import logging

from bot.core.application import Application
from bot.core.common.background import cancel
from bot.core.messages.ports import Authority, Messenger
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter
from bot.core.services.lease_tasks import until_held, until_lost
from bot.core.services.ownership import LeaseGroup, Ownership
from bot.platforms.base import CannotStart, Platform, Unreachable

_log = logging.getLogger(__name__)


class LeasedPlatform:
    """Opens a platform once its lease is held, and leaves it before the lease is released."""

    def __init__(self, platform: Platform, ownership: Ownership, group: LeaseGroup) -> None:
        """Put a platform under the only lease of a group."""
        self._platform = platform
        self._ownership = ownership
        self._lease = group.lease()
        self._core: Application
        self._is_open = False
        self._ending = asyncio.Lock()
        self.name = platform.name
        ownership.releasing(group.name, self._release, "what was heard")

    @property
    def limiter(self) -> PlatformRateLimiter | None:
        return self._platform.limiter

    @property
    def authority(self) -> Authority:
        return self._platform.authority

    @property
    def messenger(self) -> Messenger:
        return self._platform.messenger

    @property
    def connected(self) -> bool:
        """Return whether people are heard; True as well if another process has the lease."""
        return self._platform.connected if self._ownership.holds(self._lease) else True

    async def open(self, core: Application) -> list[str]:
        """Wait for the lease, then open the platform; raises what that does, CannotStart only if it need not wait."""
        self._core = core
        waited = not self._ownership.holds(self._lease)
        if waited:
            _log.info("%s is served by another process, this one waits", self.name)
            await until_held(self._ownership, self._lease)
        try:
            lines = await self._platform.open(core)
        except CannotStart as error:
            if waited:
                raise Unreachable(str(error)) from error
            raise
        self._is_open = True
        return lines

    async def lost(self) -> None:
        """Wait until the connection is lost; while another process has the lease, wait for the lease."""
        while await self._lost_lease():
            await self._end()
            await self.open(self._core)

    async def leave(self) -> None:
        if self._is_open:
            self._is_open = False
            await self._platform.leave()

    async def drain(self) -> None:
        if self._is_open:
            await self._platform.drain()

    async def close(self) -> None:
        await self._platform.close()

    async def _release(self, _: str) -> None:
        """Finish what was received, and free the port for the next process."""
        await self._end()

    async def _end(self) -> None:
        async with self._ending:
            await self.drain()
            await self.leave()

    async def _lost_lease(self) -> bool:
        """Wait until the connection has ended or the lease is lost; return True for the lease."""
        lost = asyncio.create_task(self._platform.lost())
        other = asyncio.create_task(until_lost(self._ownership, self._lease))
        try:
            await asyncio.wait((lost, other), return_when=asyncio.FIRST_COMPLETED)
            if not other.done():
                lost.result()
            return other.done()
        finally:
            await cancel(lost, other)
