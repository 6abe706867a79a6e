"""Updates that one process receives and another handles: in order within a chat, each once.

A process handles the updates of shards whose lease it holds, stores the others for their holders, and only then
confirms them to Telegram. An update handled again after a crash is harmless: presses name their table's version, and
commands are recorded first.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from typing import Any

from bot.core.common.background import cancel
from bot.core.services.lease_tasks import changed_within
from bot.core.services.ownership import LeaseGroup, Ownership
from bot.platforms.telegram.coalescer import Coalescer
from bot.platforms.telegram.updates import chat_of
from data.errors import StoreError
from data.inbox import InboxStore, UpdateRecord
from data.records import SHARDS, shard_of

_log = logging.getLogger(__name__)

SHARD_LEASES = LeaseGroup("telegram", SHARDS)
NOTE = "inbox"
"""The kind of note that tells a shard's holder about stored updates."""
LOOK = 2.0
"""Seconds between checks of all shards, since a note may be lost."""
MOST_A_SHARD, MOST_LEAVING = 2000, 2000
"""How many updates may wait for a shard, and here to be stored; Telegram keeps the rest."""
AT_ONCE = 200
"""How many updates one statement stores or reads."""
OLDEST = 86_400.0
"""Seconds after which a waiting update is dropped; Telegram itself keeps none for longer."""
TIDY = 1.0
"""Seconds in which handled updates are collected for one delete statement; a read deletes them earlier."""
UNSEEN = 3.0
"""Seconds without a check after which a lease may have been lost and taken again unnoticed."""
SETTLING = 0.05
"""Seconds that a process has to announce that it releases a lease."""

Raw = dict[str, Any]


class InboxFull(Exception):
    """There is no room for another update now."""


class Closing(Exception):
    """Nothing is put into the queue any more: this process is about to end."""


class Inbox:
    """The inbox as one process sees it."""

    def __init__(
        self,
        store: InboxStore,
        ownership: Ownership,
        admit: Callable[[Raw], Awaitable[bool]],
        *,
        several_receivers: bool,
    ) -> None:
        """Read what is stored for this process's shards, once started.

        `admit` queues an update, waiting for room, and returns whether it must be handled; raises Closing. With
        `several_receivers`, other processes may just have stored earlier updates of the same chats.
        """
        self._store = store
        self._ownership = ownership
        self._admit = admit
        self._always_look = several_receivers
        self._reading = Coalescer[int, None](self._read)
        self._leaving = Coalescer[UpdateRecord, set[int]](self._put)
        self._queued: dict[int, int] = {}
        """Shards of the stored updates that are queued, by update number."""
        self._done: dict[int, int] = {}
        """Shards of the handled updates that must still be deleted."""
        self._read_up: set[int] = set()
        """Shards whose stored updates are all queued or handled."""
        self._storing = Counter[tuple[int, int]]()
        """Updates that are being stored from here, by shard and number."""
        self._stored = Counter[int]()
        """How often an update that isn't queued here was stored from here, by shard."""
        self._finishing: set[int] = set()
        self._looked = 0.0
        self._closing = False
        self._tidying: asyncio.TimerHandle | None = None
        self._watching: asyncio.Future[Any] | None = None
        self.depth, self.age = 0, 0.0
        """How many updates wait for this process in the database, and the age of the first in seconds."""

    def start(self) -> None:
        self._watching = asyncio.gather(self._watch(), self._measure())

    async def close(self) -> None:
        """Stop reading: what is stored from now on is for others."""
        self._closing = True
        await cancel(self._watching)

    async def stop(self, left: Iterable[Raw] = ()) -> None:
        """Store what is left in the queue and delete what was handled; call it once handling has stopped."""
        if self._tidying is not None:
            self._tidying.cancel()
        try:
            await self.hand_on(update for update in left if update["update_id"] not in self._queued)
        except (InboxFull, StoreError) as error:
            _log.warning("received updates are lost: %s", error)
        with suppress(StoreError):  # then the update is handled again, which changes nothing
            await self._reading.do()
        await self._reading.idle()
        await self._leaving.idle()

    # received updates -----------------------------------------------------------------------------------------------

    async def sort(self, updates: Sequence[Raw]) -> list[Raw]:
        """Store the updates of other processes; return those of this one, once everything before them is queued.

        Raises InboxFull and StoreError; then confirm nothing. A repeated call is harmless.
        """
        held = {shard for update in updates if (shard := _shard(update)) is None or self.holds(shard)}
        await self.hand_on(update for update in updates if _shard(update) not in held)
        behind = held - {None} if self._always_look else held - {None} - self._current()
        if behind:
            await self._reading.do(*(shard for shard in behind if shard is not None))
            lost = behind - self._read_up  # their leases, meanwhile: what waits there comes first
            await self.hand_on(update for update in updates if _shard(update) in lost)
            held -= lost
        return [update for update in updates if _shard(update) in held]

    async def hand_on(self, updates: Iterable[Raw]) -> None:
        """Store updates for the holders of their shards; raises InboxFull and StoreError."""
        records = [
            UpdateRecord(shard, update["update_id"], json.dumps(update, separators=(",", ":")))
            for update in updates
            if (shard := _shard(update)) is not None
        ]
        if not records:
            return
        if self._leaving.waiting + len(records) > MOST_LEAVING:
            raise InboxFull("too many updates wait to be stored")
        keys = [(record.shard, record.number) for record in records]
        self._storing.update(keys)
        try:
            crowded = await self._leaving.do(*records)
        finally:
            self._storing -= Counter(keys)
            self._unread({record.shard for record in records if record.number not in self._queued})
        if any(record.shard in crowded for record in records):
            raise InboxFull("too many updates wait for one who obeys them")

    async def keep(self, updates: Iterable[Raw]) -> None:
        """Store updates that wait in the queue here, until they are handled; raises InboxFull and StoreError."""
        kept = [update for update in updates if update["update_id"] not in self._queued]
        for update in kept:
            if (shard := _shard(update)) is not None:
                self._queued[update["update_id"]] = shard
        try:
            await self.hand_on(kept)
        except (InboxFull, StoreError):
            for update in kept:
                self._queued.pop(update["update_id"], None)
            raise

    async def _put(self, records: list[UpdateRecord]) -> set[int]:
        crowded: set[int] = set()
        for first in range(0, len(records), AT_ONCE):
            some = records[first : first + AT_ONCE]
            crowded |= await self._store.put_in(some, most=MOST_A_SHARD)
            for shard in {record.shard for record in some if not self.holds(record.shard)} - crowded:
                self._ownership.tell(SHARD_LEASES.lease(shard), NOTE, str(shard))
        return crowded

    def _unread(self, shards: set[int]) -> None:
        """Note that a read under way may miss what was stored for some shards; read them again if they are ours."""
        self._read_up -= shards
        self._stored.update(shards)
        if not self._closing and (ours := set(filter(self.holds, shards))):
            self._reading.add(*ours)

    # stored updates -------------------------------------------------------------------------------------------------

    def holds(self, shard: int) -> bool:
        """Return whether this process must handle new updates of a shard."""
        return self._ownership.holds(SHARD_LEASES.lease(shard))

    def heard(self, word: str) -> None:
        """Read the shard that a note names."""
        if not self._closing:
            self._reading.add(int(word))

    async def _watch(self) -> None:
        """Read what is stored for the shards held, at once after a takeover."""
        while True:
            revision = self._ownership.revision
            try:
                self._current()
                await self._reading.do(*self._held())
            except Exception as error:  # noqa: BLE001 - logged, then repeated: only this process reads these chats
                _log.warning("the inbox cannot be read now: %s: %s", type(error).__name__, error)
            await changed_within(self._ownership, LOOK, revision)

    async def _measure(self) -> None:
        """Measure the backlog, even while reading waits for room in the queue."""
        while True:
            with suppress(StoreError):  # logged where it is read
                self.depth, self.age = await self._store.inbox_depth(self._held())
            await asyncio.sleep(LOOK)

    def _held(self) -> list[int]:
        return [shard for shard in range(SHARDS) if self.holds(shard)]

    def _current(self) -> set[int]:
        """Return the shards held without a break since everything stored for them was read."""
        now = asyncio.get_running_loop().time()
        if now - self._looked > UNSEEN:
            self._read_up.clear()
        self._looked = now
        self._read_up = set(filter(self.holds, self._read_up))
        return self._read_up

    async def _read(self, shards: Collection[int]) -> None:
        """Queue what is stored for shards, and delete what was handled."""
        held = set() if self._closing else {shard for shard in shards if self.holds(shard)}
        stored = self._stored.copy()
        while held or self._done:
            done = dict(self._done)
            pairs = [(shard, number) for number, shard in done.items()]
            records = await self._store.take_out(held, done=pairs, known=self._queued, limit=AT_ONCE)
            for number in done:
                del self._done[number]
            for record in records:
                await self._take(record)
            if len(records) < AT_ONCE:
                break
        unseen = {shard for shard, number in self._storing if number not in self._queued}
        read = {shard for shard in held - unseen if self.holds(shard) and self._stored[shard] == stored[shard]}
        self._read_up = self._read_up.difference(shards) | read

    async def _take(self, record: UpdateRecord) -> None:
        self._queued[record.number] = record.shard
        try:
            if record.age > OLDEST or not await self._admit(json.loads(record.payload)):
                self.obeyed(record.number)
        except Closing:
            del self._queued[record.number]

    # handled updates ------------------------------------------------------------------------------------------------

    async def keeps(self, update: Raw) -> bool:
        """Return whether a queued update is still for this process; else `pass_on` must follow."""
        shard = _shard(update)
        if shard is None or self.holds(shard) or shard in self._finishing:
            return True
        await asyncio.sleep(SETTLING)
        return self.holds(shard) or shard in self._finishing

    async def pass_on(self, updates: Sequence[Raw]) -> None:
        """Pass updates of a shard that was lost to its holder; raises InboxFull and StoreError.

        It may be this process again, which then reads all of them in order.
        """
        left = [update for update in updates if self._queued.pop(update["update_id"], None) is None]
        self._unread({shard for update in updates if (shard := _shard(update)) is not None})
        await self.hand_on(left)

    def obeyed(self, number: int) -> None:
        """Note that an update was handled; if it was stored, it is deleted soon."""
        shard = self._queued.pop(number, None)
        if shard is None:
            return
        self._done[number] = shard
        if self._tidying is None:
            self._tidying = asyncio.get_running_loop().call_later(TIDY, self._tidy)

    def _tidy(self) -> None:
        self._tidying = None
        self._reading.add()

    async def finish(self, shard: int, queue_done: Awaitable[None]) -> None:
        """Finish the work in a shard that is about to be released; what comes now is stored for the next holder."""
        self._finishing.add(shard)
        try:
            await queue_done
            if shard in self._done.values():
                await self._reading.do()
        finally:
            self._finishing.discard(shard)
            self._read_up.discard(shard)


def _shard(update: Raw) -> int | None:
    """Return the shard of an update; None if it cannot be stored for anybody."""
    chat = chat_of(update)
    return shard_of(chat) if chat is not None and isinstance(update.get("update_id"), int) else None
