"""Processes of one test that share a store: who answers for which chats is for the test to say."""

from __future__ import annotations

from collections.abc import Collection

from bot.core.services.ownership import ANEW, CHANGED, Hear, LeaseGroup, Release, board_word
from data.records import ChatKey
from tests.fakes.revised import Revised


class Owners:
    """Who answers for each chat, and who holds each lease."""

    def __init__(self) -> None:
        self.chats: dict[ChatKey, Owner] = {}
        self.leaving: dict[ChatKey, Owner] = {}
        self.tenures: dict[ChatKey, int] = {}
        self.leases: dict[str, Owner] = {}
        self.all: list[Owner] = []

    def join(self) -> Owner:
        """Let one more process live."""
        owner = Owner(self)
        self.all.append(owner)
        return owner

    async def give(self, chat: ChatKey, owner: Owner | None) -> None:
        """Let a process answer for a chat, once the former owner has released it."""
        former = self.chats.pop(chat, None)
        if former is not None:
            self.leaving[chat] = former
            for release in former.releases:
                await release(chat.platform)
            del self.leaving[chat]
        self.seize(chat, owner)

    def seize(self, chat: ChatKey, owner: Owner | None) -> None:
        """Let a process answer for a chat whose owner was frozen."""
        if owner is not None:
            self.chats[chat] = owner
        self.tenures[chat] = self.tenures.get(chat, 0) + 1
        self.told()

    def hold(self, lease: str, owner: Owner | None) -> None:
        """Let a process hold a lease."""
        self.leases.pop(lease, None)
        if owner is not None:
            self.leases[lease] = owner
        self.told()

    def told(self) -> None:
        """Tell everybody that something has changed."""
        for owner in self.all:
            owner.has_changed()


class Owner(Revised):
    """What one process answers for."""

    is_shared = True

    def __init__(self, owners: Owners) -> None:
        super().__init__()
        self._owners = owners
        self.releases: list[Release] = []
        self.hears: dict[str, Hear] = {}
        self.notes: list[tuple[str, str]] = []
        """The notes sent to others, by kind and word."""

    def share(self, group: str) -> float:
        return 0.5

    def holds(self, lease: str) -> bool:
        return self._owners.leases.get(lease) is self

    def fencing_token(self, lease: str) -> int | None:
        return 1 if self.holds(lease) else None

    async def owns(self, chat: ChatKey, *, leaving: bool = False) -> bool:
        return self._owners.chats.get(chat) is self or (leaving and self._owners.leaving.get(chat) is self)

    async def chat_fencing_token(self, chat: ChatKey) -> int | None:
        return self._owners.tenures[chat] if await self.owns(chat, leaving=True) else None

    async def serve(self, group: LeaseGroup) -> None:
        """Nothing is given out by itself here."""

    def releasing(self, group: str, release: Release, what: str) -> None:
        self.releases.append(release)

    def hearing(self, kind: str, hear: Hear) -> None:
        self.hears[kind] = hear

    def tell(self, lease: str, kind: str, word: str) -> None:
        """Nobody listens to leases here."""

    async def hand_on(self, table: str, chats: Collection[ChatKey], *, anew: bool = False) -> None:
        for chat in chats:
            owner = self._owners.chats.get(chat)
            word = board_word(table, chat) if anew else table
            self.notes.append((ANEW if anew else CHANGED, word))
            if owner is not None and (anew or owner is not self):
                owner.hears[ANEW if anew else CHANGED](word)
