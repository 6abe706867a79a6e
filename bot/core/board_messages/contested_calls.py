"""Calls of a platform in chats that another process may come to answer for meanwhile.

An older board may then come to stand over a newer one, if this process was frozen in the middle of a call. Whoever
finds, after a call, that a chat is another's by now, or was, stores that its board is in doubt, and has whoever
answers for it show it anew.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from bot.core.services.ownership import Ownership
from data.errors import StoreError
from data.records import ChatKey
from data.store import Store


@dataclass(frozen=True, slots=True)
class ContestedCalls:
    """Over the store, with what tells who answers for a chat."""

    store: Store
    ownership: Ownership

    @asynccontextmanager
    async def about(self, table: str, chat: ChatKey) -> AsyncIterator[None]:
        """Make calls about a table in a chat; have it shown anew if another may have answered for that meanwhile.

        That is stored too, since notes to others can be lost.
        """
        fencing_token = await self.ownership.chat_fencing_token(chat)
        try:
            yield
        finally:
            if fencing_token is None or await self.ownership.chat_fencing_token(chat) != fencing_token:
                with suppress(StoreError):
                    await self.store.doubt_boards(table, chat)
                await self.ownership.hand_on(table, (chat,), anew=True)
