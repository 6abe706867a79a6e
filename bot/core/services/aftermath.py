"""What a start or an outage leaves to be done at tables that nobody touches, page by page beside play.

After an outage the store puts off what is due, a page of rows by one statement; no table is read for it. Each table
gets its own moments back when it is read next. Then come the tables that were touched just before: they may have been
left halfway, and the people of a live game are to see that its clock waits for them.

What matters to whoever acts needs none of this: a table that is due gets its time back before it is judged, one where
a computer is to move is due soon, and boards that are behind are found by an index of their own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.core.services.pulse import Pulse
from data.records import OutageRecord, TouchedRecord
from data.store import Store

PAGE, ROWS = 50, 100
"""How many tables are taken up, and how many rows are put off, in one go."""
LATELY = 300.0
"""Seconds before its end in which an earlier process may have left a table halfway: not shown, or not gone on."""

Touch = Callable[[TouchedRecord], Awaitable[None]]


class Aftermath:
    """What is left to be done: first at all tables after an outage, then at those that were touched just before."""

    def __init__(self, store: Store, pulse: Pulse, take_up: Touch) -> None:
        """Have tables that may have been left halfway taken up."""
        self._store = store
        self._pulse = pulse
        self._take_up = take_up
        self._touched: TouchedRecord | None = None
        self._all_touched = False
        self._outage: OutageRecord | None = None
        self._given: tuple[float, int] | None = None

    async def page(self) -> bool:
        """Do a page of it; return whether there may be more. Raises StoreError."""
        outage = self._pulse.missed
        if outage is not None:
            await self._page_of_outage(outage)
            return True
        return not self._all_touched and await self._page_of_touched()

    async def _page_of_touched(self) -> bool:
        before = self._pulse.before if self._outage is None else self._outage.began
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
            await self._pulse.make_good(outage)
