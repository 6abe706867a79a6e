"""Say by hand which process holds which lease, so that a test can let them change hands at any moment."""

from __future__ import annotations

from collections.abc import Collection

from bot.core.services.ownership import Hear, LeaseGroup, Release
from data.records import SHARDS, ChatKey, shard_of
from tests.fakes.revised import Revised

POLLER = "telegram-poller/0"
SHARD_LEASES = tuple(f"telegram/{number}" for number in range(SHARDS))


class House:
    """Processes that share a database."""

    def __init__(self, count: int = 2) -> None:
        """Begin some, none of which holds anything."""
        self.members = [FakeOwnership(self) for _ in range(count)]

    def holder(self, lease: str) -> FakeOwnership | None:
        return next((member for member in self.members if member.holds(lease)), None)


class FakeOwnership(Revised):
    """One of them."""

    is_shared = True

    def __init__(self, house: House) -> None:
        super().__init__()
        self._house = house
        self._held: set[str] = set()
        self._releases: dict[str, Release] = {}
        self._hears: dict[str, Hear] = {}
        self.deaf = False
        """Whether the notes for this process are lost."""

    def share(self, group: str) -> float:
        return 1 / len(self._house.members)

    def holds(self, lease: str) -> bool:
        return lease in self._held

    def fencing_token(self, lease: str) -> int | None:
        return 1 if self.holds(lease) else None

    async def owns(self, chat: ChatKey, *, leaving: bool = False) -> bool:
        return self.holds(f"telegram/{shard_of(chat)}")

    async def chat_fencing_token(self, chat: ChatKey) -> int | None:
        return self.fencing_token(f"telegram/{shard_of(chat)}")

    def releasing(self, group: str, release: Release, what: str) -> None:
        self._releases[group] = release

    def hearing(self, kind: str, hear: Hear) -> None:
        self._hears[kind] = hear

    def tell(self, lease: str, kind: str, word: str) -> None:
        holder = self._house.holder(lease)
        if holder is not None and not holder.deaf and kind in holder._hears:
            holder._hears[kind](word)

    async def serve(self, group: LeaseGroup) -> None:
        """All groups are served."""

    async def hand_on(self, table: str, chats: Collection[ChatKey], *, anew: bool = False) -> None:
        """Nobody here shows boards for others."""

    def take(self, *leases: str) -> None:
        """Hold more."""
        self._held |= set(leases)
        self.has_changed()

    def lose(self, *leases: str) -> None:
        """Hold something no more, as where it runs out."""
        self._held -= set(leases)
        self.has_changed()

    async def give(self, other: FakeOwnership, *leases: str) -> None:
        """Give something back, each lease once nothing is under way, and let another take it."""
        self.lose(*leases)
        for lease in leases:
            release = self._releases.get(lease.partition("/")[0])
            if release is not None:
                await release(lease)
            other.take(lease)
