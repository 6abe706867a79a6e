"""Send short notes to the holders of leases, and pass on those received.

A note goes to one process's channel. If the lease has changed hands meanwhile, the note is forwarded, at most twice,
once the new holder is known.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from bot.core.services.ownership import Hear
from data.coordination import Note
from data.errors import StoreError

_log = logging.getLogger(__name__)

MOST = 2000
"""How many notes may wait to be sent; what the others would say is found by looking, later."""
HOPS = 2
WAKE = "wake"
"""The kind of note that tells a process it may take leases, or has too many."""


def channel_of(process: str) -> str:
    return f"palmares {process}"


def wake_note(process: str, lease: str) -> Note:
    """Return a note that wakes a process because of a lease; it is never forwarded."""
    return Note(channel_of(process), json.dumps([lease, WAKE, "", HOPS]))


def is_wake(note: Note) -> bool:
    kind: str = json.loads(note.text)[1]
    return kind == WAKE


class Notes:
    """Sends and receives this process's notes."""

    def __init__(
        self,
        send: Callable[[Sequence[Note]], Awaitable[None]],
        holds: Callable[[str], bool],
        holder: Callable[[str], str | None],
        at_a_loss: Callable[[], None],
    ) -> None:
        """Send notes by `send`. `holds`: whether this process has a lease. `holder`: which other process has it.

        `at_a_loss` is called if the holder must be looked up.
        """
        self._send_all = send
        self._holds = holds
        self._holder = holder
        self._at_a_loss = at_a_loss
        self._hears: dict[str, Hear] = {}
        self._waiting: dict[Note, None] = {}
        self._unheld: dict[tuple[str, str, str, int], None] = {}
        self._sending: asyncio.Task[None] | None = None

    def hearing(self, kind: str, hear: Hear) -> None:
        """Call `hear` with the word of each note of a kind."""
        self._hears[kind] = hear

    def tell(self, lease: str, kind: str, word: str, hops: int = 0, *, again: bool = False) -> None:
        """Send a note to the holder of a lease; an equal note that still waits is sent once."""
        if len(self._waiting) + len(self._unheld) >= MOST:
            return
        process = self._holder(lease)
        if process is None:
            self._unheld[lease, kind, word, hops] = None
            if not again:
                self._at_a_loss()
            return
        self._waiting[Note(channel_of(process), json.dumps([lease, kind, word, hops]))] = None
        if self._sending is None or self._sending.done():
            self._sending = asyncio.create_task(self._send())

    def look_again(self) -> None:
        """Send the notes for leases that had no holder; call it after each new look-up of the holders."""
        unheld, self._unheld = self._unheld, {}
        for lease, kind, word, hops in unheld:
            self._pass_on(lease, kind, word, hops, again=True)

    def heard(self, note: Note) -> None:
        lease, kind, word, hops = json.loads(note.text)
        self._pass_on(lease, kind, word, hops + 1)

    def _pass_on(self, lease: str, kind: str, word: str, hops: int, *, again: bool = False) -> None:
        if self._holds(lease):
            if kind in self._hears:
                self._hears[kind](word)
        elif hops <= HOPS:
            self.tell(lease, kind, word, hops, again=again)

    async def stop(self) -> None:
        """Send what still waits."""
        if self._sending is not None:
            with suppress(asyncio.CancelledError):
                await self._sending

    async def _send(self) -> None:
        while self._waiting:
            notes, self._waiting = list(self._waiting), {}
            try:
                await self._send_all(notes)
            except StoreError as error:
                _log.info("%d notes were not sent: %s", len(notes), error)
