"""Tell of changes by number, as `Ownership` does."""

from __future__ import annotations

import asyncio


class Revised:
    """Something that changes; a task that waits for a change misses none."""

    def __init__(self) -> None:
        self.revision = 0
        self._news = asyncio.Event()

    async def changed(self, since: int | None = None) -> None:
        seen = self.revision if since is None else since
        while self.revision == seen:
            await self._news.wait()

    def has_changed(self) -> None:
        """Wake all tasks that wait."""
        self.revision += 1
        news, self._news = self._news, asyncio.Event()
        news.set()
