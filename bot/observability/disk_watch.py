"""Watch the free space on the database's disk, and warn before nothing can be stored."""

from __future__ import annotations

import asyncio
import logging
import shutil
from pathlib import Path

from bot.core.common.clock import Clock

_log = logging.getLogger(__name__)

EVERY = 60.0
"""Seconds between two checks."""
MEGABYTE = 10**6


class DiskWatch:
    """Checks the free space on a folder's disk, and warns once when it falls below a limit."""

    def __init__(self, folder: Path, limit: int) -> None:
        """Watch a folder; `limit` in bytes."""
        self._folder = folder
        self._is_low = False
        self.limit = limit
        self.free: int | None = None
        """Free bytes at the last check; None if unknown."""

    async def run(self, clock: Clock) -> None:
        """Check until cancelled."""
        while True:
            await self.look()
            await clock.sleep(EVERY)

    async def look(self) -> None:
        """Check once, and log a change."""
        try:
            self.free = (await asyncio.to_thread(shutil.disk_usage, self._folder)).free
        except OSError as error:
            self.free = None
            _log.warning("the free space on the database's disk is unknown: %s", error.strerror or error)
            return
        is_low, free, limit = self.free < self.limit, self.free // MEGABYTE, self.limit // MEGABYTE
        if is_low and not self._is_low:
            _log.warning("only %d MB are free on the disk of the database (PALMARES_MIN_DISK_MB is %d)", free, limit)
        if self._is_low and not is_low:
            _log.warning("the disk of the database has enough room again: %d MB are free", free)
        self._is_low = is_low
