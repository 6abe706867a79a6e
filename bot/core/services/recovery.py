"""Recover tables after a start or an outage, a page at a time in the background.

After an outage the store postpones due times without reading tables; each gets its time back when it is next read.
Then come the tables touched just before the outage, which may be half done; players don't wait for this.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.core.services.uptime import Uptime
from data.records import OutageRecord, TouchedRecord
from data.store import Store

PAGE, ROWS = 50, 100
"""Tables taken up at a time, and rows postponed at a time."""
LATELY = 300.0
"""Seconds before its end in which an earlier process may have left a table half done."""

Touch = Callable[[TouchedRecord], Awaitable[None]]


class Recovery:
    """Postpones due times after an outage, then takes up the tables touched just before it."""

    def __init__(self, store: Store, uptime: Uptime, take_up: Touch) -> None:
        """Call `take_up` for each table that may be half done."""
        self._store = store
        self._uptime = uptime
        self._take_up = take_up
        self._touched: TouchedRecord | None = None
        self._all_touched = False
        self._outage: OutageRecord | None = None
        self._given: tuple[float, int] | None = None

    async def page(self) -> bool:
        """Do one page; return whether there may be more. Raises StoreError."""
        outage = self._uptime.missed
        if outage is not None:
            await self._page_of_outage(outage)
            return True
        return not self._all_touched and await self._page_of_touched()

    async def _page_of_touched(self) -> bool:
        before = self._uptime.before if self._outage is None else self._outage.began
        page = await self._store.touched_tables(0.0 if before is None else before - LATELY, PAGE, self._touched)
        for table in page:
            await self._take_up(table)
            self._touched = table
        self._all_touched = len(page) < PAGE
        return not self._all_touched

    async def _page_of_outage(self, outage: OutageRecord) -> None:
        if outage != self._outage:
            self._outage, self._given, self._touched, self._all_touched = outage, None, None, False
        self._given = await self._store.give_time_back(outage, ROWS, self._given)
        if self._given is None:
            await self._uptime.make_good(outage)
