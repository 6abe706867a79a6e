"""Processes that share leases, and what they keep in one database: all in the test's own memory."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from time import monotonic

from bot.core.services.ownership import Hear, LeaseGroup, Release
from data.coordination import GatewaySession
from data.records import ChatKey
from tests.fakes.revised import Revised


class LeaseTable:
    """Who holds which lease; a test hands them about."""

    def __init__(self) -> None:
        self.members: list[Member] = []
        self.holders: dict[str, Member] = {}
        self.fencing_tokens: dict[str, tuple[Member, int]] = {}
        """Who held a lease last, and the number of that."""

    def join(self) -> Member:
        """Let one more process live; it holds nothing yet."""
        member = Member(self)
        self.members.append(member)
        self.told()
        return member

    async def give(self, member: Member | None, *leases: str) -> None:
        """Let a process hold leases, once their holders have released them; None for nobody."""
        for lease in leases:
            former = self.holders.pop(lease, None)
            self.told()
            if former is not None:
                await asyncio.gather(
                    *(release(lease) for release in former.releases.get(lease.partition("/")[0], ()))
                )
            if member is not None:
                self._take(member, lease)
            self.told()

    def _take(self, member: Member, lease: str) -> None:
        self.holders[lease] = member
        self.fencing_tokens[lease] = (member, self.fencing_tokens.get(lease, (member, 0))[1] + 1)

    def run_out(self, *leases: str) -> None:
        """Let leases be held by nobody for now."""
        for lease in leases:
            del self.holders[lease]
        self.told()

    def hold_again(self, *leases: str) -> None:
        """Let the last holder of leases that ran out hold them as before."""
        for lease in leases:
            self.holders[lease] = self.fencing_tokens[lease][0]
        self.told()

    def told(self) -> None:
        for member in self.members:
            member.has_changed()


class Member(Revised):
    """What one process holds."""

    is_shared = True

    def __init__(self, table: LeaseTable) -> None:
        super().__init__()
        self.table = table
        self.groups: dict[str, int] = {}
        self.releases: dict[str, list[Release]] = {}
        self.handed_on: list[str] = []
        self.owned = True
        """Whether it answers for the chats that it is asked about."""

    def share(self, group: str) -> float:
        return 1 / max(1, len(self.table.members))

    async def serve(self, group: LeaseGroup) -> None:
        self.groups[group.name] = group.count

    def holds(self, lease: str) -> bool:
        return self.table.holders.get(lease) is self

    def fencing_token(self, lease: str) -> int | None:
        last, number = self.table.fencing_tokens.get(lease, (None, 0))
        return number if last is self else None

    async def owns(self, chat: ChatKey, *, leaving: bool = False) -> bool:
        return self.owned

    async def chat_fencing_token(self, chat: ChatKey) -> int | None:
        return 1 if self.owned else None

    def releasing(self, group: str, release: Release, what: str) -> None:
        self.releases.setdefault(group, []).append(release)

    def hearing(self, kind: str, hear: Hear) -> None:
        """Nobody tells anything."""

    def tell(self, lease: str, kind: str, word: str) -> None:
        """Nobody listens."""

    async def hand_on(self, table: str, chats: Collection[ChatKey], *, anew: bool = False) -> None:
        self.handed_on.append(table)


class MemoryGateways:
    """What processes with connections to Discord's gateway keep for each other."""

    def __init__(self, between: float = 0.1) -> None:
        """Give a turn in each bucket every `between` seconds, whatever the caller asks for."""
        self.between = between
        self.shards: int | None = None
        self.homes: dict[str, int] = {}
        self.sessions: dict[int, GatewaySession] = {}
        self._free: dict[int, float] = {}

    async def agree_on_shards(self, shards: int, *, lasts: float) -> int:
        self.shards = self.shards or shards
        return self.shards

    async def take_turn(self, bucket: int, seconds: float) -> float:
        left = self._free.get(bucket, 0.0) - monotonic()
        if left > 0:
            return left
        self._free[bucket] = monotonic() + self.between
        return 0.0

    async def leave_session(self, session: GatewaySession) -> None:
        self.sessions[session.shard] = session

    async def take_session(self, shard: int, *, good_for: float) -> GatewaySession | None:
        return self.sessions.pop(shard, None)

    async def note_home(self, chat: str, guild: int) -> None:
        self.homes[chat] = guild

    async def home(self, chat: str) -> int | None:
        return self.homes.get(chat)
