"""Send short notes to whoever holds a lease, and pass on what they tell.

A note goes to the channel of one process. Where the lease has changed hands meanwhile it is sent on, twice at
most, once it is known to whom.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress

from bot.core.services.ownership import Hear
from data.coordination import Coordination, Note
from data.store import StoreError

_log = logging.getLogger(__name__)

MOST = 2000
"""How many notes wait to be sent at most; what they would tell is found by looking, later."""
HOPS = 2


def channel_of(process: str) -> str:
    """Return the channel on which a process is told something."""
    return f"palmares {process}"


class Notes:
    """What this process is told and tells."""

    def __init__(
        self, coordination: Coordination, holds: Callable[[str], bool], holder: Callable[[str], str | None]
    ) -> None:
        """Ask who holds a lease: whether this process does, and which other."""
        self._coordination = coordination
        self._holds = holds
        self._holder = holder
        self._hears: dict[str, Hear] = {}
        self._waiting: dict[Note, None] = {}
        self._unheld: dict[tuple[str, str, str, int], None] = {}
        self._sending: asyncio.Task[None] | None = None

    def hearing(self, kind: str, hear: Hear) -> None:
        """Have `hear` called with the word of each note of a kind."""
        self._hears[kind] = hear

    def tell(self, lease: str, kind: str, word: str, hops: int = 0) -> None:
        """Send a note to whoever holds a lease; the same note that still waits is sent once."""
        if len(self._waiting) + len(self._unheld) >= MOST:
            return
        process = self._holder(lease)
        if process is None:
            self._unheld[lease, kind, word, hops] = None
            return
        self._waiting[Note(channel_of(process), json.dumps([lease, kind, word, hops]))] = None
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    def look_again(self) -> None:
        """Send what was for a lease that nobody held; to be called when it is known anew who holds what."""
        unheld, self._unheld = self._unheld, {}
        for lease, kind, word, hops in unheld:
            self._pass_on(lease, kind, word, hops)

    def heard(self, note: Note) -> None:
        """Pass a note on to whom it is for."""
        lease, kind, word, hops = json.loads(note.text)
        self._pass_on(lease, kind, word, hops + 1)

    def _pass_on(self, lease: str, kind: str, word: str, hops: int) -> None:
        if self._holds(lease):
            if kind in self._hears:
                self._hears[kind](word)
        elif hops <= HOPS:
            self.tell(lease, kind, word, hops)

    async def stop(self) -> None:
        """Send what still waits."""
        if self._sending is not None:
            with suppress(asyncio.CancelledError):
                await self._sending

    async def _send(self) -> None:
        while self._waiting:
            notes, self._waiting = list(self._waiting), {}
            try:
                await self._coordination.tell(notes)
            except StoreError as error:
                _log.info("%d notes were not sent: %s", len(notes), error)
