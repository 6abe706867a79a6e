"""What a start or an outage leaves to be done at tables that nobody touches, page by page beside play.

Nobody waits for it, and it lists no tables but those of its page. What matters to whoever acts needs it not: a table
that is due gets its time back before it is judged, one where a computer is to move is due soon, and boards that are
behind are found by an index of their own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.core.services.pulse import Pulse
from data.records import TouchedRecord
from data.store import Store

PAGE = 50
LATELY = 300.0
"""Seconds before its end in which an earlier process may have left a table halfway: not shown, or not gone on."""

Touch = Callable[[TouchedRecord], Awaitable[None]]


class Aftermath:
    """What is left to be done: first at tables that were touched just before, then at all after an outage."""

    def __init__(self, store: Store, pulse: Pulse, take_up: Touch, give_back: Touch) -> None:
        """Have tables that may have been left halfway taken up, and those of an outage given their time back."""
        self._store = store
        self._pulse = pulse
        self._take_up = take_up
        self._give_back = give_back
        self._touched: TouchedRecord | None = None
        self._all_touched = False
        self._given: TouchedRecord | None = None

    async def page(self) -> bool:
        """Do a page of it; return whether there may be more. Raises StoreError."""
        more = not self._all_touched and await self._page_of_touched()
        return more or await self._page_of_outage()

    async def _page_of_touched(self) -> bool:
        since = 0.0 if self._pulse.before is None else self._pulse.before - LATELY
        page = await self._store.touched_tables(since, PAGE, self._touched)
        for table in page:
            await self._take_up(table)
            self._touched = table
        self._all_touched = len(page) < PAGE
        return not self._all_touched

    async def _page_of_outage(self) -> bool:
        outage = self._pulse.missed
        if outage is None:
            return False
        page = await self._store.tables_by_due(PAGE, self._given)
        for table in page:
            await self._give_back(table)
            self._given = table
        if len(page) < PAGE:
            self._given = None
            await self._pulse.make_good(outage)
        return self._pulse.missed is not None
