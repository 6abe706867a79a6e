"""Guard platform calls in chats that another process may take over during a call.

If this process freezes during a call, an older board may replace a newer one. If the chat has a new owner after a
call, the board is marked as doubtful, and the new owner shows it again.
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
    """Guards calls by the fencing tokens of their chats."""

    store: Store
    ownership: Ownership

    @asynccontextmanager
    async def about(self, table: str, chat: ChatKey) -> AsyncIterator[None]:
        """Guard the calls in a `with` block about a table in a chat.

        The doubt is also stored, since notes to other processes can be lost.
        """
        fencing_token = await self.ownership.chat_fencing_token(chat)
        try:
            yield
        finally:
            if fencing_token is None or await self.ownership.chat_fencing_token(chat) != fencing_token:
                with suppress(StoreError):
                    await self.store.doubt_boards(table, chat)
                await self.ownership.hand_on(table, (chat,), anew=True)
